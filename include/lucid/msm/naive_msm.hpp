// The sum of scalar multiples, term by term: the twin that fast algorithms are compared with.
#pragma once

#include <cstddef>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>

namespace lucid::inline v0 {

// Σ scalars[i]·bases[i] by double-and-add, about 1.5·bits group operations a term; bases may be infinity. Throws argument_error when the sizes differ.
struct naive_msm {
  template <class Bases, class Scalars, class G = typename Bases::value_type::group>
  [[nodiscard]] jacobian<G> operator()(Bases const& bases, Scalars const& scalars) const {
    view<affine<G> const> const p = bases;
    view<typename G::scalar const> const s = scalars;
    if (p.size() != s.size()) {
      throw argument_error("naive_msm: " + std::to_string(p.size()) + " bases but " + std::to_string(s.size()) + " scalars");
    }
    jacobian<G> sum;
    for (std::size_t i = 0; i < p.size(); ++i) {
      auto const k = s[i].to_integer();
      jacobian<G> multiple;
      for (std::size_t bit = k.bit_width(); bit-- > 0;) {
        multiple = doubled(multiple);
        if (k.bit(bit)) multiple += p[i];
      }
      sum += multiple;
    }
    return sum;
  }
};

}  // namespace lucid::inline v0
