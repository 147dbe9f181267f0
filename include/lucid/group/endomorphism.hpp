// Membership in the subgroup of order r, by endomorphisms where the curve has a pairing: [Bow19], [Sco21], [DLZZ22]. A tenth of a multiplication by r.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <lucid/config/target.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/pairing/tower.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/group/wnaf.hpp>

namespace lucid::inline v0 {

namespace detail {

// [x]P, x the curve's parameter with its sign; P affine or Jacobian. By the non-adjacent form: no table for the few digits that are not zero.
template <class G, class Point>
constexpr jacobian<G> multiply_by_parameter(Point const& p) noexcept {
  using curve = typename G::curve;
  constexpr auto digits = wnaf(curve::parameter, 2);
  Point const negated = -p;
  jacobian<G> sum{p};
  for (std::size_t i = digits.length - 1; i-- > 0;) {
    sum = doubled(sum);
    if (digits.digit[i] > 0) sum = sum + p;
    if (digits.digit[i] < 0) sum = sum + negated;
  }
  return curve::parameter_is_negative ? -sum : sum;
}

// The cube root of unity β for which (x, y) ↦ (βx, y) is multiplication by −x² on the G1 of a BLS12 curve. The Frobenius is π = (t + V√−3)/2 with t = x + 1,
// V = (x − 1)(2x² − 1)/3; it vanishes on differentials, so √−3 = −t/V in F_p, and it is 1 on G1, where √−3 = (2 − t)/V = 2x² − 1 modulo r.
// Hence λ = (−1 − √−3)/2 = −x² belongs to β = (t/V − 1)/2.
template <class Curve>
struct cube_root_of_unity {
  using base = typename Curve::base;
  static constexpr base beta = [] {
    base const absolute = base::from_integer(resized<base::limbs>(Curve::parameter));
    base const x = Curve::parameter_is_negative ? -absolute : absolute;
    base const t_times_three = base{3} * (x + base::one());
    base const v_times_three = (x - base::one()) * (doubled(square(x)) - base::one());
    return (t_times_three * inverse(v_times_three) - base::one()) * inverse(base{2});
  }();
  static_assert(square(beta) + beta + base::one() == base::zero());
};

// φ(P) = [−x²]P: λ² + λ + 1 = r, so nothing outside the subgroup passes [Sco21] §4.
template <class G>
LUCID_NOINLINE constexpr bool passes_phi(affine<G> const& p) noexcept {
  constexpr auto beta = cube_root_of_unity<typename G::curve>::beta;
  return -multiply_by_parameter<G>(multiply_by_parameter<G>(p)) == jacobian<G>{affine<G>{p.x * beta, p.y}};
}

// ψ(Q) = [x]Q for BLS12 [Sco21] §4: with ψ² − tψ + p = 0 it leaves (x² − tx + p)Q = O, that is r·(x − 1)²/3, whose second factor is prime to the
// twist's cofactor (x⁸ − 4x⁷ + 5x⁶ − 4x⁴ + 6x³ − 4x² − 4x + 13)/9 for every x ≡ 1 (mod 3).
// [x + 1]Q + ψ([x]Q) + ψ²([x]Q) = ψ³([2x]Q) for BN [DLZZ22] §4: the norm of that polynomial in ψ is r·c(x), and c(x) shares a factor with the twist's
// cofactor 36x⁴ + 36x³ + 30x² + 6x + 1 only where the one prime above 3 of their resultant divides both, which is where x ≡ 5422 (mod 21961).
template <class G>
LUCID_NOINLINE constexpr bool passes_psi(affine<G> const& q) noexcept {
  using curve = typename G::curve;
  auto const xq = multiply_by_parameter<G>(q);
  if constexpr (curve::family == pairing_family::bls12) {
    return xq == jacobian<G>{psi<curve>(q)};
  } else {
    constexpr limb_t prime = 21961;
    static_assert(divide(curve::parameter, std::remove_const_t<decltype(curve::parameter)>{prime}).remainder !=
                      std::remove_const_t<decltype(curve::parameter)>{curve::parameter_is_negative ? prime - 5422 : 5422},
                  "on this BN curve the test would let points outside the subgroup pass");
    auto const image = [](jacobian<G> const& p) {
      constexpr auto kx = tower<curve>::psi_x;
      constexpr auto ky = tower<curve>::psi_y;
      return jacobian<G>{conjugate(p.x) * kx, conjugate(p.y) * ky, conjugate(p.z)};
    };
    auto const p1 = image(xq);
    auto const p2 = image(p1);
    return xq + q + p1 + p2 == doubled(image(p2));
  }
}

}  // namespace detail

// Whether r·P = O. Precondition: P is on the curve.
template <class G>
[[nodiscard]] constexpr bool is_in_subgroup(affine<G> const& p) noexcept {
  if constexpr (G::prime_order) {
    return true;
  } else if constexpr (!pairing_group<G>) {
    return multiply_vartime(p, G::scalar::modulus()).is_infinity();
  } else if constexpr (std::same_as<G, typename G::curve::g2>) {
    return detail::passes_psi(p);
  } else {
    static_assert(G::curve::family == pairing_family::bls12, "every BN curve has prime order");
    return detail::passes_phi(p);
  }
}

// On the curve and in the subgroup: what a point from outside must be. Infinity is valid; refuse it where it has no business.
template <class G>
[[nodiscard]] constexpr bool is_valid(affine<G> const& p) noexcept {
  return p.is_on_curve() && is_in_subgroup(p);
}

}  // namespace lucid::inline v0
