// The laws of a number-theoretic transform, for any field, domain and policy. An algorithm is named by its description; the oracle is the definition.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/random.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/poly/naive_dft.hpp>
#include <lucid/poly/radix2_ntt.hpp>

namespace laws {

template <class F>
std::vector<F> random_vector(std::size_t n, std::uint64_t seed) {
  lucid::seeded_entropy entropy{seed};
  std::vector<F> x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(lucid::random_element<F>(entropy));
  return x;
}

// What an in-place transform makes of x.
template <class F, class Transform>
std::vector<F> transformed(std::vector<F> x, Transform&& transform) {
  transform(lucid::view<F>{x});
  return x;
}

// All five transforms against the definition; shift need not be a root of unity.
template <class F>
void ntt_is_the_dft(auto const& exec, lucid::poly::domain<F> const& points, F const& shift, std::vector<F> const& x) {
  CAPTURE(points.size());
  auto const plan = lucid::radix2_ntt{}.prepare(exec, points);
  auto const coefficients = lucid::poly::naive_inverse_dft(points, x);
  CHECK((transformed(x, [&](auto v) { plan.forward(exec, v); }) == lucid::poly::naive_dft(points, x)));
  CHECK((transformed(x, [&](auto v) { plan.inverse(exec, v); }) == coefficients));
  CHECK((transformed(x, [&](auto v) { plan.coset_forward(exec, v, shift); }) == lucid::poly::naive_dft(points, x, shift)));
  CHECK((transformed(x, [&](auto v) { plan.inverse_then_coset(exec, v, shift); }) == lucid::poly::naive_dft(points, coefficients, shift)));
  if (!shift.is_zero()) {
    auto scaled = lucid::poly::naive_inverse_dft(points, x, shift);
    CHECK((transformed(x, [&](auto v) { plan.coset_inverse(exec, v, shift); }) == scaled));
    for (F& c : scaled) c *= F{3};
    CHECK((transformed(x, [&](auto v) { plan.coset_inverse(exec, v, shift, F{3}); }) == scaled));
  }
}

// Each inverse undoes its transform, in both orders, and the fused transform is the composition of its parts.
template <class F>
void ntt_inverses_undo(auto const& exec, lucid::poly::domain<F> const& points, F const& shift, std::vector<F> const& x) {
  CAPTURE(points.size());
  auto const plan = lucid::radix2_ntt{}.prepare(exec, points);
  auto const there_and_back = [&](auto there, auto back) { return transformed(transformed(x, there), back); };
  auto const forward = [&](auto v) { plan.forward(exec, v); };
  auto const inverse = [&](auto v) { plan.inverse(exec, v); };
  auto const coset_forward = [&](auto v) { plan.coset_forward(exec, v, shift); };
  auto const coset_inverse = [&](auto v) { plan.coset_inverse(exec, v, shift); };
  CHECK((there_and_back(forward, inverse) == x));
  CHECK((there_and_back(inverse, forward) == x));
  CHECK((there_and_back(coset_forward, coset_inverse) == x));
  CHECK((there_and_back(coset_inverse, coset_forward) == x));
  CHECK((there_and_back(inverse, coset_forward) == transformed(x, [&](auto v) { plan.inverse_then_coset(exec, v, shift); })));
}

// T(k·x + y) = k·T(x) + T(y).
template <class F>
void ntt_is_linear(auto const& exec, lucid::poly::domain<F> const& points, std::vector<F> const& x, std::vector<F> const& y, F const& k) {
  auto const plan = lucid::radix2_ntt{}.prepare(exec, points);
  auto const forward = [&](auto v) { plan.forward(exec, v); };
  auto const combined = [&](std::vector<F> const& a, std::vector<F> const& b) {
    std::vector<F> sum;
    for (std::size_t i = 0; i < a.size(); ++i) sum.push_back(k * a[i] + b[i]);
    return sum;
  };
  CHECK((transformed(combined(x, y), forward) == combined(transformed(x, forward), transformed(y, forward))));
}

// The pointwise product of transforms is the transform of the cyclic convolution; on a coset with shift^n = −1, of the negacyclic one.
template <class F>
void ntt_turns_products_into_convolutions(auto const& exec, lucid::poly::domain<F> const& points, std::vector<F> const& x,
                                          std::vector<F> const& y) {
  std::size_t const n = points.size();
  auto const plan = lucid::radix2_ntt{}.prepare(exec, points);
  for (bool const negacyclic : {false, true}) {
    if (negacyclic && !points.has_twice()) continue;
    std::vector<F> convolution(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        F const product = x[i] * y[j];
        convolution[(i + j) % n] += negacyclic && i + j >= n ? -product : product;
      }
    }
    auto const forward = [&](auto v) { negacyclic ? plan.coset_forward(exec, v, points.root_of_twice()) : plan.forward(exec, v); };
    auto product = transformed(x, forward);
    auto const other = transformed(y, forward);
    for (std::size_t i = 0; i < n; ++i) product[i] *= other[i];
    CHECK((transformed(convolution, forward) == product));
  }
}

// A transform on the coset g·H of coefficients c_j is the transform on H of c_j·g^j.
template <class F>
void ntt_on_a_coset_scales_coefficients(auto const& exec, lucid::poly::domain<F> const& points, F const& shift, std::vector<F> const& x) {
  auto const plan = lucid::radix2_ntt{}.prepare(exec, points);
  auto scaled = x;
  lucid::poly::scale_by_progression<F>(exec, scaled, F::one(), shift);
  CHECK(
      (transformed(x, [&](auto v) { plan.coset_forward(exec, v, shift); }) == transformed(scaled, [&](auto v) { plan.forward(exec, v); })));
}

}  // namespace laws
