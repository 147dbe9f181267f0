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

  // 2^256·p of bls12_381 and its kin end in … 2^32 − 1, 1.
  static constexpr bool is_signed = static_cast<word>(Spec::modulus[0]) == 1 && static_cast<word>(Spec::modulus[0] >> 32) == ~word{0};

  // (even, odd) = a·b
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void begin(number& even, number& odd, number const& a, word b) noexcept {
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; j += 2) {
      multiply(even.w[j], even.w[j + 1], a.w[j], b);
      multiply(odd.w[j], odd.w[j + 1], a.w[j + 1], b);
    }
  }
  // (even, odd) += a·b, where odd is still the even row of before the shift: its word 0 is spent, and word 1 belongs to the lowest column.
  template <bool Signed = false>
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void add_row(number& even, number& odd, number const& a, word b) noexcept {
    word const sign = Signed ? sign_of(even) : 0;
    chain c;
    even.w[0] = c.add(even.w[0], odd.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j + 2 < words; j += 2) c.multiply_add_on(odd.w[j], odd.w[j + 1], a.w[j + 1], b, odd.w[j + 2], odd.w[j + 3]);
    c.multiply_add_on(odd.w[words - 2], odd.w[words - 1], a.w[words - 1], b, 0, sign);
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

  // Makes the lowest column zero by a multiple of p; with Shift after what add_row does to the rows, without its product.
  template <bool Shift = false>
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void reduce(number& even, number& odd) noexcept {
    if constexpr (is_signed) return reduce_signed<Shift>(even, odd);
    constexpr number p = words_of(Spec::modulus);
    chain c;
    if constexpr (Shift) even.w[0] = c.add(even.w[0], odd.w[1]);
    word const m = even.w[0] * negated_inverse;
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; j += 2) {
      std::size_t const from = Shift ? j + 2 : j;
      word const lo = from < words ? odd.w[from % words] : 0;
      word const hi = from < words ? odd.w[from % words + 1] : 0;
      if (j == 0 && !Shift) {
        c.multiply_add(odd.w[j], odd.w[j + 1], p.w[j + 1], m, lo, hi);
      } else {
        c.multiply_add_on(odd.w[j], odd.w[j + 1], p.w[j + 1], m, lo, hi);
      }
    }
    c.multiply_add(even.w[0], even.w[1], p.w[0], m, even.w[0], even.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 2; j < words; j += 2) c.multiply_add_on(even.w[j], even.w[j + 1], p.w[j], m, even.w[j], even.w[j + 1]);
    odd.w[words - 1] = c.add_end(odd.w[words - 1], 0);
  }
  // −t·p for the lowest word t, as t·(R − p) − t·R: the lowest words of R − p are 2^32 − 1 and 0, so t moves up a word and two products fall away.
  template <bool Shift>
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void reduce_signed(number& even, number& odd) noexcept {
    constexpr number p = words_of(Spec::modulus);
    chain c;
    if constexpr (Shift) even.w[0] = c.add(even.w[0], odd.w[1]);
    word const t = even.w[0];
    word const sign = Shift ? sign_of(even) : 0;
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; j += 2) {
      std::size_t const from = Shift ? j + 2 : j;
      word const lo = from < words ? odd.w[from % words] : 0;
      word const hi = from < words ? odd.w[from % words + 1] : sign;
      if (j == 0) {
        odd.w[0] = Shift ? c.add_on(lo, t) : c.add(lo, t);
        odd.w[1] = c.add_on(hi, 0);
      } else {
        c.multiply_add_on(odd.w[j], odd.w[j + 1], ~p.w[j + 1], t, lo, hi);
      }
    }
    c.multiply_add(even.w[2], even.w[3], ~p.w[2], t, even.w[2], even.w[3]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 4; j < words; j += 2) c.multiply_add_on(even.w[j], even.w[j + 1], ~p.w[j], t, even.w[j], even.w[j + 1]);
    odd.w[words - 1] = c.add_end(odd.w[words - 1], 0 - t);
  }
  // All ones where the top bit is one.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE word sign_of(number const& x) noexcept { return 0 - (x.w[words - 1] >> 31); }
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
