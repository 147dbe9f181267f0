// Poseidon's linear layers, prepared for circuits and for speed. Knows matrices and constants, nothing of the generator that they come from, nor of constraints.
//
// A circuit of 3 rows an S-box has 3 variables an S-box to choose; two are its input's square and cube, the third may be any sum that holds x⁵.
// Full rounds choose the next S-boxes' inputs y = M·x + c, and say x = M⁻¹·(y − c): t terms once, where inputs said by x would take t terms three times.
//
// Partial rounds, with one S-box, would say the input of round r by all S-boxes before it. Split M into m_00, row u, column w and the rest H, the state into its
// first element a and h: a' = m_00·x + u·h, h' = w·x + H·h. With the characteristic polynomial of H, χ_0 = 1, …, χ_m, m = t − 1, and Cayley and Hamilton, all of
// it follows from one sequence g, one new variable a round (controllable canonical form, [Kai80] §2.1):
//   x_r     = Σ χ_k·g_(r−k)        k = 0 … m
//   h_(r+1) = Σ b_k·g_(r−k)        k = 0 … m − 1     b_0 = w, b_k = H·b_(k−1) + χ_k·w
//   a_(r+1) = Σ n_k·g_(r−k)        k = 0 … m         n_0 = m_00, n_k = m_00·χ_k + u·b_(k−1)
// t terms each however many rounds there are, the same coefficients in all of them, and 2t − 1 products a round to compute. Constants: those of h are carried
// along to the end, and g is shifted so that a needs none; x_r has one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/field/inverse.hpp>

namespace lucid::inline v0 {

namespace detail {

// A square matrix by rows; as large as a state.
template <class F>
struct small_matrix {
  std::size_t size = 0;
  std::vector<F> entries;

  small_matrix() = default;
  explicit small_matrix(std::size_t n) : size(n), entries(n * n) {}

