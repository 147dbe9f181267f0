// What a group of points is described by: one tag type a group, defined in curve/.
#pragma once

#include <concepts>

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

}  // namespace lucid::inline v0
