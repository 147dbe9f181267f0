// Sizes of a sum by buckets on a device, from how long its scalars are: digits, rows, tasks, bits of a key. Arithmetic alone, in 64 bits; what does not fit the
// 32 bits of an index says so, and is cut into pieces.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <lucid/exec/view.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/scalar_parts.hpp>
#include <lucid/msm/window_model.hpp>

namespace lucid::inline v0::gpu {

// A row: the digits of one bucket of one window of one part, side by side once sorted; row (h·windows + j)·buckets + |d| − 1 for digit d of window j of part h.
// A task: so many digits of a row as one thread adds up. A row of more is cut into several, whose sums stand in slots until they are joined.
struct bucket_shape {
  std::size_t terms = 0;
  unsigned window = 1, windows = 0, parts = 1;
  std::uint32_t buckets = 0;  // of each window of each part
  std::size_t digits = 0;     // those of zero among them
  std::uint32_t task = 1;     // digits of a task, at most

  [[nodiscard]] constexpr std::size_t rows() const noexcept { return std::size_t{parts} * windows * buckets; }
  // Rows of more than `task` digits, and the tasks that they are cut into: ⌈s/task⌉ ≤ 2s/task for each.
  [[nodiscard]] constexpr std::size_t split_rows() const noexcept { return digits / (std::size_t{task} + 1); }
  [[nodiscard]] constexpr std::size_t slots() const noexcept { return split_rows() == 0 ? 0 : 2 * digits / task; }
  [[nodiscard]] constexpr std::size_t tasks() const noexcept { return rows() + slots(); }
  // The tasks of the longest row.
  [[nodiscard]] constexpr std::size_t longest() const noexcept { return (digits + task - 1) / task; }
  // A digit's magnitude, and above it the number of its window and part.
  [[nodiscard]] constexpr unsigned key_bits() const noexcept { return window + static_cast<unsigned>(std::bit_width(parts * windows)); }

  static constexpr std::size_t most = (std::size_t{1} << 31) - 1;
  [[nodiscard]] constexpr bool fits() const noexcept { return terms <= most && digits <= most && tasks() <= most; }
};

// A thread's work: twice a row's mean, so that rows are seldom cut, but not where rows are so few that most threads would have none (scalars of zero and one); and at
// least a quarter of what each thread at work would have, so that none is left alone at the end.
[[nodiscard]] constexpr std::uint32_t task_length(std::size_t digits, std::size_t rows, std::size_t threads) noexcept {
  constexpr std::size_t shortest = 16, longest = std::size_t{1} << 12;
  std::size_t const mean = digits / std::max<std::size_t>(rows, 1), share = digits / std::max<std::size_t>(threads, 1);
  return static_cast<std::uint32_t>(std::clamp(std::max(std::min(2 * mean, 4 * share), share / 4), shortest, longest));
}

// widths[w]: scalars whose first part has w bits (msm/window_model.hpp), bits + 1 entries. task: 0 for a choice, for so many threads at work.
// Precondition: 1 ≤ window ≤ max_window.
template <class Parts>
[[nodiscard]] constexpr bucket_shape shape_of(view<std::size_t const> widths, unsigned window, std::size_t threads,
                                              std::uint32_t task = 0) noexcept {
  signed_digits<typename Parts::scalar> const cut{window, Parts::largest};
  bucket_shape shape{.window = window};
  std::size_t const split = Parts::count > 1 ? widths[Parts::bits] : 0;
  for (std::size_t w = 0; w < widths.size(); ++w) {
    unsigned const windows = std::min(cut.needed(static_cast<unsigned>(w), window), cut.windows());
    shape.terms += widths[w];
    shape.digits += widths[w] * windows;
    if (widths[w] != 0) shape.windows = std::max(shape.windows, windows);
  }
  if (split != 0) {
    shape.windows = cut.windows();
    shape.parts = Parts::count;
    shape.digits += split * (Parts::count - 1) * cut.windows();
  }
  for (unsigned j = 0; j < shape.windows; ++j) shape.buckets = std::max(shape.buckets, cut.buckets(j));
  shape.task = task != 0 ? task : task_length(shape.digits, shape.rows(), threads);
  return shape;
}

// In products of the coordinates' field. An addition is ten; the sums of a window are two full additions a bucket, 28, and a seventh more for what does not fill
// the card; an image costs 15, but each of a bucket's two rows has a first digit that is a copy. A digit is sorted in 0.024 ns, in one more pass above 16 bits.
// Sweeps of 2^16 to 2^24 terms on an H200: the window chosen is within 5 % of the best, for uniform scalars and for those of a witness
// (benchmarks/results/2026-11-30-msm-h200.md).
inline constexpr window_model window_prices{
    .digit = 1, .addition = 10, .bucket = 32, .image = 2, .doubling = 9, .window = 2000, .cheap_bits = 16, .miss = 0.15};

}  // namespace lucid::inline v0::gpu
