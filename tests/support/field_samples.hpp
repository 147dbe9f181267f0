// Elements to try laws on: edges of prime fields, as values and as residues, and random elements of any tower.
#pragma once

#include <cstddef>
#include <vector>

#include <lucid/exec/entropy.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/field/random.hpp>
#include <support/integers.hpp>

namespace lucid_test {

// Below p: 0, 1, 2, 3, p − 1, p − 2, (p ± 1)/2, R mod p, p − R, R² mod p, and 2^k − 1, 2^k, 2^k + 1 around limb boundaries, p minus each of those too.
template <class F>
std::vector<typename F::integer> edge_residues() {
  using integer = typename F::integer;
  integer const p = F::modulus();
  auto candidates = edge_integers<F::limbs>();
  candidates.push_back(shifted_right(p, 1));
  candidates.push_back(F::arithmetic::r);
  candidates.push_back(F::arithmetic::r_squared);
  std::size_t const direct = candidates.size();
  for (std::size_t i = 0; i < direct; ++i) {
    integer from_above = p;
    if (subtract_from(from_above, candidates[i]) == 0) candidates.push_back(from_above);
  }
  std::vector<integer> edges;
  for (auto const& x : candidates) {
    if (x < p) edges.push_back(x);
  }
  return edges;
}

// The elements whose value, and those whose Montgomery form, is an edge.
template <lucid::prime_field_element F>
std::vector<F> edge_elements() {
  std::vector<F> elements;
  for (auto const& x : edge_residues<F>()) {
    elements.push_back(F::from_integer(x));
    elements.push_back(F::from_montgomery(x));
  }
  return elements;
}

template <class F>
F random_sample(lucid::entropy_source auto& entropy) {
  if constexpr (lucid::prime_field_element<F>) {
    return lucid::random_element<F>(entropy);
  } else {
    using base = typename F::base;
    F x;
    x.c0 = random_sample<base>(entropy);
    x.c1 = random_sample<base>(entropy);
    if constexpr (requires { x.c2; }) x.c2 = random_sample<base>(entropy);
    return x;
  }
}

// 0, 1, −1, elements with parts that are 0 or in the base, and random ones: at least `count`.
template <class F>
std::vector<F> samples(std::size_t count, std::uint64_t seed = 1) {
  lucid::seeded_entropy entropy{seed};
  std::vector<F> elements{F::zero(), F::one(), -F::one(), doubled(F::one())};
  if constexpr (lucid::prime_field_element<F>) {
    auto const edges = edge_elements<F>();
    for (std::size_t i = 0; i < edges.size() && elements.size() + 2 < count; ++i) elements.push_back(edges[i * 7 % edges.size()]);
  } else {
    F x = random_sample<F>(entropy);
    F only_c0;
    only_c0.c0 = x.c0;
    F only_c1;
    only_c1.c1 = x.c1;
    F ones = x;
    ones.c0 = decltype(x.c0)::one();
    elements.insert(elements.end(), {only_c0, only_c1, ones});
    if constexpr (requires { x.c2; }) {
      F only_c2;
      only_c2.c2 = x.c2;
      elements.push_back(only_c2);
    }
  }
  while (elements.size() < count) elements.push_back(random_sample<F>(entropy));
  return elements;
}

}  // namespace lucid_test
