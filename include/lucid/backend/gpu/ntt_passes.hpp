// How the levels of a transform are shared out among passes over device memory. Arithmetic of the host; no kernel.
#pragma once

#include <algorithm>

#include <lucid/config/target.hpp>

namespace lucid::inline v0::gpu::detail {

// Which levels of which digit a pass does. An index of n = 2^k elements is (block | row | column) with `levels` bits in row and `stride_log2` in column; a tile
// is all rows of 2^columns_log2 neighbouring columns of one block.
struct ntt_pass {
  unsigned levels = 0;
  unsigned stride_log2 = 0;
  unsigned columns_log2 = 0;  // at most stride_log2
  [[nodiscard]] LUCID_HOST_DEVICE constexpr unsigned tile_log2() const noexcept { return levels + columns_log2; }
};

// Passes of descend in their order; those of ascend are the same, the last first. The last one has stride 1 and takes as many levels as a tile has; those above
// share the rest evenly, each with as many columns as the tile has room for. No pass has a single level but that of two elements.
struct ntt_passes {
  unsigned count = 0;

  // Precondition: tile_log2 ≥ 2, and 3 where k is 3.
  constexpr ntt_passes(unsigned k, unsigned tile_log2) noexcept : k_(k), tile_log2_(tile_log2), rows_(std::min(k, tile_log2)) {
    if (k == tile_log2 + 1) --rows_;
    unsigned const above = k - rows_;
    count = (k == 0 ? 0 : 1) + (above + tile_log2 - 1) / tile_log2;
  }

  [[nodiscard]] constexpr ntt_pass at(unsigned i) const noexcept {
    if (i + 1 == count) return {rows_, 0, 0};
    unsigned const above = k_ - rows_, passes = count - 1;
    auto const levels_before = [&](unsigned j) { return above * j / passes; };
    unsigned const levels = levels_before(i + 1) - levels_before(i);
    unsigned const stride_log2 = k_ - levels_before(i + 1);
    return {levels, stride_log2, std::min(stride_log2, tile_log2_ - levels)};
  }

 private:
  unsigned k_, tile_log2_, rows_;
};

}  // namespace lucid::inline v0::gpu::detail
