// Trees of additions of points in a block's shared memory, four threads an addition: where few points are left, what counts is how long one addition takes.
// One product after another by one thread takes fourteen products' time; four threads take four. Knows nothing of buckets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/backend/gpu/block.cuh>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/xyzz.hpp>

namespace lucid::inline v0::gpu::detail {

template <class G>
LUCID_HOST_DEVICE LUCID_NOINLINE void double_in_place(xyzz<G>& p) noexcept {
  p = doubled(p);
}

// What four threads share while they work on one point. Each calls the same parts one after another, with a barrier between two; in a part each makes one product
// at most, of what parts before have left. Formulas: xyzz.hpp.
template <class G>
struct four_threads {
  using field = typename G::field;
  static constexpr unsigned width = 4, parts_to_add = 5, parts_to_double = 4;
  enum class kind : std::uint8_t { chord, tangent, first, second, none };
  struct local {
    field run, rise;
    kind what;
  };
  field t[2 * width];

  // p ← p + q, complete.
  LUCID_HOST_DEVICE void add(unsigned part, unsigned role, xyzz<G>& p, xyzz<G> const& q, local& mine) {
    if (part == 0) mine.what = q.is_infinity() ? kind::first : p.is_infinity() ? kind::second : kind::chord;
    if (mine.what != kind::chord) {
      if (part + 1 == parts_to_add && role == 0) finish_rare(p, q, mine.what);
      return;
    }
    // Factors in shared memory, each read once, or a thread's own.
    field const *first = t, *second = t;
    field own_first, own_second;
    bool has_own_first = false, has_own_second = false;
    field* to = t;
    if (part == 0) {  // u1, u2, s1, s2
      first = role == 0 ? &p.x : role == 1 ? &q.x : role == 2 ? &p.y : &q.y;
      second = role == 0 ? &q.zz : role == 1 ? &p.zz : role == 2 ? &q.zzz : &p.zzz;
      to = t + role;
    } else if (part == 1) {  // PP, R², ZZ1·ZZ2, ZZZ1·ZZZ2
      mine.run = t[1] - t[0];
      mine.rise = t[3] - t[2];
      if (mine.run.is_zero()) {
        mine.what = mine.rise.is_zero() ? kind::tangent : kind::none;
        return;
      }
      has_own_first = has_own_second = role < 2;
      own_first = own_second = role == 0 ? mine.run : mine.rise;
      first = role == 2 ? &p.zz : &p.zzz;
      second = role == 2 ? &q.zz : &q.zzz;
      to = t + width + role;
    } else if (part == 2) {  // PPP, V, ZZ3
      if (role == 3) return;
      has_own_first = role == 0;
      own_first = mine.run;
      first = role == 1 ? t : t + 6;
      second = t + 4;
      to = role == 0 ? t + 1 : role == 1 ? t + 3 : &p.zz;
    } else if (part == 3) {  // the two halves of Y3, ZZZ3
      field const x = t[5] - t[1] - doubled(t[3]);
      if (role == 3) {
        p.x = x;
        return;
      }
      has_own_first = has_own_second = role == 0;
      own_first = mine.rise;
      own_second = t[3] - x;
      first = role == 1 ? t + 2 : t + 7;
      second = t + 1;
      to = role == 0 ? t + 4 : role == 1 ? t : &p.zzz;
    } else {
      if (role == 0) p.y = t[4] - t[0];
      return;
    }
    if (!has_own_first) own_first = *first;
    if (!has_own_second) own_second = *second;
    *to = own_first * own_second;
  }

