// Bit-reversed order to natural and back, on a device, in place; and the factors of a coset on the way, where there are any.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/element.cuh>
#include <lucid/backend/gpu/ntt_roots.cuh>
#include <lucid/config/target.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::gpu::detail {

// x[i] ↔ x[i with its bits reversed]; then x[i] ← x[i]·first·ratio^i, if powers are given. The index is high | middle | low with as many bits in high as in low:
// threads that follow each other change low, then high from its highest bit down, so that a warp's elements are whole stretches of memory on both sides.
template <class F>
struct reverse_bits {
  static constexpr unsigned most_side = 3;  // eight elements of 32 bytes
  view<F, memory_space::device> x;
  unsigned log2_size;
  view<F const, memory_space::device> powers;
  power_lists<F> lists{log2_size};

  LUCID_HOST_DEVICE void operator()(std::size_t t) const {
    unsigned const side = log2_size / 2 < most_side ? log2_size / 2 : most_side;
    std::size_t const mask = (std::size_t{1} << side) - 1;
    std::size_t const low = t & mask, middle = t >> (2 * side);
    std::size_t const high = side == 0 ? 0 : reversed(t >> side & mask, side);
    std::size_t const i = high << (log2_size - side) | middle << side | low;
    std::size_t const j = log2_size == 0 ? 0 : reversed(i, log2_size);
    if (j < i || (j == i && powers.empty())) return;
    F a = load(x.data() + i), b = load(x.data() + j);
    if (!powers.empty()) {
      a *= lists.at(powers, j);
      b *= lists.at(powers, i);
    }
    store(x.data() + i, b);
    store(x.data() + j, a);
  }
  template <class Function>
  void touches(Function&& f) const {
    f(x);
    f(powers);
  }
};

}  // namespace lucid::inline v0::gpu::detail
