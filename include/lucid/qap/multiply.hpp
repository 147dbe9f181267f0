// A·z and B·z for an assignment z, on a domain. C is not multiplied: in a satisfied row it is the product of the other two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/evaluations.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/resident_rows.hpp>
#include <lucid/qap/sparse_product.hpp>

namespace lucid::inline v0::qap {

// A and B where a policy works that cannot reach a shape: what a device keeps of qap::matrices. Views.
template <class F, memory_space Space>
struct resident_matrices {
  resident_rows<F, Space> a, b;
  std::size_t variables = 0;      // with the constant one
  std::size_t appended_rows = 0;  // input rows behind those of the circuit

  [[nodiscard]] std::size_t constraints() const noexcept { return a.rows(); }
  [[nodiscard]] std::size_t rows() const noexcept { return constraints() + appended_rows; }
};

namespace detail {

// out[i] ← x[i]·y[i].
template <class F, memory_space Space>
struct product_of_each {
  view<F const, Space> x, y;
  view<F, Space> out;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const { out[i] = x[i] * y[i]; }
  template <class Visit>
  void touches(Visit&& f) const {
    f(x), f(y), f(out);
  }
};

// A, B: what sparse_product takes, with `constraints` rows.
template <class Exec, class Rows, class F, memory_space Space>
[[nodiscard]] evaluations<F, Space> multiply(Exec const& exec, Rows const& a, Rows const& b, std::uint64_t a_terms, std::uint64_t b_terms,
                                             std::size_t constraints, std::size_t n, view<F const, Space> z,
                                             view<F const, Space> one_and_inputs, c_part c) {
  evaluations<F, Space> e{buffer<F, Space>{exec, n}, buffer<F, Space>{exec, n},
                          c == c_part::in_rows ? buffer<F, Space>{exec, n} : buffer<F, Space>{}};
  auto const product = [&](char const* name, Rows const& rows, std::uint64_t terms, buffer<F, Space>& out) {
    auto const part = exec.open(name);
    exec.count("elements", terms);
    sparse_product{}(exec, rows, z, out.all().subview(0, constraints));
  };
  product("qap/multiply/a", a, a_terms, e.a);
  product("qap/multiply/b", b, b_terms, e.b);
  if (c == c_part::in_rows) {
    auto const part = exec.open("qap/multiply/c");
    exec.count("elements", constraints);
    for_each_index(exec, "qap/multiply/c", constraints, product_of_each<F, Space>{e.a.all(), e.b.all(), e.c.all()});
  }
  append_input_rows<F, Space>(exec, e, constraints, one_and_inputs);
  return e;
}

inline void require_fitting(std::size_t values, std::size_t variables, std::size_t rows, std::size_t points) {
  if (values != variables) {
    throw argument_error("witness: " + std::to_string(values) + " values for " + std::to_string(variables) + " variables");
  }
  if (rows > points) {
    throw argument_error("domain: " + std::to_string(points) + " points for " + std::to_string(rows) + " rows");
  }
}

}  // namespace detail

// a_i = (A·z)_i, b_i = (B·z)_i and c_i = a_i·b_i for every row i, input rows included, and 0 for the other points of the domain; no c where C is in the key.
// With a z that does not satisfy the circuit, c is not C·z, and the proof made from it does not verify.
// Throws argument_error when z has not as many values as there are variables or does not begin with 1, or the domain is too small.
template <class Exec, class F>
  requires runs_on<sparse_product, Exec>
[[nodiscard]] evaluations<F> multiply(Exec const& exec, matrices<F> const& m, poly::domain<F> const& domain,
                                      std::type_identity_t<view<F const>> z, c_part c = c_part::in_rows) {
  auto const span = exec.open("qap/multiply");
  auto const& shape = m.shape();
  detail::require_fitting(z.size(), m.variables(), m.rows(), domain.size());
  if (!z[0].is_one()) throw argument_error("witness: value 0 is not one");
  return detail::multiply(exec, coded_rows<F>{shape.a(), shape.dictionary()}, coded_rows<F>{shape.b(), shape.dictionary()},
                          shape.a().terms(), shape.b().terms(), shape.constraints(), domain.size(), z, z.subview(0, m.appended_rows()), c);
}

// The same where the policy works, from matrices that are there. That z begins with 1 is a precondition: it is not looked at.
template <class Exec, class F, memory_space Space>
  requires runs_on<sparse_product, Exec>
[[nodiscard]] evaluations<F, Space> multiply(Exec const& exec, resident_matrices<F, Space> const& m, poly::domain<F> const& domain,
                                             std::type_identity_t<view<F const, Space>> z, c_part c = c_part::in_rows) {
  auto const span = exec.open("qap/multiply");
  detail::require_fitting(z.size(), m.variables, m.rows(), domain.size());
  return detail::multiply(exec, m.a, m.b, m.a.terms(), m.b.terms(), m.constraints(), domain.size(), z, z.subview(0, m.appended_rows), c);
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
