// What a window costs: which c makes a multiplication cheapest, for scalars of given lengths. The same meaning of c for every backend; the prices are theirs.
#pragma once

#include <cstddef>

#include <lucid/exec/view.hpp>
#include <lucid/msm/digits.hpp>

namespace lucid::inline v0 {

// Prices in products of the field that the coordinates are in.
struct window_model {
  double digit = 0.5;     // recoding and sorting of one digit
  double addition = 6.5;  // of one point to its bucket
  double bucket =
      7;  // beyond the additions: 1 for the running sum, 1 for the weighted one, less the first addition, which is a copy; and memory
  double doubling = 9;
  double window = 600;               // whatever is done once a window
  unsigned cheap_bits = max_window;  // buckets of a window fit the cache up to this c; each bit more makes a digit dearer by `miss`
  double miss = 0.3;
  unsigned widest = 20;  // not to be exceeded when choosing

  // widths[w]: scalars whose balanced magnitude has w bits; those of width 0 cost nothing.
  template <class Scalar>
  [[nodiscard]] double cost(unsigned c, view<std::size_t const> widths) const {
    signed_digits<Scalar> const cut{c};
    double total = 0;
    std::size_t scalars = 0;
    std::size_t w = widths.size();
    for (unsigned j = cut.windows(); j-- > 0;) {  // ascending sizes: scalars that need more than j windows
      while (w > 1 && cut.needed(static_cast<unsigned>(w - 1), c) > j) scalars += widths[--w];
      double const surcharge = c > cheap_bits ? (c - cheap_bits) * miss : 0;
      total += static_cast<double>(scalars) * (digit + addition + surcharge);
      if (scalars != 0) total += static_cast<double>(cut.buckets(j)) * bucket + window + c * doubling;
    }
    return total;
  }

  template <class Scalar>
  [[nodiscard]] unsigned choose(view<std::size_t const> widths) const {
    unsigned best = 1;
    double least = cost<Scalar>(1, widths);
    for (unsigned c = 2; c <= widest; ++c) {
      double const here = cost<Scalar>(c, widths);
      if (here < least) least = here, best = c;
    }
    return best;
  }
};

}  // namespace lucid::inline v0
