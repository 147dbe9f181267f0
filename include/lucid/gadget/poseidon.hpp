// Poseidon [GKRRS19] as a circuit, permutation and digest; of values it is poseidon_digest.hpp. A digest of a numbers, t = a + 1, with a constant first element:
//   rows       3·(t·R_F + R_P − 1), all of them S-boxes'; linear layers cost none, and no variable beside the three of an S-box. Three are the fewest for x⁵.
//   non-zeros  4t + 6 for an S-box of a partial round, whatever the round, t + 9 for one of a full round (poseidon_layers.hpp says how, docs/decisions/0012 why)
//   circomlib's poseidon(2), (8), (11)    240, 402, 465 rows with 1,317, 4,083, 5,520 non-zeros
//     by circom 2 and circomlib --O2      240, 402, 465 rows with 3,040, 10,551, 12,018;   --O1: 517, 1,171, 1,429 rows with 1,629, 4,401, 5,646
//   Filecoin's arity 2, 4, 8, 11          234, 285, 384, 456 rows with 1,281, 2,049, 3,831, 5,358;   neptune: 237, 288, 387, 459 rows
// Squares are only in A's columns and cubes only in B's: two thirds of the variables in either, which is what a prover's sums over them cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/gadget/poseidon_digest.hpp>
#include <lucid/gadget/poseidon_layers.hpp>
#include <lucid/gadget/poseidon_parameters.hpp>

namespace lucid::inline v0 {

namespace detail {

// Σ k_i·v_i + constant, of known value. Coefficients and variables are somebody else's, and outlive it.
template <class F>
struct known_sum {
  F const* k;
  number<F> const* v;
  std::size_t size;
  F constant;
  F value;

  template <class Combination>
  void add_to(Combination& lc, auto const& factor) const {
    for (std::size_t i = 0; i < size; ++i) v[i].add_to(lc, factor.is_one() ? k[i] : factor * k[i]);
    if (!constant.is_zero()) lc.add(factor * constant);
  }
  template <class Combination>
  void subtract_from(Combination& lc, auto const& factor) const {
    add_to(lc, -factor);
  }
  template <class>
  [[nodiscard]] F const& evaluate() const noexcept {
    return value;
  }
};

template <class F>
[[nodiscard]] F inner_product(F const* k, number<F> const* x, std::size_t n) noexcept {
  F sum = n % 2 != 0 ? k[n - 1] * x[n - 1].value() : F::zero();
  for (std::size_t i = 0; i + 1 < n; i += 2) sum += sum_of_products(k[i], x[i].value(), k[i + 1], x[i + 1].value());
  return sum;
}

// A permutation up to the inputs of its last S-boxes; then either `digest` or `state`, once. y_: the inputs of a round's S-boxes, or the last t of the
// partial rounds' sequence g. box_: x² and x³ of a round's S-boxes.
template <constraint_system CS>
class poseidon_circuit {
 public:
  using F = typename CS::field;
  static constexpr std::size_t max_width = poseidon_parameters<F>::max_width;

  poseidon_circuit(CS& cs, poseidon_parameters<F> const& parameters, std::span<number<F> const> state)
      : cs_(cs), parameters_(parameters), layers_(parameters.layers()), t_(parameters.width()) {
    LUCID_EXPECTS(state.size() == t_);
    std::size_t const half = parameters.full_rounds() / 2;
    std::size_t const last = parameters.full_rounds() + parameters.partial_rounds() - 1;
    first_rounds(state);
    for (std::size_t round = 1; round + 1 < half; ++round) next_round(round);
    close(layers_.into_partial());
    for (std::size_t r = 0; r < parameters.partial_rounds(); ++r) partial_round(r);
    leave_partial();
    for (std::size_t round = half + parameters.partial_rounds(); round < last; ++round) next_round(round);
  }

