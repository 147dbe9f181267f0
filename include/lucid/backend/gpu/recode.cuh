// Scalars → digits on a device: how long they are, and each digit with the window that it belongs to and whose base it counts. Knows nothing of points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <lucid/backend/gpu/block.cuh>
#include <lucid/backend/gpu/bucket_shape.hpp>
#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/element.cuh>
#include <lucid/backend/gpu/radix_sort.cuh>
#include <lucid/config/error.hpp>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/scalar_parts.hpp>

namespace lucid::inline v0::gpu {

namespace detail {

// Windows of one bit.
template <class Parts>
inline constexpr unsigned most_sections = Parts::bits;

// The windows that a scalar of this width needs, and one more where it has all parts.
template <class Parts>
[[nodiscard]] LUCID_HOST_DEVICE constexpr unsigned class_of(signed_digits<typename Parts::scalar> const& cut, unsigned width) noexcept {
  if (Parts::count > 1 && width == Parts::bits) return cut.windows() + 1;
  unsigned const needed = cut.needed(width, cut.window());
  return needed < cut.windows() ? needed : cut.windows();
}

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
        if (i < scalars.size()) static_cast<void>(atomic_add(ours.count[Parts::width(load(scalars.data() + i))], 1u));
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

// A pair for each digit, section after section: that of window j of part h is number h·windows + j, and has the scalars that need it in descending order of the
// windows that they need, so that one rank serves all sections. Writes of neighbours are neighbours.
template <class Parts>
struct write_digits {
  using scalar = typename Parts::scalar;
  static constexpr unsigned threads = 128, phases = 4;
  static constexpr unsigned classes = most_sections<Parts> + 2;
  struct shared {
    unsigned count[classes], first[classes];
  };
  struct local {
    typename Parts::integer prepared[Parts::count];
    bool negative[Parts::count];
    unsigned kind, rank;
  };

  signed_digits<scalar> cut;
  unsigned windows;  // of the shape
  on_device<scalar const> scalars;
  on_device<unsigned> next;           // of each class, the rank of the next of its scalars
  on_device<unsigned const> section;  // where each begins
  on_device<std::uint32_t> key, item;

  template <unsigned P>
  LUCID_HOST_DEVICE void phase(std::size_t block, unsigned thread, local& mine, shared& ours) const {
    std::size_t const i = block * threads + thread;
    if constexpr (P == 0) {
      for (unsigned k = thread; k < next.size(); k += threads) ours.count[k] = 0;
      mine.kind = 0;
      if (i >= scalars.size()) return;
      scalar const s = load(scalars.data() + i);
      unsigned const width = Parts::width(s);
      mine.kind = class_of<Parts>(cut, width);
      if (mine.kind == 0) return;
      balanced_scalar<scalar> part[Parts::count];
      Parts::split(s, width, part);
      for (unsigned h = 0; h < Parts::count; ++h) {
        mine.prepared[h] = cut.prepared(part[h].magnitude);
        mine.negative[h] = part[h].negative;
      }
    } else if constexpr (P == 1) {
      if (mine.kind != 0) mine.rank = atomic_add(ours.count[mine.kind], 1u);
    } else if constexpr (P == 2) {
      for (unsigned k = thread; k < next.size(); k += threads) {
        if (ours.count[k] != 0) ours.first[k] = atomic_add(next[k], ours.count[k]);
      }
    } else {
      if (mine.kind == 0) return;
      std::size_t const rank = std::size_t{ours.first[mine.kind]} + mine.rank;
      for (unsigned h = 0; h < (mine.kind > windows ? Parts::count : 1u); ++h) {
        cut.for_each_slice(mine.prepared[h], mine.kind < windows ? mine.kind : windows, [&](unsigned j, std::uint32_t slice) {
          std::int32_t const d = cut.from_slice(slice, j);
          std::size_t const at = section[h * windows + j] + rank;
          key[at] = (h * windows + j) << cut.window() | static_cast<std::uint32_t>(d < 0 ? -d : d);
          item[at] = static_cast<std::uint32_t>(i) << 1 | static_cast<std::uint32_t>(mine.negative[h] != (d < 0));
        });
      }
    }
  }
  template <class F>
  void touches(F&& f) const {
    f(scalars), f(next), f(section), f(key), f(item);
  }
};

}  // namespace detail

// How many scalars there are of each width, on the host. Waits for the stream.
template <class Parts, class Exec>
[[nodiscard]] std::vector<std::size_t> widths_of(Exec const& exec, detail::on_device<typename Parts::scalar const> scalars) {
  if (reinterpret_cast<std::uintptr_t>(scalars.data()) % 16 != 0) {
    throw argument_error("msm: scalars on a device must be aligned to 16 bytes, as those of a buffer are");
  }
  using body = detail::count_widths<Parts>;
  buffer<unsigned, memory_space::device> count{exec, body::kinds};
  fill_bytes(exec.stream(), count.all(), 0);
  blocks(exec.stream(), "count_widths", (scalars.size() + body::scalars_of_a_block - 1) / body::scalars_of_a_block, body{scalars, count});
  std::vector<unsigned> counted(body::kinds);
  copy(exec.stream(), std::as_const(count).all(), view<unsigned>{counted});
  synchronize(exec.stream());
  return {counted.begin(), counted.end()};
}

// Where the classes' ranks begin, and the sections.
struct digit_table {
  std::vector<unsigned> next, section;

  template <class Parts>
  static digit_table of(bucket_shape const& shape, std::vector<std::size_t> const& widths) {
    signed_digits<typename Parts::scalar> const cut{shape.window, Parts::largest};
    digit_table table;
    table.next.assign(shape.windows + 2, 0);
    std::vector<unsigned> count(shape.windows + 2, 0);
    for (std::size_t w = 0; w < widths.size(); ++w) {
      if (widths[w] != 0) count[detail::class_of<Parts>(cut, static_cast<unsigned>(w))] += static_cast<unsigned>(widths[w]);
    }
    for (unsigned k = shape.windows + 1; k > 0; --k) table.next[k - 1] = table.next[k] + count[k];
    unsigned at = 0;
    for (unsigned h = 0; h < shape.parts; ++h) {
      for (unsigned j = 0; j < shape.windows; ++j) {
        table.section.push_back(at);
        at += h == 0 ? table.next[j] : count[shape.windows + 1];
      }
    }
    return table;
  }
};

// All digits of a shape as pairs (key, item), those of a window and part side by side. Key: the digit's magnitude, and from bit `window` on the number of its
// section, h·windows + j. Item: the place of a scalar, twice, and one more where it counts negatively.
// Preconditions: the shape is that of these scalars and widths, and fits.
template <class Parts, class Exec>
[[nodiscard]] device_pairs digits_of(Exec const& exec, bucket_shape const& shape, std::vector<std::size_t> const& widths,
                                     detail::on_device<typename Parts::scalar const> scalars) {
  using body = detail::write_digits<Parts>;
  auto const table = digit_table::of<Parts>(shape, widths);
  auto next = clone_to<memory_space::device, unsigned>(exec, view<unsigned const>{table.next});
  auto const section = clone_to<memory_space::device, unsigned>(exec, view<unsigned const>{table.section});
  device_pairs digits{exec, shape.digits};
  signed_digits<typename Parts::scalar> const cut{shape.window, Parts::largest};
  blocks(exec.stream(), "write_digits", (scalars.size() + body::threads - 1) / body::threads,
         body{cut, shape.windows, scalars, next, section, digits.key, digits.value});
  return digits;
}

}  // namespace lucid::inline v0::gpu
