// A sparse matrix times a vector, as a description: a backend does the work. The matrix comes as lists of terms, so that rows and columns are served alike.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::qap {

// List i holds the terms [start[i], start[i + 1]), each an index into the vector and a code into the dictionary, where 0 means +1 and 1 means −1.
template <class F>
struct term_lists {
  view<std::uint64_t const> start;  // one more than there are lists
  view<std::uint32_t const> index;
  view<std::uint32_t const> coefficient;
  view<F const> dictionary;

  [[nodiscard]] std::size_t size() const noexcept { return start.empty() ? 0 : start.size() - 1; }
  [[nodiscard]] std::size_t terms() const noexcept { return index.size(); }
};

// The rows of a matrix.
template <class F>
[[nodiscard]] term_lists<F> rows_of(sparse_matrix<F> const& matrix, view<F const> dictionary) noexcept {
  return {matrix.row_start, matrix.column, matrix.coefficient, dictionary};
}

// out[i] ← Σ coefficient·x[index] over list i. Preconditions: as many elements in out as lists, indices below x.size(), x and out apart.
// One addition a term, and one product where the coefficient is not ±1; shared among threads by terms, so that one long list is no obstacle.
// Carrier: implementation<sparse_product, Backend>::run(exec, lists, x, out).
struct sparse_product {
  template <class Exec, class F>
    requires runs_on<sparse_product, Exec>
  void operator()(Exec const& exec, term_lists<F> const& lists, view<F const> x, view<F> out) const {
    LUCID_EXPECTS(out.size() == lists.size());
    implementation<sparse_product, typename Exec::backend>::run(exec, lists, x, out);
  }
};

}  // namespace lucid::inline v0::qap
