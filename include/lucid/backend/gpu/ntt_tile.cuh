// The kernel of a transform on a device: some levels of descend, some of ascend (cpu/radix2_ntt.hpp says what they are), or both, on tiles of 2^9 elements that a
// block holds in shared memory. One kernel a field for all passes of all transforms: what differs between them are numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/backend/gpu/element.cuh>
#include <lucid/backend/gpu/ntt_passes.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/power_of_two.hpp>

namespace lucid::inline v0::gpu::detail {

inline constexpr unsigned max_ntt_tile_log2 = 9;  // more wait longer at barriers, fewer have less of each line of memory
inline constexpr unsigned max_ntt_batch = 4;

// Four elements a thread and two levels a round: 32 registers of elements, one barrier every two levels.
template <class F>
struct ntt_tile {
  static constexpr unsigned threads = 1U << (max_ntt_tile_log2 - 2);
  static constexpr unsigned blocks_at_once = 6;  // of 80 registers a thread
  using shared = shared_elements<F, max_ntt_tile_log2>;
  struct local {};

  view<F, memory_space::device> x[max_ntt_batch];
  view<F const, memory_space::device> inverse_roots;  // of descend
  view<F const, memory_space::device> coset_roots;    // of ascend
  ntt_pass pass;
  unsigned log2_size = 0;
  unsigned descends = 0;  // rounds
  unsigned ascends = 0;
  bool forward = false;  // descend with ω, not with 1/ω
  bool divide = false;   // by n, after descend

  // Rounds of as many levels, one way.
  [[nodiscard]] static constexpr unsigned rounds_of(unsigned levels) noexcept { return (levels + 1) / 2; }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr unsigned rounds() const noexcept { return descends + ascends; }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr unsigned threads_here() const noexcept {
    return pass.tile_log2() < 2 ? 1U : 1U << (pass.tile_log2() - 2);
  }
  [[nodiscard]] constexpr std::size_t tiles() const noexcept { return std::size_t{1} << (log2_size - pass.tile_log2()); }

  LUCID_HOST_DEVICE void round(unsigned r, std::size_t block, unsigned thread, local&, shared& tile) const {
    unsigned const tiles_log2 = log2_size - pass.tile_log2();
    unsigned const columns = pass.columns_log2;
    std::size_t const number = block & ((std::size_t{1} << tiles_log2) - 1);
    std::size_t const index = number >> (pass.stride_log2 - columns);
    std::size_t const first = (number & ((std::size_t{1} << (pass.stride_log2 - columns)) - 1)) << columns;
    F* const corner = x[block >> tiles_log2].data() + (index << (pass.stride_log2 + pass.levels)) + first;
    auto const place = [&](unsigned i) { return corner + ((std::size_t{i >> columns} << pass.stride_log2) + (i & ((1U << columns) - 1))); };

    // The round's first level is `level`, between elements half a block apart; its second, between those a quarter apart. One of them alone where the levels are odd.
    bool const down = r < descends;
    bool const odd = pass.levels % 2 != 0;
    bool const first_level = !(down && odd && r + 1 == descends);
    bool const second_level = !(!down && odd && r == descends);
    unsigned const level = down ? 2 * r : second_level ? 2 * (r - descends) - (odd ? 1U : 0U) : 0U;
    unsigned const quarter_log2 = down ? (first_level ? pass.levels - 2 - level + columns : columns) : level + columns;
    unsigned const low = thread & ((1U << quarter_log2) - 1);
    unsigned const high = thread >> quarter_log2;
    unsigned const i0 = (high << (quarter_log2 + 2)) + low;
    unsigned const i1 = i0 + (down ? 1U << quarter_log2 : 2U << quarter_log2);
    unsigned const i2 = i0 + (down ? 2U << quarter_log2 : 1U << quarter_log2);
    unsigned const i3 = i0 + (3U << quarter_log2);
    bool const whole = pass.tile_log2() >= 2;  // else a tile of two: the pair of the one level there is

    F a, b, c, d;
    if (r == 0) {
      a = load(place(i0));
      if (whole || down) b = load(place(i1));
      if (whole || !down) c = load(place(i2));
      if (whole) d = load(place(i3));
    } else {
      a = tile.load(i0);
      b = tile.load(i1);
      c = tile.load(i2);
      d = tile.load(i3);
    }
    if (down) {
      std::size_t const second = ((first_level ? index << (level + 1) : index << (pass.levels - 1)) + 2 * std::size_t{high});
      if (first_level && second != 0) {
        F const root = root_of_block(second / 2);
        c *= root;
        d *= root;
      }
      if (first_level) {
        sum_and_difference(a, c);
        sum_and_difference(b, d);
      }
      if (second != 0) b *= root_of_block(second);
      if (whole) d *= root_of_block(second + 1);
    } else {
      std::size_t const half = std::size_t{1} << (level + pass.stride_log2);
      std::size_t const column = (std::size_t{low >> columns} << pass.stride_log2) + first + (low & ((1U << columns) - 1));
      F const root = load(coset_roots.data() + half + column);
      c *= root;
      d *= root;
      sum_and_difference(a, c);
      sum_and_difference(b, d);
      if (second_level) {
        b *= load(coset_roots.data() + 2 * half + column);
        d *= load(coset_roots.data() + 3 * half + column);
      }
    }
    if (second_level) {
      sum_and_difference(a, b);
      sum_and_difference(c, d);
    }
    if (divide && r + 1 == descends) {
      a = divided_by_power_of_two(a, log2_size);
      b = divided_by_power_of_two(b, log2_size);
      c = divided_by_power_of_two(c, log2_size);
      d = divided_by_power_of_two(d, log2_size);
    }
    if (r + 1 == rounds()) {
      store(place(i0), a);
      if (whole || down) store(place(i1), b);
      if (whole || !down) store(place(i2), c);
      if (whole) store(place(i3), d);
    } else {
      tile.store(i0, a);
      tile.store(i1, b);
      tile.store(i2, c);
      tile.store(i3, d);
    }
  }

  template <class Function>
  void touches(Function&& f) const {
    for (auto const& v : x) f(v);
    f(inverse_roots);
    f(coset_roots);
  }

 private:
  // ζ of the block of this index, not the first (cpu/ntt_roots.hpp).
  LUCID_HOST_DEVICE F root_of_block(std::size_t i) const {
    if (!forward) return load(inverse_roots.data() + i);
    return -load(inverse_roots.data() + (3 * floor_power_of_two(i) - 1 - i));
  }
  LUCID_HOST_DEVICE static void sum_and_difference(F& u, F& v) {
    F const t = v;
    v = u - t;
    u = u + t;
  }
};

}  // namespace lucid::inline v0::gpu::detail
