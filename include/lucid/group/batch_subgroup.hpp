// Whether many points are all in the subgroup of order r, at a sixth of the cost of asking each in G1, a third in G2. Which one is not, it does not say:
// endomorphism.hpp asks single points.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>

#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/group/xyzz.hpp>

namespace lucid::inline v0 {

namespace detail {

// Each round throws the points into 256 buckets at random and asks the sum of each bucket. Let one point be outside, wherever the others lie: at most one choice of
// its bucket leaves every sum inside, for the sums of the others are then all inside but for one bucket, and it is that one. A round is passed with probability
// 2^−8 at most, whatever the order of what is wrong with the point.
inline constexpr std::size_t subgroup_buckets = 256;
inline constexpr std::size_t subgroup_rounds = 10;
// Below so many points, asking each is cheaper: to ask a sum costs as much as 120 additions in G1, 30 in G2.
inline constexpr std::size_t fewest_points_to_batch = 4096;

template <class G, class Exec, class Entropy>
[[nodiscard]] bool sums_are_in_subgroup(Exec const& exec, view<affine<G> const> points, Entropy& entropy) {
  buffer<std::byte> places{exec, points.size()};
  buffer<xyzz<G>> buckets{exec, subgroup_buckets};
  buffer<affine<G>> sums{exec, subgroup_buckets};
  for (std::size_t round = 0; round < subgroup_rounds; ++round) {
    entropy.fill(std::span{places.data(), places.size()});
    for (auto& bucket : buckets) bucket = xyzz<G>::infinity();
    for (std::size_t i = 0; i < points.size(); ++i) buckets[std::to_integer<std::size_t>(places[i])] += points[i];
    normalize_serial<xyzz<G>>(buckets.all(), sums.all());
    for (auto const& sum : sums) {
      if (!is_in_subgroup(sum)) return false;
    }
  }
  return true;
}

}  // namespace detail

// True when all are in the subgroup. When some are not: false, except with probability 2^−80 over the entropy, which whoever made the points must not foresee and
// which several threads draw from at once. Precondition: every point is on the curve. Throws what the entropy throws, out_of_memory. Parallel, in parts of 2^14 to
// 2^17 points, the larger the cheaper: 125 to 290 products a point in G1 of BLS12-381, where one by one costs about 1,200. A byte a point of each part at work.
template <class G, class Exec, class Entropy = os_entropy>
[[nodiscard]] bool all_in_subgroup(Exec const& exec, view<affine<G> const> points, Entropy&& entropy = {}) {
  if constexpr (G::prime_order) {
    return true;
  } else {
    auto const span = exec.open("group/all in subgroup");
    std::size_t const grain =
        points.size() < detail::fewest_points_to_batch ? 64 : std::clamp(points.size() / 32, std::size_t{1} << 14, std::size_t{1} << 17);
    std::atomic<bool> all = true;
    for_ranges(exec, points.size(), grain, [&](std::size_t begin, std::size_t end) {
      if (!all) return;
      auto const part = points.subview(begin, end - begin);
      if (part.size() >= detail::fewest_points_to_batch) {
        if (!detail::sums_are_in_subgroup<G>(exec, part, entropy)) all = false;
        return;
      }
      for (auto const& p : part) {
        if (!is_in_subgroup(p)) all = false;
      }
    });
    return all;
  }
}

}  // namespace lucid::inline v0
