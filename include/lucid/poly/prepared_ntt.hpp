// A transform whose tables are there already, in the place of a description that would make them: for keys that keep theirs from proof to proof.
#pragma once

#include <type_traits>

#include <lucid/config/assert.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/poly/domain.hpp>

namespace lucid::inline v0::poly {

// Plan: an ntt_plan, which must outlive this and what it prepares.
template <class Plan>
class prepared_ntt {
 public:
  explicit prepared_ntt(Plan const& plan) noexcept : plan_(&plan) {}

  // What prepare gives back: the plan by reference, with what quotients ask of it.
  class borrowed {
   public:
    explicit borrowed(Plan const& plan) noexcept : plan_(&plan) {}

    template <class Exec, class Elements, class F>
    void coset_inverse(Exec const& exec, Elements x, F const& shift, F const& factor) const {
      plan_->coset_inverse(exec, x, shift, factor);
    }
    template <class Exec, class Elements, class F>
    void inverse_then_coset(Exec const& exec, Elements x, F const& shift) const {
      plan_->inverse_then_coset(exec, x, shift);
    }

   private:
    Plan const* plan_;
  };

  // Precondition: the plan's own domain.
  template <class Exec, class F>
  [[nodiscard]] borrowed prepare(Exec const&, [[maybe_unused]] domain<F> const& points) const noexcept {
    LUCID_EXPECTS(points == plan_->points());
    return borrowed{*plan_};
  }

 private:
  Plan const* plan_;
};

}  // namespace lucid::inline v0::poly
