// Prepared scalars of which only some have a base, in an order of their own: what tests of sums with places share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/msm/digits.hpp>
#include <support/multiples.hpp>

namespace lucid_test {

// Bases for one scalar in `every`, the last first, and some of them infinite; where each scalar's base is.
template <class G>
struct some_bases {
  multiples<G> terms;
  std::vector<std::uint32_t> places;

  some_bases(std::vector<typename G::scalar> const& scalars, std::size_t every) : places(scalars.size(), lucid::no_base) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < scalars.size(); ++i) count += (i * i) % every == 0 ? 1 : 0;
    terms = multiples<G>{count};
    for (std::size_t i = 0, k = count; i < scalars.size(); ++i) {
      if ((i * i) % every != 0) continue;
      places[i] = static_cast<std::uint32_t>(--k);
      terms.scalars[k] = scalars[i];
      if (k % 11 == 4) terms.forget_base(k);
      if (k % 13 == 6) terms.set_base(k, typename G::scalar{5});
    }
  }
};

}  // namespace lucid_test
