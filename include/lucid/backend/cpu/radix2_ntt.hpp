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

  template <class Exec, class F>
  static tables<F> prepare(Exec const& exec, poly::domain<F> const& points) {
    std::size_t const n = points.size();
    tables<F> t{buffer<F>{exec, inverse_roots_of(n)}, buffer<F>{exec, points.has_twice() ? n : 0}};
    cpu::detail::fill_inverse_roots<F>(exec, points, t.inverse_roots);
    if (points.has_twice()) cpu::detail::fill_coset_roots<F>(exec, points, points.root_of_twice(), t.coset_roots);
    return t;
  }

  template <class Exec, class F>
  static void forward(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x) {
    auto const passes = passes_of(exec, points);
    descend_all<F>(exec, passes, x, cpu::detail::forward_roots<F>{t.inverse_roots.data()},
                   [&](F* row) { cpu::detail::restore(row, passes.row_size()); });
    cpu::detail::reverse_bits<F>(exec, x);
  }

  template <class Exec, class F>
  static void inverse(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x) {
    auto const passes = passes_of(exec, points);
    descend_all<F>(exec, passes, x, cpu::detail::inverse_roots<F>{t.inverse_roots.data()}, [&](F* row) {
      divide_by_size(row, passes);
      cpu::detail::restore(row, passes.row_size());
    });
    cpu::detail::reverse_bits<F>(exec, x);
  }

  template <class Exec, class F>
  static void coset_forward(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x, F const& shift) {
    auto const passes = passes_of(exec, points);
    buffer<F> const own = roots_unless_shared(exec, points, shift);
    F const* const roots = own.empty() ? t.coset_roots.data() : own.data();
    cpu::detail::reverse_bits<F>(exec, x);
    cpu::detail::for_rows<F>(exec, passes, x, [&](F* row, std::size_t) { ascend_row(row, passes, roots); });
    cpu::detail::ascend_columns<F>(exec, passes, x, roots);
  }

  template <class Exec, class F>
  static void coset_inverse(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x, F const& shift,
                            F const& factor) {
    auto const passes = passes_of(exec, points);
    descend_all<F>(exec, passes, x, cpu::detail::inverse_roots<F>{t.inverse_roots.data()},
                   [&](F* row) { cpu::detail::restore(row, passes.row_size()); });
    cpu::detail::reverse_bits<F>(exec, x);
    poly::scale_by_progression(exec, x, divided_by_power_of_two(factor, points.log2_size()), lucid::inverse(shift));
  }

  // The last pass of the one and the first of the other are one pass over the rows.
  template <class Exec, class F>
  static void inverse_then_coset(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<F> x, F const& shift) {
    auto const passes = passes_of(exec, points);
    buffer<F> const own = roots_unless_shared(exec, points, shift);
    F const* const roots = own.empty() ? t.coset_roots.data() : own.data();
    descend_all<F>(exec, passes, x, cpu::detail::inverse_roots<F>{t.inverse_roots.data()}, [&](F* row) {
      divide_by_size(row, passes);
      ascend_row(row, passes, roots);
    });
    cpu::detail::ascend_columns<F>(exec, passes, x, roots);
  }

  // What prepare makes for a domain of 2^k points.
  template <class F>
  struct planned_tables {
    planned_tables(memory_plan& memory, unsigned k)
        : inverse_roots(memory, inverse_roots_of(std::size_t{1} << k)), coset_roots(memory, has_twice<F>(k) ? std::size_t{1} << k : 0) {}
    planned_buffer<F> inverse_roots, coset_roots;
  };
  // What a transform to or from the coset of poly::coset_shift holds beside its elements and those tables.
  template <class F, class Exec>
  static void plan_transform(Exec const& exec, unsigned k, memory_plan& memory) {
    cpu::detail::ntt_passes const passes{k, exec.concurrency()};
    planned_buffer<F> const own{memory, has_twice<F>(k) ? 0 : std::size_t{1} << k};
    for (unsigned i = 0; i < passes.count; ++i) planned_buffer<F> const scratch{memory, cpu::workers_of(exec) * passes.tile(i)};
  }

 private:
  static constexpr std::size_t inverse_roots_of(std::size_t n) noexcept { return n < 2 ? 1 : n / 2; }
  template <class F>
  static constexpr bool has_twice(unsigned k) noexcept {
    return k < poly::domain<F>::max_log2_size;
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
  static buffer<F> roots_unless_shared(Exec const& exec, poly::domain<F> const& points, F const& shift) {
    if (points.has_twice() && shift == points.root_of_twice()) return {};
    buffer<F> roots{exec, points.size()};
    cpu::detail::fill_coset_roots<F>(exec, points, shift, roots);
    return roots;
  }
};

}  // namespace lucid::inline v0
