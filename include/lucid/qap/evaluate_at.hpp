// The polynomials of all variables at one point, as scalars: what a setup that knows τ puts into exponents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/release.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/lagrange.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/sparse_product.hpp>

namespace lucid::inline v0::qap {

// One value a variable.
template <class F>
struct variable_values {
  buffer<F> a, b, c;
};

// The columns of a matrix as lists of terms, the rows within each ascending. Owns them.
template <class F>
class column_lists {
 public:
  // A counting sort, on the calling thread: 8 bytes a term and a column.
  column_lists(execution_policy auto const& exec, sparse_matrix<F> const& matrix, std::size_t columns)
      : start_(exec, columns + 1), row_(exec, matrix.terms()), coefficient_(exec, matrix.terms()) {
    for (std::uint64_t& s : start_) s = 0;
    matrix.for_each_term([this](std::size_t, std::uint32_t column, std::uint32_t) { ++start_[column + std::size_t{1}]; });
    for (std::size_t j = 1; j <= columns; ++j) start_[j] += start_[j - 1];
    // start_[j] is where list j begins. Filling moves it to where list j + 1 begins; in the end all move back by one.
    matrix.for_each_term([this](std::size_t row, std::uint32_t column, std::uint32_t code) {
      std::uint64_t const place = start_[column]++;
      row_[place] = static_cast<std::uint32_t>(row);
      coefficient_[place] = code;
    });
    for (std::size_t j = columns; j > 0; --j) start_[j] = start_[j - 1];
    start_[0] = 0;
  }

  [[nodiscard]] term_lists<F> lists(view<F const> dictionary) const noexcept {
    return {start_.all(), row_.all(), coefficient_.all(), dictionary};
  }

 private:
  buffer<std::uint64_t> start_;
  buffer<std::uint32_t> row_, coefficient_;
};

// A_j(τ), B_j(τ), C_j(τ) for every variable j: A_j is the polynomial of degree below n that takes the value A_ij at ω^i. Input row s, where it is appended,
// adds L_(rows + s)(τ) to A_s, and nothing to B and C.
// Throws argument_error when τ lies in the domain, the domain is too small, or the shape has no C.
template <class Exec, class F>
  requires runs_on<sparse_product, Exec>
[[nodiscard]] LUCID_COLD variable_values<F> evaluate_at(Exec const& exec, matrices<F> const& m, poly::domain<F> const& domain,
                                                        std::type_identity_t<F> const& tau) {
  auto const span = exec.open("qap/evaluate_at");
  if (!m.shape().has_c()) throw argument_error("shape: it has no matrix C, so its polynomials cannot be evaluated");
  if (m.rows() > domain.size()) {
    throw argument_error("domain: " + std::to_string(domain.size()) + " points for " + std::to_string(m.rows()) + " rows");
  }
  auto at_points = lagrange_at(exec, domain, tau);
  view<F const> const lagrange = at_points;
  auto const times = [&](char const* name, sparse_matrix<F> const& matrix) {
    auto const part = exec.open(name);
    exec.count("elements", matrix.terms());
    column_lists<F> const columns{exec, matrix, m.variables()};
    buffer<F> values{exec, m.variables()};
    sparse_product{}(exec, columns.lists(m.shape().dictionary()), lagrange, values.all());
    return values;
  };
  variable_values<F> result{times("qap/evaluate_at/a", m.shape().a()), times("qap/evaluate_at/b", m.shape().b()),
                            times("qap/evaluate_at/c", m.shape().c())};
  for (std::size_t s = 0; s < m.appended_rows(); ++s) result.a[s] = result.a[s] + lagrange[m.shape().constraints() + s];
  release(exec, "qap/evaluate_at/release", std::move(at_points));
  return result;
}

}  // namespace lucid::inline v0::qap
