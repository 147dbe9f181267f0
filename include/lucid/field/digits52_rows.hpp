// Products of the digits of digits52.hpp in memory, as loops over the digits of one factor: a third of the code of products in registers.
// For what is called; what is inlined is in digits52.hpp. Of a prime field F, and of c0 + c1·u with u² = −1 over it, c1 behind c0.
// Eight elements are digits · 8 words at a 64-byte boundary, digit by digit.
//
// Digits are below 2^52. The caller answers for the values: "below A" is below A·p, of either part.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/digits52.hpp>

namespace lucid::inline v0::digits52 {

// Calls: product, add_product and reduce of a prime field, each once in the program and with the target of V.
template <class F, class V>
struct rows {
  static constexpr std::size_t n = constants<F>::digits;
  static constexpr std::size_t words = 8 * n;

  // out ← a·b/R below 2, of values below A and B, A·B ≤ room. 4·n² multiplications.
  static LUCID_LANES void product(limb_t* out, limb_t const* a, limb_t const* b) noexcept {
    window t;
    LUCID_UNROLL
    for (std::size_t j = 0; j < n; ++j) t.d[j] = constant<V>(digit_mask);
    auto const x = carried<F, V, 1>::load(a);
    LUCID_ROLLED
    for (std::size_t i = 0; i < n; ++i) {
      t.d[n] = V::zero();
      t.add_row(x, V::load(b + 8 * i));
      t.reduce_row();
    }
    t.template result<0, 2>().store(out);
  }

  // t ← from + a·b, in 2n columns of two's complement; from: t, or other columns, or null for zero. 2·n² multiplications.
  static LUCID_LANES void add_product(limb_t* t, limb_t const* from, limb_t const* a, limb_t const* b) noexcept {
    alignas(64) static constexpr limb_t none[2 * words] = {};
    if (from == nullptr) from = none;  // read, where zeros of one's own would be written first
    window w;
    LUCID_UNROLL
    for (std::size_t j = 0; j < n; ++j) w.d[j] = V::load(from + 8 * j);
    auto const x = carried<F, V, 1>::load(a);
    LUCID_ROLLED
    for (std::size_t i = 0; i < n; ++i) {
      w.d[n] = V::load(from + words + 8 * i);
      w.add_row(x, V::load(b + 8 * i));
      w.d[0].store(t + 8 * i);
      w.advance();
    }
    LUCID_UNROLL
    for (std::size_t j = 0; j < n; ++j) w.d[j].store(t + words + 8 * j);
  }

  // out ← t/R + p below 3, of −p·R ≤ t < p·R, with 2^52 − 1 added to each of the lower columns. 2·n² multiplications.
  static LUCID_LANES void reduce(limb_t* out, limb_t const* t) noexcept {
    window w;
    LUCID_UNROLL
    for (std::size_t j = 0; j < n; ++j) w.d[j] = V::load(t + 8 * j);
    LUCID_ROLLED
    for (std::size_t i = 0; i < n; ++i) {
      w.d[n] = V::load(t + words + 8 * i);
      w.reduce_row();
    }
    w.template result<1, 2>().store(out);
  }

  // out ← a·b/R below 3, 2·A·B ≤ room. Karatsuba: 10·n² multiplications. Each part is a sum before it is reduced: a0·b0 − a1·b1, between
  // −p·R/2 and p·R/2, and (a0 + a1)·(b0 + b1) − a0·b0 − a1·b1 = a0·b1 + a1·b0, below p·R. A column holds at most 2n digits of each of four
  // products: below 2^58.
  template <class Calls>
  static LUCID_LANES void quadratic_product(limb_t* out, limb_t const* a, limb_t const* b) noexcept {
    alignas(64) limb_t first[2 * words];
    alignas(64) limb_t second[2 * words];
    alignas(64) limb_t x[words];
    alignas(64) limb_t y[words];
    Calls::template add_product<F>(first, nullptr, a, b);
    Calls::template add_product<F>(second, nullptr, a + words, b + words);
    LUCID_ROLLED
    for (std::size_t i = 0; i < 2 * words; i += 8) {
      V const rounding = i < words ? constant<V>(digit_mask) : V::zero();
      V const real = V::load(first + i), imaginary = V::load(second + i);
      (rounding + real - imaginary).store(first + i);
      (rounding - real - imaginary).store(second + i);
    }
    add(x, a, a + words);
    add(y, b, b + words);
    Calls::template add_product<F>(second, second, x, y);
    Calls::template reduce<F>(out, first);
    Calls::template reduce<F>(out + words, second);
  }

  // out ← a²/R below 2, 4·A² ≤ room: (a0 + a1)·(a0 − a1) and 2·a0·a1, two products of the prime field.
  template <std::size_t A, class Calls>
  static LUCID_LANES void quadratic_square(limb_t* out, limb_t const* a) noexcept {
    static_assert(4 * A * A <= constants<F>::room);
    alignas(64) limb_t sum[words];
    alignas(64) limb_t other[words];
    add(sum, a, a + words);
    carry(carried<F, V, A>::load(a) - carried<F, V, A>::load(a + words)).store(other);
    Calls::template product<F>(sum, sum, other);
    add(other, a, a);
    Calls::template product<F>(out + words, other, a + words);
    carried<F, V, 2>::load(sum).store(out);
  }

 private:
  static LUCID_LANES void add(limb_t* out, limb_t const* a, limb_t const* b) noexcept {
    carried_sum(carried<F, V, 1>::load(a), carried<F, V, 1>::load(b)).store(out);
  }

  // n + 1 neighbouring columns, from the lowest that is not done with.
  struct window {
    V d[n + 1];

    LUCID_LANES void add_row(carried<F, V, 1> const& x, V const& y) noexcept {
      LUCID_UNROLL
      for (std::size_t j = 0; j < n; ++j) {
        d[j] = multiply_add_low(d[j], x.d[j], y);
        d[j + 1] = multiply_add_high(d[j + 1], x.d[j], y);
      }
    }
    // Adds the multiple of p that ends in this column's digits. The lowest column c would become a multiple of 2^52, so what it leaves is ⌈c/2^52⌉: no product.
    // It holds c + 2^52 − 1.
    LUCID_LANES void reduce_row() noexcept {
      V const factor = constant<V>(constants<F>::negated_inverse);
      V const m = multiply_add_low(factor, d[0], factor);
      d[1] = d[1] + d[0].template signed_shifted_right<digit_bits>();
      LUCID_UNROLL
      for (std::size_t j = 0; j < n; ++j) {
        V const p = constant<V>(constants<F>::p.d[j]);
        if (j > 0) d[j] = multiply_add_low(d[j], m, p);
        d[j + 1] = multiply_add_high(d[j + 1], m, p);
      }
      advance();
    }
    LUCID_LANES void advance() noexcept {
      LUCID_UNROLL
      for (std::size_t j = 0; j < n; ++j) d[j] = d[j + 1];
    }
    template <std::size_t B, std::size_t A>
    LUCID_LANES carried<F, V, A + B> result() const noexcept {
      loose<F, V, B, A> x;
      LUCID_UNROLL
      for (std::size_t j = 0; j < n; ++j) x.d[j] = d[j];
      return carry(x);
    }
  };
};

}  // namespace lucid::inline v0::digits52
