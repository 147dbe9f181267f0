#include <doctest/doctest.h>

#include <array>
#include <vector>

#include <lucid/exec/view.hpp>

using namespace lucid;

TEST_CASE("view: of containers, of parts, of constants") {
  std::vector<int> values{1, 2, 3, 4};
  view<int> const all{values};
  view<int const> const read_only = all;
  CHECK(all.size() == 4);
  CHECK(all.subview(1, 2)[1] == 3);
  CHECK(all.from(4).empty());
  CHECK(read_only.data() == values.data());
  all[0] = 9;
  CHECK(values[0] == 9);
  std::array<int, 2> const pair{5, 6};
  view<int const> const of_array{pair};
  int sum = 0;
  for (int const x : of_array) sum += x;
  CHECK(sum == 11);
  CHECK(view<int>{}.empty());
  static_assert(!std::is_convertible_v<view<int const>, view<int>>);
  static_assert(!std::is_convertible_v<view<int, memory_space::device>, view<int>>);
}
