// The sum of each bucket on a device: a thread a task, then the tasks of each row that was cut, eight at a time, then the images of the second part's rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/element.cuh>
#include <lucid/backend/gpu/sorted_digits.cuh>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/glv.hpp>
#include <lucid/group/xyzz.hpp>
#include <lucid/msm/digits.hpp>

namespace lucid::inline v0::gpu {

namespace detail {

// Coordinates in sixteen bytes at a time: preconditions of element.cuh.
template <class F>
[[nodiscard]] LUCID_HOST_DEVICE LUCID_INLINE F load_coordinate(F const* p) noexcept {
  if constexpr (requires { p->c1; }) {
    return {load(&p->c0), load(&p->c1)};
  } else {
    return load(p);
  }
}
template <class G>
[[nodiscard]] LUCID_HOST_DEVICE LUCID_INLINE affine<G> load_point(affine<G> const* p) noexcept {
  return {load_coordinate(&p->x), load_coordinate(&p->y)};
}
inline constexpr std::size_t bytes_of_a_load = 16;

// sums[t] of the i-th task t. Mixed additions, one after another; bases without a place are left out.
template <class G>
struct add_tasks {
  on_device<affine<G> const> bases;
  on_device<std::uint32_t const> places;  // none: each scalar's base is at its own place
  on_device<std::uint32_t const> items, order, begin, length;
  on_device<xyzz<G>> sums;
  std::uint32_t rows;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    std::uint32_t const task = order[i], count = length[task], from = begin[task];
    if (count == 0 && task >= rows) return;
    xyzz<G> sum;
    LUCID_ROLLED
    for (std::uint32_t k = 0; k < count; ++k) {
      std::uint32_t const item = items[from + k];
      std::uint32_t const place = places.empty() ? item >> 1 : places[item >> 1];
      if (place == no_base) continue;
      affine<G> base = load_point(bases.data() + place);
      if ((item & 1) != 0) base.y = -base.y;
      sum += base;
    }
    sums[task] = sum;
  }
  template <class F>
  void touches(F&& f) const {
    f(bases), f(places), f(items), f(order), f(begin), f(length), f(sums);
  }
};

// Of each row that is cut, the slots that stand a multiple of 8·step from its first: each takes up the next seven a step apart. The last such sum is the row's.
template <class G>
struct join_slots {
  static constexpr std::uint32_t fan = 8;
  on_device<std::uint32_t const> owner;
  on_device<split_row const> split;
  on_device<unsigned long long const> counter;
  on_device<xyzz<G>> sums;
  std::uint32_t rows, step;

  LUCID_HOST_DEVICE void operator()(std::size_t j) const {
    if (j >= static_cast<std::uint32_t>(counter[0])) return;
    split_row const s = split[owner[j]];
    std::uint64_t const at = static_cast<std::uint32_t>(j) - s.first, stride = step;
    if (at % (fan * stride) != 0 || stride >= s.count) return;
    std::uint64_t const left = (s.count - at + stride - 1) / stride, end = left < fan ? left : fan;
    xyzz<G> sum = sums[rows + j];
    LUCID_ROLLED
    for (std::uint64_t k = 1; k < end; ++k) sum += sums[rows + j + k * stride];
    sums[stride * fan < s.count ? rows + j : s.row] = sum;
  }
  template <class F>
  void touches(F&& f) const {
    f(owner), f(split), f(counter), f(sums);
  }
};

// sums[i] += φ(sums[half + i])
template <class G>
struct add_image {
  on_device<xyzz<G>> sums;
  std::size_t half;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    if constexpr (pairing_group<G>) {
      xyzz<G> const second = sums[half + i];
      if (second.is_infinity()) return;
      affine<G> const image = glv_image(affine<G>{second.x, second.y});
      sums[i] += xyzz<G>{image.x, image.y, second.zz, second.zzz};
    }
  }
  template <class F>
  void touches(F&& f) const {
    f(sums);
  }
};

}  // namespace detail

// The sums of the buckets, window after window from that of digit ±1 on: the first windows·buckets elements of what is returned. Places: as many as scalars, or
// none. Infinity and equal or opposite points are added as any others.
template <class G, class Exec>
[[nodiscard]] buffer<xyzz<G>, memory_space::device> bucket_sums(Exec const& exec, sorted_digits const& digits,
                                                                detail::on_device<affine<G> const> bases,
                                                                detail::on_device<std::uint32_t const> places) {
  if (reinterpret_cast<std::uintptr_t>(bases.data()) % detail::bytes_of_a_load != 0) {
    throw argument_error("msm: bases on a device must be aligned to 16 bytes, as those of a buffer are");
  }
  bucket_shape const& shape = digits.shape();
  auto const rows = static_cast<std::uint32_t>(shape.rows());
  buffer<xyzz<G>, memory_space::device> sums{exec, shape.tasks()};
  bulk(exec.stream(), "add_tasks", shape.tasks(),
       detail::add_tasks<G>{bases, places, digits.items(), digits.order(), digits.begin(), digits.length(), sums, rows});
  for (std::size_t step = 1; step < shape.longest() && shape.slots() != 0; step *= detail::join_slots<G>::fan) {
    bulk(exec.stream(), "join_slots", shape.slots(),
         detail::join_slots<G>{digits.owner(), digits.split(), digits.counter(), sums, rows, static_cast<std::uint32_t>(step)});
  }
  if (shape.parts > 1) {
    std::size_t const half = rows / 2;
    bulk(exec.stream(), "add_image", half, detail::add_image<G>{sums, half});
  }
  return sums;
}

// What it returns, in bytes; it holds no more.
template <class G>
[[nodiscard]] planned_buffer<xyzz<G>> plan_bucket_sums(memory_plan& plan, bucket_shape const& shape) {
  return {plan, shape.tasks()};
}

}  // namespace lucid::inline v0::gpu
