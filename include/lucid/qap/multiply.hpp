// A·z and B·z for an assignment z, on a domain. C is not multiplied: in a satisfied row it is the product of the other two.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <lucid/config/error.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/evaluations.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/sparse_product.hpp>

namespace lucid::inline v0::qap {

// a_i = (A·z)_i, b_i = (B·z)_i and c_i = a_i·b_i for every row i, input rows included, and 0 for the other points of the domain; no c where C is in the key.
// With a z that does not satisfy the circuit, c is not C·z, and the proof made from it does not verify.
// Throws argument_error when z has not as many values as there are variables or does not begin with 1, or the domain is too small.
template <class Exec, class F>
  requires runs_on<sparse_product, Exec>
[[nodiscard]] evaluations<F> multiply(Exec const& exec, matrices<F> const& m, poly::domain<F> const& domain,
                                      std::type_identity_t<view<F const>> z, c_part c = c_part::in_rows) {
  auto const span = exec.open("qap/multiply");
  if (z.size() != m.variables()) {
    throw argument_error("witness: " + std::to_string(z.size()) + " values for " + std::to_string(m.variables()) + " variables");
  }
  if (!z[0].is_one()) throw argument_error("witness: value 0 is not one");
  if (m.rows() > domain.size()) {
    throw argument_error("domain: " + std::to_string(domain.size()) + " points for " + std::to_string(m.rows()) + " rows");
  }
  std::size_t const n = domain.size();
  std::size_t const rows = m.shape().constraints();
  evaluations<F> e{buffer<F>{exec, n}, buffer<F>{exec, n}, c == c_part::in_rows ? buffer<F>{exec, n} : buffer<F>{}};
  auto const product = [&](char const* name, sparse_matrix<F> const& matrix, view<F> out) {
    auto const part = exec.open(name);
    exec.count("elements", matrix.terms());
    sparse_product{}(exec, coded_rows<F>{matrix, m.shape().dictionary()}, z, out);
  };
  product("qap/multiply/a", m.shape().a(), e.a.all().subview(0, rows));
  product("qap/multiply/b", m.shape().b(), e.b.all().subview(0, rows));
  if (c == c_part::in_rows) {
    auto const part = exec.open("qap/multiply/c");
    exec.count("elements", rows);
    for_ranges(exec, rows, 1024, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) e.c[i] = e.a[i] * e.b[i];
    });
  }
  detail::append_input_rows<F>(exec, e, rows, z.subview(0, m.appended_rows()));
  return e;
}

// The bytes of multiply on n points, with a dictionary of so many coefficients.
template <class F, class Exec>
  requires runs_on<sparse_product, Exec>
[[nodiscard]] planned_evaluations<F> plan_multiply(Exec const& exec, memory_plan& memory, std::size_t n, std::size_t dictionary,
                                                   c_part c = c_part::in_rows) {
  planned_evaluations<F> e{{memory, n}, {memory, n}, {memory, c == c_part::in_rows ? n : 0}};
  sparse_product{}.plan<F>(exec, dictionary, memory);
  return e;
}

}  // namespace lucid::inline v0::qap
