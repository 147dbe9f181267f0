// The three matrices of a system of constraints, as views, and those of them that were made in memory. A shape is a handle to either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/circuit/sparse_matrix_builder.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// (A·z)_i · (B·z)_i = (C·z)_i for every row i. Columns: 0 = the constant one, then public inputs, then private variables. Views of what somebody owns.
template <class F>
struct constraint_matrices {
  std::size_t variables = 1;  // with the constant one
  std::size_t public_inputs = 0;
  bool has_c = true;         // some formats leave C out; then its rows are empty
  sparse_matrix<F> a, b, c;  // as many rows each
  view<F const> dictionary;  // by code: +1, −1, then others

  // Of all streams and the dictionary.
  [[nodiscard]] std::uint64_t bytes() const noexcept {
    std::uint64_t total = std::uint64_t{F::bytes} * dictionary.size();
    for (sparse_matrix<F> const* m : {&a, &b, &c}) {
      total += m->descriptors().size() + sizeof(page_start) * m->pages().size() + sizeof(std::uint32_t) * m->columns().size() +
               m->codes().size();
    }
    return total;
  }
};

// Matrices that were made in memory, with all that they are views of. Does not move.
template <class F>
struct stored_matrices {
  buffer<F> dictionary;
  stored_matrix<F> a, b, c;
  constraint_matrices<F> all;

  stored_matrices(std::size_t variables, std::size_t public_inputs, bool has_c, buffer<F>&& coefficients, stored_matrix<F>&& of_a,
                  stored_matrix<F>&& of_b, stored_matrix<F>&& of_c)
      : dictionary(std::move(coefficients)),
        a(std::move(of_a)),
        b(std::move(of_b)),
        c(std::move(of_c)),
        all{variables, public_inputs, has_c, a.matrix(), b.matrix(), c.matrix(), dictionary} {}
  stored_matrices(stored_matrices const&) = delete;
  stored_matrices& operator=(stored_matrices const&) = delete;
};

}  // namespace lucid::inline v0
