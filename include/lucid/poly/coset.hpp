// Cosets g·{ω^i} of a domain: geometric progressions in parallel, and a shift that lies outside. No transform.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <lucid/config/error.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/power.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/domain.hpp>

namespace lucid::inline v0::poly {

// f(i, first·ratio^i) for every i in [begin, end), in order; four progressions side by side, because one alone would wait for the latency of each product.
template <class F, class Body>
void for_progression(std::size_t begin, std::size_t end, F const& first, F const& ratio, Body&& f) {
  constexpr std::size_t ways = 4;
  F value[ways];
  value[0] = first * power(ratio, limb_t{begin});
  for (std::size_t w = 1; w < ways; ++w) value[w] = value[w - 1] * ratio;
  F const stride = square(square(ratio));
  for (std::size_t i = begin; i < end; i += ways) {
    std::size_t const count = std::min(ways, end - i);
    for (std::size_t w = 0; w < count; ++w) {
      f(i + w, static_cast<F const&>(value[w]));
      value[w] = value[w] * stride;
    }
  }
}

// out[i] ← first·ratio^i. One product an element.
template <class F>
void fill_progression(execution_policy auto const& exec, view<F> out, std::type_identity_t<F> const& first,
                      std::type_identity_t<F> const& ratio) {
  for_ranges(exec, out.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for_progression(begin, end, first, ratio, [&](std::size_t i, F const& x) { out[i] = x; });
  });
}

// x[i] ← x[i]·first·ratio^i: coefficients of f(X) become those of first·f(ratio·X). Two products an element.
template <class F>
void scale_by_progression(execution_policy auto const& exec, view<F> x, std::type_identity_t<F> const& first,
                          std::type_identity_t<F> const& ratio) {
  for_ranges(exec, x.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for_progression(begin, end, first, ratio, [&](std::size_t i, F const& factor) { x[i] = x[i] * factor; });
  });
}

// A g with g^n ≠ 1: ω_2n, where the vanishing polynomial is −2 on all of g·{ω^i}; or, where the field has no such root, the least integer ≥ 2 that will do.
// Throws argument_error when the domain is all the units there are (p = 2^s + 1 and n = p − 1).
template <class F>
[[nodiscard]] F coset_shift(domain<F> const& points) {
  if (points.has_twice()) return points.root_of_twice();
  if (two_adic<typename F::spec>::odd_part == typename F::integer{1})
    throw argument_error("coset: the domain holds every unit of the field");
  limb_t g = 2;
  while (points.vanishing(F{g}).is_zero()) ++g;
  return F{g};
}

}  // namespace lucid::inline v0::poly
