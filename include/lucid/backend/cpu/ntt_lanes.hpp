// One pass of a transform over one tile, eight butterflies at a time: radix2_ntt.hpp has the directions and the order of passes. A tile is 2^levels rows of eight
// elements, each in its lane: eight neighbouring columns, or the same column of eight rows of the matrix that the transform is cut into.
//
// Elements stay in their form: the roots bring the factor between forms of digits52.hpp with them, so that no product is spent on conversion. In the tile no value
// is reduced: each level adds a centred product, so that after l levels it lies within (l + 2)·p of zero.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include <lucid/backend/cpu/ntt_passes.hpp>
#include <lucid/backend/cpu/share.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/arch/ifma.hpp>
#include <lucid/field/digits52.hpp>

namespace lucid::inline v0::cpu::detail {

// The roots of descend: one over ω^e(i), or ω^e(i), see ntt_roots.hpp. The table holds the products of `unit`.
template <class F>
struct lane_roots {
  F const* table;
  F minus_unit;
  bool forward;  // then at(i) is minus the root

  [[nodiscard]] F const* at(std::size_t i) const noexcept {
    if (!forward) return table + i;
    return i == 0 ? &minus_unit : table + (3 * std::bit_floor(i) - 1 - i);
  }
};

// The fields that are transformed in lanes, and the least size: each pass needs eight columns, or eight rows.
template <class F>
inline constexpr bool has_ntt_lanes = F::limbs == 4 && F::bits <= 255 && F::bits > 250;
inline constexpr unsigned min_ntt_lanes_log2 = 6;

// What is done to a tile, in this order: load, descend, scale, ascend, store.
template <class F>
struct lane_pass {
  static constexpr std::size_t width = 8;
  static constexpr std::size_t words = width * digits52::constants<F>::digits;  // of a row of the tile
  static constexpr unsigned max_levels = 13;                                    // 16p is the most that a value may reach

  F* base;  // row r, lane i: base[r·row_step + i·lane_step]
  std::size_t row_step, lane_step;
  unsigned levels;
  limb_t* tile;  // 2^levels · words, at a 64-byte boundary

  lane_roots<F> const* down = nullptr;  // descend the block of this index, of lane i: index + i·index_step
  std::size_t index = 0, index_step = 0;

  F const* scale = nullptr;  // times this, in the form of the roots

  F const* up =
      nullptr;  // ascend, the roots as in radix2_ntt.hpp: of row r and lane i of halves of h rows, up[(h + r)·up_step + first + i·up_lane_step]
  std::size_t up_step = 1, first = 0, up_lane_step = 0;

  bool canonical = false;  // store the representatives below p; else some that are hardly above
};

template <class F, class V>
struct lane_tile {
  using value = digits52::loose<F, V, 16, 16>;
  using root = digits52::carried<F, V, 1>;
  static constexpr std::size_t words = lane_pass<F>::words;
  static constexpr std::size_t digits = value::digits;

  static LUCID_LANES limb_t const* limbs(F const* x) noexcept { return reinterpret_cast<limb_t const*>(x); }
  static LUCID_LANES limb_t* limbs(F* x) noexcept { return reinterpret_cast<limb_t*>(x); }

  static LUCID_LANES value load(limb_t const* row) noexcept {
    value x;
    LUCID_UNROLL
    for (std::size_t j = 0; j < digits; ++j) x.d[j] = V::load(row + 8 * j);
    return x;
  }
  template <class Digits>
  static LUCID_LANES void store(limb_t* row, Digits const& x) noexcept {
    LUCID_UNROLL
    for (std::size_t j = 0; j < digits; ++j) x.d[j].store(row + 8 * j);
  }
  static LUCID_LANES root root_at(F const* first, std::size_t step) noexcept {
    if (step == 0) return digits52::broadcast<F, V>(limbs(first));
    limb_t const* p[8];
    for (std::size_t i = 0; i < 8; ++i) p[i] = limbs(first + i * step);
    return digits52::load<F, V>(p);
  }

  // u + w·v to `plus`, u − w·v to `minus`, where u and v are.
  static LUCID_LANES void butterfly(limb_t const* u, limb_t const* v, root const& w, limb_t* plus, limb_t* minus) noexcept {
    auto const t = digits52::centred_product(digits52::carry(load(v)), w);
    value const x = load(u);
    LUCID_UNROLL
    for (std::size_t j = 0; j < digits; ++j) {
      (x.d[j] + t.d[j]).store(plus + 8 * j);
      (x.d[j] - t.d[j]).store(minus + 8 * j);
    }
  }
  static LUCID_LANES void sum_and_difference(limb_t* u, limb_t* v) noexcept {
    value const x = load(u), y = load(v);
    LUCID_UNROLL
    for (std::size_t j = 0; j < digits; ++j) {
      (x.d[j] + y.d[j]).store(u + 8 * j);
      (x.d[j] - y.d[j]).store(v + 8 * j);
    }
  }

