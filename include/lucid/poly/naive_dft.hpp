// The discrete Fourier transform by its definition: n² products, no table, no trick. The oracle of radix2_ntt, and a tool for tiny sizes.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <lucid/config/assert.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/poly/domain.hpp>

namespace lucid::inline v0::poly {

// Σ c_j·x^j by Horner's rule.
template <class F>
[[nodiscard]] F evaluate(view<F const> coefficients, std::type_identity_t<F> const& x) noexcept {
  F value = F::zero();
  for (std::size_t j = coefficients.size(); j-- > 0;) value = value * x + coefficients[j];
  return value;
}

// The values of Σ c_j·X^j, j < n, at shift·ω^i for i = 0 … n − 1. Precondition: n coefficients.
template <class F>
[[nodiscard]] std::vector<F> naive_dft(domain<F> const& points, std::type_identity_t<view<F const>> coefficients,
                                       std::type_identity_t<F> const& shift = F::one()) {
  LUCID_EXPECTS(coefficients.size() == points.size());
  std::vector<F> values;
  values.reserve(points.size());
  F x = shift;
  for (std::size_t i = 0; i < points.size(); ++i, x = x * points.root()) values.push_back(evaluate(coefficients, x));
  return values;
}

// The coefficients of the polynomial of degree below n with these values at shift·ω^i. Preconditions: n values, shift ≠ 0.
template <class F>
[[nodiscard]] std::vector<F> naive_inverse_dft(domain<F> const& points, std::type_identity_t<view<F const>> values,
                                               std::type_identity_t<F> const& shift = F::one()) {
  LUCID_EXPECTS(values.size() == points.size());
  std::vector<F> coefficients;
  coefficients.reserve(points.size());
  F const back = inverse(points.root());
  F const step = inverse(shift);
  F x = F::one();                               // ω^−j
  F scale = inverse(F{limb_t{points.size()}});  // shift^−j/n
  for (std::size_t j = 0; j < points.size(); ++j, x = x * back, scale = scale * step) coefficients.push_back(scale * evaluate(values, x));
  return coefficients;
}

}  // namespace lucid::inline v0::poly
