// Many multiples of one point, as a description. A backend carries it out, with a table of the point's multiples.
#pragma once

#include <string>

#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/msm/digits.hpp>

namespace lucid::inline v0 {

// Carrier: implementation<fixed_base, Backend>::run(exec, fixed_base, affine<G>, view<scalar const>) → buffer<affine<G>>.
struct fixed_base {
  unsigned window = 0;  // bits of a signed digit, 1 to max_window; 0: chosen for the number of scalars

  // scalars[i]·base, affine, in order; infinity for a scalar of zero. Precondition: the base has order r or is infinity. Time depends on the scalars.
  // Throws argument_error when the window is out of range, out_of_memory from the policy.
  template <class Exec, class G, class Scalars>
    requires runs_on<fixed_base, Exec>
  [[nodiscard]] buffer<affine<G>> operator()(Exec const& exec, affine<G> const& base, Scalars const& scalars) const {
    if (window > max_window) {
      throw argument_error("fixed_base: a window of " + std::to_string(window) + " bits; 1 to " + std::to_string(max_window) +
                           ", or 0 for a choice, are possible");
    }
    return implementation<fixed_base, typename Exec::backend>::run(exec, *this, base, view<typename G::scalar const>{scalars});
  }
};

}  // namespace lucid::inline v0