  static LUCID_LANES void descend(lane_pass<F> const& pass) noexcept {
    // The root of the first block is 1: twice no product is spent on it. A third time values could leave their bound.
    constexpr unsigned levels_without_product = 2;
    for (unsigned l = 0; l < pass.levels; ++l) {
      std::size_t const half = (std::size_t{1} << (pass.levels - l - 1)) * words;
      limb_t* u = pass.tile;
      for (std::size_t b = 0; b < std::size_t{1} << l; ++b, u += 2 * half) {
        std::size_t const i = (pass.index << l) + b;
        if (i == 0 && pass.index_step == 0 && l < levels_without_product) {
          for (std::size_t j = 0; j < half; j += words) sum_and_difference(u + j, u + half + j);
          continue;
        }
        root w;
        if (pass.index_step == 0) {
          w = digits52::broadcast<F, V>(limbs(pass.down->at(i)));
        } else {
          limb_t const* p[8];
          for (std::size_t lane = 0; lane < 8; ++lane) p[lane] = limbs(pass.down->at(i + (lane * pass.index_step << l)));
          w = digits52::load<F, V>(p);
        }
        std::size_t const plus = pass.down->forward ? half : 0, minus = half - plus;
        for (std::size_t j = 0; j < half; j += words) butterfly(u + j, u + half + j, w, u + plus + j, u + minus + j);
      }
    }
  }

  static LUCID_LANES void ascend(lane_pass<F> const& pass) noexcept {
    std::size_t const end = std::size_t{1} << pass.levels;
    for (std::size_t h = 1; h < end; h *= 2) {
      for (std::size_t r = 0; r < h; ++r) {
        root const w = root_at(pass.up + (h + r) * pass.up_step + pass.first, pass.up_lane_step);
        for (std::size_t b = r; b < end; b += 2 * h) {
          limb_t* const u = pass.tile + b * words;
          limb_t* const v = u + h * words;
          butterfly(u, v, w, u, v);
        }
      }
    }
  }

  static LUCID_LANES void run(lane_pass<F> const& pass) noexcept {
    std::size_t const rows = std::size_t{1} << pass.levels;
    for (std::size_t r = 0; r < rows; ++r) {
      limb_t const* p[8];
      for (std::size_t i = 0; i < 8; ++i) p[i] = limbs(pass.base + r * pass.row_step + i * pass.lane_step);
      store(pass.tile + r * words, digits52::load<F, V>(p));
    }
    if (pass.down != nullptr) descend(pass);
    if (pass.scale != nullptr) {
      root const factor = digits52::broadcast<F, V>(limbs(pass.scale));
      for (std::size_t r = 0; r < rows; ++r) {
        limb_t* const x = pass.tile + r * words;
        store(x, digits52::centred_product(digits52::carry(load(x)), factor));
      }
    }
    if (pass.up != nullptr) ascend(pass);
    for (std::size_t r = 0; r < rows; ++r) {
      limb_t* p[8];
      for (std::size_t i = 0; i < 8; ++i) p[i] = limbs(pass.base + r * pass.row_step + i * pass.lane_step);
      auto const x = digits52::shrunk(load(pass.tile + r * words));
      if (pass.canonical) {
        digits52::store(digits52::canonical(x), p);
      } else {
        digits52::store(x, p);
      }
    }
  }
};

// Units of one program may differ in what they have (nvcc compiles no lanes): what depends on it has this type in its name, so that no two are confused.
#if defined(LUCID_HAS_IFMA)
// The one place where a transform enters the instructions.
struct ifma_passes {
  static constexpr bool exist = true;
  template <class F>
  static LUCID_IFMA_ENTRY void run(lane_pass<F> const& pass) noexcept {
    lane_tile<F, arch::ifma::vector>::run(pass);
  }
};
using passes_here = ifma_passes;
#else
struct no_passes {
  static constexpr bool exist = false;
};
using passes_here = no_passes;
#endif

// All passes of a transform. Passes::run(lane_pass) does one tile.
template <class Passes, class F>
struct lane_transform {
  // 2^10 rows are 320 KiB and stay in a private cache of 1 MiB beside the roots; 2^20 elements cross memory twice.
  static constexpr unsigned max_pass_levels = 10;

