// What a window costs on the CPU: msm/window_model.hpp with the prices of the instructions that this process uses. Knows nothing of how they are spent.
#pragma once

#include <lucid/backend/cpu/instruction_set.hpp>
#include <lucid/msm/window_model.hpp>

namespace lucid::inline v0::cpu {

// Elements one at a time, whether `portable` or `mulx` multiplies: an addition is six products in either, and the rest is small. benchmarks/msm/window_sweep.cpp
// on one Zen core, both groups of both curves: the window chosen costs at most 2 % more than the best, for uniform scalars as for those of witnesses
// (benchmarks/results/2026-11-30-windows-2cores.md).
inline constexpr window_model element_prices{};

// Eight additions at a time cost a third of eight, in products of elements; digits and doublings remain what they were. From sums of 2^14 and 2^16 terms with
// one window on a Xeon (benchmarks/results/2026-11-30-lanes-xeon.md), whose difference is digits and whose remainder is buckets: a bucket and its image are 1.9
// digits, between 0.9 and 2.4 by group and curve. A sweep there found the window chosen the best of 14 sums of 24, and within 5 % of it in all
// (benchmarks/results/2026-11-30-windows-2cores.md).
inline constexpr window_model lane_prices{.digit = 1.2, .addition = 3, .bucket = 5, .image = 3};

// Decided once a process, as the instructions are. One answer for both groups of a curve, since they share digits. Throws argument_error where the environment
// asks for instructions that are not here.
[[nodiscard]] inline window_model const& window_prices() {
  return selected_instruction_set() == instruction_set::ifma ? lane_prices : element_prices;
}

}  // namespace lucid::inline v0::cpu
