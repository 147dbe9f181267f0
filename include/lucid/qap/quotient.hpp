// From A, B and C on a domain to the scalars of the H query. Two reductions, each a type, because a key made for one is useless with the other.
// [GGPR13] and formats of keys: bellman, arkworks and libsnark divide AB − C by the vanishing polynomial t = X^n − 1; snarkjs moves the division to the setup.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/release.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/evaluations.hpp>
#include <lucid/qap/lagrange.hpp>

namespace lucid::inline v0::qap {

namespace detail {

// x[i] ← x[i]·y[i] and x[i] ← x[i] − y[i].
template <class F, memory_space Space>
struct times_each {
  view<F, Space> x;
  view<F const, Space> y;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const { x[i] = x[i] * y[i]; }
  template <class Visit>
  void touches(Visit&& f) const {
    f(x), f(y);
  }
};
template <class F, memory_space Space>
struct less_each {
  view<F, Space> x;
  view<F const, Space> y;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const { x[i] = x[i] - y[i]; }
  template <class Visit>
  void touches(Visit&& f) const {
    f(x), f(y);
  }
};

// Values of a polynomial on the domain become those on shift·{ω^i}.
template <class Exec, class Plan, class F, memory_space Space>
void move_to_coset(Exec const& exec, char const* name, Plan const& plan, buffer<F, Space>& x, F const& shift) {
  auto const span = exec.open(name);
  plan.inverse_then_coset(exec, x.all(), shift);
}

// A·B on shift·{ω^i}, in the memory of a; b is given back.
template <class Exec, class Plan, class F, memory_space Space>
void product_on_coset(Exec const& exec, Plan const& plan, evaluations<F, Space>& rows, F const& shift) {
  move_to_coset(exec, "qap/quotient/a", plan, rows.a, shift);
  move_to_coset(exec, "qap/quotient/b", plan, rows.b, shift);
  auto const span = exec.open("qap/quotient/product");
  buffer<F, Space> const b = std::move(rows.b);
  for_each_index(exec, "qap/quotient/product", b.size(), times_each<F, Space>{rows.a.all(), b.all()});
}

// A·B − C there; b and c are given back as soon as they are used.
template <class Exec, class Plan, class F, memory_space Space>
[[nodiscard]] buffer<F, Space> numerator_on_coset(Exec const& exec, Plan const& plan, evaluations<F, Space>&& rows, F const& shift) {
  product_on_coset(exec, plan, rows, shift);
  move_to_coset(exec, "qap/quotient/c", plan, rows.c, shift);
  auto const span = exec.open("qap/quotient/difference");
  buffer<F, Space> const c = std::move(rows.c);
  for_each_index(exec, "qap/quotient/difference", c.size(), less_each<F, Space>{rows.a.all(), c.all()});
  return std::move(rows.a);
}

// The bytes of the above.
template <class Exec, class Ntt, class F>
[[nodiscard]] planned_buffer<F> plan_numerator_on_coset(Exec const& exec, Ntt const& ntt, poly::domain<F> const& domain,
                                                        memory_plan& memory, planned_evaluations<F>&& rows) {
  ntt.plan_transform(exec, domain, memory);
  rows.b.reset();
  rows.c.reset();
  return std::move(rows.a);
}

}  // namespace detail

// The form of .zkey files. Scalars: (AB − C)(ω_2n^(2i+1)), i < n. AB − C has degree below 2n and vanishes on the even powers of ω_2n where every row holds, so
// these n values are its whole Lagrange expansion on 2n points. Six transforms of size n. Needs ω_2n: n below 2^s.
struct circom_reduction {
  static constexpr char const* name = "circom";
  static constexpr c_part c = c_part::in_rows;
  static constexpr bool gamma_is_one = true;  // in every key of this form
  [[nodiscard]] static constexpr std::size_t h_length(std::size_t n) noexcept { return n; }

  // The root of unity of full order that keys of this form use.
  template <class F>
  [[nodiscard]] static constexpr F full_order_root() noexcept {
    return two_adic<typename F::spec>::root_of_least_non_residue;
  }

  // The H query's scalars in the exponent: L_(2i+1)(τ)/δ of the Lagrange basis on 2n points. Throws argument_error when τ is one of them.
  template <class Exec, class F>
  [[nodiscard]] static buffer<F> h_scalars(Exec const& exec, poly::domain<F> const& domain, F const& tau, F const& delta_inverse) {
    return odd_lagrange_of_twice_at(exec, domain, tau, delta_inverse);
  }

  template <class Exec, class Ntt, class F, memory_space Space>
  [[nodiscard]] static buffer<F, Space> quotient(Exec const& exec, Ntt const& ntt, poly::domain<F> const& domain,
                                                 evaluations<F, Space>&& rows) {
    F const& shift = domain.root_of_twice();  // refuses before anything is allocated
    auto plan = ntt.prepare(exec, domain);
    auto scalars = detail::numerator_on_coset(exec, plan, std::move(rows), shift);
    release(exec, "poly/ntt/release", std::move(plan));
    return scalars;
  }

