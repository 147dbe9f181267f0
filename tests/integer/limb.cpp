#include <doctest/doctest.h>

#include <initializer_list>

#include <lucid/integer/limb.hpp>

using namespace lucid;

namespace {

constexpr limb_t top = ~limb_t{0};
constexpr limb_t interesting[] = {0, 1, 2, 0xffff'ffff, 0x1'0000'0000, top / 2, top / 2 + 1, top - 1, top};

}  // namespace

TEST_CASE("limb: a sum and its carry are the sum in two limbs") {
  for (limb_t const a : interesting) {
    for (limb_t const b : interesting) {
      for (limb_t const in : {0u, 1u}) {
        limb_t carry = in;
        limb_t const low = add_with_carry(a, b, carry);
        CHECK(carry <= 1);
        CHECK(((wide_t{carry} << 64) | low) == wide_t{a} + b + in);
      }
    }
  }
}

TEST_CASE("limb: a difference and its borrow undo the sum") {
  for (limb_t const a : interesting) {
    for (limb_t const b : interesting) {
      for (limb_t const in : {0u, 1u}) {
        limb_t borrow = in;
        limb_t const difference = subtract_with_borrow(a, b, borrow);
        CHECK(borrow == (wide_t{a} < wide_t{b} + in ? 1u : 0u));
        limb_t carry = in;
        CHECK(add_with_carry(difference, b, carry) == a);
      }
    }
  }
}

TEST_CASE("limb: multiply_add never exceeds two limbs") {
  for (limb_t const a : interesting) {
    for (limb_t const b : interesting) {
      for (limb_t const c : interesting) {
        for (limb_t const in : interesting) {
          limb_t carry = in;
          limb_t const low = multiply_add(a, b, c, carry);
          CHECK(((wide_t{carry} << 64) | low) == wide_t{b} * c + a + in);
        }
      }
    }
  }
  static_assert([] {
    limb_t carry = top;
    return multiply_add(top, top, top, carry) == top && carry == top;
  }());
}

TEST_CASE("limb: the high half of a product") {
  for (limb_t const a : interesting) {
    for (limb_t const b : interesting) CHECK(multiply_high(a, b) == static_cast<limb_t>((wide_t{a} * b) >> 64));
  }
}

TEST_CASE("limb: the lowest and the highest one") {
  CHECK(trailing_zeros(0) == 64);
  CHECK(bit_width(limb_t{0}) == 0);
  bool right = true;
  for (unsigned i = 0; i < 64; ++i) {
    limb_t const bit = limb_t{1} << i;
    right = right && trailing_zeros(bit) == i && trailing_zeros(top << i) == i && bit_width(bit) == i + 1 &&
            bit_width(bit | (bit - 1)) == i + 1;
  }
  CHECK(right);
}