  // One element of the permuted state: its row has the digest and the other S-boxes' x⁵, which are variables themselves.
  [[nodiscard]] number<F> digest() {
    std::size_t const d = parameters_.digest_element();
    for (std::size_t i = 0; i < t_; ++i) {
      y_[i] = free_number(cs_, [&] {
        if (i == 0) raise(0);
        return i == d ? inner_product(layers_.mix.row(d), fifth_.data(), t_) : fifth_[i];
      });
    }
    for (std::size_t i = 0; i < t_; ++i) {
      // x² · x³ = x⁵, and (digest − Σ m_dj·x_j⁵) / m_dd   j ≠ d   for the S-box d
      finish(i, i == d ? known_sum<F>{layers_.digest_row.data(), y_.data(), t_, F::zero(), fifth_[i]} : only(y_[i]));
    }
    return y_[d];
  }
  void state(std::span<number<F>> out) {
    std::array<F, max_width> const none{};
    close({&layers_.mix, &layers_.unmix, none.data(), none.data()});
    std::copy_n(y_.begin(), t_, out.begin());
  }

 private:
  struct half_box {
    number<F> square, cube;
  };

  // The first two rows of an S-box.
  void open(std::size_t i, known_sum<F> const& x) {
    half_box& box = box_[i];
    box.square = free_number(cs_, [&] { return square(x.value); });
    // x · x = x²
    cs_.enforce(x, x, box.square);
    box.cube = free_number(cs_, [&] { return box.square.value() * x.value; });
    // x² · x = x³
    cs_.enforce(box.square, x, box.cube);
  }
  // The third one: x² · x³ = x⁵, said with other variables.
  void finish(std::size_t i, known_sum<F> const& fifth) { cs_.enforce(box_[i].square, box_[i].cube, fifth); }
  // x⁵ of the S-boxes from `first` on, where values are wanted.
  void raise(std::size_t first) {
    for (std::size_t i = first; i < t_; ++i) fifth_[i] = box_[i].square.value() * box_[i].cube.value();
  }
  // The third rows, and the variables that they are said with.
  void close(affine_layer<F> const& layer) {
    for (std::size_t i = 0; i < t_; ++i) {
      y_[i] = free_number(cs_, [&] {
        if (i == 0) raise(0);
        return layer.shift[i] + inner_product(layer.forward->row(i), fifth_.data(), t_);
      });
    }
    // x² · x³ = (M⁻¹·(y − c))_i
    for (std::size_t i = 0; i < t_; ++i) finish(i, {layer.backward->row(i), y_.data(), t_, layer.offset[i], fifth_[i]});
  }
  void next_round(std::size_t round) {
    auto const scope = cs_.enter("round", round + 1);
    close(layers_.after(round));
    for (std::size_t i = 0; i < t_; ++i) open(i, only(y_[i]));
  }

  // Round 0, and the first two rows of round 1's S-boxes. A constant first element is a constant S-box, which has no rows.
  void first_rounds(std::span<number<F> const> state) {
    auto const scope = cs_.enter("round", 0);
    bool const folded = state[0].is_constant();
    for (std::size_t i = folded ? 1 : 0; i < t_; ++i) open(i, only(state[i], parameters_.round_constants()[i]));
    if (!folded) {
      next_round(0);
      return;
    }
    std::size_t const m = t_ - 1;
    F const k = fifth_power(state[0].value() + parameters_.round_constants()[0]);
    for (std::size_t i = 0; i < m; ++i) {
      y_[i + 1] = free_number(cs_, [&] {
        if (i == 0) raise(1);
        F const constant = layers_.after(0).shift[i + 1] + k * layers_.w[i];
        return constant + inner_product(layers_.rest.row(i), fifth_.data() + 1, m);
      });
    }
    for (std::size_t i = 0; i < m; ++i) {
      F const offset = layers_.first_offset[i] - k * layers_.first_by_k[i];
      // x² · x³ = (H⁻¹·(y − c − k·w))_i
      finish(i + 1, {layers_.rest_inverse.row(i), y_.data() + 1, m, offset, fifth_[i + 1]});
    }
    auto const second = cs_.enter("round", 1);
    F const constant = layers_.first_constant + k * layers_.first_constant_by_k;
    open(0, sum_of(layers_.first_row.data(), y_.data() + 1, m, constant));
    for (std::size_t i = 1; i < t_; ++i) open(i, only(y_[i]));
  }

