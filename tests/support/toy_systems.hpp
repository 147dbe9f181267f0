// Small systems of constraints with a satisfying assignment, made term by term: no gadget and no builder of circuits takes part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>

namespace lucid_test {

template <class F>
struct toy_system {
  lucid::shape<F> circuit;
  std::vector<F> z;  // with the constant one

  [[nodiscard]] lucid::assignment<F> assigned(auto const& exec) const { return {exec, circuit.public_inputs(), lucid::view<F const>{z}}; }
  [[nodiscard]] std::vector<F> inputs() const {
    return {z.begin() + 1, z.begin() + 1 + static_cast<std::ptrdiff_t>(circuit.public_inputs())};
  }
};

// out = x·y with out public.
template <class F>
toy_system<F> multiplier() {
  using lucid::matrix_name;
  lucid::shape_builder<F> rows{4, 1, 1};
  rows.add(matrix_name::a, 0, 2, F::one());
  rows.add(matrix_name::b, 0, 3, F::one());
  rows.add(matrix_name::c, 0, 1, F::one());
  return {rows.finish(1), {F{1}, F{33}, F{3}, F{11}}};
}

// `rows` rows, each defining one private variable as a product of two random combinations of one to three earlier variables with small, negative and full
// coefficients; every public input is free, and some occur in no row.
template <class F>
toy_system<F> random_system(std::size_t row_count, std::size_t publics, std::uint64_t seed) {
  using lucid::matrix_name;
  lucid::seeded_entropy entropy{seed};
  auto const draw = [&](std::size_t below) {
    std::uint64_t x = 0;
    entropy.fill(std::as_writable_bytes(std::span{&x, 1}));
    return static_cast<std::size_t>(x % below);
  };
  std::size_t const seeds = 2;  // private variables that no row defines
  std::size_t const variables = 1 + publics + seeds + row_count;
  std::vector<F> z{F::one()};
  for (std::size_t i = 0; i < publics + seeds; ++i) z.push_back(lucid::random_element<F>(entropy));
  lucid::shape_builder<F> rows{variables, publics, row_count};
  for (std::size_t row = 0; row < row_count; ++row) {
    F value[2] = {};
    for (int side = 0; side < 2; ++side) {
      std::size_t const terms = 1 + draw(3);
      for (std::size_t t = 0; t < terms; ++t) {
        std::size_t const column = draw(z.size());
        std::size_t const kind = draw(4);
        F const k = kind == 0 ? F::one() : kind == 1 ? -F::one() : kind == 2 ? F{draw(1000) + 2} : lucid::random_element<F>(entropy);
        rows.add(side == 0 ? matrix_name::a : matrix_name::b, row, column, k);
        value[side] += k * z[column];
      }
    }
    rows.add(matrix_name::c, row, z.size(), F::one());
    z.push_back(value[0] * value[1]);
  }
  return {rows.finish(row_count), std::move(z)};
}

// No rows at all: every assignment satisfies it.
template <class F>
toy_system<F> no_constraints(std::size_t publics) {
  lucid::shape_builder<F> rows{2 + publics, publics, 0};
  std::vector<F> z{F::one()};
  for (std::size_t i = 0; i <= publics; ++i) z.push_back(F{7 + i});
  return {rows.finish(0), std::move(z)};
}

// p² = q with both public, and a third public input in no row.
template <class F>
toy_system<F> no_private() {
  using lucid::matrix_name;
  lucid::shape_builder<F> rows{4, 3, 1};
  rows.add(matrix_name::a, 0, 1, F::one());
  rows.add(matrix_name::b, 0, 1, F::one());
  rows.add(matrix_name::c, 0, 2, F::one());
  return {rows.finish(1), {F{1}, F{5}, F{25}, F{99}}};
}

}  // namespace lucid_test
