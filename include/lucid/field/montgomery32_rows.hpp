// Numbers of 32-bit words under way, in two rows of columns: a product of two words falls on an aligned pair of one of them, and each row has a single carry
// chain. Σ even[j]·2^(32j) + Σ odd[j]·2^(32j+32). When the lowest column is done with, the rows change places. What is made of it stands in montgomery32.hpp.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/arch/ptx.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// Spec as of montgomery: an odd modulus p with a spare top bit. All is inlined into kernels; arrays are registers once loops are unrolled.
template <class Spec>
struct montgomery32_rows {
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

  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE constexpr number words_of(integer const& a) noexcept {
    number x{};
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 0; i < limbs; ++i) {
      x.w[2 * i] = static_cast<word>(a.limb[i]);
      x.w[2 * i + 1] = static_cast<word>(a.limb[i] >> 32);
    }
    return x;
  }
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE constexpr integer integer_of(number const& x) noexcept {
    integer a{uninitialized{}};
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 0; i < limbs; ++i) a.limb[i] = limb_t{x.w[2 * i + 1]} << 32 | x.w[2 * i];
    return a;
  }

  // How the low words of p are multiplied: 1 is an addition, and 2^32 − 1 behind it a subtraction; 1 − 2^k is shifts.
  static constexpr word low = static_cast<word>(Spec::modulus[0]);
  static constexpr bool low_is_one = low == 1;
  static constexpr bool second_is_minus_one = low_is_one && static_cast<word>(Spec::modulus[0] >> 32) == ~word{0};
  static constexpr unsigned low_shift = [] {
    for (unsigned k = 16; k < 32; ++k) {
      if (low == 1 - (word{1} << k)) return k;
    }
    return 0u;
  }();

  // (even, odd) = a·b
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void begin(number& even, number& odd, number const& a, word b) noexcept {
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; j += 2) {
      multiply(even.w[j], even.w[j + 1], a.w[j], b);
      multiply(odd.w[j], odd.w[j + 1], a.w[j + 1], b);
    }
  }
  // (even, odd) += a·b, where odd is still the even row of before the shift: its word 0 is spent, and word 1 belongs to the lowest column.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void add_row(number& even, number& odd, number const& a, word b) noexcept {
    chain c;
    even.w[0] = c.add(even.w[0], odd.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j + 2 < words; j += 2) c.multiply_add_on(odd.w[j], odd.w[j + 1], a.w[j + 1], b, odd.w[j + 2], odd.w[j + 3]);
    c.multiply_add_on(odd.w[words - 2], odd.w[words - 1], a.w[words - 1], b, 0, 0);
    c.multiply_add(even.w[0], even.w[1], a.w[0], b, even.w[0], even.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 2; j < words; j += 2) c.multiply_add_on(even.w[j], even.w[j + 1], a.w[j], b, even.w[j], even.w[j + 1]);
    odd.w[words - 1] = c.add_end(odd.w[words - 1], 0);
  }
  // (even, odd) += a·b
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void add(number& even, number& odd, number const& a, word b) noexcept {
    chain c;
    c.multiply_add(odd.w[0], odd.w[1], a.w[1], b, odd.w[0], odd.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 2; j < words; j += 2) c.multiply_add_on(odd.w[j], odd.w[j + 1], a.w[j + 1], b, odd.w[j], odd.w[j + 1]);
    c.multiply_add(even.w[0], even.w[1], a.w[0], b, even.w[0], even.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 2; j < words; j += 2) c.multiply_add_on(even.w[j], even.w[j + 1], a.w[j], b, even.w[j], even.w[j + 1]);
    odd.w[words - 1] = c.add_end(odd.w[words - 1], 0);
  }

  // Adds the multiple of p that makes the lowest column zero; with Shift after what add_row does to the rows, without its product.
  template <bool Shift = false>
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void reduce(number& even, number& odd, word zero) noexcept {
    constexpr number p = words_of(Spec::modulus);
    chain c;
    if constexpr (Shift) even.w[0] = c.add(even.w[0], odd.w[1]);
    word const t = even.w[0];
    word const m = quotient(t, zero);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; j += 2) {
      std::size_t const from = Shift ? j + 2 : j;
      word const lo = from < words ? odd.w[from % words] : 0;
      word const hi = from < words ? odd.w[from % words + 1] : 0;
      if (j == 0 && second_is_minus_one) {
        odd.w[0] = Shift ? c.add_on(t, lo) : c.add(t, lo);
        odd.w[1] = c.add_on(t == 0 ? 0 : ~t, hi);
      } else if (j == 0 && !Shift) {
        c.multiply_add(odd.w[j], odd.w[j + 1], p.w[j + 1], m, lo, hi);
      } else {
        c.multiply_add_on(odd.w[j], odd.w[j + 1], p.w[j + 1], m, lo, hi);
      }
    }
    if constexpr (low_is_one) {
      even.w[0] = c.add(t, m);
      even.w[1] = c.add_on(even.w[1], 0);
    } else if constexpr (low_shift != 0) {
      even.w[0] = c.add(t, 0 - t);
      even.w[1] = c.add_on(even.w[1], m - (m >> (32 - low_shift)) - (m < (m << low_shift) ? 1 : 0));
    } else {
      c.multiply_add(even.w[0], even.w[1], p.w[0], m, t, even.w[1]);
    }
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 2; j < words; j += 2) c.multiply_add_on(even.w[j], even.w[j + 1], p.w[j], m, even.w[j], even.w[j + 1]);
    odd.w[words - 1] = c.add_end(odd.w[words - 1], 0);
  }
  // −t/p mod 2^32
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE word quotient(word t, word zero) noexcept {
    if constexpr (low_is_one) return zero - t;
    if constexpr (low_shift != 0) return 0 - (t + (t << low_shift));
    return t * negated_inverse;
  }
  // 0, which the assembler must not know to be 0: it takes the sign out of products with −t, and parts their halves. Precondition: not all of x is ones.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE word zero_from(word x) noexcept {
    if constexpr (!low_is_one) return 0;
    chain c;
    c.add(x, 1);
    return c.add_end(0, 0);
  }
  // The number in one row, without its lowest column.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE number joined(number const& even, number const& odd) noexcept {
    number x;
    chain c;
    x.w[0] = c.add(even.w[0], odd.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j + 1 < words; ++j) x.w[j] = c.add_on(even.w[j], odd.w[j + 1]);
    x.w[words - 1] = c.add_end(even.w[words - 1], 0);
    return x;
  }
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void multiply(word& lo, word& hi, word a, word b) noexcept {
    limb_t const ab = limb_t{a} * b;
    lo = static_cast<word>(ab);
    hi = static_cast<word>(ab >> 32);
  }
};

}  // namespace lucid::inline v0
