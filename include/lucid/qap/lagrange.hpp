// The Lagrange basis of a domain or of a coset, at one point outside: what a setup that knows τ evaluates polynomials with.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/field/batch_inverse.hpp>
#include <lucid/field/power_of_two.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/domain.hpp>

namespace lucid::inline v0::qap {

namespace detail {

// factor·x_i/(τ − x_i) at x_i = shift·ω^i, i < n. 6n products and n/4096 inverses. Precondition: τ is none of the points.
template <class F>
[[nodiscard]] LUCID_COLD buffer<F> scaled_cauchy_row(execution_policy auto const& exec, poly::domain<F> const& points, F const& shift,
                                                     F const& tau, F const& factor) {
  constexpr std::size_t grain = 4096;
  buffer<F> row{exec, points.size()};
  for_ranges(exec, points.size(), grain, [&](std::size_t begin, std::size_t end) {
    poly::for_progression(begin, end, shift, points.root(), [&](std::size_t i, F const& x) { row[i] = tau - x; });
  });
  batch_inverse(exec, row.all());
  for_ranges(exec, points.size(), grain, [&](std::size_t begin, std::size_t end) {
    poly::for_progression(begin, end, factor * shift, points.root(), [&](std::size_t i, F const& x) { row[i] = row[i] * x; });
  });
  return row;
}

}  // namespace detail

// L_i(τ) for i < n, L_i the polynomial of degree below n that is 1 at ω^i and 0 at the other points: (τ^n − 1)/n · ω^i/(τ − ω^i).
// Throws argument_error when τ lies in the domain: a secret must be drawn again then, because the vanishing polynomial is zero there.
template <class F>
[[nodiscard]] LUCID_COLD buffer<F> lagrange_at(execution_policy auto const& exec, poly::domain<F> const& points,
                                               std::type_identity_t<F> const& tau) {
  auto const span = exec.open("qap/lagrange_at");
  F const vanishing = points.vanishing(tau);
  if (vanishing.is_zero()) throw argument_error("tau: it lies in the domain");
  return detail::scaled_cauchy_row(exec, points, F::one(), tau, divided_by_power_of_two(vanishing, points.log2_size()));
}

// The odd half of the basis of the domain of twice the size, times factor: factor·L_j(τ) at the points ω_2n^j, j = 2i + 1, i < n.
// Throws argument_error when the field has no ω_2n, or τ is a power of it.
template <class F>
[[nodiscard]] LUCID_COLD buffer<F> odd_lagrange_of_twice_at(execution_policy auto const& exec, poly::domain<F> const& points,
                                                            std::type_identity_t<F> const& tau,
                                                            std::type_identity_t<F> const& factor = F::one()) {
  auto const span = exec.open("qap/odd_lagrange_of_twice_at");
  F const& shift = points.root_of_twice();
  F const vanishing = points.vanishing(square(tau));  // τ^2n − 1
  if (vanishing.is_zero()) throw argument_error("tau: it lies in the domain of twice the size");
  return detail::scaled_cauchy_row(exec, points, shift, tau, divided_by_power_of_two(vanishing, points.log2_size() + 1) * factor);
}

}  // namespace lucid::inline v0::qap
