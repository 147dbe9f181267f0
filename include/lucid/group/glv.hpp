// Scalars in halves: k ≡ k₁ + k₂·λ (mod r) with |k₁|, |k₂| about √r, and the endomorphism φ = [λ] that goes with them. [GLV01]
// For the two groups of a pairing with y² = x³ + b; λ² + λ + 1 = 0 modulo r, the same λ in both, so that one decomposition serves both.
#pragma once

#include <concepts>
#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// The integers act through Z[ω], ω² + ω + 1 = 0, and r·Z[ω] is no prime there: r = N(α), α = a + bω, N(a + bω) = a² − ab + b², with
//   a = 2x + 1, b = 6x² + 4x + 1 for BN curves, and a = x², b = 1 for BLS12, x being the curve's parameter.
// α is 0 in both groups for λ = −a/b, so k may be replaced by its remainder modulo α: k − q·α, q = k/α = k·ᾱ/r rounded, ᾱ = (a − b) − bω.
template <class Curve>
class glv {
 public:
  using scalar = typename Curve::scalar;
  using integer = typename scalar::integer;

 private:
  static constexpr std::size_t limbs = scalar::limbs;
  static constexpr std::size_t half_limbs = (limbs + 1) / 2;
  using half = big_uint<half_limbs>;
  static constexpr bool negative_x = Curve::parameter_is_negative;
  static constexpr bool bn = Curve::family == pairing_family::bn;

  static constexpr integer x = resized<limbs>(Curve::parameter);
  static constexpr integer times(integer const& u, integer const& v) noexcept { return resized<limbs>(multiply_wide(u, v)); }
  static constexpr integer sum(integer u, integer const& v) noexcept { return add_to(u, v), u; }
  static constexpr integer difference(integer u, integer const& v) noexcept { return subtract_from(u, v), u; }

  // |a|, b and |a − b|; b is positive for either sign of x.
  static constexpr integer a = !bn          ? times(x, x)
                               : negative_x ? difference(shifted_left(x, 1), integer{1})
                                            : sum(shifted_left(x, 1), integer{1});
  static constexpr bool a_is_negative = bn && negative_x;
  static constexpr integer b = [] {
    if constexpr (!bn) return integer{1};
    integer const six_x2 = times(integer{6}, times(x, x));
    integer const four_x = shifted_left(x, 2);
    return sum(negative_x ? difference(six_x2, four_x) : sum(six_x2, four_x), integer{1});
  }();
  static constexpr bool c_is_negative = bn;  // a < b
  static constexpr integer c = a_is_negative ? sum(a, b) : bn ? difference(b, a) : difference(a, b);
  // N(α) = (a − b)² + ab, in twice the width.
  static_assert(
      [] {
        auto norm = multiply_wide(c, c);
        a_is_negative ? subtract_from(norm, multiply_wide(a, b)) : add_to(norm, multiply_wide(a, b));
        return norm == resized<2 * limbs>(scalar::modulus());
      }(),
      "the order of the subgroup is not that of the curve's family and parameter");
  static_assert(a.bit_width() <= half::bits && b.bit_width() <= half::bits && c.bit_width() <= half::bits);

  // k·m/r to the nearest integer, by ⌊m·2^s/r⌋, s = 64·(limbs + 1), and k without its lowest limb: off by less than 1/2 + 2^−61,
  // as the limb is below 2^64 and 2^64·m/r + 2^−64 < 2^−61, that is m < 7·r/2^128. BN254: 0.83·2^−62, BLS12-381: 0.63·2^−62, BLS12-377: 1.18·2^−62.
  static constexpr std::size_t scale = limb_bits * (limbs + 1);
  static constexpr std::size_t skipped = limbs > 2 ? 1 : 0;  // limbs of k; none where r is short
  static_assert(
      [] {
        auto seven_r = shifted_left(resized<2 * limbs>(scalar::modulus()), 3);
        subtract_from(seven_r, resized<2 * limbs>(scalar::modulus()));
        auto const fits = [&](integer const& m) { return shifted_left(resized<2 * limbs>(m), 2 * limb_bits) < seven_r; };
        return skipped == 0 || (fits(b) && fits(c));
      }(),
      "a quotient rounded without the lowest limb would be off by more than the bound below allows");
  using wide = big_uint<limbs + 1>;
  static constexpr wide reciprocal(integer const& m) noexcept {
    constexpr std::size_t width = 2 * limbs + 1;
    return resized<limbs + 1>(divide(shifted_left(resized<width>(m), scale), resized<width>(scalar::modulus())).quotient);
  }
  template <std::size_t N>
  static constexpr std::size_t limbs_of(big_uint<N> const& v) noexcept {
    return (v.bit_width() + limb_bits - 1) / limb_bits;
  }
  static constexpr wide b_scaled = reciprocal(b), c_scaled = reciprocal(c);
  static constexpr auto b_over_r = resized<limbs_of(b_scaled)>(b_scaled);
  static constexpr auto c_over_r = resized<limbs_of(c_scaled)>(c_scaled);

  template <std::size_t N>
  LUCID_HOST_DEVICE static constexpr half nearest(big_uint<limbs - skipped> const& upper, big_uint<N> const& m_over_r) noexcept {
    auto const scaled = multiply_wide(upper, m_over_r);
    constexpr std::size_t whole = limbs + 1 - skipped;
    half quotient;
    for (std::size_t i = 0; i < half_limbs && whole + i < scaled.limbs; ++i) quotient[i] = scaled[whole + i];
    if (scaled.bit(whole * limb_bits - 1)) add_to(quotient, half{1});
    return quotient;
  }

