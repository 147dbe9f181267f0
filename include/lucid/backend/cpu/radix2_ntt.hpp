// How radix2_ntt (poly/radix2_ntt.hpp) is carried out on a CPU, for every way of threading. Two directions, both in place, with multiply-first butterflies:
//   descend   natural → bit-reversed, one root a block:  f mod (X^2h − ζ²) → f mod (X^h − ζ), f mod (X^h + ζ)
//   ascend    bit-reversed → natural, one root a column: f(x) = e(x²) + x·o(x²), x on any coset: its shift costs no product, it is part of the roots
// The order of memory: levels of large stride are done on tiles of a few columns, copied to contiguous scratch (a large power of two between elements would
// make them fight for a few cache lines); levels of small stride on rows. 2^20 elements cross memory twice, not twenty times.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#include <lucid/backend/cpu/instruction_set.hpp>
#include <lucid/backend/cpu/ntt_lanes.hpp>
#include <lucid/backend/cpu/ntt_passes.hpp>
#include <lucid/backend/cpu/ntt_roots.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/share.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/butterfly.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/power_of_two.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/poly/radix2_ntt.hpp>

namespace lucid::inline v0::cpu::detail {

template <class F>
LUCID_NOINLINE void restore(F* x, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) relaxed<typename F::spec>::restore(x[i]);
}

// `levels` levels of descend on the block of this index, seen as 2^levels rows of `columns` contiguous elements.
template <class F, class Roots>
LUCID_NOINLINE void descend(F* x, unsigned levels, std::size_t columns, std::size_t index, Roots const& roots) noexcept {
  using step = relaxed<typename F::spec>;
  for (unsigned l = 0; l < levels; ++l) {
    std::size_t const half = columns << (levels - l - 1);
    F* u = x;
    std::size_t i = index << l;
    if (i == 0) {  // ζ = 1
      for (std::size_t j = 0; j < half; ++j) step::sum_and_difference(u[j], u[j + half]);
      ++i;
      u += 2 * half;
    }
    for (std::size_t const end = (index + 1) << l; i < end; ++i, u += 2 * half) {
      F const root = roots(i);
      for (std::size_t j = 0; j < half; ++j) step::butterfly(u[j], u[j + half], root);
    }
  }
}

// `levels` levels of ascend on 2^levels rows of `columns` contiguous elements, which are columns [first, first + columns) of rows of `stride` elements.
// roots[h + j] is the root of column j at the level that joins halves of h elements.
template <class F>
LUCID_NOINLINE void ascend(F* x, unsigned levels, std::size_t columns, std::size_t stride, std::size_t first, F const* roots) noexcept {
  using step = relaxed<typename F::spec>;
  for (unsigned l = 0; l < levels; ++l) {
    std::size_t const rows = std::size_t{1} << l;  // of a half
    std::size_t const half = rows * columns;
    for (F *u = x, *const end = x + (columns << levels); u < end; u += 2 * half) {
      F const* root = roots + rows * stride + first;
      for (std::size_t r = 0; r < rows; ++r, root += stride) {
        for (std::size_t j = r * columns; j < (r + 1) * columns; ++j) step::butterfly(u[j], u[j + half], root[j - r * columns]);
      }
    }
  }
}

// work(scratch, block index, stride, first column, columns) on every tile of pass i, which is copied to the scratch before and back after. A worker has one.
template <class F, class Exec, class Work>
void for_tiles(Exec const& exec, ntt_passes const& passes, unsigned i, view<F> x, Work&& work) {
  unsigned const levels = passes.above(i + 1) - passes.above(i);
  std::size_t const block = x.size() >> passes.above(i);
  std::size_t const stride = block >> levels;
  std::size_t const columns = passes.columns(i);
  std::size_t const rows = std::size_t{1} << levels;
  std::size_t const tiles = x.size() / passes.tile(i);
  std::size_t const grain = passes.grain(tiles);
  std::size_t const workers = workers_of(exec);
  buffer<F> scratch_of_all{exec, workers * passes.tile(i)};
  share(exec, workers, (tiles + grain - 1) / grain, [&](std::size_t worker, std::size_t task) {
    F* const scratch = scratch_of_all.data() + worker * passes.tile(i);
    for (std::size_t tile = task * grain; tile < std::min(tiles, (task + 1) * grain); ++tile) {
      std::size_t const index = tile / (stride / columns);
      std::size_t const first = tile % (stride / columns) * columns;
      F* const corner = x.data() + index * block + first;
      for (std::size_t r = 0; r < rows; ++r)
        std::memcpy(static_cast<void*>(scratch + r * columns), corner + r * stride, columns * sizeof(F));
      work(scratch, levels, index, stride, first, columns);
      for (std::size_t r = 0; r < rows; ++r)
        std::memcpy(static_cast<void*>(corner + r * stride), scratch + r * columns, columns * sizeof(F));
    }
  });
}