  [[nodiscard]] F* row(std::size_t i) noexcept { return entries.data() + i * size; }
  [[nodiscard]] F const* row(std::size_t i) const noexcept { return entries.data() + i * size; }
};

// Σ k_i·x_i.
template <class F>
[[nodiscard]] F inner_product(F const* k, F const* x, std::size_t n) noexcept {
  F sum = n % 2 != 0 ? k[n - 1] * x[n - 1] : F::zero();
  for (std::size_t i = 0; i + 1 < n; i += 2) sum += sum_of_products(k[i], x[i], k[i + 1], x[i + 1]);
  return sum;
}

template <class F>
[[nodiscard]] std::vector<F> product(small_matrix<F> const& m, F const* x) {
  std::vector<F> y(m.size);
  for (std::size_t i = 0; i < m.size; ++i) y[i] = inner_product(m.row(i), x, m.size);
  return y;
}
template <class F>
[[nodiscard]] std::vector<F> product(F const* x, small_matrix<F> const& m) {
  std::vector<F> y(m.size);
  for (std::size_t i = 0; i < m.size; ++i) {
    for (std::size_t j = 0; j < m.size; ++j) y[j] += x[i] * m.row(i)[j];
  }
  return y;
}

// Gauss and Jordan. Throws argument_error for a singular matrix.
template <class F>
[[nodiscard]] small_matrix<F> inverse_of(small_matrix<F> m) {
  std::size_t const n = m.size;
  small_matrix<F> inverted{n};
  for (std::size_t i = 0; i < n; ++i) inverted.row(i)[i] = F::one();
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    while (pivot < n && m.row(pivot)[column].is_zero()) ++pivot;
    if (pivot == n) throw argument_error("poseidon: a matrix of this instance is singular");
    std::swap_ranges(m.row(pivot), m.row(pivot) + n, m.row(column));
    std::swap_ranges(inverted.row(pivot), inverted.row(pivot) + n, inverted.row(column));
    F const scale = inverse(m.row(column)[column]);
    for (std::size_t j = 0; j < n; ++j) {
      m.row(column)[j] *= scale;
      inverted.row(column)[j] *= scale;
    }
    for (std::size_t i = 0; i < n; ++i) {
      F const k = m.row(i)[column];
      if (i == column || k.is_zero()) continue;
      for (std::size_t j = 0; j < n; ++j) {
        m.row(i)[j] -= k * m.row(column)[j];
        inverted.row(i)[j] -= k * inverted.row(column)[j];
      }
    }
  }
  return inverted;
}

// y = forward·x + shift for the values of new variables, x = backward·y + offset for what rows say of x⁵.
template <class F>
struct affine_layer {
  small_matrix<F> const* forward = nullptr;
  small_matrix<F> const* backward = nullptr;
  F const* shift = nullptr;
  F const* offset = nullptr;
};

// All vectors over a window of g have the oldest first. Throws argument_error where a matrix has no inverse; published instances have all of them.
template <class F>
class poseidon_layers {
 public:
  poseidon_layers() = default;
  poseidon_layers(std::size_t t, std::size_t full_rounds, std::size_t partial_rounds, std::vector<F> const& constants,
                  std::vector<F> const& matrix, std::size_t digest_element)
      : mix{t}, half_(full_rounds / 2), partial_rounds_(partial_rounds) {
    mix.entries = matrix;
    unmix = inverse_of(mix);
    offsets_.resize((2 * half_ + partial_rounds) * t);
    shifts_ = constants;
    for (std::size_t round = 0; round < 2 * half_ + partial_rounds; ++round) {
      auto const c = product(unmix, shifts_.data() + round * t);
      for (std::size_t i = 0; i < t; ++i) offsets_[round * t + i] = -c[i];
    }
    std::size_t const m = t - 1;
    rest = small_matrix<F>{m};
    w.resize(m);
    for (std::size_t i = 0; i < m; ++i) {
      std::copy_n(mix.row(i + 1) + 1, m, rest.row(i));
      w[i] = mix.row(i + 1)[0];
    }
    fold_first(constants.data() + t);
    prepare_partial(constants);
    digest_row.resize(t);
    F const* const last = mix.row(digest_element);
    F const scale = inverse(last[digest_element]);
    for (std::size_t i = 0; i < t; ++i) digest_row[i] = i == digest_element ? scale : -(scale * last[i]);
  }

  // Between a full round and the next round, which is full as well.
  [[nodiscard]] affine_layer<F> after(std::size_t round) const noexcept {
    return {&mix, &unmix, shifts_.data() + (round + 1) * mix.size, offsets_.data() + (round + 1) * mix.size};
  }
  // Between the last full round of the first half and the partial rounds: y = (a_0, g_(−m), …, g_(−1)).
  [[nodiscard]] affine_layer<F> into_partial() const noexcept { return {&enter, &leave, enter_shift.data(), enter_offset.data()}; }

  small_matrix<F> mix, unmix;  // M, M⁻¹

  // The first round with a constant first element, whose S-box gives k: its other S-boxes have x = H⁻¹·y + first_offset − k·first_by_k, y the next inputs
  // but the first, which is first_row·y + first_constant + k·first_constant_by_k.
  small_matrix<F> rest, rest_inverse;  // H, H⁻¹
  std::vector<F> w, first_offset, first_by_k, first_row;
  F first_constant{}, first_constant_by_k{};

  std::vector<F> n, chi;          // t each
  std::vector<F> partial_offset;  // of x_r
  small_matrix<F> hidden;         // b, m × m: h = hidden·(the last m of g) + hidden_offset after the last partial round
  std::vector<F> hidden_offset;   // m
  std::vector<F> digest_row;      // x⁵ of the last round's S-box d, by its digest and the other S-boxes' x⁵

