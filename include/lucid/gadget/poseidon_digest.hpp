// Poseidon [GKRRS19] of values, permutation and digest: the native twin of poseidon.hpp. On the calling thread, no heap call; one permutation at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <lucid/config/assert.hpp>
#include <lucid/gadget/poseidon_layers.hpp>
#include <lucid/gadget/poseidon_parameters.hpp>

namespace lucid::inline v0 {

namespace detail {

template <class F>
[[nodiscard]] F fifth_power(F const& x) noexcept {
  F const x2 = square(x);
  return square(x2) * x;
}

template <class F>
void apply_layer(affine_layer<F> const& layer, std::span<F> state) noexcept {
  std::array<F, poseidon_parameters<F>::max_width> x;
  std::copy(state.begin(), state.end(), x.begin());
  for (std::size_t i = 0; i < state.size(); ++i) {
    state[i] = layer.shift[i] + inner_product(layer.forward->row(i), x.data(), state.size());
  }
}

}  // namespace detail

// The permutation as the paper writes it: round constants, S-boxes, M, R_F + R_P times. t² products a round. Precondition: t elements.
template <class F>
void poseidon_permutation_naive(poseidon_parameters<F> const& parameters, std::span<F> state) {
  std::size_t const t = parameters.width();
  LUCID_EXPECTS(state.size() == t);
  std::size_t const half = parameters.full_rounds() / 2;
  std::array<F, poseidon_parameters<F>::max_width> x;
  for (std::size_t round = 0; round < 2 * half + parameters.partial_rounds(); ++round) {
    bool const full = round < half || round >= half + parameters.partial_rounds();
    for (std::size_t i = 0; i < t; ++i) {
      x[i] = state[i] + parameters.round_constants()[round * t + i];
      if (full || i == 0) x[i] = detail::fifth_power(x[i]);
    }
    for (std::size_t i = 0; i < t; ++i) {
      state[i] = F::zero();
      for (std::size_t j = 0; j < t; ++j) state[i] += parameters.matrix()[i * t + j] * x[j];
    }
  }
}

// The same with 2t − 1 products a partial round. Precondition: t elements.
template <class F>
void poseidon_permutation(poseidon_parameters<F> const& parameters, std::span<F> state) {
  std::size_t const t = parameters.width();
  LUCID_EXPECTS(state.size() == t);
  auto const& layers = parameters.layers();
  std::size_t const half = parameters.full_rounds() / 2;
  std::size_t const last = parameters.full_rounds() + parameters.partial_rounds() - 1;
  auto const s_boxes = [&] {
    for (F& x : state) x = detail::fifth_power(x);
  };
  for (std::size_t i = 0; i < t; ++i) state[i] += parameters.round_constants()[i];
  for (std::size_t round = 0; round < half; ++round) {
    s_boxes();
    detail::apply_layer(round + 1 < half ? layers.after(round) : layers.into_partial(), state);
  }
  for (std::size_t r = 0; r < parameters.partial_rounds(); ++r) {
    F const a = r == 0 ? state[0] : detail::inner_product(layers.n.data(), state.data(), t);
    std::copy(state.begin() + 1, state.end(), state.begin());
    state[t - 1] = detail::fifth_power(a) - layers.partial_offset[r] - detail::inner_product(layers.chi.data(), state.data(), t - 1);
  }
  std::array<F, poseidon_parameters<F>::max_width> g;
  std::copy(state.begin(), state.end(), g.begin());
  state[0] = detail::inner_product(layers.n.data(), g.data(), t);
  for (std::size_t i = 1; i < t; ++i) {
    state[i] = layers.hidden_offset[i - 1] + detail::inner_product(layers.hidden.row(i - 1), g.data() + 1, t - 1);
  }
  for (std::size_t round = half + parameters.partial_rounds(); round < last; ++round) {
    s_boxes();
    detail::apply_layer(layers.after(round), state);
  }
  s_boxes();
  std::copy(state.begin(), state.end(), g.begin());
  for (std::size_t i = 0; i < t; ++i) state[i] = detail::inner_product(layers.mix.row(i), g.data(), t);
}

// The digest of `arity` elements. Precondition: so many.
template <class F>
[[nodiscard]] F poseidon_digest(poseidon_parameters<F> const& parameters, std::span<F const> inputs) {
  LUCID_EXPECTS(inputs.size() == parameters.arity());
  std::array<F, poseidon_parameters<F>::max_width> state;
  state[0] = parameters.capacity();
  std::copy(inputs.begin(), inputs.end(), state.begin() + 1);
  poseidon_permutation(parameters, std::span{state}.first(parameters.width()));
  return state[parameters.digest_element()];
}

}  // namespace lucid::inline v0
