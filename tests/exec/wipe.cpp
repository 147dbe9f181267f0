#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include <lucid/exec/wipe.hpp>

using namespace lucid;

TEST_CASE("wipe: every byte is zero afterwards, and nothing beside it changes") {
  std::vector<unsigned> values(9, 0xdeadbeef);
  wipe_all(view<unsigned>{values.data() + 1, 7});
  CHECK(values.front() == 0xdeadbeef);
  CHECK(values.back() == 0xdeadbeef);
  CHECK(std::all_of(values.begin() + 1, values.end() - 1, [](unsigned x) { return x == 0; }));
  long secret = 42;
  wipe(secret);
  CHECK(secret == 0);
  wipe_all(view<unsigned>{});
}
