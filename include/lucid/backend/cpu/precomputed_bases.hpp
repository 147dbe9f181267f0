// Sums over tables of multiples on the CPU: pippenger.hpp with sets of windows in place of windows. Nothing here for sums over plain bases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/recode.hpp>
#include <lucid/backend/cpu/window_prices.hpp>
#include <lucid/msm/precomputed_bases.hpp>
#include <lucid/msm/straus.hpp>

namespace lucid::inline v0 {

namespace cpu {

// Window copy·sets + set belongs to the set, and takes the copy's bases.
struct buckets_of_copies {
  unsigned copies, windows_of_a_copy;
  std::uint32_t bases;

  [[nodiscard]] constexpr unsigned sets(unsigned windows) const noexcept { return std::min(windows, windows_of_a_copy); }
  [[nodiscard]] constexpr unsigned window(unsigned set, unsigned copy) const noexcept { return copy * windows_of_a_copy + set; }
  [[nodiscard]] constexpr std::uint32_t first_base(unsigned copy) const noexcept { return copy * bases; }
};

}  // namespace cpu

template <class Threading>
struct implementation<precompute, cpu::backend<Threading>> {
  template <class Parts>
  static unsigned choose(std::size_t n, unsigned copies) {
    std::vector<std::size_t> widths(Parts::bits + 1, 0);
    widths.back() = n;
    return cpu::window_prices().choose_for_copies<Parts>(widths, copies);
  }

  template <class Exec, class G>
  static jacobian<G> sum(Exec const& exec, pippenger const& msm, precomputed_bases<G> const& table,
                         view<typename G::scalar const> scalars) {
    using parts = short_parts<G>;
    auto const span = exec.open("msm");
    exec.count("elements", table.size());
    exec.count("copies", table.copies());
    if (table.size() == 0) return {};
    auto widths = [&] {
      auto const inner = exec.open("msm/recode");
      return cpu::scalar_widths<parts>{exec, table.bases(), scalars};
    }();
    // Few terms are not worth the inverses of buckets, whatever the copies.
    if (msm.window == 0 && table.size() <= few && straus_is_cheaper<parts, G>(widths.count)) return straus<parts>(table.bases(), scalars);
    auto const n = static_cast<std::uint32_t>(table.size());
    auto const [c, sharing] = msm.window != 0 ? layout{msm.window, {table.copies(), table.stride() / msm.window, n}}
                                              : choose<parts>(widths.count, table.copies(), table.stride(), n);
    exec.count("window", c);
    return cpu::sum_by_windows(exec, signed_digits<typename G::scalar>{c, parts::largest}, std::move(widths), table.all(), scalars,
                               sharing);
  }

 private:
  struct layout {
    unsigned window;
    cpu::buckets_of_copies sharing;
  };

  // The window for these scalars among those that divide the stride, or any other with the bases alone, where that is cheaper: for a witness, most of whose
  // scalars are short, the stride may have no good divisor.
  template <class Parts>
  static layout choose(view<std::size_t const> widths, unsigned copies, unsigned stride, std::uint32_t n) {
    window_model const& model = cpu::window_prices();
    unsigned const shared = model.choose_for_stride<Parts>(widths, stride), alone = model.choose<Parts>(widths);
    if (model.cost<Parts>(shared, widths, stride / shared) < model.cost<Parts>(alone, widths))
      return {shared, {copies, stride / shared, n}};
    return {alone, {1, window_model::all_windows, n}};
  }

  static constexpr std::size_t few = 128;
};

}  // namespace lucid::inline v0
