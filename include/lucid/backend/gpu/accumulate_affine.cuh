// The sum of each bucket on a device by additions of affine points that share inverses: a chain of additions a task, many chains a thread, one of each in a round.
// Knows nothing of digits, and of how tasks were made: sorted_digits.cuh does.
//
// [Mon87] §10.3.1. A round of a block: each thread multiplies the denominators of its chains, a warp inverts the products of all threads (each of its lanes those
// of threads/32 threads, with one inverse, so that no lane waits for another), and each thread finishes its additions, last chain first. An addition costs
// 5M + 1S; XYZZ coordinates cost 8M + 2S. A warp's inverse costs as much as 40 of its products, which a block's round shares.
// Memory moved, in field elements an addition: 1 + 1 + 1 of the point, the sum and the products before to collect, 2 + 2 + 1 to finish, 2 back: 11.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/backend/gpu/block.cuh>
#include <lucid/backend/gpu/bucket_reduce.cuh>
#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/xyzz.hpp>

namespace lucid::inline v0::gpu::detail {

// What is no chord of two points with x other than 0: rare, so calls. The denominator is never 0.
template <class G>
LUCID_HOST_DEVICE LUCID_NOINLINE typename G::field rare_denominator(affine<G> const& a, affine<G> const& b) noexcept {
  using field = typename G::field;
  if (a.is_infinity() || b.is_infinity()) return field::one();
  if (!(a.x == b.x)) return b.x - a.x;
  return a.y == b.y && !a.y.is_zero() ? doubled(a.y) : field::one();
}
template <class G>
LUCID_HOST_DEVICE LUCID_NOINLINE affine<G> rare_sum(affine<G> const& a, affine<G> const& b, typename G::field const& inverse_of_it) noexcept {
  using field = typename G::field;
  if (a.is_infinity()) return b;
  if (b.is_infinity()) return a;
  field rise = b.y - a.y;
  if (a.x == b.x) {
    if (!rise.is_zero() || a.y.is_zero()) return affine<G>::infinity();
    field const xx = square(a.x);
    rise = doubled(xx) + xx;
  }
  field const slope = rise * inverse_of_it;
  field const x = square(slope) - a.x - b.x;
  return {x, slope * (a.x - x) - a.y};
}

// Chain c: items [from[c], from[c] + count[c]), the first of which is in sum[c] before the first round. Chains of a block differ little in length: the longest
// come first. Thread t of block b has the chains b·threads·each + i·threads + t, i < each.
template <class G>
struct add_chains {
  using field = typename G::field;
  static constexpr unsigned threads = 128, phases = 3, warp = 32;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct shared {
    field product[threads], before[threads];
  };
  struct local {};

  device_view<affine<G> const> bases;
  device_view<std::uint32_t const> places;  // none: each item's base is at its own place
  device_view<std::uint32_t const> items, from, count;
  device_view<affine<G>> sum;
  device_view<field> before;  // of each chain: the product of the denominators of its thread's earlier chains
  std::uint32_t each;       // chains of a thread

  [[nodiscard]] LUCID_HOST_DEVICE std::uint32_t rounds(std::size_t block) const {
    std::uint32_t const longest = count[block * threads * each];
    return longest == 0 ? 0 : longest - 1;
  }

  template <unsigned P>
  LUCID_HOST_DEVICE void phase(std::size_t block, unsigned thread, std::uint32_t round, local&, shared& ours) const {
    std::size_t const first = block * threads * each + thread;
    if constexpr (P == 0) {
      field product = field::one();
      LUCID_ROLLED
      for (std::uint32_t i = 0; i < each; ++i) {
        std::size_t const c = first + std::size_t{i} * threads;
        std::uint32_t const item = item_of(c, round);
        if (item == none) continue;
        field denominator = bases[item >> 1].x;
        bool rare = denominator.is_zero();
        field const x = sum[c].x;
        denominator -= x;
        rare = rare || x.is_zero() || denominator.is_zero();
        if (rare) denominator = rare_denominator<G>(sum[c], base_of(item));
        before[c] = product;
        product = product * denominator;
      }
      ours.product[thread] = product;
    } else if constexpr (P == 1) {
      if (thread >= warp) return;
      field product = ours.product[thread];
      LUCID_ROLLED
      for (unsigned t = thread + warp; t < threads; t += warp) {
        ours.before[t] = product;
        product = product * ours.product[t];
      }
      product = inverse(product);
      LUCID_ROLLED
      for (unsigned t = threads - warp + thread; t >= warp; t -= warp) {
        field const denominator = ours.product[t];
        ours.product[t] = product * ours.before[t];
        product = product * denominator;
      }
      ours.product[thread] = product;
    } else {
      field rest = ours.product[thread];
      LUCID_ROLLED
      for (std::uint32_t i = 1; i <= each; ++i) {
        std::size_t const c = first + std::size_t{each - i} * threads;
        std::uint32_t const item = item_of(c, round);
        if (item == none) continue;
        affine<G> const b = base_of(item);
        affine<G> const a = sum[c];
        field denominator = b.x - a.x;
        bool const rare = denominator.is_zero() || a.x.is_zero() || b.x.is_zero();
        field const inverse_of_it = rest * before[c];
        if (rare) {
          rest = rest * rare_denominator<G>(a, b);
          sum[c] = rare_sum<G>(a, b, inverse_of_it);
          continue;
        }
        rest = rest * denominator;
        field const slope = (b.y - a.y) * inverse_of_it;
        field const x = square(slope) - a.x - b.x;
        sum[c] = {x, slope * (a.x - x) - a.y};
      }
    }
  }

