// The inverse of one element by division steps [BY19], in the variant that starts at δ = 1/2. Many at once: batch_inverse.hpp.
//
// With f odd, a step maps (δ, f, g) to (1 − δ, g, (g − f)/2) where δ > 0 and g is odd, else to (1 + δ, f, (g + (g mod 2)·f)/2). From (1/2, p, x) the
// pair reaches (±gcd, 0). 62 steps depend on the low 62 bits of f and g alone and are one matrix of words, applied to f, g and to d, e with
// d·x ≡ f·s and e·x ≡ g·s (mod p). All is exact: no approximation of a leading word, nothing to correct.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/config/target.hpp>
#include <lucid/field/constant_product.hpp>
#include <lucid/field/montgomery.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

template <class Spec>
class prime_field;

namespace detail {

template <class Spec>
class division_steps {
  using arithmetic = montgomery<Spec>;
  using integer = typename arithmetic::integer;
  static constexpr unsigned batch = 62;  // steps a matrix; its entries are at most 2^62 in magnitude, rows in sum
  static constexpr limb_t mask = (limb_t{1} << batch) - 1;

  // Digits of 62 bits, least significant first, all but the last in [0, 2^62): five bits more than p has, one of them for the sign.
  static constexpr std::size_t length = (integer::bits + 5 + batch - 1) / batch;
  struct number {
    std::int64_t digit[length] = {};

    constexpr number() noexcept = default;
    LUCID_HOST_DEVICE explicit constexpr number(integer const& x) noexcept {
      for (std::size_t i = 0; i < length; ++i) {
        std::size_t const at = i * batch / limb_bits;
        unsigned const shift = i * batch % limb_bits;
        limb_t bits = at < integer::limbs ? x.limb[at] >> shift : 0;
        if (shift != 0 && at + 1 < integer::limbs) bits |= x.limb[at + 1] << (limb_bits - shift);
        digit[i] = static_cast<std::int64_t>(bits & mask);
      }
    }
    [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_zero() const noexcept {
      std::int64_t any = 0;
      for (std::size_t i = 0; i < length; ++i) any |= digit[i];
      return any == 0;
    }
    // −1 where negative, else 0.
    [[nodiscard]] LUCID_HOST_DEVICE constexpr std::int64_t sign() const noexcept { return digit[length - 1] >> 63; }
  };

  // 2^62 times the product of 62 steps: (f, g) ← (u·f + v·g, q·f + r·g)/2^62.
  struct matrix {
    std::int64_t u, v, q, r;
  };

  // θ = δ − 1/2. The same sequence of instructions for every f and g.
  LUCID_HOST_DEVICE static constexpr matrix steps(std::int64_t& theta, limb_t f, limb_t g) noexcept {
    limb_t u = 1, v = 0, q = 0, r = 1;
    for (unsigned i = 0; i < batch; ++i) {
      limb_t const odd = limb_t{0} - (g & 1);
      limb_t const swap = odd & ~static_cast<limb_t>(theta >> 63);
      limb_t const add_f = ((f ^ swap) - swap) & odd;  // −f where swapped
      limb_t const add_u = ((u ^ swap) - swap) & odd;
      limb_t const add_v = ((v ^ swap) - swap) & odd;
      f ^= (f ^ g) & swap;
      u ^= (u ^ q) & swap;
      v ^= (v ^ r) & swap;
      g = (g + add_f) >> 1;
      q += add_u;
      r += add_v;
      u <<= 1;
      v <<= 1;
      theta = static_cast<std::int64_t>((static_cast<limb_t>(theta) ^ swap) - swap + (~swap & 1));
    }
    return {static_cast<std::int64_t>(u), static_cast<std::int64_t>(v), static_cast<std::int64_t>(q), static_cast<std::int64_t>(r)};
  }