// work(row, index) on every row of the last pass.
template <class F, class Exec, class Work>
void for_rows(Exec const& exec, ntt_passes const& passes, view<F> x, Work&& work) {
  std::size_t const rows = x.size() >> passes.row_levels;
  for_ranges(exec, rows, passes.grain(rows), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(x.data() + (i << passes.row_levels), i);
  });
}

template <class F, class Exec, class Roots>
void descend_columns(Exec const& exec, ntt_passes const& passes, view<F> x, Roots const& roots) {
  for (unsigned i = 0; i < passes.count; ++i) {
    for_tiles<F>(exec, passes, i, x, [&](F* tile, unsigned levels, std::size_t index, std::size_t, std::size_t, std::size_t columns) {
      descend(tile, levels, columns, index, roots);
    });
  }
}

template <class F, class Exec>
void ascend_columns(Exec const& exec, ntt_passes const& passes, view<F> x, F const* roots) {
  for (unsigned i = passes.count; i-- > 0;) {
    for_tiles<F>(exec, passes, i, x,
                 [&](F* tile, unsigned levels, std::size_t, std::size_t stride, std::size_t first, std::size_t columns) {
                   ascend(tile, levels, columns, stride, first, roots);
                   if (i == 0) restore(tile, columns << levels);
                 });
  }
}

// i with its `bits` low bits in reverse; the others must be zero.
inline std::size_t reversed_bits(std::size_t i, unsigned bits) noexcept {
  std::size_t r = 0;
  for (unsigned b = 0; b < bits; ++b) r |= ((i >> b) & 1) << (bits - 1 - b);
  return r;
}

// x[i] ↔ x[i with its bits reversed]. The index is high | middle | low with as many bits in high as in low: all elements of one middle and all of the reversed
// middle change places, in squares of a few cache lines a side.
template <class F, class Exec>
LUCID_NOINLINE void reverse_bits(Exec const& exec, view<F> x) {
  unsigned const k = static_cast<unsigned>(std::countr_zero(x.size()));
  unsigned const side = std::min(4u, k / 2);
  unsigned const middle = k - 2 * side;
  std::size_t reversed[16];
  for (std::size_t i = 0; i < std::size_t{1} << side; ++i) reversed[i] = reversed_bits(i, side);
  for_ranges(exec, std::size_t{1} << middle, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t m = begin; m < end; ++m) {
      std::size_t const n = reversed_bits(m, middle);
      if (n < m) continue;
      for (std::size_t high = 0; high < std::size_t{1} << side; ++high) {
        for (std::size_t low = 0; low < std::size_t{1} << side; ++low) {
          std::size_t const i = (high << (k - side)) | (m << side) | low;
          std::size_t const j = (reversed[low] << (k - side)) | (n << side) | reversed[high];
          if (m != n || i < j) std::swap(x[i], x[j]);
        }
      }
    }
  });
}

}  // namespace lucid::inline v0::cpu::detail

namespace lucid::inline v0 {

template <class Threading>
struct implementation<radix2_ntt, cpu::backend<Threading>> {
  template <class F>
  using tables = cpu::detail::ntt_tables<F>;

  using lanes = cpu::detail::passes_here;

  // Tables are made for one way of computing, and say which: all transforms with them go that way.
  template <class Exec, class F>
  static tables<F> prepare(Exec const& exec, poly::domain<F> const& points) {
    return cpu::detail::make_tables<F>(exec, points, unit_of_lanes<lanes>(points));
  }

