// The sum of every bucket, from digits sorted by bucket: neighbours in a bucket are added pairwise, level by level, all buckets of a stretch of items at once.
// points − buckets additions, each with a shared inverse; no two of a level touch the same point, so nothing is scheduled and nothing waits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/cpu/affine_addition.hpp>
#include <lucid/backend/cpu/bucket_sort.hpp>
#include <lucid/backend/cpu/share.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/glv.hpp>

namespace lucid::inline v0::cpu {

// Points that are to be one sum: `count` of them side by side in a scratch array, and where the sum goes.
template <class G>
struct point_run {
  affine<G>* points;
  affine<G>* sum;
  std::size_t count;
};

// Each run's sum; its points are overwritten, the list of runs is used up. Runs of one point are copied. ⌈log2(longest)⌉ levels.
template <class G>
void sum_runs(affine_adder<G>& adder, view<point_run<G>> runs) noexcept {
  std::size_t left = runs.size();
  for (std::size_t stride = 1; left != 0; stride *= 2) {
    std::size_t kept = 0;
    for (std::size_t r = 0; r < left; ++r) {
      point_run<G> const run = runs[r];
      bool const last = run.count <= 2 * stride;
      if (run.count <= stride) {
        *run.sum = run.points[0];
      } else if (last) {
        adder.add(run.points[0], run.points[stride], *run.sum);
      } else {
        for (std::size_t i = 0; i + stride < run.count; i += 2 * stride) adder.add(run.points[i], run.points[i + stride], run.points[i]);
      }
      if (!last) runs[kept++] = run;
    }
    adder.flush();
    left = kept;
  }
}

// The sums of all rows of `digits`; infinity where a row is empty.
template <class G>
class bucket_sums {
 public:
  // bases: those that the items name, or where `places` are given, places[i] for item i, none where that is no_base. Infinity costs as much as other points.
  template <class Exec>
  bucket_sums(Exec const& exec, sorted_digits const& digits, view<affine<G> const> bases, view<std::uint32_t const> places = {})
      : bases_(bases), places_(places), start_(digits.start()), items_(digits.items()), sums_(exec, digits.rows()) {
    std::size_t const workers = workers_of(exec);
    sizes const of = sizes_of(workers, items_.size());
    buffer<affine<G>> points{exec, workers * of.max_points};
    buffer<point_run<G>> runs{exec, workers * of.max_runs};
    buffer<typename affine_adder<G>::storage> adders{exec, workers};
    buffer<affine<G>> heads{exec, of.stretches};
    buffer<std::uint32_t> row_of_head{exec, of.stretches};  // rows(): none
    share(exec, workers, of.stretches, [&](std::size_t worker, std::size_t k) {
      affine_adder<G> adder{adders[worker]};
      bool const last = k + 1 == of.stretches;
      std::size_t const begin = k == 0 ? 0 : cut(k * of.length, of.length);
      std::size_t const end = last ? items_.size() : cut((k + 1) * of.length, of.length);
      row_of_head[k] = static_cast<std::uint32_t>(
          sum_stretch(adder, begin, end, last, heads[k], points.data() + worker * of.max_points, runs.data() + worker * of.max_runs));
    });
    if (of.stretches > 1) join(exec, adders[0], heads, row_of_head);
  }

  [[nodiscard]] view<affine<G>> all() noexcept { return sums_; }

  // What the sums of so many rows and items hold.
  struct planned {
    planned(memory_plan& memory, std::size_t workers, std::size_t rows, std::size_t items) : sums(memory, rows) {
      sizes const s = sizes_of(workers, items);
      planned_buffer<affine<G>> const points{memory, workers * s.max_points};
      planned_buffer<point_run<G>> const runs{memory, workers * s.max_runs};
      planned_buffer<typename affine_adder<G>::storage> const adders{memory, workers};
      planned_buffer<affine<G>> const heads{memory, s.stretches};
      planned_buffer<std::uint32_t> const row_of_head{memory, s.stretches};
      planned_buffer<point_run<G>> const joined{memory, s.stretches > 1 ? s.stretches : 0};
    }
    planned_buffer<affine<G>> sums;
  };

