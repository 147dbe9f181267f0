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
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer add(integer const& a, integer const& b) noexcept {
    return reduced_once(sum(words_of(a), words_of(b)));
  }
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer subtract(integer const& a, integer const& b) noexcept {
    constexpr number p = words_of(Spec::modulus);
    number const x = words_of(a), y = words_of(b);
    number t;
    chain c;
    t.w[0] = c.subtract(x.w[0], y.w[0]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j < words; ++j) t.w[j] = c.subtract_on(x.w[j], y.w[j]);
    word const below = c.subtract_end(0, 0);  // all ones where a < b
    t.w[0] = c.add(t.w[0], p.w[0] & below);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j + 1 < words; ++j) t.w[j] = c.add_on(t.w[j], p.w[j] & below);
    t.w[words - 1] = c.add_end(t.w[words - 1], p.w[words - 1] & below);
    return integer_of(t);
  }

  // a·b/R mod p, below p. Precondition: a < p; b may be any integer of this width. 2·words² + words multiplications.
  // Before a shift the sum is below (a + p)·2^32, which fits: one bit is spare.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer multiply(integer const& a, integer const& b) noexcept {
    return product(words_of(a), words_of(b));
  }
  // a²/R mod p: words·(words − 1)/2 multiplications fewer. Precondition: a < p.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer square(integer const& a) noexcept { return reduced(wide_square(words_of(a))); }

  // (a·b + c·d)/R mod p with one reduction: 3·words² + words multiplications. Precondition: all below p.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer sum_of_products(integer const& a, integer const& b, integer const& c,
                                                                       integer const& d) noexcept {
    number const w = words_of(a), x = words_of(b), y = words_of(c), z = words_of(d);
    if constexpr (!has_two_spare_bits) {
      return reduced(wide_product<true>(w, x, y, z));
    } else {
      word const zero = zero_from(w.w[words - 1]);
      number s, t;  // before a shift below (a + c + p)·2^32
      begin(s, t, w, x.w[0]);
      add(s, t, y, z.w[0]);
      reduce(s, t, zero);
      LUCID_KERNEL_UNROLL
      for (std::size_t i = 1; i < words; i += 2) {
        add_row(t, s, w, x.w[i]);
        add(t, s, y, z.w[i]);
        reduce(t, s, zero);
        if (i + 1 == words) break;
        add_row(s, t, w, x.w[i + 1]);
        add(s, t, y, z.w[i + 1]);
        reduce(s, t, zero);
      }
      return reduced_once(joined(s, t));
    }
  }

  // (a₀ + a₁u)(b₀ + b₁u)/R with u² = −1: Karatsuba on numbers not yet reduced, 5·words² + 2·words multiplications. Precondition: all below p.
  struct pair {
    integer c0, c1;
  };
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE pair multiply_imaginary(integer const& a0, integer const& a1, integer const& b0,
                                                                       integer const& b1) noexcept {
    number const w = words_of(a0), x = words_of(a1), y = words_of(b0), z = words_of(b1);
    wide real = wide_product(w, y), other = wide_product(x, z);
    wide cross = wide_product(sum(w, x), sum(y, z));  // below 4p², which fits: one bit is spare
    subtract_from(cross, real);
    subtract_from(cross, other);
    word const below = subtract_from(real, other);
    add_modulus_above(real, below);
    return {reduced(real), reduced(cross)};
  }
  // (a₀ + a₁u)²/R = (a₀ + a₁)(a₀ − a₁) + 2a₀a₁u: two products, whose second factors need no reduction.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE pair square_imaginary(integer const& a0, integer const& a1) noexcept {
    number const x = words_of(a0), y = words_of(a1);
    return {product(words_of(subtract(a0, a1)), sum(x, y)), product(y, sum(x, x))};
  }

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

 private:
  struct wide {
    word w[2 * words];
  };
  static constexpr bool has_two_spare_bits = Spec::modulus.bit_width() + 2 <= integer::bits;

  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer product(number const& a, number const& b) noexcept {
    word const zero = zero_from(a.w[words - 1]);
    number s, t;
    begin(s, t, a, b.w[0]);
    reduce(s, t, zero);
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 1; i < words; i += 2) {
      add_row(t, s, a, b.w[i]);
      reduce(t, s, zero);
      if (i + 1 == words) break;
      add_row(s, t, a, b.w[i + 1]);
      reduce(s, t, zero);
    }
    return reduced_once(joined(s, t));
  }

  // Not reduced: the sum must fit.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE number sum(number const& a, number const& b) noexcept {
    number r;
    chain c;
    r.w[0] = c.add(a.w[0], b.w[0]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j + 1 < words; ++j) r.w[j] = c.add_on(a.w[j], b.w[j]);
    r.w[words - 1] = c.add_end(a.w[words - 1], b.w[words - 1]);
    return r;
  }
  // a −= b; all ones where a was below b.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE word subtract_from(wide& a, wide const& b) noexcept {
    chain c;
    a.w[0] = c.subtract(a.w[0], b.w[0]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j < 2 * words; ++j) a.w[j] = c.subtract_on(a.w[j], b.w[j]);
    return c.subtract_end(0, 0);
  }
  // a += p·R where `chosen` is all ones.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void add_modulus_above(wide& a, word chosen) noexcept {
    constexpr number p = words_of(Spec::modulus);
    chain c;
    a.w[words] = c.add(a.w[words], p.w[0] & chosen);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j + 1 < words; ++j) a.w[words + j] = c.add_on(a.w[words + j], p.w[j] & chosen);
    a.w[2 * words - 1] = c.add_end(a.w[2 * words - 1], p.w[words - 1] & chosen);
  }

  // a·b, or a·b + c·d, whose sum fits where all are below p.
  template <bool Two = false>
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE wide wide_product(number const& a, number const& b, number const& c = {},
                                                                 number const& d = {}) noexcept {
    wide r;
    number s, t;
    begin(s, t, a, b.w[0]);
    if constexpr (Two) add(s, t, c, d.w[0]);
    r.w[0] = s.w[0];
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 1; i < words; i += 2) {
      add_row(t, s, a, b.w[i]);
      if constexpr (Two) add(t, s, c, d.w[i]);
      r.w[i] = t.w[0];
      if (i + 1 == words) break;
      add_row(s, t, a, b.w[i + 1]);
      if constexpr (Two) add(s, t, c, d.w[i + 1]);
      r.w[i + 1] = s.w[0];
    }
    number const high = joined(s, t);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; ++j) r.w[words + j] = high.w[j];
    return r;
  }

  // a²: the products of different words once, twice their sum, and the squares of the words.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE wide wide_square(number const& a) noexcept {
    wide even{}, odd{};  // even.w[k] and odd.w[k − 1] belong to column k
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 0; i + 1 < words; ++i) {
      add_crossed(odd, a, i, i + 1, 2 * i);
      add_crossed(even, a, i, i + 2, 2 * i + 2);
    }
    wide r;
    chain c;
    r.w[0] = 0;
    r.w[1] = odd.w[0];
    r.w[2] = c.add(even.w[2], odd.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t k = 3; k + 1 < 2 * words; ++k) r.w[k] = c.add_on(even.w[k], odd.w[k - 1]);
    r.w[2 * words - 1] = c.add_end(0, 0);
    r.w[1] = c.add(r.w[1], r.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t k = 2; k + 1 < 2 * words; ++k) r.w[k] = c.add_on(r.w[k], r.w[k]);
    r.w[2 * words - 1] = c.add_end(r.w[2 * words - 1], r.w[2 * words - 1]);
    c.multiply_add(r.w[0], r.w[1], a.w[0], a.w[0], r.w[0], r.w[1]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j < words; ++j) c.multiply_add_on(r.w[2 * j], r.w[2 * j + 1], a.w[j], a.w[j], r.w[2 * j], r.w[2 * j + 1]);
    return r;
  }

  // row += aᵢ·(aⱼ + aⱼ₊₂·2^64 + …) from place k on. The highest pair is the row's first there, but for a carry that the row before left, if it ended one word lower.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void add_crossed(wide& row, number const& a, std::size_t i, std::size_t j,
                                                                std::size_t k) noexcept {
    chain c;
    LUCID_KERNEL_UNROLL
    for (std::size_t n = 0; j + n < words; n += 2) {
      word& lo = row.w[k + n];
      word& hi = row.w[k + n + 1];
      if (i == 0) {
        multiply(lo, hi, a.w[i], a.w[j + n]);
      } else if (n == 0) {
        c.multiply_add(lo, hi, a.w[i], a.w[j + n], lo, hi);
      } else {
        c.multiply_add_on(lo, hi, a.w[i], a.w[j + n], lo, hi);
      }
      if (i != 0 && j + n + 2 == words) row.w[k + n + 2] = c.add_end(0, 0);
    }
  }

  // x/R mod p, below p. Precondition: x < p·R. The lower half reduced alone is at most p, the upper half is below p.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer reduced(wide const& x) noexcept {
    word const zero = zero_from(x.w[2 * words - 1]);
    number s, t, high;
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; ++j) {
      s.w[j] = x.w[j];
      t.w[j] = 0;
      high.w[j] = x.w[words + j];
    }
    reduce(s, t, zero);
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 1; i < words; i += 2) {
      reduce<true>(t, s, zero);
      if (i + 1 == words) break;
      reduce<true>(s, t, zero);
    }
    return reduced_once(sum(joined(s, t), high));
  }
  // x − p where x ≥ p, else x. Precondition: x < 2p.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer reduced_once(number const& x) noexcept {
    constexpr number p = words_of(Spec::modulus);
    number t;
    chain c;
    t.w[0] = c.subtract(x.w[0], p.w[0]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j < words; ++j) t.w[j] = c.subtract_on(x.w[j], p.w[j]);
    bool const below = c.subtract_end(0, 0) != 0;
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; ++j) t.w[j] = below ? x.w[j] : t.w[j];
    return integer_of(t);
  }

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