  // p ← 2p; infinity doubles to infinity.
  LUCID_HOST_DEVICE void double_point(unsigned part, unsigned role, xyzz<G>& p) {
    if (part == 0) {  // V = U², X²
      if (role > 1) return;
      field const a = role == 0 ? doubled(p.y) : p.x;
      t[role] = square(a);
    } else if (part == 1) {  // W, S, M², ZZ3
      field const m = doubled(t[1]) + t[1];
      field const a = role == 0 ? doubled(p.y) : role == 1 ? p.x : role == 2 ? m : p.zz;
      field const product = a * (role == 2 ? m : t[0]);
      (role == 3 ? p.zz : t[2 + role]) = product;
    } else if (part == 2) {  // the two halves of Y3, ZZZ3
      field const x = t[4] - doubled(t[3]);
      if (role == 3) {
        p.x = x;
        return;
      }
      field const a = role == 0 ? doubled(t[1]) + t[1] : t[2];
      field const product = a * (role == 0 ? t[3] - x : role == 1 ? p.y : p.zzz);
      (role == 0 ? t[5] : role == 1 ? t[0] : p.zzz) = product;
    } else if (role == 0) {
      p.y = t[5] - t[0];
    }
  }

 private:
  LUCID_HOST_DEVICE static void finish_rare(xyzz<G>& p, xyzz<G> const& q, kind what) {
    if (what == kind::second) p = q;
    if (what == kind::none) p = xyzz<G>::infinity();
    if (what == kind::tangent) double_in_place(p);
  }
};

// Points stand in rows of nodes: part c of window w is row c·windows + w.

// 64 nodes of a row to one, their sum. Weighted rows, those of part 0, leave further parts besides: of the nodes numbered 0, 1, … in their row, part parts + b is
// the sum of those whose number has bit b, so that Σ j·P_j = Σ_b 2^b·(part of b).
// In place: at level b node a takes up node a + 2^b, for the numbers a that are 0 in bits 0 to b, or have one of those below b.
template <class G>
struct tree_of_points {
  using four = four_threads<G>;
  static constexpr unsigned threads = 128, width = 64;
  struct shared {
    xyzz<G> node[width];
    four team[threads / four::width];
  };
  using local = typename four::local;

  on_device<xyzz<G> const> from;
  on_device<xyzz<G>> to;
  std::uint32_t windows, nodes, parts, segments;  // of `from`, and of a row: 64 nodes, or the rest
  std::uint32_t levels;
  bool weighted;

  [[nodiscard]] LUCID_HOST_DEVICE unsigned rounds() const { return four::parts_to_add * levels + 2; }

  LUCID_HOST_DEVICE void round(unsigned r, std::size_t block, unsigned thread, local& mine, shared& ours) const {
    auto const index = static_cast<std::uint32_t>(block);
    std::uint32_t const row = index / segments, segment = index % segments;
    bool const bears = weighted && row < windows;
    if (r == 0) {
      if (thread >= width) return;
      std::uint32_t const at = segment * width + thread;
      ours.node[thread] = at < nodes ? from[std::size_t{row} * nodes + at] : xyzz<G>::infinity();
    } else if (r + 1 < rounds()) {
      unsigned const level = (r - 1) / four::parts_to_add, team = thread / four::width;
      unsigned const kinds = bears ? level + 1 : 1, which = team % kinds;
      unsigned const at = (team / kinds << (level + 1)) + (which == 0 ? 0 : 1u << (which - 1));
      if (at >= width) return;
      ours.team[team].add((r - 1) % four::parts_to_add, thread % four::width, ours.node[at], ours.node[at + (1u << level)], mine);
    } else if (thread == 0) {
      to[std::size_t{row} * segments + segment] = ours.node[0];
    } else if (bears && thread <= levels) {
      to[(std::size_t{parts + thread - 1} * windows + row) * segments + segment] = ours.node[1u << (thread - 1)];
    }
  }
  template <class F>
  void touches(F&& f) const {
    f(from), f(to);
  }
};

// One pass of such trees over all rows.
struct tree_pass {
  std::uint32_t nodes, parts;  // before
  bool weighted;

