// The inverse of one element by division steps [BY19], in the variant that starts at δ = 1/2. Many at once: batch_inverse.hpp.
//
// With f odd, a step maps (δ, f, g) to (1 − δ, g, (g − f)/2) where δ > 0 and g is odd, else to (1 + δ, f, (g + (g mod 2)·f)/2). From (1/2, p, x) the
// pair reaches (±gcd, 0). 62 steps depend on the low 62 bits of f and g alone and are one matrix of words, applied to f, g and to d, e with
// d·x ≡ f·s and e·x ≡ g·s (mod p). All is exact: no approximation of a leading word, nothing to correct. Where words have 32 bits, on a device, 30 steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lucid/config/target.hpp>
#include <lucid/field/constant_product.hpp>
#include <lucid/field/montgomery.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

template <class Spec>
class prime_field;

namespace detail {

// Batch: steps a matrix, 62 or 30; its entries are at most 2^Batch in magnitude, rows in sum.
template <class Spec, unsigned Batch = 62>
class division_steps {
  static_assert(Batch == 62 || Batch == 30);
  using arithmetic = montgomery<Spec>;
  using integer = typename arithmetic::integer;
  static constexpr unsigned batch = Batch;
  static constexpr unsigned word_bits = Batch + 2;
  using word = std::conditional_t<Batch == 62, std::int64_t, std::int32_t>;
  using bits = std::make_unsigned_t<word>;
  using wide = std::conditional_t<Batch == 62, signed_wide_t, std::int64_t>;
  static constexpr bits mask = (bits{1} << batch) - 1;

  // Digits of `batch` bits, least significant first, all but the last in [0, 2^batch): five bits more than p has, one of them for the sign.
  static constexpr std::size_t length = (integer::bits + 5 + batch - 1) / batch;
  struct number {
    word digit[length] = {};

    constexpr number() noexcept = default;
    LUCID_HOST_DEVICE explicit constexpr number(integer const& x) noexcept {
      for (std::size_t i = 0; i < length; ++i) {
        std::size_t const at = i * batch / limb_bits;
        unsigned const shift = i * batch % limb_bits;
        limb_t from_here = at < integer::limbs ? x.limb[at] >> shift : 0;
        if (shift != 0 && at + 1 < integer::limbs) from_here |= x.limb[at + 1] << (limb_bits - shift);
        digit[i] = static_cast<word>(static_cast<bits>(from_here) & mask);
      }
    }
    [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_zero() const noexcept {
      word any = 0;
      for (std::size_t i = 0; i < length; ++i) any |= digit[i];
      return any == 0;
    }
    // −1 where negative, else 0.
    [[nodiscard]] LUCID_HOST_DEVICE constexpr word sign() const noexcept { return digit[length - 1] >> (word_bits - 1); }
  };

  // 2^batch times the product of that many steps: (f, g) ← (u·f + v·g, q·f + r·g)/2^batch.
  struct matrix {
    word u, v, q, r;
  };

  // θ = δ − 1/2. The same sequence of instructions for every f and g.
  LUCID_HOST_DEVICE static constexpr matrix steps(word& theta, bits f, bits g) noexcept {
    bits u = 1, v = 0, q = 0, r = 1;
    for (unsigned i = 0; i < batch; ++i) {
      bits const odd = bits{0} - (g & 1);
      bits const swap = odd & ~static_cast<bits>(theta >> (word_bits - 1));
      bits const add_f = ((f ^ swap) - swap) & odd;  // −f where swapped
      bits const add_u = ((u ^ swap) - swap) & odd;
      bits const add_v = ((v ^ swap) - swap) & odd;
      f ^= (f ^ g) & swap;
      u ^= (u ^ q) & swap;
      v ^= (v ^ r) & swap;
      g = (g + add_f) >> 1;
      q += add_u;
      r += add_v;
      u <<= 1;
      v <<= 1;
      theta = static_cast<word>((static_cast<bits>(theta) ^ swap) - swap + (~swap & 1));
    }
    return {static_cast<word>(u), static_cast<word>(v), static_cast<word>(q), static_cast<word>(r)};
  }

  // The same matrix, several steps at once: trailing zeros of g are shifted out, then up to 6 of its bits cancelled by w·f, w = −g/f (mod 2^k).
  LUCID_HOST_DEVICE static constexpr matrix steps_vartime(word& theta, bits f, bits g) noexcept {
    bits u = 1, v = 0, q = 0, r = 1;
    for (unsigned left = batch;;) {
      unsigned const zeros = trailing_zeros(g | ~bits{0} << left);
      g >>= zeros;
      u <<= zeros;
      v <<= zeros;
      theta += static_cast<word>(zeros);
      left -= zeros;
      if (left == 0) break;
      if (theta >= 0) {  // a swap without its halving
        theta = -theta - 1;
        bits const old_f = f;
        bits const old_u = u;
        bits const old_v = v;
        f = g;
        u = q;
        v = r;
        g = bits{0} - old_f;
        q = bits{0} - old_u;
        r = bits{0} - old_v;
      }
      // No swap may come while θ < 0, that is, for −θ steps.
      unsigned const until_then = static_cast<unsigned>(-theta);
      unsigned const room = until_then < left ? until_then : left;
      bits const w = (g * f * (f * f - 2)) & ((bits{1} << (room < 6 ? room : 6)) - 1);  // f·(2 − f²) = 1/f (mod 64)
      g += w * f;
      q += w * u;
      r += w * v;
    }
    return {static_cast<word>(u), static_cast<word>(v), static_cast<word>(q), static_cast<word>(r)};
  }