  // Twice the place of the base that chain c takes up in this round, and one more where it is subtracted.
  [[nodiscard]] LUCID_HOST_DEVICE std::uint32_t item_of(std::size_t c, std::uint32_t round) const {
    if (c >= count.size() || round + 1 >= count[c]) return none;
    std::uint32_t const item = items[from[c] + round + 1];
    return places.empty() ? item : placed(item);
  }
  [[nodiscard]] LUCID_HOST_DEVICE std::uint32_t placed(std::uint32_t item) const {
    std::uint32_t const place = places[item >> 1];
    return place == none ? none : place << 1 | (item & 1);
  }
  [[nodiscard]] LUCID_HOST_DEVICE affine<G> base_of(std::uint32_t item) const {
    affine<G> const base = bases[item >> 1];
    return (item & 1) != 0 ? -base : base;
  }
  template <class F>
  void touches(F&& f) const {
    f(bases), f(places), f(items), f(from), f(count), f(sum), f(before);
  }
};

// Chain i is task order[i]; its first item is its sum.
template <class G>
struct begin_chains {
  add_chains<G> chains;
  device_view<std::uint32_t const> order, begin, length;
  device_view<std::uint32_t> from, count;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    std::uint32_t const task = order[i], at = begin[task], n = length[task];
    from[i] = at;
    count[i] = n;
    affine<G> first = affine<G>::infinity();
    if (n != 0) {
      std::uint32_t const item = chains.places.empty() ? chains.items[at] : chains.placed(chains.items[at]);
      if (item != add_chains<G>::none) first = chains.base_of(item);
    }
    chains.sum[i] = first;
  }
  template <class F>
  void touches(F&& f) const {
    chains.touches(f);
    f(order), f(begin), f(length), f(from), f(count);
  }
};

template <class G>
struct end_chains {
  device_view<std::uint32_t const> order;
  device_view<affine<G> const> sum;
  device_view<xyzz<G>> sums;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const { sums[order[i]] = xyzz<G>{sum[i]}; }
  template <class F>
  void touches(F&& f) const {
    f(order), f(sum), f(sums);
  }
};

// sums[t] of each task t: of ± the bases that items [begin[t], begin[t] + length[t]) name, where `order` has the tasks by falling length. An item is twice the place
// of its base (where places are given: of the place, none where that is all ones) and one more where the base is subtracted.
// each: chains a thread, a trade of shared inverses against memory in the caches.
template <class G, class Exec>
void add_tasks_affine(Exec const& exec, device_view<affine<G> const> bases, device_view<std::uint32_t const> places,
                      device_view<std::uint32_t const> items, device_view<std::uint32_t const> order, device_view<std::uint32_t const> begin,
                      device_view<std::uint32_t const> length, device_view<xyzz<G>> sums, std::uint32_t each = 8) {
  using body = add_chains<G>;
  std::size_t const n = order.size();
  buffer<std::uint32_t, memory_space::device> from{exec, n}, count{exec, n};
  buffer<affine<G>, memory_space::device> sum{exec, n};
  buffer<typename G::field, memory_space::device> before{exec, n};
  body const chains{bases, places, items, from, count, sum, before, each};
  bulk(exec.stream(), "begin_chains", n, begin_chains<G>{chains, order, begin, length, from, count});
  std::size_t const a_block = std::size_t{body::threads} * each;
  blocks(exec.stream(), "add_chains", (n + a_block - 1) / a_block, chains);
  bulk(exec.stream(), "end_chains", n, end_chains<G>{order, sum, sums});
}

}  // namespace lucid::inline v0::gpu::detail