  // y_ before: the last t of g, of which round 0 needs t − 1 and has a_0 in the first's place.
  void partial_round(std::size_t r) {
    auto const scope = cs_.enter("partial round", r);
    open(0, r == 0 ? only(y_[0]) : sum_of(layers_.n.data(), y_.data(), t_, F::zero()));
    std::copy(y_.begin() + 1, y_.begin() + static_cast<std::ptrdiff_t>(t_), y_.begin());
    y_[t_ - 1] = free_number(cs_, [&] {
      fifth_[0] = box_[0].square.value() * box_[0].cube.value();
      return fifth_[0] - layers_.partial_offset[r] - inner_product(layers_.chi.data(), y_.data(), t_ - 1);
    });
    // x² · x³ = Σ χ_k·g_(r−k) + constant
    finish(0, {layers_.chi.data(), y_.data(), t_, layers_.partial_offset[r], fifth_[0]});
  }
  // The first two rows of the S-boxes after the partial rounds.
  void leave_partial() {
    auto const scope = cs_.enter("round", parameters_.full_rounds() / 2 + parameters_.partial_rounds());
    open(0, sum_of(layers_.n.data(), y_.data(), t_, F::zero()));
    for (std::size_t i = 1; i < t_; ++i) {
      open(i, sum_of(layers_.hidden.row(i - 1), y_.data() + 1, t_ - 1, layers_.hidden_offset[i - 1]));
    }
  }
  known_sum<F> only(number<F> const& v, F const& constant = F::zero()) const { return {&one_, &v, 1, constant, v.value() + constant}; }
  static known_sum<F> sum_of(F const* k, number<F> const* v, std::size_t size, F const& constant) {
    return {k, v, size, constant, constant + inner_product(k, v, size)};
  }

  CS& cs_;
  poseidon_parameters<F> const& parameters_;
  poseidon_layers<F> const& layers_;
  std::size_t t_;
  F one_ = F::one();
  std::array<number<F>, max_width> y_;
  std::array<half_box, max_width> box_;
  std::array<F, max_width> fifth_{};
};

}  // namespace detail

// The digest of `arity` numbers; of constants it is one, and costs no row. Precondition: so many.
template <constraint_system CS>
[[nodiscard]] number<typename CS::field> poseidon(CS& cs, poseidon_parameters<typename CS::field> const& parameters,
                                                  std::span<number<typename CS::field> const> inputs) {
  using F = typename CS::field;
  LUCID_EXPECTS(inputs.size() == parameters.arity());
  auto const scope = cs.enter("poseidon");
  std::array<number<F>, poseidon_parameters<F>::max_width> state;
  state[0] = number<F>::constant(parameters.capacity());
  std::copy(inputs.begin(), inputs.end(), state.begin() + 1);
  if (std::all_of(inputs.begin(), inputs.end(), [](number<F> const& x) { return x.is_constant(); })) {
    std::array<F, poseidon_parameters<F>::max_width> values;
    for (std::size_t i = 0; i < inputs.size(); ++i) values[i] = inputs[i].value();
    return number<F>::constant(poseidon_digest(parameters, std::span<F const>{values}.first(inputs.size())));
  }
  return detail::poseidon_circuit<CS>{cs, parameters, std::span<number<F> const>{state}.first(parameters.width())}.digest();
}

// Permutes t numbers, for sponges: 3 rows an S-box, but none for the first one where the first number is constant. Precondition: t numbers.
template <constraint_system CS>
void poseidon_permutation(CS& cs, poseidon_parameters<typename CS::field> const& parameters, std::span<number<typename CS::field>> state) {
  auto const scope = cs.enter("poseidon_permutation");
  detail::poseidon_circuit<CS>{cs, parameters, state}.state(state);
}

}  // namespace lucid::inline v0
