// Points to test with: on the curve at a given x, at random on the curve, at random in the subgroup.
#pragma once

#include <optional>
#include <vector>

#include <lucid/exec/entropy.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/field/random.hpp>
#include <lucid/field/sqrt.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid_test {

// A uniform element, of a prime field or of a quadratic extension of one.
template <class F>
F random_field_element(lucid::seeded_entropy& entropy) {
  if constexpr (requires(F const& a) { a.c1; }) {
    return {random_field_element<typename F::base>(entropy), random_field_element<typename F::base>(entropy)};
  } else {
    return lucid::random_element<F>(entropy);
  }
}

// One of the two points with this x, in or out of the subgroup.
template <class G>
std::optional<lucid::affine<G>> point_with_x(typename G::field const& x) {
  auto const y = lucid::sqrt_vartime(square(x) * x + G::b());
  if (!y) return std::nullopt;
  return lucid::affine<G>{x, *y};
}
template <class G>
std::optional<lucid::affine<G>> point_with_x(lucid::limb_t x) {
  if constexpr (requires(typename G::field const& a) { a.c1; }) {
    using base = typename G::field::base;
    return point_with_x<G>(typename G::field{base{x}, base::zero()});
  } else {
    return point_with_x<G>(typename G::field{x});
  }
}

// Uniform on the whole curve; with cofactors as large as a twist's, almost surely outside the subgroup.
template <class G>
lucid::affine<G> random_curve_point(lucid::seeded_entropy& entropy) {
  for (;;) {
    if (auto const p = point_with_x<G>(random_field_element<typename G::field>(entropy))) return *p;
  }
}

// k·P by the bits of k, one doubling or addition after another: the naive twin of every faster multiplication.
template <class G, std::size_t N>
lucid::jacobian<G> double_and_add(lucid::jacobian<G> const& p, lucid::big_uint<N> const& k) {
  lucid::jacobian<G> sum;
  for (std::size_t i = k.bit_width(); i-- > 0;) {
    sum = doubled(sum);
    if (k.bit(i)) sum = sum + p;
  }
  return sum;
}

template <class G>
lucid::affine<G> random_subgroup_point(lucid::seeded_entropy& entropy) {
  auto const k = lucid::random_nonzero<typename G::scalar>(entropy);
  return double_and_add(lucid::jacobian<G>::generator(), k.to_integer()).to_affine();
}

// The same point with another denominator.
template <class G>
lucid::jacobian<G> rescaled(lucid::jacobian<G> const& p, typename G::field const& k) {
  return {p.x * square(k), p.y * (square(k) * k), p.z * k};
}

}  // namespace lucid_test
