// How the levels of a transform are cut into passes over memory. No transform.
#pragma once

#include <algorithm>
#include <cstddef>

namespace lucid::inline v0::cpu::detail {

// The cut of k levels into passes: columns from the top, at most max_levels each and about equal, then rows of 2^row_levels elements.
struct ntt_passes {
  // 2^12 elements of 32 bytes and their roots stay in a private cache of 512 KiB; 256 rows of 8 columns (256 contiguous bytes) are 64 KiB of scratch.
  static constexpr unsigned max_row_levels = 12;
  static constexpr unsigned max_levels = 8;
  static constexpr std::size_t max_columns = 8;
  // Fewer elements than these are not worth the start of a second thread.
  static constexpr unsigned serial_levels = 9;

  unsigned k, row_levels, count;
  std::size_t threads;

  ntt_passes(unsigned log2_size, unsigned concurrency) noexcept
      : k(log2_size), row_levels(log2_size), threads(concurrency == 0 ? 64 : concurrency) {
    if (threads > 1 && k > serial_levels) row_levels = k / 2 + 1;  // enough rows for every thread
    row_levels = std::min(row_levels, max_row_levels);
    count = (k - row_levels + max_levels - 1) / max_levels;
  }
  [[nodiscard]] std::size_t row_size() const noexcept { return std::size_t{1} << row_levels; }
  // Levels above pass i, which is also the log2 of its number of blocks.
  [[nodiscard]] unsigned above(unsigned i) const noexcept { return i * (k - row_levels) / std::max(count, 1u); }
  // A tile of pass i: rows of so many columns.
  [[nodiscard]] std::size_t columns(unsigned i) const noexcept { return std::min(max_columns, (std::size_t{1} << k) >> above(i + 1)); }
  [[nodiscard]] std::size_t tile(unsigned i) const noexcept { return columns(i) << (above(i + 1) - above(i)); }
  // Several tasks a thread, so that they end together.
  [[nodiscard]] std::size_t grain(std::size_t pieces) const noexcept { return std::max<std::size_t>(1, pieces / (8 * threads)); }
};

}  // namespace lucid::inline v0::cpu::detail
