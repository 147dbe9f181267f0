#include <doctest/doctest.h>

#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/copy.hpp>

using namespace lucid;

TEST_CASE("copy: the same elements elsewhere, none at all too") {
  std::vector<int> const from{3, 1, 4};
  auto const twin = clone<int>(cpu::seq, from);
  CHECK(std::vector<int>(twin.begin(), twin.end()) == from);
  CHECK(twin.data() != from.data());
  CHECK(clone<int>(cpu::seq, view<int const>{}).empty());
}
