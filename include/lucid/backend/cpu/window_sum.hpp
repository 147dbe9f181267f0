// The weighted sum of the buckets of each window, Σ i·B_i: running sums over blocks of buckets, all blocks in lock step so that their additions share inverses.
// Two affine additions a bucket, and about three in extended coordinates a block to put the blocks together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/cpu/affine_addition.hpp>
#include <lucid/backend/cpu/bucket_sort.hpp>
#include <lucid/backend/cpu/share.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/group/xyzz.hpp>

namespace lucid::inline v0::cpu {

// A block: buckets begin + 1, …, begin + length of a window. plain = ΣB, weighted = Σ(i − begin)·B_i.
template <class G>
struct bucket_block {
  affine<G> const* buckets;
  std::size_t length;
  affine<G> plain, weighted;

  // A tile of blocks goes in lock step. Enough blocks for full batches on every thread, as long as a block does not become so short that joining it counts.
  static constexpr std::size_t tile = affine_adder<G>::capacity / 2;
  [[nodiscard]] static constexpr std::size_t length_for(std::size_t rows, std::size_t workers) noexcept {
    constexpr std::size_t shortest = 32, longest = 512;
    return std::bit_ceil(std::clamp(rows / (tile * workers) + 1, shortest, longest));
  }
};

// Σ_{i ≥ 1} i·B_i of windows [first, last); buckets: the sums of the rows of `digits`.
template <class G, class Exec>
[[nodiscard]] buffer<xyzz<G>> window_sums(Exec const& exec, sorted_digits const& digits, view<affine<G> const> buckets, unsigned first,
                                          unsigned last) {
  using block = bucket_block<G>;
  constexpr std::size_t tile = block::tile;
  std::size_t const workers = workers_of(exec);
  unsigned const windows = last - first;
  std::size_t rows = 0;
  for (unsigned j = first; j < last; ++j) rows += digits.buckets(j);
  std::size_t const length = block::length_for(rows, workers);
  std::vector<std::size_t> block_of(windows + 1, 0);
  for (unsigned j = 0; j < windows; ++j) block_of[j + 1] = block_of[j] + (digits.buckets(first + j) + length - 1) / length;
  std::size_t const blocks = block_of[windows];
  std::size_t const tiles = std::max((blocks + tile - 1) / tile, std::min(workers, (blocks + tile / 4 - 1) / (tile / 4)));

  buffer<block> all{exec, blocks};
  for (unsigned j = 0; j < windows; ++j) {
    for (std::size_t k = block_of[j]; k < block_of[j + 1]; ++k) {
      std::size_t const begin = (k - block_of[j]) * length;
      all[k] = {buckets.data() + digits.row(first + j) + begin, std::min(length, digits.buckets(first + j) - begin), {}, {}};
    }
  }

  buffer<typename affine_adder<G>::storage> adders{exec, workers};
  share(exec, workers, tiles, [&](std::size_t worker, std::size_t t) {
    affine_adder<G> adder{adders[worker]};
    block* const begin = all.data() + blocks * t / tiles;
    block* const end = all.data() + blocks * (t + 1) / tiles;
    for (std::size_t i = length; i-- > 0;) {
      for (block* b = begin; b != end; ++b) {
        // The running sum of the step before goes into the weighted sum while its successor is made.
        if (!b->plain.is_infinity()) adder.add(b->weighted, b->plain, b->weighted);
        if (i < b->length && !b->buckets[i].is_infinity()) adder.add(b->plain, b->buckets[i], b->plain);
      }
      adder.flush();
    }
    for (block* b = begin; b != end; ++b) {
      if (!b->plain.is_infinity()) adder.add(b->weighted, b->plain, b->weighted);
    }
    adder.flush();
  });

  // Block k of a window has begin = k·length: Σ weighted_k + length·Σ k·plain_k.
  buffer<xyzz<G>> sums{exec, windows};
  share(exec, workers, windows, [&](std::size_t, std::size_t j) {
    xyzz<G> weighted, running, steps;
    for (std::size_t k = block_of[j + 1]; k-- > block_of[j];) {
      weighted += all[k].weighted;
      steps += running;
      running += all[k].plain;
    }
    if (!steps.is_infinity()) {
      for (std::size_t doublings = length; doublings > 1; doublings /= 2) steps = doubled(steps);
    }
    sums[j] = weighted += steps;
  });
  return sums;
}

// What window_sums holds for the windows [first, last) of a cut, without the few points of its result.
template <class G, class Scalar>
void plan_window_sums(memory_plan& memory, std::size_t workers, signed_digits<Scalar> const& cut, unsigned first, unsigned last) {
  std::size_t rows = 0, blocks = 0;
  for (unsigned j = first; j < last; ++j) rows += cut.buckets(j);
  std::size_t const length = bucket_block<G>::length_for(rows, workers);
  for (unsigned j = first; j < last; ++j) blocks += (cut.buckets(j) + length - 1) / length;
  planned_buffer<bucket_block<G>> const all{memory, blocks};
  planned_buffer<typename affine_adder<G>::storage> const adders{memory, workers};
  planned_buffer<xyzz<G>> const sums{memory, last - first};
}

}  // namespace lucid::inline v0::cpu
