// A key that proves again and again, with multiples of its points beside it (msm/precomputed_bases.hpp): fewer buckets a sum, for several times the points. Off
// unless asked for; proofs are those of the key, byte for byte. When they pay: docs/decisions/0023-tables-of-multiples.md.
#pragma once

#include <cstddef>
#include <utility>

#include <lucid/exec/entropy.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/groth16/plan.hpp>
#include <lucid/groth16/prepared_key.hpp>
#include <lucid/groth16/prove.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/msm/pippenger.hpp>
#include <lucid/msm/precomputed_bases.hpp>

namespace lucid::inline v0::groth16 {

// Which queries have tables: for each as many copies of its points as its `precompute` says, 1 being the points as they are and no table. One member a query whose
// sum can use one; what it asks for means the same on every backend, and tables are where that backend's points are.
struct key_tables {
  // The scalars of H are of full length whatever the circuit. A, B and L share the digits of the witness, most of which are short where a circuit works on bits:
  // their tables would want one stride and pay less.
  precompute h{.copies = 1};
};

namespace detail {

// pippenger, and over the bases that a table was made of, with the table.
template <class G>
struct pippenger_with_table {
  pippenger msm{};
  view<affine<G> const> bases{};
  precomputed_bases<G> const* table = nullptr;

  template <class Exec, class Scalars>
  [[nodiscard]] jacobian<G> operator()(Exec const& exec, view<affine<G> const> const& p, Scalars const& scalars) const {
    return is_table_of(p.data(), p.size()) ? msm(exec, *table, scalars) : msm(exec, p, scalars);
  }
  template <class Any, class Exec>
  void plan(Exec const& exec, std::size_t n, memory_plan& memory) const {
    is_table_of(bases.data(), n) ? msm.plan(exec, *table, memory) : msm.template plan<Any>(exec, n, memory);
  }
  template <class Any, class Exec, class Scalars>
  [[nodiscard]] auto prepare(Exec const& exec, Scalars const& scalars) const {
    return msm.template prepare<Any>(exec, scalars);
  }
  template <class Exec, class Bases, class Prepared, class... Places>
  [[nodiscard]] auto sum_prepared(Exec const& exec, Bases const& p, Prepared const& scalars, Places const&... places) const {
    return msm.sum_prepared(exec, p, scalars, places...);
  }
  template <class Any, class Exec, class Scalars>
  [[nodiscard]] auto plan_prepare(Exec const& exec, Scalars const& scalars, memory_plan& memory) const {
    return msm.template plan_prepare<Any>(exec, scalars, memory);
  }

 private:
  [[nodiscard]] bool is_table_of(affine<G> const* p, std::size_t n) const noexcept {
    return table != nullptr && table->copies() > 1 && p == bases.data() && n == bases.size();
  }
};

}  // namespace detail

// Immutable; any number of threads prove with one at once. The proving key must outlive it.
template <class Curve, class Reduction>
class tabled_key {
 public:
  using g1 = typename Curve::g1;

  tabled_key(prepared_key<Curve, Reduction> const& key, precomputed_bases<g1>&& h) noexcept : key_(key), h_(std::move(h)) {}

  [[nodiscard]] prepared_key<Curve, Reduction> const& key() const noexcept { return key_; }
  [[nodiscard]] precomputed_bases<g1> const& h() const noexcept { return h_; }  // empty: none was asked for
  // Of the tables; the key's own are not among them.
  [[nodiscard]] std::size_t bytes() const noexcept { return h_.bytes(); }
  // `with`, summing over H with its table: for key(), and for plan() of the key.
  template <class Ntt = radix2_ntt>
  [[nodiscard]] prover<Ntt, detail::pippenger_with_table<g1>> prover_with(prover<Ntt, pippenger> const& with = {}) const {
    return {with.ntt, {with.msm, key_.h, &h_}, with.options};
  }

 private:
  prepared_key<Curve, Reduction> key_;
  precomputed_bases<g1> h_;
};

// Host policies: the key by view, and the tables, from the policy's memory. Two to six sums over a query make its table. Precondition: the points have order r.
// Throws argument_error as precompute does, out_of_memory.
template <execution_policy Exec, class Curve, class Reduction>
  requires runs_on<precompute, Exec>
[[nodiscard]] tabled_key<Curve, Reduction> prepare(Exec const& exec, proving_key<Curve, Reduction> const& key, key_tables const& tables) {
  auto const span = exec.open("groth16/tables");
  auto const prepared = prepare(exec, key);
  return {prepared, tables.h.copies == 1 ? precomputed_bases<typename Curve::g1>{} : tables.h(exec, prepared.h)};
}

// As prove and plan of the key alone; what a plan says of the key has the tables in it.
template <class Exec, class Curve, class Reduction, class Values>
[[nodiscard]] proof<Curve> prove(Exec const& exec, tabled_key<Curve, Reduction> const& key, Values&& values, entropy_source auto& entropy,
                                 prove_options options = {}) {
  return key.prover_with(prover<>{.options = options})(exec, key.key(), std::forward<Values>(values), entropy);
}
template <class Exec, class Curve, class Reduction, class... Assignment>
[[nodiscard]] proof_plan plan(Exec const& exec, tabled_key<Curve, Reduction> const& key, Assignment const&... z) {
  proof_plan result = plan(exec, *key.key().key, z..., key.prover_with());
  result.key += key.bytes();
  return result;
}

}  // namespace lucid::inline v0::groth16