  template <class Exec, class F>
  static void forward(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x) {
    if (!lanes::exist && t.lanes()) return forward(exec, points, plain(exec, points), x);
    if (t.lanes()) {
      in_lanes<F, lanes>([&](auto run) { run.descend(exec, cut(run, exec, points), x, roots_of(t, true), nullptr, nullptr, true); });
    } else {
      auto const passes = passes_of(exec, points);
      descend_all<F>(exec, passes, x, cpu::detail::forward_roots<F>{t.inverse_roots.data()},
                     [&](F* row) { cpu::detail::restore(row, passes.row_size()); });
    }
    cpu::detail::reverse_bits<F>(exec, x);
  }

  template <class Exec, class F>
  static void inverse(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x) {
    if (!lanes::exist && t.lanes()) return inverse(exec, points, plain(exec, points), x);
    if (t.lanes()) {
      F const scale = divided_by_power_of_two(t.unit, points.log2_size());
      in_lanes<F, lanes>([&](auto run) { run.descend(exec, cut(run, exec, points), x, roots_of(t, false), &scale, nullptr, true); });
    } else {
      auto const passes = passes_of(exec, points);
      descend_all<F>(exec, passes, x, cpu::detail::inverse_roots<F>{t.inverse_roots.data()}, [&](F* row) {
        divide_by_size(row, passes);
        cpu::detail::restore(row, passes.row_size());
      });
    }
    cpu::detail::reverse_bits<F>(exec, x);
  }

  template <class Exec, class F>
  static void coset_forward(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x, F const& shift) {
    if (!lanes::exist && t.lanes()) return coset_forward(exec, points, plain(exec, points), x, shift);
    buffer<F> const own = roots_unless_shared(exec, points, t, shift);
    F const* const roots = own.empty() ? t.coset_roots.data() : own.data();
    cpu::detail::reverse_bits<F>(exec, x);
    if (t.lanes()) {
      in_lanes<F, lanes>([&](auto run) {
        run.ascend_rows(exec, cut(run, exec, points), x, roots);
        run.ascend_columns(exec, cut(run, exec, points), x, roots);
      });
    } else {
      auto const passes = passes_of(exec, points);
      cpu::detail::for_rows<F>(exec, passes, x, [&](F* row, std::size_t) { ascend_row(row, passes, roots); });
      cpu::detail::ascend_columns<F>(exec, passes, x, roots);
    }
  }

  template <class Exec, class F>
  static void coset_inverse(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x, F const& shift,
                            F const& factor) {
    if (!lanes::exist && t.lanes()) return coset_inverse(exec, points, plain(exec, points), x, shift, factor);
    if (t.lanes()) {
      in_lanes<F, lanes>([&](auto run) { run.descend(exec, cut(run, exec, points), x, roots_of(t, false), nullptr, nullptr, true); });
    } else {
      auto const passes = passes_of(exec, points);
      descend_all<F>(exec, passes, x, cpu::detail::inverse_roots<F>{t.inverse_roots.data()},
                     [&](F* row) { cpu::detail::restore(row, passes.row_size()); });
    }
    cpu::detail::reverse_bits<F>(exec, x);
    poly::scale_by_progression(exec, x, divided_by_power_of_two(factor, points.log2_size()), lucid::inverse(shift));
  }

  // The last pass of the one and the first of the other are one pass over the rows.
  template <class Exec, class F>
  static void inverse_then_coset(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x, F const& shift) {
    if (!lanes::exist && t.lanes()) return inverse_then_coset(exec, points, plain(exec, points), x, shift);
    buffer<F> const own = roots_unless_shared(exec, points, t, shift);
    F const* const roots = own.empty() ? t.coset_roots.data() : own.data();
    if (t.lanes()) {
      F const scale = divided_by_power_of_two(t.unit, points.log2_size());
      in_lanes<F, lanes>([&](auto run) {
        run.descend(exec, cut(run, exec, points), x, roots_of(t, false), &scale, roots, false);
        run.ascend_columns(exec, cut(run, exec, points), x, roots);
      });
    } else {
      auto const passes = passes_of(exec, points);
      descend_all<F>(exec, passes, x, cpu::detail::inverse_roots<F>{t.inverse_roots.data()}, [&](F* row) {
        divide_by_size(row, passes);
        ascend_row(row, passes, roots);
      });
      cpu::detail::ascend_columns<F>(exec, passes, x, roots);
    }
  }