  // The bytes of it, as of quotient below.
  template <class Exec, class Ntt, class F>
  [[nodiscard]] static planned_buffer<F> plan(Exec const& exec, Ntt const& ntt, poly::domain<F> const& domain, memory_plan& memory,
                                              planned_evaluations<F>&& rows) {
    auto const tables = ntt.plan_tables(exec, domain, memory);
    return detail::plan_numerator_on_coset(exec, ntt, domain, memory, std::move(rows));
  }
};

// The form of libsnark, bellman, arkworks and gnark. Scalars: the n − 1 coefficients of h = (AB − C)/t. Seven transforms of size n.
// Where some row does not hold, AB − C has a remainder, and the result is not its quotient.
struct libsnark_reduction {
  static constexpr char const* name = "libsnark";
  static constexpr c_part c = c_part::in_rows;
  static constexpr bool gamma_is_one = false;
  [[nodiscard]] static constexpr std::size_t h_length(std::size_t n) noexcept { return n - 1; }

  template <class F>
  [[nodiscard]] static constexpr F full_order_root() noexcept {
    return two_adic<typename F::spec>::root;
  }

  // τ^i·t(τ)/δ, i < n − 1. Throws argument_error when τ lies in the domain.
  template <class Exec, class F>
  [[nodiscard]] static buffer<F> h_scalars(Exec const& exec, poly::domain<F> const& domain, F const& tau, F const& delta_inverse) {
    auto const span = exec.open("qap/h_scalars");
    F const vanishing = domain.vanishing(tau);
    if (vanishing.is_zero()) throw argument_error("tau: it lies in the domain");
    buffer<F> scalars{exec, h_length(domain.size())};
    poly::fill_progression(exec, scalars.all(), vanishing * delta_inverse, tau);
    return scalars;
  }

  // t is constant on the coset, and its inverse joins the factors of the last transform. The coefficient of X^(n−1) is dropped: it is zero.
  template <class Exec, class Ntt, class F, memory_space Space>
  [[nodiscard]] static buffer<F, Space> quotient(Exec const& exec, Ntt const& ntt, poly::domain<F> const& domain,
                                                 evaluations<F, Space>&& rows) {
    F const shift = poly::coset_shift(domain);
    F const inverse_of_t = inverse(domain.vanishing(shift));
    auto plan = ntt.prepare(exec, domain);
    auto scalars = detail::numerator_on_coset(exec, plan, std::move(rows), shift);
    {
      auto const span = exec.open("qap/quotient/h");
      plan.coset_inverse(exec, scalars.all(), shift, inverse_of_t);
    }
    release(exec, "poly/ntt/release", std::move(plan));

    auto const span = exec.open("qap/quotient/copy");
    exec.count("bytes moved", h_length(domain.size()) * sizeof(F));
    buffer<F, Space> const numerator = std::move(scalars);
    buffer<F, Space> h{exec, h_length(domain.size())};
    for_each_index(exec, "qap/quotient/copy", h.size(), copy_of_each<F, Space>{numerator.all(), h.all()});
    return h;
  }

  template <class Exec, class Ntt, class F>
  [[nodiscard]] static planned_buffer<F> plan(Exec const& exec, Ntt const& ntt, poly::domain<F> const& domain, memory_plan& memory,
                                              planned_evaluations<F>&& rows) {
    planned_buffer<F> scalars;
    {
      auto const tables = ntt.plan_tables(exec, domain, memory);
      scalars = detail::plan_numerator_on_coset(exec, ntt, domain, memory, std::move(rows));
      ntt.plan_transform(exec, domain, memory);
    }
    auto const numerator = std::move(scalars);
    return {memory, h_length(domain.size())};
  }
};

// Reduction::h_length(n) scalars, in the order of the key's H query, where the evaluations are. ntt: a description with prepare, such as radix2_ntt. rows.c is empty where C is in the key.
// Uses up the evaluations: no more than three vectors of n elements are held at once, and the tables of the transform.
// Throws argument_error when a vector is not of the domain's size, or the reduction needs a root of unity that the field has not.
template <class Reduction, class Exec, class Ntt, class F, memory_space Space>
[[nodiscard]] buffer<F, Space> quotient(Exec const& exec, Ntt const& ntt, poly::domain<F> const& domain, evaluations<F, Space>&& rows) {
  static_assert(Space == working_space<Exec>, "evaluations are where the policy works");
  auto const span = exec.open("qap/quotient");
  std::size_t const n = domain.size();
  if (rows.a.size() != n || rows.b.size() != n || rows.c.size() != (Reduction::c == c_part::in_rows ? n : 0)) {
    throw argument_error("evaluations: not of the domain's size");
  }
  return Reduction::quotient(exec, ntt, domain, std::move(rows));
}

}  // namespace lucid::inline v0::qap