 private:
  // c: constants of round 1.
  void fold_first(F const* c) {
    std::size_t const m = rest.size;
    rest_inverse = inverse_of(rest);
    first_row = product(mix.row(0) + 1, rest_inverse);
    first_offset = product(rest_inverse, c + 1);
    for (F& x : first_offset) x = -x;
    first_by_k = product(rest_inverse, w.data());
    first_constant = c[0] - inner_product(first_row.data(), c + 1, m);
    first_constant_by_k = mix.row(0)[0] - inner_product(first_row.data(), w.data(), m);
  }

  void prepare_partial(std::vector<F> const& constants) {
    std::size_t const t = mix.size;
    std::size_t const m = rest.size;
    F const* const u = mix.row(0) + 1;
    // χ from H^m·w = −Σ χ_(m−j)·H^j·w.
    small_matrix<F> krylov{m};
    std::vector<F> power = w;
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t i = 0; i < m; ++i) krylov.row(i)[j] = power[i];
      power = product(rest, power.data());
    }
    auto const tail = product(inverse_of(std::move(krylov)), power.data());
    chi.resize(t);
    for (std::size_t j = 0; j < m; ++j) chi[j] = -tail[j];
    chi[m] = F::one();

    n.resize(t);
    n[m] = mix.row(0)[0];
    hidden = small_matrix<F>{m};
    std::vector<F> b = w;
    for (std::size_t k = 1; k <= m; ++k) {
      for (std::size_t i = 0; i < m; ++i) hidden.row(i)[m - k] = b[i];
      n[m - k] = mix.row(0)[0] * chi[m - k] + inner_product(u, b.data(), m);
      b = product(rest, b.data());
      for (std::size_t i = 0; i < m; ++i) b[i] += chi[m - k] * w[i];
    }

    // In: a_0 = u·x + c_0, and what of h is not constant is hidden·g.
    F const* c = constants.data() + half_ * t;
    auto const hidden_inverse = inverse_of(hidden);
    enter = small_matrix<F>{t};
    leave = small_matrix<F>{t};
    enter_shift.resize(t);
    enter_shift[0] = c[0];
    enter_offset.resize(t);
    std::copy_n(mix.row(0), t, enter.row(0));
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t k = 0; k < m; ++k) {
        for (std::size_t j = 0; j < t; ++j) enter.row(i + 1)[j] += hidden_inverse.row(i)[k] * mix.row(k + 1)[j];
      }
    }
    for (std::size_t i = 0; i < t; ++i) {
      enter_offset[i] = -(unmix.row(i)[0] * c[0]);
      leave.row(i)[0] = unmix.row(i)[0];
      auto const by_g = product(unmix.row(i) + 1, hidden);
      std::copy(by_g.begin(), by_g.end(), leave.row(i) + 1);
    }

    // constant: of h. g is shifted by φ_r, so that Σ n_k·φ_(r−k) is the constant of a_(r+1).
    std::vector<F> constant(c + 1, c + t);
    std::vector<F> phi(m);  // then φ_0, …
    F const scale = inverse(n[m]);
    for (std::size_t r = 0; r < partial_rounds_; ++r) {
      c += t;
      F const of_a = c[0] + inner_product(u, constant.data(), m);
      phi.push_back((of_a - inner_product(n.data(), phi.data() + r, m)) * scale);
      partial_offset.push_back(-inner_product(chi.data(), phi.data() + r, t));
      constant = product(rest, constant.data());
      for (std::size_t i = 0; i < m; ++i) constant[i] += c[i + 1];
    }
    hidden_offset = std::move(constant);
    auto const shifted = product(hidden, phi.data() + partial_rounds_);
    for (std::size_t i = 0; i < m; ++i) hidden_offset[i] -= shifted[i];
  }

  std::size_t half_ = 0, partial_rounds_ = 0;
  std::vector<F> shifts_, offsets_;  // t a round
  small_matrix<F> enter, leave;
  std::vector<F> enter_shift, enter_offset;
};

}  // namespace detail

}  // namespace lucid::inline v0