  template <class Exec, class F>
  static typename tables<F>::planned plan_tables(Exec const&, poly::domain<F> const& points, memory_plan& memory) {
    return {memory, points};
  }
  // What any transform holds meanwhile; on a coset without a table `own_roots` more elements.
  template <class Exec, class F>
  static void plan_transform(Exec const& exec, poly::domain<F> const& points, memory_plan& memory, std::size_t own_roots = 0) {
    planned_buffer<F> const own{memory, own_roots};
    if (!unit_of_lanes<lanes>(points).is_one()) {
      in_lanes<F, lanes>([&](auto run) { run.plan(memory, cut(run, exec, points), cpu::workers_of(exec)); });
    } else {
      auto const passes = passes_of(exec, points);
      for (unsigned i = 0; i < passes.count; ++i) planned_buffer<F> const scratch{memory, cpu::workers_of(exec) * passes.tile(i)};
    }
  }

 private:
  // The product with 1 of lanes, where the domain is transformed in lanes; else 1.
  template <class Here, class F>
  static F unit_of_lanes(poly::domain<F> const& points) {
    if constexpr (Here::exist && cpu::detail::has_ntt_lanes<F>) {
      if (points.log2_size() >= cpu::detail::min_ntt_lanes_log2 && cpu::selected_instruction_set() == cpu::instruction_set::ifma) {
        return digits52::constants<F>::in_lanes(F::one());
      }
    }
    static_cast<void>(points);
    return F::one();
  }
  // f(the transform in lanes), for fields that have one.
  template <class F, class Here, class Function>
  static void in_lanes(Function&& f) {
    if constexpr (Here::exist && cpu::detail::has_ntt_lanes<F>) f(cpu::detail::lane_transform<Here, F>{});
    static_cast<void>(f);
  }
  // Where the tables are for lanes, another unit having made them, and this one has none: tables for elements, for this once.
  template <class Exec, class F>
  static tables<F> plain(Exec const& exec, poly::domain<F> const& points) {
    return cpu::detail::make_tables<F>(exec, points, F::one());
  }
  template <class Lanes, class Exec, class F>
  static cpu::detail::ntt_passes cut(Lanes, Exec const& exec, poly::domain<F> const& points) noexcept {
    return Lanes::cut(points.log2_size(), exec.concurrency());
  }
  template <class F>
  static cpu::detail::lane_roots<F> roots_of(tables<F> const& t, bool forward) noexcept {
    return {t.inverse_roots.data(), -t.unit, forward};
  }

  template <class Exec, class F>
  static cpu::detail::ntt_passes passes_of(Exec const& exec, poly::domain<F> const& points) noexcept {
    return {points.log2_size(), exec.concurrency()};
  }

  // Natural → bit-reversed; finish(row) while a row is still in cache.
  template <class F, class Exec, class Roots, class Finish>
  static void descend_all(Exec const& exec, cpu::detail::ntt_passes const& passes, view<F> x, Roots const& roots, Finish&& finish) {
    cpu::detail::descend_columns<F>(exec, passes, x, roots);
    cpu::detail::for_rows<F>(exec, passes, x, [&](F* row, std::size_t index) {
      cpu::detail::descend(row, passes.row_levels, 1, index, roots);
      finish(row);
    });
  }

  template <class F>
  static void divide_by_size(F* row, cpu::detail::ntt_passes const& passes) noexcept {
    for (std::size_t i = 0; i < passes.row_size(); ++i) row[i] = divided_by_power_of_two(row[i], passes.k);
  }

  template <class F>
  static void ascend_row(F* row, cpu::detail::ntt_passes const& passes, F const* roots) noexcept {
    cpu::detail::ascend(row, passes.row_levels, 1, 1, 0, roots);
    if (passes.count == 0) cpu::detail::restore(row, passes.row_size());
  }

  // The roots of a coset that has no table; empty for the one that has.
  template <class Exec, class F>
  static buffer<F> roots_unless_shared(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, F const& shift) {
    if (points.has_twice() && shift == points.root_of_twice()) return {};
    buffer<F> roots{exec, points.size()};
    cpu::detail::fill_coset_roots<F>(exec, points, shift, t.unit, roots);
    return roots;
  }
};

}  // namespace lucid::inline v0
