// A sparse matrix times a vector, as a description: a backend does the work. The matrix comes by rows, as a shape holds it or as a device keeps it, or as lists of
// terms, for columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/qap/resident_rows.hpp>

namespace lucid::inline v0::qap {

// The rows of a matrix, and what its codes mean.
template <class F>
struct coded_rows {
  sparse_matrix<F> rows;
  view<F const> dictionary;
};

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

// out[i] ← Σ coefficient·x[index] over row or list i. x, out and resident rows are in the working space of the policy. Preconditions: as many elements in out as rows or lists, indices below x.size(), x and out apart.
// One addition a term, and one product where the coefficient is not ±1 (of rows: nor a small power of two, and one for a run of coefficients that double);
// shared among threads by terms, so that one long row is no obstacle. The time does not depend on the values of x.
// Carrier: implementation<sparse_product, Backend>::run(exec, rows or lists, x, out).
struct sparse_product {
  template <class Exec, class F>
    requires runs_on<sparse_product, Exec>
  void operator()(Exec const& exec, coded_rows<F> const& matrix, view<F const> x, view<F> out) const {
    LUCID_EXPECTS(out.size() == matrix.rows.rows());
    implementation<sparse_product, typename Exec::backend>::run(exec, matrix, x, out);
  }
  template <class Exec, class F, memory_space Space>
    requires runs_on<sparse_product, Exec>
  void operator()(Exec const& exec, resident_rows<F, Space> const& rows, view<F const, Space> x, view<F, Space> out) const {
    LUCID_EXPECTS(out.size() == rows.rows());
    implementation<sparse_product, typename Exec::backend>::run(exec, rows, x, out);
  }
  // The bytes that a product by rows holds, for a dictionary of so many coefficients. Carrier: plan<F>(exec, dictionary, memory).
  template <class F, class Exec>
    requires runs_on<sparse_product, Exec>
  void plan(Exec const& exec, std::size_t dictionary, memory_plan& memory) const {
    implementation<sparse_product, typename Exec::backend>::template plan<F>(exec, dictionary, memory);
  }
  template <class Exec, class F>
    requires runs_on<sparse_product, Exec>
  void operator()(Exec const& exec, term_lists<F> const& lists, view<F const> x, view<F> out) const {
    LUCID_EXPECTS(out.size() == lists.size());
    implementation<sparse_product, typename Exec::backend>::run(exec, lists, x, out);
  }
};

}  // namespace lucid::inline v0::qap
