// What a group of points, and a pairing of two of them, is described by: one tag type each, defined in curve/.
#pragma once

#include <concepts>
#include <cstddef>

#include <lucid/field/concepts.hpp>

namespace lucid::inline v0 {

// y² = x³ + b over `field`; the subgroup used has the prime order of `scalar`. `prime_order`: every point on the curve is in it.
template <class G>
concept group_spec = field_element<typename G::field> && prime_field_element<typename G::scalar> && requires {
  { G::b() } -> std::same_as<typename G::field>;
  { G::generator_x() } -> std::same_as<typename G::field>;
  { G::generator_y() } -> std::same_as<typename G::field>;
  { G::prime_order } -> std::convertible_to<bool>;
};

// Families of curves with embedding degree 12 whose p and r are polynomials in one parameter x.
enum class pairing_family {
  bn,     // [BN05]:   p = 36x⁴ + 36x³ + 24x² + 6x + 1,  r = 36x⁴ + 36x³ + 18x² + 6x + 1
  bls12,  // [BLS02]:  p = (x − 1)²·r/3 + x,             r = x⁴ − x² + 1
};

// The sextic twist that holds the second group, w⁶ = ξ [Sco09].
enum class twist_kind {
  d,  // y² = x³ + b/ξ;  (x, y) ↦ (x·w², y·w³) leads to y² = x³ + b
  m,  // y² = x³ + b·ξ;  (x, y) ↦ (x/w², y/w³) does
};

// Facts for a pairing e: G1 × G2 → F_q12: the family, |x| and its sign, the twist, and the tower F_q2 (u), F_q6 (v³ = ξ), F_q12 (w² = v).
// group/pairing/tower.hpp checks that they agree with the moduli.
template <class Curve>
concept pairing_curve =
    group_spec<typename Curve::g1> && group_spec<typename Curve::g2> && field_element<typename Curve::fq12> && requires {
      requires std::same_as<typename Curve::g1::field, typename Curve::base>;
      requires std::same_as<typename Curve::g2::field, typename Curve::fq2>;
      requires std::same_as<typename Curve::fq12::base, typename Curve::fq6>;
      requires std::same_as<typename Curve::fq6::base, typename Curve::fq2>;
      { Curve::family } -> std::convertible_to<pairing_family>;
      { Curve::twist } -> std::convertible_to<twist_kind>;
      { Curve::parameter.bit_width() } -> std::convertible_to<std::size_t>;
      { Curve::parameter_is_negative } -> std::convertible_to<bool>;
    };

// A group that knows the pairing it belongs to has a faster test of membership than multiplication by r (endomorphism.hpp).
template <class G>
concept pairing_group =
    requires { typename G::curve; } && (std::same_as<G, typename G::curve::g1> || std::same_as<G, typename G::curve::g2>);

}  // namespace lucid::inline v0
