// Scalars → digits on a device: how long they are, and for each digit other than zero the row it belongs to and whose base it counts. Knows nothing of points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <lucid/backend/gpu/block.cuh>
#include <lucid/backend/gpu/bucket_shape.hpp>
#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/radix_sort.cuh>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/scalar_parts.hpp>

namespace lucid::inline v0::gpu {

namespace detail {

// count[w] += the scalars whose first part has w bits.
template <class Parts>
struct count_widths {
  using scalar = typename Parts::scalar;
  static constexpr unsigned threads = 128, phases = 3;
  static constexpr std::size_t scalars_of_a_block = 8 * threads;
  static constexpr unsigned kinds = Parts::bits + 1;
  struct shared {
    unsigned count[kinds];
  };
  struct local {};

  on_device<scalar const> scalars;
  on_device<unsigned> count;

  template <unsigned P>
  LUCID_HOST_DEVICE void phase(std::size_t block, unsigned thread, local&, shared& ours) const {
    if constexpr (P == 0) {
      for (unsigned w = thread; w < kinds; w += threads) ours.count[w] = 0;
    } else if constexpr (P == 1) {
      for (std::size_t k = thread; k < scalars_of_a_block; k += threads) {
        std::size_t const i = block * scalars_of_a_block + k;
        if (i < scalars.size()) static_cast<void>(atomic_add(ours.count[Parts::width(scalars[i])], 1u));
      }
    } else {
      for (unsigned w = thread; w < kinds; w += threads) {
        if (ours.count[w] != 0) static_cast<void>(atomic_add(count[w], ours.count[w]));
      }
    }
  }
  template <class F>
  void touches(F&& f) const {
    f(scalars), f(count);
  }
};

// A pair for each digit other than zero, in no order: its row, and the place of its scalar with the sign below it. `written` counts them; each block takes its
// stretch at once.
template <class Parts>
struct write_digits {
  using scalar = typename Parts::scalar;
  static constexpr unsigned threads = 128, phases = 4;
  struct shared {
    unsigned digits, first;
  };
  struct local {
    typename Parts::integer prepared[Parts::count];
    bool negative[Parts::count];
    unsigned windows[Parts::count];
    unsigned digits, first;
  };

  signed_digits<scalar> cut;
  unsigned windows;       // of the shape
  std::uint32_t buckets;  // of each
  on_device<scalar const> scalars;
  on_device<std::uint32_t> row, item;
  on_device<unsigned> written;

  template <unsigned P>
  LUCID_HOST_DEVICE void phase(std::size_t block, unsigned thread, local& mine, shared& ours) const {
    std::size_t const i = block * threads + thread;
    if constexpr (P == 0) {
      if (thread == 0) ours.digits = 0;
      mine.digits = 0;
      for (unsigned h = 0; h < Parts::count; ++h) mine.windows[h] = 0;
      if (i >= scalars.size()) return;
      unsigned const width = Parts::width(scalars[i]);
      if (width == 0) return;
      balanced_scalar<scalar> part[Parts::count];
      Parts::split(scalars[i], width, part);
      for (unsigned h = 0; h < Parts::count; ++h) {
        if (h != 0 && width != Parts::bits) break;
        mine.prepared[h] = cut.prepared(part[h].magnitude);
        mine.negative[h] = part[h].negative;
        unsigned const needed = width == Parts::bits ? cut.windows() : cut.needed(width, cut.window());
        mine.windows[h] = needed < windows ? needed : windows;
        cut.for_each_slice(mine.prepared[h], mine.windows[h],
                           [&](unsigned j, std::uint32_t slice) { mine.digits += cut.from_slice(slice, j) != 0 ? 1 : 0; });
      }
    } else if constexpr (P == 1) {
      if (mine.digits != 0) mine.first = atomic_add(ours.digits, mine.digits);
    } else if constexpr (P == 2) {
      if (thread == 0) ours.first = ours.digits == 0 ? 0 : atomic_add(written[0], ours.digits);
    } else {
      std::size_t at = std::size_t{ours.first} + mine.first;
      for (unsigned h = 0; h < Parts::count; ++h) {
        if (mine.windows[h] == 0) continue;
        cut.for_each_slice(mine.prepared[h], mine.windows[h], [&](unsigned j, std::uint32_t slice) {
          std::int32_t const d = cut.from_slice(slice, j);
          if (d == 0) return;
          row[at] = (h * windows + j) * buckets + static_cast<std::uint32_t>(d < 0 ? -d : d) - 1;
          item[at] = static_cast<std::uint32_t>(i) << 1 | static_cast<std::uint32_t>(mine.negative[h] != (d < 0));
          ++at;
        });
      }
    }
  }
  template <class F>
  void touches(F&& f) const {
    f(scalars), f(row), f(item), f(written);
  }
};

}  // namespace detail

// How many scalars there are of each width, on the host. Waits for the stream.
template <class Parts, class Exec>
[[nodiscard]] std::vector<std::size_t> widths_of(Exec const& exec, detail::on_device<typename Parts::scalar const> scalars) {
  using body = detail::count_widths<Parts>;
  buffer<unsigned, memory_space::device> count{exec, body::kinds};
  fill_bytes(exec.stream(), count.all(), 0);
  blocks(exec.stream(), "count_widths", (scalars.size() + body::scalars_of_a_block - 1) / body::scalars_of_a_block, body{scalars, count});
  std::vector<unsigned> counted(body::kinds);
  copy(exec.stream(), std::as_const(count).all(), view<unsigned>{counted});
  synchronize(exec.stream());
  return {counted.begin(), counted.end()};
}

// The digits of a shape as pairs (row, item), in no order, the rest of the pairs in no row. Item: the place of a scalar, twice, and one more where it counts
// negatively. Precondition: the shape is that of these scalars, and fits.
template <class Parts, class Exec>
[[nodiscard]] device_pairs digits_of(Exec const& exec, bucket_shape const& shape, detail::on_device<typename Parts::scalar const> scalars) {
  using body = detail::write_digits<Parts>;
  device_pairs digits{exec, shape.digits};
  buffer<unsigned, memory_space::device> written{exec, 1};
  fill_bytes(exec.stream(), digits.key.all(), 0xff);
  fill_bytes(exec.stream(), digits.value.all(), 0);
  fill_bytes(exec.stream(), written.all(), 0);
  signed_digits<typename Parts::scalar> const cut{shape.window, Parts::largest};
  blocks(exec.stream(), "write_digits", (scalars.size() + body::threads - 1) / body::threads,
         body{cut, shape.windows, shape.buckets, scalars, digits.key, digits.value, written});
  return digits;
}

}  // namespace lucid::inline v0::gpu
