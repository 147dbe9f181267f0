// The number-theoretic transform of any power of two from 1, in place, as a description; and the plan that holds its tables. A backend does the work.
// [CT65]; natural and bit-reversed orders alternate as in [GS66], so that a transform and its inverse meet without a permutation.
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/poly/domain.hpp>

namespace lucid::inline v0 {

namespace poly {
template <prime_field_element F, class Backend>
class ntt_plan;
}  // namespace poly

// The algorithm. Carrier: implementation<radix2_ntt, Backend> with a template tables<F>, and static functions
//   prepare(exec, domain) → tables<F>                      what all transforms of this domain share
//   forward, inverse(exec, domain, tables, x)              natural order at both ends
//   coset_forward(exec, domain, tables, x, shift)
//   coset_inverse(exec, domain, tables, x, shift, factor)  the result times factor
//   inverse_then_coset(exec, domain, tables, x, shift)
// which may take for granted what ntt_plan checks: x has n elements, shift ≠ 0 where its inverse is needed.
// and, where several vectors at once are quicker than one after another,
//   inverse_then_coset(exec, domain, tables, std::initializer_list of x, shift)
struct radix2_ntt {
  // Tables for a domain, computed once: 3n/2 products and as many elements from the policy's memory (n/2 where the field has no ω_2n).
  // Throws out_of_memory.
  template <class Exec, class F>
    requires runs_on<radix2_ntt, Exec>
  [[nodiscard]] auto prepare(Exec const& exec, poly::domain<F> const& points) const {
    auto const span = exec.open("poly/ntt/prepare");
    exec.count("elements", points.size());
    return poly::ntt_plan<F, typename Exec::backend>{points, implementation<radix2_ntt, typename Exec::backend>::prepare(exec, points)};
  }

  // The bytes of the tables, held for as long as the result lives; and those of any one transform to or from the coset of poly::coset_shift, beside its
  // elements. Carrier: plan_tables and plan_transform(exec, domain, memory, elements of roots of its own).
  template <class Exec, class F>
    requires runs_on<radix2_ntt, Exec>
  [[nodiscard]] auto plan_tables(Exec const& exec, poly::domain<F> const& points, memory_plan& memory) const {
    return implementation<radix2_ntt, typename Exec::backend>::plan_tables(exec, points, memory);
  }
  template <class Exec, class F>
    requires runs_on<radix2_ntt, Exec>
  void plan_transform(Exec const& exec, poly::domain<F> const& points, memory_plan& memory) const {
    implementation<radix2_ntt, typename Exec::backend>::plan_transform(exec, points, memory, points.has_twice() ? 0 : points.size());
  }
};

namespace poly {

// Transforms over one domain {ω^i}, i < n. Immutable: any number of threads may use it at once. For use under policies of the backend that made it.
// Every transform takes n elements in the backend's space, works in place on all cores of the policy, and gives the same bytes for any number of them; on a device
// in the order of the policy's stream, so that the host may go on before it is done.
// Each throws argument_error when the size is not n, and out_of_memory for scratch, which is small; then the elements are in no defined state.
// Cost: (n/2)·log2 n butterflies of a product, a sum and a difference, less the n products by 1 where no coset is involved.
template <prime_field_element F, class Backend>
class ntt_plan {
 public:
  using carrier = implementation<radix2_ntt, Backend>;
  using tables = typename carrier::template tables<F>;
  using elements = view<F, space_of<Backend>>;

  ntt_plan(domain<F> const& points, tables&& shared) : domain_(points), tables_(std::move(shared)) {}

  [[nodiscard]] domain<F> const& points() const noexcept { return domain_; }

  // Coefficients of f, ascending → f(ω^i), i ascending.
  template <class Exec>
  void forward(Exec const& exec, std::type_identity_t<elements> x) const {
    auto const span = exec.open("poly/ntt/forward");
    exec.count("elements", x.size());
    require_size(x);
    carrier::forward(exec, domain_, tables_, x);
  }

  // f(ω^i) → coefficients of the one f of degree below n; 1/n is applied.
  template <class Exec>
  void inverse(Exec const& exec, std::type_identity_t<elements> x) const {
    auto const span = exec.open("poly/ntt/inverse");
    exec.count("elements", x.size());
    require_size(x);
    carrier::inverse(exec, domain_, tables_, x);
  }

  // Coefficients of f → f(shift·ω^i). n more products, and n elements for a while, unless shift = ω_2n.
  template <class Exec>
  void coset_forward(Exec const& exec, std::type_identity_t<elements> x, F const& shift) const {
    auto const span = exec.open("poly/ntt/coset");
    exec.count("elements", x.size());
    require_size(x);
    carrier::coset_forward(exec, domain_, tables_, x, shift);
  }

  // f(shift·ω^i) → coefficients of factor·f. 2n more products. Throws argument_error when shift is zero.
  template <class Exec>
  void coset_inverse(Exec const& exec, std::type_identity_t<elements> x, F const& shift, F const& factor = F::one()) const {
    auto const span = exec.open("poly/ntt/coset_inverse");
    exec.count("elements", x.size());
    require_size(x);
    if (shift.is_zero()) throw argument_error("coset: a shift of zero has no inverse");
    carrier::coset_inverse(exec, domain_, tables_, x, shift, factor);
  }

  // f(ω^i) → f(shift·ω^i) for the f of degree below n: inverse and coset_forward without the two permutations between them, and one pass over memory less.
  template <class Exec>
  void inverse_then_coset(Exec const& exec, std::type_identity_t<elements> x, F const& shift) const {
    auto const span = exec.open("poly/ntt/inverse_then_coset");
    exec.count("elements", x.size());
    require_size(x);
    carrier::inverse_then_coset(exec, domain_, tables_, x, shift);
  }

  // The same of several vectors.
  template <class Exec>
  void inverse_then_coset(Exec const& exec, std::initializer_list<elements> vectors, F const& shift) const {
    auto const span = exec.open("poly/ntt/inverse_then_coset");
    exec.count("elements", vectors.size() * domain_.size());
    for (elements const& x : vectors) require_size(x);
    if constexpr (requires { carrier::inverse_then_coset(exec, domain_, tables_, vectors, shift); }) {
      carrier::inverse_then_coset(exec, domain_, tables_, vectors, shift);
    } else {
      for (elements const& x : vectors) carrier::inverse_then_coset(exec, domain_, tables_, x, shift);
    }
  }

 private:
  void require_size(elements x) const {
    if (x.size() != domain_.size()) {
      throw argument_error("transform: " + std::to_string(x.size()) + " elements for a domain of " + std::to_string(domain_.size()));
    }
  }

  domain<F> domain_;
  tables tables_;
};

}  // namespace poly

}  // namespace lucid::inline v0