  // The same matrix, several steps at once: trailing zeros of g are shifted out, then up to 6 of its bits cancelled by w·f, w = −g/f (mod 2^k).
  LUCID_HOST_DEVICE static constexpr matrix steps_vartime(std::int64_t& theta, limb_t f, limb_t g) noexcept {
    limb_t u = 1, v = 0, q = 0, r = 1;
    for (unsigned left = batch;;) {
      unsigned const zeros = trailing_zeros(g | ~limb_t{0} << left);
      g >>= zeros;
      u <<= zeros;
      v <<= zeros;
      theta += zeros;
      left -= zeros;
      if (left == 0) break;
      if (theta >= 0) {  // a swap without its halving
        theta = -theta - 1;
        limb_t const old_f = f;
        limb_t const old_u = u;
        limb_t const old_v = v;
        f = g;
        u = q;
        v = r;
        g = limb_t{0} - old_f;
        q = limb_t{0} - old_u;
        r = limb_t{0} - old_v;
      }
      // No swap may come while θ < 0, that is, for −θ steps.
      unsigned const room = -theta < left ? static_cast<unsigned>(-theta) : left;
      limb_t const bits = (limb_t{1} << (room < 6 ? room : 6)) - 1;
      limb_t const w = (g * f * (f * f - 2)) & bits;  // f·(2 − f²) = 1/f (mod 64)
      g += w * f;
      q += w * u;
      r += w * v;
    }
    return {static_cast<std::int64_t>(u), static_cast<std::int64_t>(v), static_cast<std::int64_t>(q), static_cast<std::int64_t>(r)};
  }

  LUCID_HOST_DEVICE static constexpr void apply(matrix const& t, number& f, number& g) noexcept {
    signed_wide_t sum_f = 0;
    signed_wide_t sum_g = 0;
    for (std::size_t i = 0; i < length; ++i) {
      std::int64_t const f_i = f.digit[i];
      std::int64_t const g_i = g.digit[i];
      sum_f += static_cast<signed_wide_t>(t.u) * f_i + static_cast<signed_wide_t>(t.v) * g_i;
      sum_g += static_cast<signed_wide_t>(t.q) * f_i + static_cast<signed_wide_t>(t.r) * g_i;
      if (i != 0) {
        f.digit[i - 1] = static_cast<std::int64_t>(static_cast<limb_t>(sum_f) & mask);
        g.digit[i - 1] = static_cast<std::int64_t>(static_cast<limb_t>(sum_g) & mask);
      }
      sum_f >>= batch;
      sum_g >>= batch;
    }
    f.digit[length - 1] = static_cast<std::int64_t>(sum_f);
    g.digit[length - 1] = static_cast<std::int64_t>(sum_g);
  }

  // The same modulo p: the multiple of p in [−2^61, 2^61) that makes the quotient exact is added, so that no magnitude grows by more than p/2.
  LUCID_HOST_DEVICE static constexpr void apply_modulo(matrix const& t, number& d, number& e) noexcept {
    constexpr number p{arithmetic::modulus};
    auto const multiple = [](signed_wide_t low) {
      return static_cast<std::int64_t>((static_cast<limb_t>(low) * arithmetic::negated_inverse) << (limb_bits - batch)) >>
             (limb_bits - batch);
    };
    std::int64_t const d_0 = d.digit[0];
    std::int64_t const e_0 = e.digit[0];
    std::int64_t const k = multiple(static_cast<signed_wide_t>(t.u) * d_0 + static_cast<signed_wide_t>(t.v) * e_0);
    std::int64_t const l = multiple(static_cast<signed_wide_t>(t.q) * d_0 + static_cast<signed_wide_t>(t.r) * e_0);
    signed_wide_t sum_d = 0;
    signed_wide_t sum_e = 0;
    for (std::size_t i = 0; i < length; ++i) {
      std::int64_t const d_i = d.digit[i];
      std::int64_t const e_i = e.digit[i];
      sum_d += static_cast<signed_wide_t>(t.u) * d_i + static_cast<signed_wide_t>(t.v) * e_i + static_cast<signed_wide_t>(k) * p.digit[i];
      sum_e += static_cast<signed_wide_t>(t.q) * d_i + static_cast<signed_wide_t>(t.r) * e_i + static_cast<signed_wide_t>(l) * p.digit[i];
      if (i != 0) {
        d.digit[i - 1] = static_cast<std::int64_t>(static_cast<limb_t>(sum_d) & mask);
        e.digit[i - 1] = static_cast<std::int64_t>(static_cast<limb_t>(sum_e) & mask);
      }
      sum_d >>= batch;
      sum_e >>= batch;
    }
    d.digit[length - 1] = static_cast<std::int64_t>(sum_d);
    e.digit[length - 1] = static_cast<std::int64_t>(sum_e);
  }

