// The Frobenius map x ↦ x^p on F_q12 and on the twisted curve, and the tower constants that it needs, derived from ξ and p.
// They cost compile time, so this header is for those who pair or check subgroups.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/constant_quadratic.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// w^(p−1) and its powers, for a tower with w⁶ = ξ in F_q2.
template <class Curve>
class tower {
 public:
  using base = typename Curve::base;
  using fq2 = typename Curve::fq2;

  static constexpr fq2 xi = Curve::fq6::spec::multiply_by_non_residue(fq2::one());

 private:
  static constexpr auto exponent = [] {  // (p − 1)/6
    auto e = base::modulus();
    subtract_from(e, decltype(e){1});
    return divide(e, decltype(e){6}).quotient;
  }();
  static_assert(
      [] {
        auto six = multiply_wide(exponent, big_uint<1>{6});
        add_to(six, decltype(six){1});
        return six == resized<base::limbs + 1>(base::modulus());
      }(),
      "a sextic twist with this tower needs p ≡ 1 (mod 6)");

  // ξ^⌊(p − 1)/6 / 2^(64·Limb)⌋. One constant per limb of the exponent: as one expression it exceeds clang's limit on constant evaluation.
  using digits = detail::constant_quadratic<fq2>;
  template <std::size_t Limb>
  struct power_above {
    static constexpr digits value = [] {
      constexpr int xi0 = digits::small(xi.c0), xi1 = digits::small(xi.c1);
      digits x = digits::one();
      if constexpr (Limb + 1 < base::limbs) x = power_above<Limb + 1>::value;
      for (std::size_t i = Limb + 1 < base::limbs ? limb_bits : bit_width(exponent[Limb]); i-- > 0;) {
        x = square(x);
        if (exponent.bit(Limb * limb_bits + i)) x = digits::template times<xi0, xi1>(x);
      }
      return x;
    }();
  };

 public:
  // γ = w^(p−1) = ξ^((p−1)/6)
  static constexpr fq2 gamma = power_above<0>::value.value();
  static_assert(square(square(gamma) * gamma) * xi == conjugate(xi), "γ⁶·ξ = ξ^p");

  // δ = γ^(p+1) = w^(p²−1), of order six, in F_q.
  static constexpr base delta = norm(gamma);
  static_assert(square(delta) - delta + base::one() == base::zero());

  // w^(i·(p−1)) and w^(i·(p²−1)), 0 ≤ i < 6.
  static constexpr struct fq2_powers {
    fq2 at[6];
  } gammas = [] {
    fq2_powers t{};
    t.at[0] = fq2::one();
    for (std::size_t i = 1; i < 6; ++i) t.at[i] = t.at[i - 1] * gamma;
    return t;
  }();
  static constexpr struct base_powers {
    base at[6];
  } deltas = [] {
    base_powers t{};
    t.at[0] = base::one();
    for (std::size_t i = 1; i < 6; ++i) t.at[i] = t.at[i - 1] * delta;
    return t;
  }();

  // ψ(x, y) = (ψx·x^p, ψy·y^p): w^(2(p−1)) and w^(3(p−1)), or for an M-twist their inverses: γ^−i = γ^(i·p)·δ^−i.
  static constexpr fq2 psi_x = Curve::twist == twist_kind::d ? gammas.at[2] : conjugate(gammas.at[2]) * deltas.at[4];
  static constexpr fq2 psi_y = Curve::twist == twist_kind::d ? gammas.at[3] : conjugate(gammas.at[3]) * deltas.at[3];
};

// The parameter against the moduli, modulo r: a wrong digit in either does not compile.
template <class Curve>
struct parameter_check {
  using scalar = typename Curve::scalar;
  static constexpr scalar x = [] {
    scalar const absolute = scalar::from_integer(resized<scalar::limbs>(Curve::parameter));
    return Curve::parameter_is_negative ? -absolute : absolute;
  }();
  static constexpr scalar p = [] {  // any width: Horner over limbs
    scalar sum;
    scalar const radix = doubled(scalar{limb_t{1} << (limb_bits - 1)});
    auto const modulus = Curve::base::modulus();
    for (std::size_t i = modulus.limbs; i-- > 0;) sum = sum * radix + scalar{modulus[i]};
    return sum;
  }();
  static constexpr scalar x2 = square(x);
  static_assert(Curve::family != pairing_family::bls12 || (square(x2) - x2 + scalar{1} == scalar{0} && p == x));
  static_assert(Curve::family != pairing_family::bn ||
                (scalar{36} * square(x2) + scalar{36} * x2 * x + scalar{18} * x2 + scalar{6} * x + scalar{1} == scalar{0} &&
                 p == scalar{6} * x2));
  static constexpr bool holds = true;
};

// a^(p^Power) for 1 ≤ Power ≤ 3: 5 products in F_q2 (for 2: by elements of F_q).
template <class Curve, unsigned Power = 1>
[[nodiscard]] LUCID_HOST_DEVICE constexpr typename Curve::fq12 frobenius(typename Curve::fq12 const& a) noexcept {
  static_assert(Power >= 1 && Power <= 3);
  if constexpr (Power == 3) {
    return frobenius<Curve, 2>(frobenius<Curve, 1>(a));
  } else if constexpr (Power == 2) {
    constexpr auto k = tower<Curve>::deltas;
    return {{a.c0.c0, a.c0.c1 * k.at[2], a.c0.c2 * k.at[4]}, {a.c1.c0 * k.at[1], a.c1.c1 * k.at[3], a.c1.c2 * k.at[5]}};
  } else {
    constexpr auto k = tower<Curve>::gammas;
    return {{conjugate(a.c0.c0), conjugate(a.c0.c1) * k.at[2], conjugate(a.c0.c2) * k.at[4]},
            {conjugate(a.c1.c0) * k.at[1], conjugate(a.c1.c1) * k.at[3], conjugate(a.c1.c2) * k.at[5]}};
  }
}

// ψ: the Frobenius map seen from the twist, twist ∘ π ∘ untwist; a homomorphism with ψ² − t·ψ + p = 0, multiplication by p on G2.
template <class Curve>
[[nodiscard]] LUCID_HOST_DEVICE constexpr affine<typename Curve::g2> psi(affine<typename Curve::g2> const& q) noexcept {
  constexpr auto kx = tower<Curve>::psi_x;
  constexpr auto ky = tower<Curve>::psi_y;
  return {conjugate(q.x) * kx, conjugate(q.y) * ky};
}

}  // namespace lucid::inline v0
