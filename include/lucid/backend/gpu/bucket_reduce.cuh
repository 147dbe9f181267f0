// Sums on a device whose terms are points: Σ k·B_k over the buckets of each window, and plain sums of points by a list. Knows nothing of scalars, and of which
// point lies in which bucket.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/point_tree.cuh>
#include <lucid/config/assert.hpp>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/xyzz.hpp>

namespace lucid::inline v0::gpu::detail {

// Calls, so that a unit compiles each addition once; what they move through local memory is one part in thirty of their time.
template <class G>
LUCID_HOST_DEVICE LUCID_NOINLINE void add_into(xyzz<G>& sum, xyzz<G> const& term) noexcept {
  sum += term;
}
template <class G>
LUCID_HOST_DEVICE LUCID_NOINLINE void add_into(xyzz<G>& sum, affine<G> const& term) noexcept {
  sum += term;
}
// Runs of `length` buckets, one thread each, to the nodes of two parts: 0, the sum of the run; 1, the sum with weights 1, 2, … from its first bucket.
// 2·length − 2 additions.
template <class G>
struct sum_runs_of_buckets {
  on_device<xyzz<G> const> buckets;
  on_device<xyzz<G>> parts;
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

// Thread t of `threads` adds the terms t, t + threads, …; a term is 2·index, and one more where the point is to be subtracted.
template <class G>
struct sum_listed_points {
  on_device<affine<G> const> points;
  on_device<std::uint32_t const> terms;
  on_device<xyzz<G>> sums;

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

  // A run costs its thread 2·length − 2 additions, one after another, and the trees above take three more: 2 + 1/length a bucket in all. So runs are long, up to
  // where a thirtieth is left to save, as long as they fill a card of 2^15 threads; fewer than 2^16 buckets go into the trees as they are.
  [[nodiscard]] static constexpr reduction_shape of(std::uint32_t windows, std::uint32_t per_window) noexcept {
    constexpr std::uint32_t threads = 1u << 15, longest = 32;
    std::uint64_t const all = std::uint64_t{windows} * per_window;
    std::uint32_t length = 1;
    while (length < longest && all / (2 * length) >= threads) length *= 2;
    if (length == 2) length = 4;  // two spare the trees less than they take: 0.18 ms in place of 0.21 for 2^16 buckets of BN254 on an H200
    return {windows, per_window, length, per_window / length + (per_window % length != 0)};
  }
  [[nodiscard]] constexpr bool has_runs() const noexcept { return length > 1; }
  [[nodiscard]] constexpr std::size_t points_of_runs() const noexcept { return has_runs() ? std::size_t{2} * windows * runs : 0; }
  // Sums with weights from 0 on; those from 1 on are the runs' own, or what all buckets add up to.
  [[nodiscard]] constexpr tree_pass trees() const noexcept { return {runs, has_runs() ? 2u : 1u, true}; }
};

// sums[w] = Σ_k k·B_k with B_k = buckets[w·buckets_per_window + k − 1]; infinity stands where a bucket is empty. 2 + 1/m additions a bucket in runs of m ≤ 32,
// and 3·log2 of a window's buckets, one after another, whatever else there is to do. In stream order; the host does not wait.
// Memory: 2 points a run, and a ninth of that. Preconditions: sizes as said, fewer than 2^31 buckets in all.
template <class G, class Exec>
void reduce_buckets(Exec const& exec, on_device<xyzz<G> const> buckets, unsigned windows, std::uint32_t buckets_per_window,
                    on_device<xyzz<G>> sums) {
  auto const span = exec.open("msm/reduce_buckets");
  exec.count("buckets", buckets.size());
  LUCID_EXPECTS(buckets.size() == std::size_t{windows} * buckets_per_window && sums.size() == windows && buckets.size() >> 31 == 0);
  if (windows == 0) return;
  if (buckets_per_window == 0) {
    fill_bytes(exec.stream(), sums, 0);  // infinity
    return;
  }
  auto const shape = reduction_shape::of(windows, buckets_per_window);
  buffer<xyzz<G>, memory_space::device> runs{exec, shape.points_of_runs()};
  on_device<xyzz<G> const> points = buckets;
  if (shape.has_runs()) {
    std::uint32_t const all = windows * shape.runs;
    bulk(exec.stream(), "sum_runs_of_buckets", all,
         sum_runs_of_buckets<G>{buckets, runs, buckets_per_window, shape.runs, shape.length, all});
    points = runs;
  }
  tree_pass pass = shape.trees();
  std::uint32_t const bare = pass.parts;
  auto const trees = sum_trees<G>(exec, points, windows, pass);
  if (!trees.empty()) points = trees;
  // The last of the first parts + length·Σ_b 2^b·(part of b).
  on_device<xyzz<G> const> const plain = points.subview(std::size_t{bare - 1} * windows, windows);
  if (pass.parts == bare) return copy(exec.stream(), plain, sums);
  blocks(exec.stream(), "weighted_total", windows,
         weighted_total<G>{plain, points.from(std::size_t{bare} * windows), sums, windows, pass.parts - bare,
                           static_cast<std::uint32_t>(std::countr_zero(shape.length))});
}

// What reduce_buckets holds.
template <class G>
void plan_reduce_buckets(memory_plan& memory, unsigned windows, std::uint32_t buckets_per_window) {
  if (windows == 0 || buckets_per_window == 0) return;
  auto const shape = reduction_shape::of(windows, buckets_per_window);
  planned_buffer<xyzz<G>> const runs{memory, shape.points_of_runs()};
  tree_pass pass = shape.trees();
  auto const trees = plan_sum_trees<G>(memory, windows, pass);
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
void sum_points(Exec const& exec, on_device<affine<G> const> points, on_device<std::uint32_t const> terms, on_device<xyzz<G>> sum) {
  auto const span = exec.open("msm/sum_points");
  exec.count("points", terms.size());
  LUCID_EXPECTS(sum.size() == 1);
  if (terms.empty()) {
    fill_bytes(exec.stream(), sum, 0);  // infinity
    return;
  }
  std::uint32_t const threads = threads_to_sum(terms.size());
  buffer<xyzz<G>, memory_space::device> partial{exec, threads};
  bulk(exec.stream(), "sum_listed_points", threads, sum_listed_points<G>{points, terms, partial});
  tree_pass pass{threads, 1, false};
  auto const trees = sum_trees<G>(exec, std::as_const(partial).all(), 1, pass);
  copy(exec.stream(), trees.empty() ? std::as_const(partial).all() : trees.all(), sum);
}

// What sum_points holds for n terms.
template <class G>
void plan_sum_points(memory_plan& memory, std::size_t n) {
  if (n == 0) return;
  planned_buffer<xyzz<G>> const partial{memory, threads_to_sum(n)};
  tree_pass pass{threads_to_sum(n), 1, false};
  auto const trees = plan_sum_trees<G>(memory, 1, pass);
}

}  // namespace lucid::inline v0::gpu::detail