  LUCID_HOST_DEVICE static constexpr void apply(matrix const& t, number& f, number& g) noexcept {
    wide sum_f = 0;
    wide sum_g = 0;
    for (std::size_t i = 0; i < length; ++i) {
      word const f_i = f.digit[i];
      word const g_i = g.digit[i];
      sum_f += static_cast<wide>(t.u) * f_i + static_cast<wide>(t.v) * g_i;
      sum_g += static_cast<wide>(t.q) * f_i + static_cast<wide>(t.r) * g_i;
      if (i != 0) {
        f.digit[i - 1] = static_cast<word>(static_cast<bits>(sum_f) & mask);
        g.digit[i - 1] = static_cast<word>(static_cast<bits>(sum_g) & mask);
      }
      sum_f >>= batch;
      sum_g >>= batch;
    }
    f.digit[length - 1] = static_cast<word>(sum_f);
    g.digit[length - 1] = static_cast<word>(sum_g);
  }

  // The same modulo p: the multiple of p, below half a word, that makes the quotient exact is added, so that no magnitude grows by more than p/2.
  LUCID_HOST_DEVICE static constexpr void apply_modulo(matrix const& t, number& d, number& e) noexcept {
    constexpr number p{arithmetic::modulus};
    auto const multiple = [](wide low) {
      return static_cast<word>((static_cast<bits>(low) * static_cast<bits>(arithmetic::negated_inverse)) << (word_bits - batch)) >>
             (word_bits - batch);
    };
    word const d_0 = d.digit[0];
    word const e_0 = e.digit[0];
    word const k = multiple(static_cast<wide>(t.u) * d_0 + static_cast<wide>(t.v) * e_0);
    word const l = multiple(static_cast<wide>(t.q) * d_0 + static_cast<wide>(t.r) * e_0);
    wide sum_d = 0;
    wide sum_e = 0;
    for (std::size_t i = 0; i < length; ++i) {
      word const d_i = d.digit[i];
      word const e_i = e.digit[i];
      sum_d += static_cast<wide>(t.u) * d_i + static_cast<wide>(t.v) * e_i + static_cast<wide>(k) * p.digit[i];
      sum_e += static_cast<wide>(t.q) * d_i + static_cast<wide>(t.r) * e_i + static_cast<wide>(l) * p.digit[i];
      if (i != 0) {
        d.digit[i - 1] = static_cast<word>(static_cast<bits>(sum_d) & mask);
        e.digit[i - 1] = static_cast<word>(static_cast<bits>(sum_e) & mask);
      }
      sum_d >>= batch;
      sum_e >>= batch;
    }
    d.digit[length - 1] = static_cast<word>(sum_d);
    e.digit[length - 1] = static_cast<word>(sum_e);
  }

  // x mod p for |x| < 16p.
  LUCID_HOST_DEVICE static constexpr integer reduced(number x) noexcept {
    auto const add_multiple = [](number const& a, word k) {
      constexpr number p{arithmetic::modulus};
      number sum;
      word carry = 0;
      for (std::size_t i = 0; i < length; ++i) {
        wide const column = static_cast<wide>(k) * p.digit[i] + a.digit[i] + carry;
        sum.digit[i] = i + 1 < length ? static_cast<word>(static_cast<bits>(column) & mask) : static_cast<word>(column);
        carry = static_cast<word>(column >> batch);
      }
      return sum;
    };
    x = add_multiple(x, 16);
    for (word k = 16; k != 0; k >>= 1) {
      number const less = add_multiple(x, -k);
      word const keep = less.sign();
      for (std::size_t i = 0; i < length; ++i) x.digit[i] = less.digit[i] ^ ((less.digit[i] ^ x.digit[i]) & keep);
    }
    integer result;
    for (std::size_t i = 0; i < integer::limbs; ++i) {
      for (std::size_t at = i * limb_bits / batch; at < length && at * batch < (i + 1) * limb_bits; ++at) {
        auto const digit = static_cast<limb_t>(x.digit[at]);
        result.limb[i] |= at * batch < i * limb_bits ? digit >> (i * limb_bits - at * batch) : digit << (at * batch - i * limb_bits);
      }
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
    word theta = 0;
    for (std::size_t i = 0; (!Vartime && i < batches) || !g.is_zero(); ++i) {
      auto const f_0 = static_cast<bits>(f.digit[0]);
      auto const g_0 = static_cast<bits>(g.digit[0]);
      matrix const t = Vartime ? steps_vartime(theta, f_0, g_0) : steps(theta, f_0, g_0);
      apply(t, f, g);
      apply_modulo(t, d, e);
    }
    word const negative = f.sign();
    for (std::size_t i = 0; i < length; ++i) d.digit[i] = (d.digit[i] ^ negative) - negative;  // digits of either sign: reduced() carries
    return reduced(d);
  }
};

}  // namespace detail

// 1/a, the same sequence of operations for every a. inverse(0) = 0.
template <class Spec>
[[nodiscard]] LUCID_HOST_DEVICE constexpr prime_field<Spec> inverse(prime_field<Spec> const& a) noexcept {
  constexpr auto scale = montgomery<Spec>::r_squared;
  constexpr unsigned batch = montgomery<Spec>::on_device ? 30 : 62;
  return prime_field<Spec>::from_montgomery(detail::division_steps<Spec, batch>::template inverse<false>(a.to_montgomery(), scale));
}

// 1/a in a time that depends on a: for public data. inverse_vartime(0) = 0.
template <class Spec>
[[nodiscard]] LUCID_HOST_DEVICE constexpr prime_field<Spec> inverse_vartime(prime_field<Spec> const& a) noexcept {
  constexpr auto scale = montgomery<Spec>::r_squared;
  return prime_field<Spec>::from_montgomery(detail::division_steps<Spec>::template inverse<true>(a.to_montgomery(), scale));
}

}  // namespace lucid::inline v0
