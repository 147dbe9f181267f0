// Sums on a device whose terms are points: Σ k·B_k over the buckets of each window, and plain sums of points by a list. Knows nothing of scalars, and of which
// point lies in which bucket.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/config/assert.hpp>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/xyzz.hpp>

namespace lucid::inline v0::gpu::detail {

template <class T>
using device_view = view<T, memory_space::device>;

// Calls, so that a unit compiles each addition once; what they move through local memory is one part in thirty of their time.
template <class G>
LUCID_HOST_DEVICE LUCID_NOINLINE void add_into(xyzz<G>& sum, xyzz<G> const& term) noexcept {
  sum += term;
}
template <class G>
LUCID_HOST_DEVICE LUCID_NOINLINE void add_into(xyzz<G>& sum, affine<G> const& term) noexcept {
  sum += term;
}
template <class G>
LUCID_HOST_DEVICE LUCID_NOINLINE void double_times(xyzz<G>& p, unsigned times) noexcept {
  LUCID_ROLLED
  for (unsigned i = 0; i < times; ++i) p = doubled(p);
}

// Parts of points: part c of window w at node j is element (c·windows + w)·nodes + j. Neighbouring threads have neighbouring nodes of one part.

// Runs of `length` buckets, one thread each, to two parts: 0, the sum of the run; 1, the sum with weights 1, 2, … from its first bucket.
// 2·length − 2 additions.
template <class G>
struct sum_runs_of_buckets {
  device_view<xyzz<G> const> buckets;
  device_view<xyzz<G>> parts;
  std::uint32_t per_window, runs, length;  // buckets of a window, runs of a window, buckets of a run
  std::uint32_t all;                       // runs of all windows

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    auto const index = static_cast<std::uint32_t>(i);
    std::uint32_t const window = index / runs;
    std::uint32_t const begin = index % runs * length;
    std::uint32_t const end = per_window - begin < length ? per_window : begin + length;
    xyzz<G> const* const here = buckets.data() + std::size_t{window} * per_window;
    xyzz<G> plain, weighted;
    for (std::uint32_t k = end; k-- > begin;) {
      add_into(plain, here[k]);
      add_into(weighted, plain);
    }
    parts[i] = plain;
    parts[all + i] = weighted;
  }
  template <class F>
  void touches(F&& f) const {
    f(buckets);
    f(parts);
  }
};

// Pairs of nodes to one, part by part. Weighted: a further part is born, the right nodes of part 0, whose weight is 2^level where part 0's nodes are numbered
// from 0: Σ j·P_j = Σ_level 2^level Σ (P of the right nodes of that level).
template <class G>
struct join_pairs {
  device_view<xyzz<G> const> from;
  device_view<xyzz<G>> to;
  std::uint32_t windows, nodes, parts;  // of `from`

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    auto const index = static_cast<std::uint32_t>(i);
    std::uint32_t const half = (nodes + 1) / 2;
    std::uint32_t const node = index % half;
    std::uint32_t const row = index / half;  // part·windows + window
    bool const born = row >= parts * windows;
    xyzz<G> const* const left = from.data() + std::size_t{born ? row - parts * windows : row} * nodes + 2 * node;
    bool const has_right = 2 * node + 1 < nodes;
    xyzz<G> sum;
    if (!born) sum = left[0];
    if (has_right) add_into(sum, left[1]);
    to[i] = sum;
  }
  template <class F>
  void touches(F&& f) const {
    f(from);
    f(to);
  }
};

// to[k·step] ← from[k·step] + 2^doublings · from[k·step + offset], for k < count and for each window.
template <class G>
struct add_multiples {
  device_view<xyzz<G> const> from;
  device_view<xyzz<G>> to;
  std::uint32_t windows, step, offset, doublings;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    auto const index = static_cast<std::uint32_t>(i);
    std::uint32_t const at = index / windows * step * windows + index % windows;
    xyzz<G> sum = from[at + offset * windows];
    double_times(sum, doublings);
    add_into(sum, from[at]);
    to[at] = sum;
  }
  template <class F>
  void touches(F&& f) const {
    f(from);
    f(to);
  }
};