  [[nodiscard]] constexpr std::uint32_t segments() const noexcept { return (nodes + 63) / 64; }
  [[nodiscard]] constexpr std::uint32_t levels() const noexcept {
    std::uint32_t l = 0;
    while (l < 6 && std::uint32_t{1} << l < nodes) ++l;
    return l;
  }
  [[nodiscard]] constexpr tree_pass next() const noexcept { return {segments(), weighted ? parts + levels() : parts, weighted}; }
  [[nodiscard]] constexpr std::size_t points_after(std::uint32_t windows) const noexcept {
    tree_pass const after = next();
    return std::size_t{after.parts} * windows * after.nodes;
  }
};

// Passes until a row has one node: part c of window w is then element c·windows + w. Nothing where that is so already.
template <class G, class Exec>
[[nodiscard]] buffer<xyzz<G>, memory_space::device> sum_trees(Exec const& exec, on_device<xyzz<G> const> points, std::uint32_t windows,
                                                              tree_pass& pass) {
  buffer<xyzz<G>, memory_space::device> sums;
  while (pass.nodes > 1) {
    buffer<xyzz<G>, memory_space::device> after{exec, pass.points_after(windows)};
    blocks(exec.stream(), "tree_of_points", std::size_t{pass.parts} * windows * pass.segments(),
           tree_of_points<G>{points, after, windows, pass.nodes, pass.parts, pass.segments(), pass.levels(), pass.weighted});
    sums = std::move(after);
    points = sums;
    pass = pass.next();
  }
  return sums;
}
template <class G>
[[nodiscard]] planned_buffer<xyzz<G>> plan_sum_trees(memory_plan& memory, std::uint32_t windows, tree_pass& pass) {
  planned_buffer<xyzz<G>> sums;
  for (; pass.nodes > 1; pass = pass.next()) {
    planned_buffer<xyzz<G>> after{memory, pass.points_after(windows)};
    sums = std::move(after);
  }
  return sums;
}

// sums[w] = plain + 2^doublings·Σ_{b < bits} 2^b·V_b, a block a window: plain is element w of its row, V_b element b·windows + w. Each V_b is doubled by itself, at
// the same time as the others, then all are added as a tree. 1 ≤ bits ≤ 32.
template <class G>
struct weighted_total {
  using four = four_threads<G>;
  static constexpr unsigned threads = 128, width = 32;
  struct shared {
    xyzz<G> node[width + 1];  // the last is plain
    four team[threads / four::width];
  };
  using local = typename four::local;

  on_device<xyzz<G> const> plain, weights;
  on_device<xyzz<G>> sums;
  std::uint32_t windows, bits, doublings;

  [[nodiscard]] LUCID_HOST_DEVICE unsigned rounds_to_double() const { return four::parts_to_double * (doublings + bits - 1); }
  [[nodiscard]] LUCID_HOST_DEVICE unsigned rounds() const {
    unsigned count = 2 + rounds_to_double() + four::parts_to_add;
    for (unsigned s = 1; s < bits; s *= 2) count += four::parts_to_add;
    return count;
  }

  LUCID_HOST_DEVICE void round(unsigned r, std::size_t block, unsigned thread, local& mine, shared& ours) const {
    unsigned const team = thread / four::width, role = thread % four::width;
    if (r == 0) {
      if (thread < bits) ours.node[thread] = weights[std::size_t{thread} * windows + block];
      if (thread == width) ours.node[width] = plain[block];
    } else if (r <= rounds_to_double()) {
      unsigned const part = r - 1;
      if (team < bits && part < four::parts_to_double * (doublings + team)) {
        ours.team[team].double_point(part % four::parts_to_double, role, ours.node[team]);
      }
    } else if (r + 1 < rounds()) {
      // At level l node a takes up node a + 2^l, for multiples a of 2^(l+1); at the last, node 0 the one called plain.
      unsigned const part = r - 1 - rounds_to_double(), stride = 1u << part / four::parts_to_add;
      unsigned const to = stride < bits ? 2 * stride * team : 0, with = stride < bits ? to + stride : width;
      if (stride < bits ? with < bits : team == 0) {
        ours.team[team].add(part % four::parts_to_add, role, ours.node[to], ours.node[with], mine);
      }
    } else if (thread == 0) {
      sums[block] = ours.node[0];
    }
  }
  template <class F>
  void touches(F&& f) const {
    f(plain), f(weights), f(sums);
  }
};

}  // namespace lucid::inline v0::gpu::detail