  // x mod p for |x| < 16p.
  LUCID_HOST_DEVICE static constexpr integer reduced(number x) noexcept {
    auto const add_multiple = [](number const& a, std::int64_t k) {
      constexpr number p{arithmetic::modulus};
      number sum;
      std::int64_t carry = 0;
      for (std::size_t i = 0; i < length; ++i) {
        signed_wide_t const column = static_cast<signed_wide_t>(k) * p.digit[i] + a.digit[i] + carry;
        sum.digit[i] = i + 1 < length ? static_cast<std::int64_t>(static_cast<limb_t>(column) & mask) : static_cast<std::int64_t>(column);
        carry = static_cast<std::int64_t>(column >> batch);
      }
      return sum;
    };
    x = add_multiple(x, 16);
    for (std::int64_t k = 16; k != 0; k >>= 1) {
      number const less = add_multiple(x, -k);
      std::int64_t const keep = less.sign();
      for (std::size_t i = 0; i < length; ++i) x.digit[i] = less.digit[i] ^ ((less.digit[i] ^ x.digit[i]) & keep);
    }
    integer result;
    for (std::size_t i = 0; i < integer::limbs; ++i) {
      std::size_t const at = i * limb_bits / batch;
      unsigned const shift = i * limb_bits % batch;
      result.limb[i] = static_cast<limb_t>(x.digit[at]) >> shift;
      if (at + 1 < length) result.limb[i] |= static_cast<limb_t>(x.digit[at + 1]) << (batch - shift);
      if (shift + limb_bits > 2 * batch && at + 2 < length) result.limb[i] |= static_cast<limb_t>(x.digit[at + 2]) << (2 * batch - shift);
    }
    return result;
  }

  // Steps after which g = 0 for any x < p, by [BY19] §11 with the bound of the variant; the loop does not rely on it.
  static constexpr std::size_t batches = ((45907 * arithmetic::bits + 26313) / 19929 + batch - 1) / batch;
  static_assert(batches <= 30, "d and e stay below 16p");

 public:
  // scale/x mod p, and 0 for x = 0.
  template <bool Vartime>
  LUCID_HOST_DEVICE static constexpr integer inverse(integer const& x, integer const& scale) noexcept {
    constexpr integer p = arithmetic::modulus;
    number f{p};
    number g{x};
    number d;
    number e{scale};
    std::int64_t theta = 0;
    for (std::size_t i = 0; (!Vartime && i < batches) || !g.is_zero(); ++i) {
      auto const f_0 = static_cast<limb_t>(f.digit[0]);
      auto const g_0 = static_cast<limb_t>(g.digit[0]);
      matrix const t = Vartime ? steps_vartime(theta, f_0, g_0) : steps(theta, f_0, g_0);
      apply(t, f, g);
      apply_modulo(t, d, e);
    }
    std::int64_t const negative = f.sign();
    for (std::size_t i = 0; i < length; ++i) d.digit[i] = (d.digit[i] ^ negative) - negative;  // digits of either sign: reduced() carries
    return reduced(d);
  }
};

}  // namespace detail

// 1/a, the same sequence of operations for every a. inverse(0) = 0.
template <class Spec>
[[nodiscard]] LUCID_HOST_DEVICE constexpr prime_field<Spec> inverse(prime_field<Spec> const& a) noexcept {
  constexpr auto scale = montgomery<Spec>::r_squared;
  return prime_field<Spec>::from_montgomery(detail::division_steps<Spec>::template inverse<false>(a.to_montgomery(), scale));
}

// 1/a in a time that depends on a: for public data. inverse_vartime(0) = 0.
template <class Spec>
[[nodiscard]] LUCID_HOST_DEVICE constexpr prime_field<Spec> inverse_vartime(prime_field<Spec> const& a) noexcept {
  constexpr auto scale = montgomery<Spec>::r_squared;
  return prime_field<Spec>::from_montgomery(detail::division_steps<Spec>::template inverse<true>(a.to_montgomery(), scale));
}

}  // namespace lucid::inline v0