  static ntt_passes cut(unsigned k, unsigned threads) noexcept {
    ntt_passes passes{k, threads};
    unsigned const count = std::max(2u, (k + max_pass_levels - 1) / max_pass_levels);
    passes.row_levels = k / count;
    passes.count = count - 1;
    return passes;
  }

  // What a transform holds beside its elements and the tables.
  static void plan(memory_plan& memory, ntt_passes const& passes, std::size_t workers) {
    for (unsigned i = 0; i < passes.count; ++i)
      planned_buffer<limb_t> const scratch{memory, workers * (lane_pass<F>::words << (passes.above(i + 1) - passes.above(i)))};
    planned_buffer<limb_t> const scratch{memory, workers * (lane_pass<F>::words << passes.row_levels)};
  }

  template <class Exec>
  static void descend(Exec const& exec, ntt_passes const& passes, view<F> x, lane_roots<F> const& roots, F const* scale, F const* up,
                      bool canonical) {
    for (unsigned i = 0; i < passes.count; ++i) {
      for_columns(exec, passes, i, x, [&](lane_pass<F>& pass) { pass.down = &roots; });
    }
    for_rows(exec, passes, x, [&](lane_pass<F>& pass) {
      pass.down = &roots;
      pass.scale = scale;
      pass.up = up;
      pass.canonical = canonical;
    });
  }
  template <class Exec>
  static void ascend_rows(Exec const& exec, ntt_passes const& passes, view<F> x, F const* roots) {
    for_rows(exec, passes, x, [&](lane_pass<F>& pass) { pass.up = roots; });
  }
  template <class Exec>
  static void ascend_columns(Exec const& exec, ntt_passes const& passes, view<F> x, F const* roots) {
    for (unsigned i = passes.count; i-- > 0;) {
      for_columns(exec, passes, i, x, [&](lane_pass<F>& pass) {
        pass.up = roots;
        pass.canonical = i == 0;
      });
    }
  }

 private:
  static constexpr std::size_t width = lane_pass<F>::width;

  // f(scratch for tiles of so many levels, begin, end) on ranges of `grain` pieces. A worker has one scratch.
  template <class Exec, class Function>
  static void for_pieces(Exec const& exec, std::size_t pieces, std::size_t grain, unsigned levels, Function&& f) {
    std::size_t const workers = workers_of(exec);
    buffer<limb_t> scratch{exec, workers * (lane_pass<F>::words << levels)};
    share(exec, workers, (pieces + grain - 1) / grain, [&](std::size_t worker, std::size_t task) {
      f(scratch.data() + worker * (lane_pass<F>::words << levels), task * grain, std::min(pieces, (task + 1) * grain));
    });
  }

  template <class Exec, class Describe>
  static void for_columns(Exec const& exec, ntt_passes const& passes, unsigned i, view<F> x, Describe&& describe) {
    unsigned const levels = passes.above(i + 1) - passes.above(i);
    std::size_t const block = x.size() >> passes.above(i);
    std::size_t const stride = block >> levels;
    std::size_t const tiles = (x.size() >> levels) / width;
    for_pieces(exec, tiles, passes.grain(tiles), levels, [&](limb_t* scratch, std::size_t begin, std::size_t end) {
      for (std::size_t tile = begin; tile < end; ++tile) {
        std::size_t const index = tile / (stride / width);
        std::size_t const first = tile % (stride / width) * width;
        lane_pass<F> pass{x.data() + index * block + first, stride, 1, levels, scratch};
        pass.index = index;
        pass.up_step = stride;
        pass.first = first;
        pass.up_lane_step = 1;
        describe(pass);
        Passes::run(pass);
      }
    });
  }
  template <class Exec, class Describe>
  static void for_rows(Exec const& exec, ntt_passes const& passes, view<F> x, Describe&& describe) {
    std::size_t const groups = (x.size() >> passes.row_levels) / width;
    for_pieces(exec, groups, passes.grain(groups), passes.row_levels, [&](limb_t* scratch, std::size_t begin, std::size_t end) {
      for (std::size_t group = begin; group < end; ++group) {
        std::size_t const row = group * width;
        lane_pass<F> pass{x.data() + row * passes.row_size(), 1, passes.row_size(), passes.row_levels, scratch};
        pass.index = row;
        pass.index_step = 1;
        describe(pass);
        Passes::run(pass);
      }
    });
  }
};

}  // namespace lucid::inline v0::cpu::detail
