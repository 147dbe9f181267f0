// Montgomery arithmetic in 32-bit words: what a device does for the functions of the same name in montgomery.hpp, value for value. Residues only.
//
// A number under way is held in two rows of columns, so that a product of two words always falls on an aligned pair of one of them and each row has a single
// carry chain: Σ even[j]·2^(32j) + Σ odd[j]·2^(32j+32). With each word of the multiplier the lowest column becomes zero and the rows change places.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/arch/ptx.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// Spec as of montgomery: an odd modulus p with a spare top bit. All is inlined; arrays are registers once loops are unrolled.
template <class Spec>
struct montgomery32 {
  static constexpr std::size_t limbs = Spec::limbs;
  static constexpr std::size_t words = 2 * limbs;
  using integer = big_uint<limbs>;
  using word = arch::ptx::word;
  using chain = arch::ptx::carry_chain;
  struct number {
    word w[words];
  };

  // −p⁻¹ mod 2^32.
  static constexpr word negated_inverse = [] {
    auto const p = static_cast<word>(Spec::modulus[0]);
    word x = p;
    for (int i = 0; i < 4; ++i) x *= 2 - p * x;
    return word{0} - x;
  }();

  // a + b mod p, a − b mod p. Preconditions: both below p.
  LUCID_HOST_DEVICE static LUCID_INLINE integer add(integer const& a, integer const& b) noexcept {
    number const x = words_of(a), y = words_of(b);
    number sum;
    chain c;
    sum.w[0] = c.add(x.w[0], y.w[0]);
    LUCID_UNROLL
    for (std::size_t j = 1; j + 1 < words; ++j) sum.w[j] = c.add_on(x.w[j], y.w[j]);
    sum.w[words - 1] = c.add_end(x.w[words - 1], y.w[words - 1]);
    return reduced_once(sum);
  }
  LUCID_HOST_DEVICE static LUCID_INLINE integer subtract(integer const& a, integer const& b) noexcept {
    constexpr number p = words_of(Spec::modulus);
    number const x = words_of(a), y = words_of(b);
    number t;
    chain c;
    t.w[0] = c.subtract(x.w[0], y.w[0]);
    LUCID_UNROLL
    for (std::size_t j = 1; j < words; ++j) t.w[j] = c.subtract_on(x.w[j], y.w[j]);
    word const below = c.subtract_end(0, 0);  // all ones where a < b
    t.w[0] = c.add(t.w[0], p.w[0] & below);
    LUCID_UNROLL
    for (std::size_t j = 1; j + 1 < words; ++j) t.w[j] = c.add_on(t.w[j], p.w[j] & below);
    t.w[words - 1] = c.add_end(t.w[words - 1], p.w[words - 1] & below);
    return integer_of(t);
  }

  // a·b/R mod p, below p. Precondition: a < p; b may be any integer of this width. 2·words² + words multiplications.
  // Before a shift the sum is below (a + p)·2^32, which fits: one bit is spare.
  LUCID_HOST_DEVICE static LUCID_INLINE integer multiply(integer const& a, integer const& b) noexcept {
    number const x = words_of(a), y = words_of(b);
    number s, t;
    begin(s, t, x, y.w[0]);
    reduce(s, t);
    add_row(t, s, x, y.w[1]);
    reduce(t, s);
    LUCID_UNROLL
    for (std::size_t i = 2; i < words; i += 2) {
      add_row(s, t, x, y.w[i]);
      reduce(s, t);
      add_row(t, s, x, y.w[i + 1]);
      reduce(t, s);
    }
    return reduced_once(joined(s, t));
  }

  LUCID_HOST_DEVICE static constexpr number words_of(integer const& a) noexcept {
    number x{};
    LUCID_UNROLL
    for (std::size_t i = 0; i < limbs; ++i) {
      x.w[2 * i] = static_cast<word>(a.limb[i]);
      x.w[2 * i + 1] = static_cast<word>(a.limb[i] >> 32);
    }
    return x;
  }
  LUCID_HOST_DEVICE static constexpr integer integer_of(number const& x) noexcept {
    integer a{uninitialized{}};
    LUCID_UNROLL
    for (std::size_t i = 0; i < limbs; ++i) a.limb[i] = limb_t{x.w[2 * i + 1]} << 32 | x.w[2 * i];
    return a;
  }

