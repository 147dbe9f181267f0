// Montgomery arithmetic in 32-bit words: what a device does for the functions of the same name in montgomery.hpp, value for value. Residues only.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/montgomery32_rows.hpp>

namespace lucid::inline v0 {

// Spec as of montgomery: an odd modulus p with a spare top bit.
template <class Spec>
class montgomery32 {
  using rows = montgomery32_rows<Spec>;
  using word = typename rows::word;
  using chain = typename rows::chain;
  using number = typename rows::number;
  static constexpr std::size_t words = rows::words;

 public:
  using integer = typename rows::integer;

  // a + b mod p, a − b mod p. Preconditions: both below p.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer add(integer const& a, integer const& b) noexcept {
    return reduced_once(sum(rows::words_of(a), rows::words_of(b)));
  }
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer subtract(integer const& a, integer const& b) noexcept {
    constexpr number p = rows::words_of(Spec::modulus);
    number const x = rows::words_of(a), y = rows::words_of(b);
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
    return rows::integer_of(t);
  }

  // a·b/R mod p, below p. Precondition: a < p; b may be any integer of this width. 2·words² + words multiplications.
  // Before a shift the sum is below (a + p)·2^32, which fits: one bit is spare.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer multiply(integer const& a, integer const& b) noexcept {
    return product(rows::words_of(a), rows::words_of(b));
  }
  // a²/R mod p: words·(words − 1)/2 multiplications fewer. Precondition: a < p.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer square(integer const& a) noexcept { return reduced(wide_square(rows::words_of(a))); }

  // (a·b + c·d)/R mod p with one reduction: 3·words² + words multiplications. Precondition: all below p.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer sum_of_products(integer const& a, integer const& b, integer const& c,
                                                                       integer const& d) noexcept {
    number const w = rows::words_of(a), x = rows::words_of(b), y = rows::words_of(c), z = rows::words_of(d);
    if constexpr (!has_two_spare_bits) {
      return reduced(wide_product<true>(w, x, y, z));
    } else {
      number s, t;  // before a shift below (a + c + p)·2^32
      rows::begin(s, t, w, x.w[0]);
      rows::add(s, t, y, z.w[0]);
      rows::reduce(s, t);
      LUCID_KERNEL_UNROLL
      for (std::size_t i = 1; i < words; i += 2) {
        rows::add_row(t, s, w, x.w[i]);
        rows::add(t, s, y, z.w[i]);
        rows::reduce(t, s);
        if (i + 1 == words) break;
        rows::add_row(s, t, w, x.w[i + 1]);
        rows::add(s, t, y, z.w[i + 1]);
        rows::reduce(s, t);
      }
      return reduced_once(rows::joined(s, t));
    }
  }

  // (a₀ + a₁u)(b₀ + b₁u)/R with u² = −1: Karatsuba on numbers not yet reduced, 5·words² + 2·words multiplications. Precondition: all below p.
  struct pair {
    integer c0, c1;
  };
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE pair multiply_imaginary(pair const& a, pair const& b) noexcept {
    return reduced(wide_imaginary(a, b));
  }
  // (a·b − c·d)/R of such pairs, with one reduction: 8·words² + 2·words multiplications.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE pair difference_imaginary(pair const& a, pair const& b, pair const& c,
                                                                         pair const& d) noexcept {
    wide_pair difference = wide_imaginary(a, b);
    wide_pair const cd = wide_imaginary(c, d);
    subtract_from(difference.c0, cd.c0);
    subtract_from(difference.c1, cd.c1);
    return reduced(difference);
  }
  // (a₀ + a₁u)²/R = (a₀ + a₁)(a₀ − a₁) + 2a₀a₁u: two products, whose second factors need no reduction.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE pair square_imaginary(pair const& a) noexcept {
    number const x = rows::words_of(a.c0), y = rows::words_of(a.c1);
    return {product(rows::words_of(subtract(a.c0, a.c1)), sum(x, y)), product(y, sum(x, x))};
  }

 private:
  struct wide {
    word w[2 * words];
  };
  static constexpr bool has_two_spare_bits = Spec::modulus.bit_width() + 2 <= integer::bits;

  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer product(number const& a, number const& b) noexcept {
    number s, t;
    rows::begin(s, t, a, b.w[0]);
    rows::reduce(s, t);
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 1; i < words; i += 2) {
      rows::template add_row<rows::is_signed>(t, s, a, b.w[i]);
      rows::reduce(t, s);
      if (i + 1 == words) break;
      rows::template add_row<rows::is_signed>(s, t, a, b.w[i + 1]);
      rows::reduce(s, t);
    }
    return canonical(rows::joined(s, t));
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
  // Both parts modulo R²: −2p² < x < 2p², and four p² fit, because a bit of p is spare.
  struct wide_pair {
    wide c0, c1;
  };
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE wide_pair wide_imaginary(pair const& a, pair const& b) noexcept {
    number const w = rows::words_of(a.c0), x = rows::words_of(a.c1), y = rows::words_of(b.c0), z = rows::words_of(b.c1);
    wide_pair r;
    r.c0 = wide_product(w, y);
    wide const other = wide_product(x, z);
    r.c1 = wide_product(sum(w, x), sum(y, z));
    subtract_from(r.c1, r.c0);
    subtract_from(r.c1, other);
    subtract_from(r.c0, other);
    return r;
  }
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE pair reduced(wide_pair x) noexcept {
    add_modulus_if_negative(x.c0);
    add_modulus_if_negative(x.c1);
    return {reduced(x.c0), reduced(x.c1)};
  }
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void subtract_from(wide& a, wide const& b) noexcept {
    chain c;
    a.w[0] = c.subtract(a.w[0], b.w[0]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j + 1 < 2 * words; ++j) a.w[j] = c.subtract_on(a.w[j], b.w[j]);
    a.w[2 * words - 1] = c.subtract_end(a.w[2 * words - 1], b.w[2 * words - 1]);
  }
  // a + p·R where a is negative: below p·R, because 2p² is.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE void add_modulus_if_negative(wide& a) noexcept {
    constexpr number p = rows::words_of(Spec::modulus);
    word const negative = 0 - (a.w[2 * words - 1] >> 31);
    chain c;
    a.w[words] = c.add(a.w[words], p.w[0] & negative);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j + 1 < words; ++j) a.w[words + j] = c.add_on(a.w[words + j], p.w[j] & negative);
    a.w[2 * words - 1] = c.add_end(a.w[2 * words - 1], p.w[words - 1] & negative);
  }

  // a·b, or a·b + c·d, whose sum fits where all are below p.
  template <bool Two = false>
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE wide wide_product(number const& a, number const& b, number const& c = {},
                                                                 number const& d = {}) noexcept {
    wide r;
    number s, t;
    rows::begin(s, t, a, b.w[0]);
    if constexpr (Two) rows::add(s, t, c, d.w[0]);
    r.w[0] = s.w[0];
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 1; i < words; i += 2) {
      rows::add_row(t, s, a, b.w[i]);
      if constexpr (Two) rows::add(t, s, c, d.w[i]);
      r.w[i] = t.w[0];
      if (i + 1 == words) break;
      rows::add_row(s, t, a, b.w[i + 1]);
      if constexpr (Two) rows::add(s, t, c, d.w[i + 1]);
      r.w[i + 1] = s.w[0];
    }
    number const high = rows::joined(s, t);
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
        rows::multiply(lo, hi, a.w[i], a.w[j + n]);
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
    number s, t, high;
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; ++j) {
      s.w[j] = x.w[j];
      t.w[j] = 0;
      high.w[j] = x.w[words + j];
    }
    rows::reduce(s, t);
    LUCID_KERNEL_UNROLL
    for (std::size_t i = 1; i < words; i += 2) {
      rows::template reduce<true>(t, s);
      if (i + 1 == words) break;
      rows::template reduce<true>(s, t);
    }
    return canonical(sum(rows::joined(s, t), high));
  }
  // What rows leave, below p: they are below 2p, or −p < x < p where they are signed.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer canonical(number const& x) noexcept {
    if constexpr (!rows::is_signed) return reduced_once(x);
    constexpr number p = rows::words_of(Spec::modulus);
    word const below = rows::sign_of(x);
    number t;
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; ++j) t.w[j] = p.w[j] & below;
    return rows::integer_of(sum(x, t));
  }
  // x − p where x ≥ p, else x. Precondition: x < 2p.
  LUCID_HOST_DEVICE static LUCID_KERNEL_INLINE integer reduced_once(number const& x) noexcept {
    constexpr number p = rows::words_of(Spec::modulus);
    number t;
    chain c;
    t.w[0] = c.subtract(x.w[0], p.w[0]);
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 1; j < words; ++j) t.w[j] = c.subtract_on(x.w[j], p.w[j]);
    bool const below = c.subtract_end(0, 0) != 0;
    LUCID_KERNEL_UNROLL
    for (std::size_t j = 0; j < words; ++j) t.w[j] = below ? x.w[j] : t.w[j];
    return rows::integer_of(t);
  }
};

}  // namespace lucid::inline v0