// Thread t of `threads` adds the terms t, t + threads, …; a term is 2·index, and one more where the point is to be subtracted.
template <class G>
struct sum_listed_points {
  device_view<affine<G> const> points;
  device_view<std::uint32_t const> terms;
  device_view<xyzz<G>> sums;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    xyzz<G> sum;
    for (std::size_t k = i; k < terms.size(); k += sums.size()) {
      std::uint32_t const term = terms[k];
      affine<G> p = points[term >> 1];
      if ((term & 1) != 0) p = -p;
      add_into(sum, p);
    }
    sums[i] = sum;
  }
  template <class F>
  void touches(F&& f) const {
    f(points);
    f(terms);
    f(sums);
  }
};

// Sizes of one reduction.
struct reduction_shape {
  std::uint32_t windows, per_window;
  std::uint32_t length;  // buckets of a run, a power of two
  std::uint32_t runs;    // of a window

  // A run costs its thread 2·length − 2 additions, one after another, and joining it three more, side by side: 2 + 1/length a bucket in all. So runs are long,
  // up to where a thirtieth is left to save, as long as they fill a card of 2^15 threads.
  [[nodiscard]] static constexpr reduction_shape of(std::uint32_t windows, std::uint32_t per_window) noexcept {
    constexpr std::uint32_t threads = 1u << 15, shortest = 2, longest = 32;
    std::uint64_t const all = std::uint64_t{windows} * per_window;
    std::uint32_t length = shortest;
    while (length < longest && all / (2 * length) >= threads) length *= 2;
    return {windows, per_window, length, per_window / length + (per_window % length != 0)};
  }

  [[nodiscard]] constexpr unsigned levels() const noexcept { return runs <= 1 ? 0 : static_cast<unsigned>(std::bit_width(runs - 1)); }
  // Points after each level stand in the first buffer and the second by turns: two parts a run at first, then three for two runs, four for four, …
  [[nodiscard]] constexpr std::size_t first_buffer() const noexcept { return std::size_t{2} * windows * runs; }
  [[nodiscard]] constexpr std::size_t second_buffer() const noexcept {
    return runs <= 1 ? 0 : std::size_t{3} * windows * ((runs + std::size_t{1}) / 2);
  }
};

// One point a window and part is left, in the first of the buffers that is returned. The buffers are those of the caller; the last level leaves part c of window
// w at c·windows + w. Returns the number of parts.
template <class G, class Exec>
std::uint32_t join_all(Exec const& exec, device_view<xyzz<G>>& points, device_view<xyzz<G>>& others, std::uint32_t windows,
                       std::uint32_t nodes, std::uint32_t parts, bool weighted) {
  for (; nodes > 1; nodes = (nodes + 1) / 2) {
    std::uint32_t const parts_after = parts + static_cast<std::uint32_t>(weighted);
    std::size_t const n = std::size_t{parts_after} * windows * ((nodes + 1) / 2);
    LUCID_EXPECTS(n <= others.size());
    bulk(exec.stream(), "join_pairs", n, join_pairs<G>{points, others, windows, nodes, parts});
    std::swap(points, others);
    parts = parts_after;
  }
  return parts;
}