  // The remainder is (e₁ + e₂ω)·α with |e₁|, |e₂| ≤ 1/2 + 2^−61. Its parts e₁a − e₂b and e₁b + e₂(a − b) are integers, and no more than 1/2 + 2^−61 of the
  // larger of |a| + b and b + |a − b|.
  static constexpr integer bound = [] {
    integer const first = sum(a, b), second = sum(b, c);
    integer const larger = first < second ? second : first;
    return sum(sum(shifted_right(larger, 1), shifted_right(larger, limb_bits - 3)), integer{1});
  }();

 public:
  // What no |k₁| or |k₂| exceeds, and its bits: 127 for BN254 and BLS12-381.
  static constexpr integer largest = bound;
  static constexpr unsigned bits = static_cast<unsigned>(largest.bit_width());

  struct part {
    integer magnitude;
    bool negative;
  };
  struct parts {
    part first, second;  // k₁ and k₂
  };

  // k₁ + k₂·λ ≡ k. ±k for small k are their own first part: where 2kb < r and 2k|a − b| < r, nothing is subtracted. Two products of 3 by at most 3 limbs and
  // four low halves of 2 by 2 for r of 4 limbs. Precondition: k < r.
  [[nodiscard]] LUCID_HOST_DEVICE static constexpr parts split(integer const& k) noexcept {
    constexpr auto b_reciprocal = b_over_r;
    constexpr auto c_reciprocal = c_over_r;
    constexpr half a_ = resized<half_limbs>(a), b_ = resized<half_limbs>(b), c_ = resized<half_limbs>(c);
    big_uint<limbs - skipped> upper;
    for (std::size_t i = skipped; i < limbs; ++i) upper[i - skipped] = k[i];
    half const m = nearest(upper, b_reciprocal);  // q = ±n − mω, n with the sign of a − b
    half const n = nearest(upper, c_reciprocal);
    // k − q·α = (k ∓ na − mb) + (m(a − b) ∓ nb)ω, modulo 2^(64·half_limbs): a sign fits beside what it is known not to exceed.
    half first = resized<half_limbs>(k);
    c_is_negative != a_is_negative ? add_to(first, low_product(n, a_)) : subtract_from(first, low_product(n, a_));
    subtract_from(first, low_product(m, b_));
    half second = low_product(m, c_);
    subtract_from(second, low_product(n, b_));
    if constexpr (c_is_negative) negate(second);
    return {signed_part(first), signed_part(second)};
  }

  // λ, for those who ask: [λ]P = φ(P).
  [[nodiscard]] static constexpr scalar lambda() noexcept {
    scalar const quotient = scalar::from_integer(a) * inverse(scalar::from_integer(b));
    return a_is_negative ? quotient : -quotient;
  }

  // φ(x, y) = (βx, y). The Frobenius is π = (t + V√−3)/2 with 4p = t² + 3V²; it vanishes on differentials, so √−3 = −t/V in F_p and β = (t/V − 1)/2 where
  // λ = (−1 − √−3)/2. On G1, π = 1 and λ = (−1 − (2 − t)/V)/2 = −a/b. On G2, π = p = t − 1 and √−3 has the other sign: β² is needed for the same λ.
  //   BN: t = 6x² + 1, V = 6x² + 4x + 1.  BLS12: t = x + 1, V = (x − 1)(2x² − 1)/3.
  using base = typename Curve::base;
  static constexpr base beta = [] {
    base const absolute = base::from_integer(resized<base::limbs>(Curve::parameter));
    base const u = negative_x ? -absolute : absolute;
    base const u2 = square(u);
    base const t = bn ? base{6} * u2 + base::one() : base{3} * (u + base::one());  // for BLS12 both three times
    base const v = bn ? base{6} * u2 + base{4} * u + base::one() : (u - base::one()) * (doubled(u2) - base::one());
    return (t * inverse(v) - base::one()) * inverse(base{2});
  }();
  static_assert(square(beta) + beta + base::one() == base::zero());

 private:
  static_assert(bits < half::bits);
  LUCID_HOST_DEVICE static constexpr half low_product(half const& u, half const& v) noexcept {
    half result;
    LUCID_UNROLL
    for (std::size_t i = 0; i < half_limbs; ++i) {
      limb_t carry = 0;
      LUCID_UNROLL
      for (std::size_t j = 0; i + j < half_limbs; ++j) result[i + j] = multiply_add(result[i + j], u[i], v[j], carry);
    }
    return result;
  }
  LUCID_HOST_DEVICE static constexpr void negate(half& value) noexcept {
    half const minus = value;
    value = half{};
    subtract_from(value, minus);
  }
  LUCID_HOST_DEVICE static constexpr part signed_part(half value) noexcept {
    bool const negative = value.bit(half::bits - 1);
    if (negative) negate(value);
    return {resized<limbs>(value), negative};
  }
};

// φ(P) = [λ]P. Precondition: P has order r or is infinity; elsewhere φ is an endomorphism too, but no multiplication by λ.
template <pairing_group G>
[[nodiscard]] LUCID_HOST_DEVICE constexpr affine<G> glv_image(affine<G> const& p) noexcept {
  constexpr auto beta = glv<typename G::curve>::beta;
  if constexpr (std::same_as<G, typename G::curve::g1>) {
    return {p.x * beta, p.y};
  } else {
    constexpr auto beta_squared = square(beta);
    return {p.x * beta_squared, p.y};
  }
}

}  // namespace lucid::inline v0
