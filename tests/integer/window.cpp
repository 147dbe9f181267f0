#include <doctest/doctest.h>

#include <random>

#include <lucid/integer/window.hpp>
#include <support/integers.hpp>

using namespace lucid;

TEST_CASE("window: every position and width, also across limbs and past the end, bit by bit") {
  std::mt19937_64 engine{5};
  auto const a = lucid_test::random_integer<3>(engine);
  bool same = true;
  for (std::size_t position = 0; position < a.bits + 70; ++position) {
    for (unsigned width = 1; width < 64; ++width) {
      limb_t expected = 0;
      for (unsigned i = 0; i < width; ++i) expected |= limb_t{a.bit(position + i)} << i;
      same = same && window(a, position, width) == expected;
    }
  }
  CHECK(same);
}

TEST_CASE("window: the windows of a number add up to it") {
  std::mt19937_64 engine{6};
  for (unsigned width = 1; width < 64; ++width) {
    auto const a = lucid_test::random_integer<4>(engine);
    big_uint<4> sum;
    for (std::size_t position = 0; position < a.bits; position += width)
      add_to(sum, shifted_left(big_uint<4>{window(a, position, width)}, position));
    CHECK(sum == a);
  }
  static_assert(window(big_uint<2>{0b1101'0110}, 2, 3) == 0b101);
}