 private:
  struct sizes {
    std::size_t length, stretches;  // of a stretch in items, and how many there are
    std::size_t max_points,
        max_runs;  // of a stretch: it has fewer than 2·length items; the first level leaves two points and one run for every three
  };
  // Long stretches share inverses well, short ones leave no thread without work at the end.
  [[nodiscard]] static constexpr sizes sizes_of(std::size_t workers, std::size_t items) noexcept {
    constexpr std::size_t shortest = 2048, longest = 16384, stretches_per_worker = 16;
    std::size_t const length = workers == 1 ? longest : std::clamp(items / (workers * stretches_per_worker) + 1, shortest, longest);
    return {length, std::max<std::size_t>((items + length - 1) / length, 1), std::min(4 * length / 3, items) + 2,
            std::min(2 * length / 3, items) + 2};
  }
  [[nodiscard]] std::size_t rows() const noexcept { return sums_.size(); }

  // An item near `position`, where a stretch ends: the start of a row, unless the row is longer than a stretch.
  [[nodiscard]] std::size_t cut(std::size_t position, std::size_t length) const noexcept {
    auto const next = std::upper_bound(start_.begin(), start_.end(), position);
    std::size_t const here = *(next - 1);
    return *next - here <= length ? here : position;
  }

  // Sums of the rows that start in [begin, end), and of the end of a row that started before: that row is returned, its part is in `head`. The last stretch
  // also serves the empty rows at the end.
  std::size_t sum_stretch(affine_adder<G>& adder, std::size_t begin, std::size_t end, bool last, affine<G>& head, affine<G>* points,
                          point_run<G>* runs) noexcept {
    std::size_t row = static_cast<std::size_t>(std::lower_bound(start_.begin(), start_.end() - 1, begin) - start_.begin());
    std::size_t left = 0;
    std::size_t const head_row = begin < end && (row == rows() || start_[row] != begin) ? row - 1 : rows();
    if (head_row != rows()) points += sum_pairs(adder, begin, std::min<std::size_t>(start_[row], end), head, points, runs[left], left);
    for (; row != rows() && (start_[row] < end || last); ++row) {
      points += sum_pairs(adder, start_[row], std::min<std::size_t>(start_[row + 1], end), sums_[row], points, runs[left], left);
    }
    adder.flush();
    sum_runs<G>(adder, {runs, left});
    return head_row;
  }

  // The first level of one row: pairs of bases. What is left, ⌈count/2⌉ points, stands in `points` and is `run`; none where the sum is there already.
  std::size_t sum_pairs(affine_adder<G>& adder, std::size_t begin, std::size_t end, affine<G>& sum, affine<G>* points, point_run<G>& run,
                        std::size_t& runs) noexcept {
    if (!places_.empty()) return sum_pairs_of_some(adder, begin, end, sum, points, run, runs);
    std::size_t const count = end - begin;
    if (count == 0) {
      sum = affine<G>::infinity();
      return 0;
    }
    if (count == 1) {
      sum = signed_base(items_[begin]);
      return 0;
    }
    if (count == 2) {
      add_bases(adder, items_[begin], items_[begin + 1], sum);
      return 0;
    }
    std::size_t left = 0;
    for (; begin + 1 < end; begin += 2) add_bases(adder, items_[begin], items_[begin + 1], points[left++]);
    if (begin != end) points[left++] = signed_base(items_[begin]);
    run = {points, &sum, left};
    ++runs;
    return left;
  }

