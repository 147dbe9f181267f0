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
#include <lucid/exec/memory_plan.hpp>
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
    auto const [c, sharing] = layout_for<parts>(msm, table, widths.count);
    exec.count("window", c);
    return cpu::sum_by_windows(exec, signed_digits<typename G::scalar>{c, parts::largest}, std::move(widths), table.all(), scalars,
                               sharing);
  }

  // Adds what a sum of scalars of full length holds, beside the table.
  template <class Exec, class G>
  static void plan(Exec const& exec, pippenger const& msm, precomputed_bases<G> const& table, memory_plan& memory) {
    using parts = short_parts<G>;
    std::size_t const n = table.size();
    std::vector<std::size_t> count(parts::bits + 1, 0);
    count.back() = n;
    if (n == 0 || (msm.window == 0 && n <= few && straus_is_cheaper<parts, G>(count))) return;
    typename cpu::scalar_widths<parts>::planned widths{memory, n};
    auto const [c, sharing] = layout_for<parts>(msm, table, count);
    signed_digits<typename G::scalar> const cut{c, parts::largest};
    std::size_t const workers = cpu::workers_of(exec);
    auto const sum_of_group = [&](cpu::sorted_digits::planned const&, std::size_t rows, std::size_t digits, unsigned first, unsigned last) {
      cpu::plan_add_windows<parts, G>(memory, workers, cut, rows, digits, first, last);
    };
    cpu::plan_groups<parts>(memory, workers, cut, std::move(widths), count, n, sum_of_group, sharing);
  }

 private:
  struct layout {
    unsigned window;
    cpu::buckets_of_copies sharing;
  };

  // The window asked for, or for these scalars the best among those that divide the stride, or any other with the bases alone, where that is cheaper: for a witness, most
  // of whose scalars are short, the stride may have no good divisor.
  template <class Parts, class G>
  static layout layout_for(pippenger const& msm, precomputed_bases<G> const& table, view<std::size_t const> widths) {
    unsigned const copies = table.copies(), stride = table.stride();
    auto const n = static_cast<std::uint32_t>(table.size());
    if (msm.window != 0) return {msm.window, {copies, stride / msm.window, n}};
    window_model const& model = cpu::window_prices();
    unsigned const shared = model.choose_for_stride<Parts>(widths, stride), alone = model.choose<Parts>(widths);
    if (model.cost<Parts>(shared, widths, stride / shared) < model.cost<Parts>(alone, widths))
      return {shared, {copies, stride / shared, n}};
    return {alone, {1, window_model::all_windows, n}};
  }

  static constexpr std::size_t few = 128;
};

}  // namespace lucid::inline v0
