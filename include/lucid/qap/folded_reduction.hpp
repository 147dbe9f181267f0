// A quotient of four transforms: the part of C stands in the points of the key, once a circuit, and not in the scalars of each proof. A third reduction, for keys
// that stay here: no file format has it, and the verifying key and the proofs, byte for byte, are those of the key that it was made from.
//
// With g = ω_2n, t = X^n − 1 and L_i the Lagrange basis of the domain, both reductions of quotient.hpp end in one sum,
//   (AB − C)(τ)/δ = Σ (AB − C)(gω^i)·H_i,  i < n,  H_i = ℓ_(2i+1)(τ)/δ,  ℓ the basis of the powers of g:
// circom's as it is, libsnark's since ℓ_(2i+1) = −(t/2)·(the basis of the coset gω^i), as t is −2 there, and Σ h_j·τ^j·t(τ)/δ is linear in the values of h.
// C has a degree below n. What takes its values on the odd powers of g and 0 on the even ones is −C·t/2, of a degree below 2n, so that its expansion is
//   Σ C(gω^i)·H_i = −C(τ)·t(τ)/(2δ) = −Σ_k z_k·C_k(τ)·t(τ)/(2δ),
// and a query over *all* variables, the constant and the public inputs too, takes it in:
//   L'_k = L_k + D_k,  D_k = C_k(τ)·t(τ)/(2δ),  L_k = 0 where k is public.
// What is left of the scalars is (AB)(gω^i): inverse and coset transforms of A and of B, and not a value of C. A setup that knows τ has D_k for one product; who
// has points alone transforms points (groth16/fold.hpp). [GGPR13]; H in this basis as in .zkey files. Needs ω_2n: n below 2^s.
#pragma once

#include <cstddef>
#include <utility>

#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/release.hpp>
#include <lucid/field/power_of_two.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/evaluations.hpp>
#include <lucid/qap/quotient.hpp>

namespace lucid::inline v0::qap {

// Base: the reduction whose root of unity and whose γ the key has. Where some row does not hold, C(τ) is what the matrix says and not the product of the rows,
// and the proof does not verify, as with Base.
template <class Base>
struct folded_reduction {
  using base = Base;
  static constexpr char const* name = "folded";
  static constexpr c_part c = c_part::in_key;
  static constexpr bool gamma_is_one = Base::gamma_is_one;
  [[nodiscard]] static constexpr std::size_t h_length(std::size_t n) noexcept { return n; }

  template <class F>
  [[nodiscard]] static constexpr F full_order_root() noexcept {
    return Base::template full_order_root<F>();
  }

  // ℓ_(2i+1)(τ)/δ. Throws argument_error when τ is a power of ω_2n.
  template <class Exec, class F>
  [[nodiscard]] static buffer<F> h_scalars(Exec const& exec, poly::domain<F> const& domain, F const& tau, F const& delta_inverse) {
    return circom_reduction::h_scalars(exec, domain, tau, delta_inverse);
  }

  // t(τ)/2, what the L query has of C_k beside its own, over δ.
  template <class F>
  [[nodiscard]] static F c_factor(poly::domain<F> const& domain, F const& tau) {
    return divided_by_power_of_two(domain.vanishing(tau), 1);
  }

  template <class Exec, class Ntt, class F, memory_space Space>
  [[nodiscard]] static buffer<F, Space> quotient(Exec const& exec, Ntt const& ntt, poly::domain<F> const& domain,
                                                 evaluations<F, Space>&& rows) {
    F const& shift = domain.root_of_twice();
    auto plan = ntt.prepare(exec, domain);
    detail::product_on_coset(exec, plan, rows, shift);
    release(exec, "poly/ntt/release", std::move(plan));
    return std::move(rows.a);
  }

  template <class Exec, class Ntt, class F>
  [[nodiscard]] static planned_buffer<F> plan(Exec const& exec, Ntt const& ntt, poly::domain<F> const& domain, memory_plan& memory,
                                              planned_evaluations<F>&& rows) {
    auto const tables = ntt.plan_tables(exec, domain, memory);
    return detail::plan_numerator_on_coset(exec, ntt, domain, memory, std::move(rows));
  }
};

}  // namespace lucid::inline v0::qap
