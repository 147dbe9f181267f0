// Multi-scalar multiplication by buckets [BDLO12] §4, as a description: the window. A backend carries it out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/scalar_parts.hpp>

namespace lucid::inline v0 {

struct precompute;  // precomputed_bases.hpp
template <class G>
class precomputed_bases;

// Carrier: implementation<pippenger, Backend>::run<Parts>(exec, pippenger, view<affine<G> const>, view<scalar const>) → jacobian<G>, for each of the Parts in
// scalar_parts.hpp; sizes are equal and the window is in range when it is called. Views are of the space that the caller's elements are in; which spaces a
// backend takes, it says.
struct pippenger {
  unsigned window = 0;      // bits of a signed digit, 1 to max_window; 0: chosen by the backend's window_model for these scalars
  std::size_t at_once = 0;  // terms at most that are held recoded and sorted together, their sums added up; 0: as many as the backend can

  // Σ scalars[i]·bases[i]. Any size from 0; bases may be infinity and may repeat. Precondition: they have order r, since a scalar s stands for s − r too, and is
  // cut into halves where the group has an endomorphism for it. Points from outside: is_in_subgroup or all_in_subgroup first, or sum_on_curve.
  // Time depends on the scalars: zeros are free, short ones and their negatives cheap. Throws argument_error when the sizes differ or the window is out of
  // range, out_of_memory from the policy.
  template <class Exec, class Bases, class Scalars, class G = typename std::remove_cvref_t<Bases>::value_type::group>
    requires runs_on<pippenger, Exec>
  [[nodiscard]] jacobian<G> operator()(Exec const& exec, Bases const& bases, Scalars const& scalars) const {
    return sum<short_parts<G>, G>(exec, bases, scalars);
  }

  // The same for points of which is only known that they are on the curve: Σ s·P with 0 ≤ s < r, whatever the order of P. Half as many buckets more to sum up,
  // and no negative is short.
  template <class Exec, class Bases, class Scalars, class G = typename std::remove_cvref_t<Bases>::value_type::group>
    requires runs_on<pippenger, Exec>
  [[nodiscard]] jacobian<G> sum_on_curve(Exec const& exec, Bases const& bases, Scalars const& scalars) const {
    return sum<whole_scalar<typename G::scalar>, G>(exec, bases, scalars);
  }

  // The same, bit for bit in affine form, with a table in place of the bases. Precondition: that of the table. The window divides the table's stride; 0: chosen for
  // these scalars, and where no divisor suits them, the bases are used without their copies. Throws argument_error where it does not, and as above.
  template <class Exec, class G, class Scalars>
    requires runs_on<precompute, Exec>
  [[nodiscard]] jacobian<G> operator()(Exec const& exec, precomputed_bases<G> const& table, Scalars const& scalars) const {
    view<typename G::scalar const> const s = scalars;
    require_sizes(table.size(), s.size());
    require_window();
    if (window != 0) table.require_window(window);
    return implementation<precompute, typename Exec::backend>::sum(exec, *this, table, s);
  }

  // The bytes that a multiplication holds: what n terms of full length take, or, from a look at each, what these take but for digits of zero.
  // Scalars of many lengths may choose a narrower window than full ones and then take up to a tenth more than n full ones.
  // Carrier: plan<G>(exec, pippenger, n, memory) and plan(exec, pippenger, bases, scalars, memory).
  template <class G, class Exec>
    requires runs_on<pippenger, Exec>
  void plan(Exec const& exec, std::size_t n, memory_plan& memory) const {
    implementation<pippenger, typename Exec::backend>::template plan<G>(exec, *this, n, memory);
  }
  template <class Exec, class Bases, class Scalars, class G = typename std::remove_cvref_t<Bases>::value_type::group>
    requires runs_on<pippenger, Exec>
  void plan(Exec const& exec, Bases const& bases, Scalars const& scalars, memory_plan& memory) const {
    implementation<pippenger, typename Exec::backend>::plan(exec, *this, view<affine<G> const, space_of<Bases>>{bases},
                                                            view<typename G::scalar const, space_of<Scalars>>{scalars}, memory);
  }