 private:
  // x − p where x ≥ p, else x. Precondition: x < 2p.
  LUCID_HOST_DEVICE static LUCID_INLINE integer reduced_once(number const& x) noexcept {
    constexpr number p = words_of(Spec::modulus);
    number t;
    chain c;
    t.w[0] = c.subtract(x.w[0], p.w[0]);
    LUCID_UNROLL
    for (std::size_t j = 1; j < words; ++j) t.w[j] = c.subtract_on(x.w[j], p.w[j]);
    bool const below = c.subtract_end(0, 0) != 0;
    LUCID_UNROLL
    for (std::size_t j = 0; j < words; ++j) t.w[j] = below ? x.w[j] : t.w[j];
    return integer_of(t);
  }

  // (even, odd) = a·b
  LUCID_HOST_DEVICE static LUCID_INLINE void begin(number& even, number& odd, number const& a, word b) noexcept {
    LUCID_UNROLL
    for (std::size_t j = 0; j < words; j += 2) {
      product(even.w[j], even.w[j + 1], a.w[j], b);
      product(odd.w[j], odd.w[j + 1], a.w[j + 1], b);
    }
  }
  // (even, odd) += a·b, where odd is still the even row of before the shift: its word 0 is spent, and word 1 belongs to the lowest column.
  LUCID_HOST_DEVICE static LUCID_INLINE void add_row(number& even, number& odd, number const& a, word b) noexcept {
    chain c;
    even.w[0] = c.add(even.w[0], odd.w[1]);
    LUCID_UNROLL
    for (std::size_t j = 0; j + 2 < words; j += 2) c.multiply_add_on(odd.w[j], odd.w[j + 1], a.w[j + 1], b, odd.w[j + 2], odd.w[j + 3]);
    c.multiply_add_on(odd.w[words - 2], odd.w[words - 1], a.w[words - 1], b, 0, 0);
    c.multiply_add(even.w[0], even.w[1], a.w[0], b, even.w[0], even.w[1]);
    LUCID_UNROLL
    for (std::size_t j = 2; j < words; j += 2) c.multiply_add_on(even.w[j], even.w[j + 1], a.w[j], b, even.w[j], even.w[j + 1]);
    odd.w[words - 1] = c.add_end(odd.w[words - 1], 0);
  }
  // Adds the multiple of p that makes the lowest column zero.
  LUCID_HOST_DEVICE static LUCID_INLINE void reduce(number& even, number& odd) noexcept {
    constexpr number p = words_of(Spec::modulus);
    word const m = even.w[0] * negated_inverse;
    chain c;
    c.multiply_add(odd.w[0], odd.w[1], p.w[1], m, odd.w[0], odd.w[1]);
    LUCID_UNROLL
    for (std::size_t j = 2; j < words; j += 2) c.multiply_add_on(odd.w[j], odd.w[j + 1], p.w[j + 1], m, odd.w[j], odd.w[j + 1]);
    c.multiply_add(even.w[0], even.w[1], p.w[0], m, even.w[0], even.w[1]);
    LUCID_UNROLL
    for (std::size_t j = 2; j < words; j += 2) c.multiply_add_on(even.w[j], even.w[j + 1], p.w[j], m, even.w[j], even.w[j + 1]);
    odd.w[words - 1] = c.add_end(odd.w[words - 1], 0);
  }
  // The number in one row, without its lowest column.
  LUCID_HOST_DEVICE static LUCID_INLINE number joined(number const& even, number const& odd) noexcept {
    number x;
    chain c;
    x.w[0] = c.add(even.w[0], odd.w[1]);
    LUCID_UNROLL
    for (std::size_t j = 1; j + 1 < words; ++j) x.w[j] = c.add_on(even.w[j], odd.w[j + 1]);
    x.w[words - 1] = c.add_end(even.w[words - 1], 0);
    return x;
  }
  LUCID_HOST_DEVICE static LUCID_INLINE void product(word& lo, word& hi, word a, word b) noexcept {
    limb_t const ab = limb_t{a} * b;
    lo = static_cast<word>(ab);
    hi = static_cast<word>(ab >> 32);
  }
};

}  // namespace lucid::inline v0