// sums[w] = Σ_k k·B_k with B_k = buckets[w·buckets_per_window + k − 1]; infinity stands where a bucket is empty. 2 + 1/m additions a bucket in runs of m ≤ 32,
// and 2·log2 of a window's buckets, one after another, whatever else there is to do. In stream order; the host does not wait.
// Memory: 3.5/m points a bucket. Preconditions: sizes as said, fewer than 2^31 buckets in all.
template <class G, class Exec>
void reduce_buckets(Exec const& exec, device_view<xyzz<G> const> buckets, unsigned windows, std::uint32_t buckets_per_window,
                    device_view<xyzz<G>> sums) {
  auto const span = exec.open("msm/reduce_buckets");
  exec.count("buckets", buckets.size());
  LUCID_EXPECTS(buckets.size() == std::size_t{windows} * buckets_per_window && sums.size() == windows && buckets.size() >> 31 == 0);
  if (windows == 0) return;
  if (buckets_per_window == 0) {
    fill_bytes(exec.stream(), sums, 0);  // infinity
    return;
  }
  auto const shape = reduction_shape::of(windows, buckets_per_window);
  buffer<xyzz<G>, memory_space::device> first{exec, shape.first_buffer()};
  buffer<xyzz<G>, memory_space::device> second{exec, shape.second_buffer()};
  std::uint32_t const runs = windows * shape.runs;
  bulk(exec.stream(), "sum_runs_of_buckets", runs,
       sum_runs_of_buckets<G>{buckets, first, buckets_per_window, shape.runs, shape.length, runs});

  device_view<xyzz<G>> points = first, others = second;
  std::uint32_t const parts = join_all<G>(exec, points, others, windows, shape.runs, 2, true);
  // Part 1 + length·Σ_b 2^b·(part 2 + b): neighbours first, so that of the additions only log2 come one after another.
  std::uint32_t const bits = parts - 2;
  if (bits == 0) return copy(exec.stream(), device_view<xyzz<G> const>{points.subview(windows, windows)}, sums);
  device_view<xyzz<G>> const weights = points.subview(std::size_t{2} * windows, std::size_t{bits} * windows);
  for (std::uint32_t stride = 1; stride < bits; stride *= 2) {
    std::size_t const pairs = (bits - stride + 2 * stride - 1) / (2 * stride);
    bulk(exec.stream(), "add_multiples", pairs * windows, add_multiples<G>{weights, weights, windows, 2 * stride, stride, stride}, 32);
  }
  bulk(exec.stream(), "add_multiples", windows,
       add_multiples<G>{points.from(windows), sums, windows, 0, 1, static_cast<std::uint32_t>(std::countr_zero(shape.length))}, 32);
}

// What reduce_buckets holds.
template <class G>
void plan_reduce_buckets(memory_plan& memory, unsigned windows, std::uint32_t buckets_per_window) {
  if (windows == 0 || buckets_per_window == 0) return;
  auto const shape = reduction_shape::of(windows, buckets_per_window);
  planned_buffer<xyzz<G>> const first{memory, shape.first_buffer()};
  planned_buffer<xyzz<G>> const second{memory, shape.second_buffer()};
}

// Threads that sum a list of n terms: four terms each or more, a card of 2^15 threads.
[[nodiscard]] constexpr std::uint32_t threads_to_sum(std::size_t n) noexcept {
  constexpr std::size_t threads = std::size_t{1} << 15, fewest = 4;
  std::size_t const wanted = (n + fewest - 1) / fewest;
  return static_cast<std::uint32_t>(wanted < threads ? wanted : threads);
}

// sum[0] = Σ ±points[terms[k] >> 1], negative where terms[k] is odd; infinity for no terms. A point may come more than once. n mixed additions and 2^15 at most of
// sums, log2 of these one after another. In stream order. Memory: 1.5 points a thread. Precondition: indices lie in points; sum has one element.
template <class G, class Exec>
void sum_points(Exec const& exec, device_view<affine<G> const> points, device_view<std::uint32_t const> terms, device_view<xyzz<G>> sum) {
  auto const span = exec.open("msm/sum_points");
  exec.count("points", terms.size());
  LUCID_EXPECTS(sum.size() == 1);
  if (terms.empty()) {
    fill_bytes(exec.stream(), sum, 0);  // infinity
    return;
  }
  std::uint32_t const threads = threads_to_sum(terms.size());
  buffer<xyzz<G>, memory_space::device> first{exec, threads};
  buffer<xyzz<G>, memory_space::device> second{exec, (std::size_t{threads} + 1) / 2};
  bulk(exec.stream(), "sum_listed_points", threads, sum_listed_points<G>{points, terms, first});
  device_view<xyzz<G>> partial = first, others = second;
  join_all<G>(exec, partial, others, 1, threads, 1, false);
  copy(exec.stream(), device_view<xyzz<G> const>{partial.subview(0, 1)}, sum);
}

// What sum_points holds for n terms.
template <class G>
void plan_sum_points(memory_plan& memory, std::size_t n) {
  if (n == 0) return;
  planned_buffer<xyzz<G>> const first{memory, threads_to_sum(n)};
  planned_buffer<xyzz<G>> const second{memory, (std::size_t{threads_to_sum(n)} + 1) / 2};
}

}  // namespace lucid::inline v0::gpu::detail
