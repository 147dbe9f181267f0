// What a window costs: which c makes a multiplication cheapest, for scalars of given lengths. The same meaning of c for either group and every backend; the prices
// are theirs (backend/cpu/window_prices.hpp). Knows neither how digits are sorted nor how points are added.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

#include <lucid/config/target.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/scalar_parts.hpp>

namespace lucid::inline v0 {

// Prices in products of the field that the coordinates are in; the defaults are those of affine additions in batches, one element at a time. In G2 products are
// those of the quadratic extension, and prices the same within what a choice notices.
struct window_model {
  double digit = 0.5;     // recoding and sorting of one digit
  double addition = 8.5;  // of one point to its bucket: an affine addition with a shared inverse, and memory
  double bucket = 10;     // one addition to the running sum and one to the weighted sum, less the first point of a bucket, which is a copy
  double image = 4;  // more for a bucket where scalars have a second part: its image, a second sum to add, and their way to memory and back
  double doubling = 9;
  double window = 60;        // whatever is done once a window
  unsigned cheap_bits = 16;  // a cache holds a window's buckets and two bytes a digit up to this c; each bit more makes a digit dearer
  double miss = 0.1;         // by so much
  unsigned widest = 20;      // not to be exceeded when choosing; 1 to max_window
  static constexpr unsigned all_windows = ~0u;

  // widths[w]: scalars whose first part (scalar_parts.hpp) has w bits; those of width 0 cost nothing, those of width `bits` have all parts. Defined for any
  // counts below 2^53; never less where one of them is more. Of digits in the top window, which may be a bit wide, one in buckets + 1.5 is taken to be
  // zero: uniform magnitudes have one in 2·buckets + 1, halves 0.37 where there is one bucket, 0.53 where there are two.
  // sets: of buckets. With copies of the bases (precomputed_bases.hpp) only the lowest so many windows have buckets and doublings of their own.
  // Precondition: 1 ≤ c ≤ max_window; widths has at most bits + 1 entries, and where there are two parts, exactly as many.
  template <class Parts>
  [[nodiscard]] double cost(unsigned c, view<std::size_t const> widths, unsigned sets = all_windows) const {
    signed_digits<typename Parts::scalar> const cut{c, Parts::largest};
    std::size_t const split = Parts::count > 1 ? widths[Parts::bits] : 0;
    double const more_images = split != 0 ? image : 0;
    double const surcharge = c > cheap_bits ? (c - cheap_bits) * miss : 0;
    double total = 0;
    std::size_t scalars = 0;
    std::size_t w = widths.size();
    for (unsigned j = cut.windows(); j-- > 0;) {  // ascending sizes: scalars that need more than j windows
      while (w > 1 && cut.needed(static_cast<unsigned>(w - 1), c) > j) scalars += widths[--w];
      double const buckets = cut.buckets(j);
      double const live = j + 1 == cut.windows() ? 1 - 1 / (buckets + 1.5) : 1;
      total += static_cast<double>(scalars + split) * live * (digit + addition + surcharge);
      if (scalars != 0 && j < sets) total += buckets * (bucket + more_images) + window + c * doubling;
    }
    return total;
  }

  // The cheapest window near the logarithm of the scalars, counted by their bits: 1 to `widest`, and 1 where no scalar is.
  template <class Parts>
  [[nodiscard]] LUCID_COLD unsigned choose(view<std::size_t const> widths) const {
    constexpr std::size_t below = 6, above = 3;
    constexpr unsigned tried = 4;  // at least so many below the last, where `widest` cuts off the rest
    std::size_t total_bits = 0;
    for (std::size_t w = 1; w < widths.size(); ++w) total_bits += widths[w] * w;
    std::size_t const logarithm = static_cast<std::size_t>(std::bit_width(total_bits / Parts::bits));
    unsigned const last = static_cast<unsigned>(std::min<std::size_t>(logarithm + above, widest));
    unsigned best = static_cast<unsigned>(std::min<std::size_t>(std::max(logarithm, below + 1) - below, std::max(last, tried + 1) - tried));
    double least = cost<Parts>(best, widths);
    for (unsigned c = best + 1; c <= last; ++c) {
      double const here = cost<Parts>(c, widths);
      if (here < least) least = here, best = c;
    }
    return best;
  }

  // The cheapest window for bases in so many copies. Precondition: copies ≥ 1.
  template <class Parts>
  [[nodiscard]] unsigned choose_for_copies(view<std::size_t const> widths, unsigned copies) const {
    return cheapest(widest, [&](unsigned c) {
      return cost<Parts>(c, widths, sets_of_copies(signed_digits<typename Parts::scalar>::needed(Parts::bits, c), copies));
    });
  }

  // The cheapest window for copies of bases that exist, a stride of so many bits apart: one that divides it. Precondition: stride ≥ 1.
  template <class Parts>
  [[nodiscard]] unsigned choose_for_stride(view<std::size_t const> widths, unsigned stride) const {
    return cheapest(max_window, [&](unsigned c) {
      return stride % c == 0 ? cost<Parts>(c, widths, stride / c) : std::numeric_limits<double>::infinity();
    });
  }

  // Sets of buckets that so many windows share where each base has so many copies.
  [[nodiscard]] static constexpr unsigned sets_of_copies(unsigned windows, unsigned copies) noexcept {
    return windows / copies + (windows % copies != 0 ? 1 : 0);
  }

 private:
  template <class Cost>
  static unsigned cheapest(unsigned last, Cost const& cost_of) {
    unsigned best = 1;
    double least = cost_of(1);
    for (unsigned c = 2; c <= last; ++c) {
      double const here = cost_of(c);
      if (here < least) least = here, best = c;
    }
    return best;
  }
};

}  // namespace lucid::inline v0
