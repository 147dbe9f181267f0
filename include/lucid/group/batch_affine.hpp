// Many projective points to affine form, with one inverse for many of them. One point: its own to_affine().
#pragma once

#include <cstddef>

#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/xyzz.hpp>

namespace lucid::inline v0 {

namespace detail {

// What a point must have inverted, and what it is once it has.
template <class G>
LUCID_HOST_DEVICE constexpr typename G::field const& denominator(jacobian<G> const& p) noexcept {
  return p.z;
}
template <class G>
LUCID_HOST_DEVICE constexpr affine<G> divided(jacobian<G> const& p, typename G::field const& inverse_of_z) noexcept {
  auto const square_of_it = square(inverse_of_z);
  return {p.x * square_of_it, p.y * (square_of_it * inverse_of_z)};
}

template <class G>
LUCID_HOST_DEVICE constexpr typename G::field const& denominator(xyzz<G> const& p) noexcept {
  return p.zzz;
}
template <class G>  // ZZ/ZZZ = 1/Z
LUCID_HOST_DEVICE constexpr affine<G> divided(xyzz<G> const& p, typename G::field const& inverse_of_zzz) noexcept {
  return {p.x * square(p.zz * inverse_of_zzz), p.y * inverse_of_zzz};
}

}  // namespace detail

// to[i] = from[i] in affine form, on the calling thread: [Mon87] §10.3.1, one inverse in all and three products more a point; no memory beside the result.
// Precondition: equal sizes, no overlap.
template <class Point>
LUCID_HOST_DEVICE constexpr void normalize_serial(view<Point const> from, view<affine<typename Point::group>> to) noexcept {
  using field = typename Point::field;
  LUCID_EXPECTS(from.size() == to.size());
  field product = field::one();
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i].x = product;  // of the denominators before i
    if (!from[i].is_infinity()) product = product * detail::denominator(from[i]);
  }
  field running = inverse(product);
  for (std::size_t i = from.size(); i-- > 0;) {
    if (from[i].is_infinity()) {
      to[i] = affine<typename Point::group>::infinity();
      continue;
    }
    field const inverse_of_it = running * to[i].x;
    running = running * detail::denominator(from[i]);
    to[i] = detail::divided(from[i], inverse_of_it);
  }
}

// The affine forms of Jacobian or XYZZ points, in the policy's memory; in parallel, one inverse per 1024 points.
template <class Exec, class Point>
  requires execution_policy<Exec>
[[nodiscard]] auto normalize(Exec const& exec, view<Point> points) {
  using point = typename view<Point>::value_type;
  auto const span = exec.open("group/normalize");
  constexpr std::size_t batch = 1024;
  buffer<affine<typename point::group>> result{exec, points.size()};
  for_ranges(exec, points.size(), batch, [&](std::size_t begin, std::size_t end) {
    normalize_serial<point>(points.subview(begin, end - begin), result.all().subview(begin, end - begin));
  });
  return result;
}

}  // namespace lucid::inline v0