  // The same where items may have no base. A row of two items or fewer leaves no run, so that there are as few runs.
  std::size_t sum_pairs_of_some(affine_adder<G>& adder, std::size_t begin, std::size_t end, affine<G>& sum, affine<G>* points,
                                point_run<G>& run, std::size_t& runs) noexcept {
    bool const pair = end - begin == 2;
    signed_index single{no_base, false};
    std::size_t left = 0;
    for (; begin != end; ++begin) {
      std::uint32_t const place = places_[items_[begin].index()];
      if (place == no_base) continue;
      signed_index const here{place, items_[begin].negative()};
      if (single.index() == no_base) {
        single = here;
      } else {
        add_bases(adder, single, here, pair ? sum : points[left]);
        single = {no_base, false};
        if (pair) return 0;
        ++left;
      }
    }
    if (left == 0) {
      sum = single.index() == no_base ? affine<G>::infinity() : signed_base(single);
      return 0;
    }
    if (single.index() != no_base) points[left++] = signed_base(single);
    run = {points, &sum, left};
    ++runs;
    return left;
  }

  void add_bases(affine_adder<G>& adder, signed_index a, signed_index b, affine<G>& sum) const noexcept {
    adder.add(bases_[a.index()], bases_[b.index()], sum, static_cast<unsigned>(a.negative()) | static_cast<unsigned>(b.negative()) << 1);
  }
  [[nodiscard]] affine<G> signed_base(signed_index item) const noexcept {
    affine<G> const& base = bases_[item.index()];
    return item.negative() ? -base : base;
  }

  // A row cut into several stretches: its first part is in sums_, the others are heads of consecutive stretches.
  template <class Exec>
  void join(Exec const& exec, typename affine_adder<G>::storage& storage, buffer<affine<G>>& heads,
            buffer<std::uint32_t> const& row_of_head) {
    affine_adder<G> adder{storage};
    buffer<point_run<G>> runs{exec, heads.size()};
    std::size_t left = 0;
    auto const for_each_cut_row = [&](auto&& f) {
      for (std::size_t k = 0, next = 1; k < heads.size(); k = next++) {
        if (row_of_head[k] == rows()) continue;
        while (next < heads.size() && row_of_head[next] == row_of_head[k]) ++next;
        f(row_of_head[k], heads[k], next - k);
      }
    };
    for_each_cut_row([&](std::size_t, affine<G>& first, std::size_t count) { runs[left++] = {&first, &first, count}; });
    sum_runs<G>(adder, {runs.data(), left});
    for_each_cut_row([&](std::size_t row, affine<G>& first, std::size_t) { adder.add(sums_[row], first, sums_[row]); });
    adder.flush();
  }

  view<affine<G> const> bases_;
  view<std::uint32_t const> places_;
  view<std::uint32_t const> start_;
  view<signed_index const> items_;
  buffer<affine<G>> sums_;
};

// Σ_h λ^h·(bucket of part h) in the rows of part 0, those of the others being overwritten by their images: an image and an addition a row, instead of an image
// a base and twice as many bases to fetch. buckets: the sums of the rows of `digits`, windows [first, last).
template <class G, class Exec>
void add_images(Exec const& exec, sorted_digits const& digits, view<affine<G>> buckets, unsigned first, unsigned last) {
  if constexpr (pairing_group<G>) {
    if (digits.parts() == 1) return;
    constexpr std::size_t grain = 4 * affine_adder<G>::capacity;
    std::size_t const workers = workers_of(exec);
    std::size_t most = 0;
    for (unsigned j = first; j < last; ++j) most = std::max(most, digits.buckets(j, 1));
    std::size_t const pieces = (most + grain - 1) / grain;  // of a window
    buffer<typename affine_adder<G>::storage> adders{exec, workers};
    share(exec, workers, pieces * (last - first), [&](std::size_t worker, std::size_t task) {
      unsigned const j = first + static_cast<unsigned>(task / pieces);
      std::size_t const begin = task % pieces * grain;
      std::size_t const end = std::min(begin + grain, digits.buckets(j, 1));
      affine_adder<G> adder{adders[worker]};
      affine<G>* const sums = buckets.data() + digits.row(j, 0);
      affine<G>* const images = buckets.data() + digits.row(j, 1);
      for (std::size_t i = begin; i < end; ++i) {
        if (images[i].is_infinity()) continue;
        images[i] = glv_image(images[i]);
        adder.add(sums[i], images[i], sums[i]);
      }
      adder.flush();
    });
  }
}

}  // namespace lucid::inline v0::cpu