  // And over a table, for scalars of full length, beside the table. Carrier: implementation<precompute, Backend>::plan(exec, pippenger, table, memory).
  template <class Exec, class G>
    requires runs_on<precompute, Exec>
  void plan(Exec const& exec, precomputed_bases<G> const& table, memory_plan& memory) const {
    implementation<precompute, typename Exec::backend>::plan(exec, *this, table, memory);
  }

  // Scalars for several sums over bases of order r, recoded and sorted once: for G and for every other group of its curve. What it is, is the backend's; it has
  // size(), and the scalars may end before it does. Throws as above, and argument_error where there are too many to be prepared.
  template <class G, class Exec, class Scalars>
    requires runs_on<pippenger, Exec>
  [[nodiscard]] auto prepare(Exec const& exec, Scalars const& scalars) const {
    require_window();
    return implementation<pippenger, typename Exec::backend>::template prepare<short_parts<G>>(
        exec, *this, view<typename G::scalar const, space_of<Scalars>>{scalars});
  }

  // Σ scalars[i]·bases[i], or where places are given, Σ scalars[i]·bases[places[i]] over those i whose place is not no_base. Precondition: each place is that of a
  // base. Throws argument_error when the sizes differ, out_of_memory.
  template <class Exec, class Bases, class Prepared, class Places = view<std::uint32_t const, space_of<Bases>>,
            class G = typename std::remove_cvref_t<Bases>::value_type::group>
    requires runs_on<pippenger, Exec>
  [[nodiscard]] jacobian<G> sum_prepared(Exec const& exec, Bases const& bases, Prepared const& scalars, Places const& places = {}) const {
    view<affine<G> const, space_of<Bases>> const p = bases;
    view<std::uint32_t const, space_of<Places>> const at = places;
    require_sizes(at.empty() ? p.size() : at.size(), scalars.size());
    return implementation<pippenger, typename Exec::backend>::sum_prepared(exec, p, scalars, at);
  }

  // The bytes that prepare takes and keeps for n scalars of full length, or for these but for digits of zero: an object that holds them, whose
  // plan_sum<G>(memory) adds what each sum takes.
  template <class G, class Exec>
    requires runs_on<pippenger, Exec>
  [[nodiscard]] auto plan_prepare(Exec const& exec, std::size_t n, memory_plan& memory) const {
    return implementation<pippenger, typename Exec::backend>::template plan_prepare<short_parts<G>>(exec, *this, n, memory);
  }
  template <class G, class Exec, class Scalars>
    requires(runs_on<pippenger, Exec> && requires(Scalars const& s) { s.data(); })
  [[nodiscard]] auto plan_prepare(Exec const& exec, Scalars const& scalars, memory_plan& memory) const {
    return implementation<pippenger, typename Exec::backend>::template plan_prepare<short_parts<G>>(
        exec, *this, view<typename G::scalar const, space_of<Scalars>>{scalars}, memory);
  }

 private:
  static void require_sizes(std::size_t bases, std::size_t scalars) {
    if (bases != scalars) throw argument_error("msm: " + std::to_string(bases) + " bases but " + std::to_string(scalars) + " scalars");
  }
  void require_window() const {
    if (window > max_window) {
      throw argument_error("msm: a window of " + std::to_string(window) + " bits; 1 to " + std::to_string(max_window) +
                           ", or 0 for a choice, are possible");
    }
  }

  template <class Parts, class G, class Exec, class Bases, class Scalars>
  jacobian<G> sum(Exec const& exec, Bases const& bases, Scalars const& scalars) const {
    view<affine<G> const, space_of<Bases>> const p = bases;
    view<typename G::scalar const, space_of<Scalars>> const s = scalars;
    require_sizes(p.size(), s.size());
    require_window();
    return implementation<pippenger, typename Exec::backend>::template run<Parts>(exec, *this, p, s);
  }
};

}  // namespace lucid::inline v0
