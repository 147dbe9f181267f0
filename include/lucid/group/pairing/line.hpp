// Lines through points of the twisted curve, evaluated at a point of G1: their coefficients, the steps of the running point, and the sparse product with an
// element of F_q12. Which steps are made, and in what order, is miller_loop.hpp.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>

namespace lucid::inline v0 {

// The line at P = (x_P, y_P) is, up to a factor that the final exponentiation removes,
//   D-twist:  of_y·y_P + of_x·x_P·w + free·w³      M-twist:  free + of_x·x_P·w² + of_y·y_P·w³
template <class Curve>
struct line {
  using fq2 = typename Curve::fq2;
  fq2 of_y, of_x, free;
};

// The running point T = (X/Z, Y/Z) of the loop, on the twist.
template <class Curve>
struct homogeneous {
  using fq2 = typename Curve::fq2;
  fq2 x, y, z;
  LUCID_HOST_DEVICE explicit constexpr homogeneous(affine<typename Curve::g2> const& q) noexcept : x(q.x), y(q.y), z(fq2::one()) {}
};

namespace detail {

template <class F>
LUCID_HOST_DEVICE constexpr F tripled(F const& a) noexcept {
  return doubled(a) + a;
}

// 3·b'·a, b' of the twist: for an M-twist ξ·(3b)·a, where 3b is small and done by sums.
template <class Curve>
LUCID_HOST_DEVICE constexpr typename Curve::fq2 multiply_by_triple_b(typename Curve::fq2 const& a) noexcept {
  using fq2 = typename Curve::fq2;
  constexpr auto triple_b = tripled(Curve::g1::b()).to_integer();
  if constexpr (Curve::twist == twist_kind::m && triple_b.bit_width() <= 4) {
    fq2 sum = a;
    for (std::size_t i = triple_b.bit_width() - 1; i-- > 0;) {
      sum = doubled(sum);
      if (triple_b.bit(i)) sum = sum + a;
    }
    return Curve::fq6::spec::multiply_by_non_residue(sum);
  } else {
    constexpr fq2 triple = tripled(Curve::g2::b());
    return a * triple;
  }
}

// a·(b0 + b1·v): 5 products.
template <class Fq6>
LUCID_HOST_DEVICE constexpr Fq6 multiply_by_01(Fq6 const& a, typename Fq6::base const& b0, typename Fq6::base const& b1) noexcept {
  auto const v0 = a.c0 * b0;
  auto const v1 = a.c1 * b1;
  auto const cross = (a.c0 + a.c1) * (b0 + b1) - v0 - v1;
  return {v0 + Fq6::spec::multiply_by_non_residue((a.c1 + a.c2) * b1 - v1), cross, (a.c0 + a.c2) * b0 - v0 + v1};
}
// a·(b·v): 3 products.
template <class Fq6>
LUCID_HOST_DEVICE constexpr Fq6 multiply_by_1(Fq6 const& a, typename Fq6::base const& b) noexcept {
  return {Fq6::spec::multiply_by_non_residue(a.c2 * b), a.c0 * b, a.c1 * b};
}
// a·b, b in the base: 3 products.
template <class Fq6>
LUCID_HOST_DEVICE constexpr Fq6 multiply_by_0(Fq6 const& a, typename Fq6::base const& b) noexcept {
  return {a.c0 * b, a.c1 * b, a.c2 * b};
}

}  // namespace detail

// T ← 2T; the tangent at the old T. [ABLR13] §4.3 without its halves: 3M + 5S and products with b and small numbers.
template <class Curve>
LUCID_NOINLINE constexpr line<Curve> double_step(homogeneous<Curve>& t) noexcept {
  using fq2 = typename Curve::fq2;
  fq2 const xy = t.x * t.y;
  fq2 const b = square(t.y);
  fq2 const c = square(t.z);
  fq2 const e = detail::multiply_by_triple_b<Curve>(c);  // 3b'Z²
  fq2 const f = detail::tripled(e);
  fq2 const h = square(t.y + t.z) - (b + c);  // 2YZ
  fq2 const j = square(t.x);
  // [ABLR13] times 4: X₃ = 2XY·(B − F), Y₃ = (B + F)² − 12E², Z₃ = 4BH
  fq2 const e2 = doubled(doubled(square(e)));
  t.x = doubled(xy) * (b - f);
  t.y = square(b + f) - detail::tripled(e2);
  t.z = doubled(doubled(b * h));
  return {-h, detail::tripled(j), e - b};
}

// T ← T + Q; the line through both. [ABLR13] §4.3: 11M + 2S. Precondition for meaning: T ≠ ±Q.
template <class Curve>
LUCID_NOINLINE constexpr line<Curve> add_step(homogeneous<Curve>& t, affine<typename Curve::g2> const& q) noexcept {
  using fq2 = typename Curve::fq2;
  fq2 const o = t.y - q.y * t.z;
  fq2 const l = t.x - q.x * t.z;
  fq2 const d = square(l);
  fq2 const e = l * d;
  fq2 const f = t.z * square(o);
  fq2 const g = t.x * d;
  fq2 const h = e + f - doubled(g);
  t.x = l * h;
  t.y = o * (g - h) - t.y * e;
  t.z = t.z * e;
  return {l, -o, o * q.x - l * q.y};
}

// f ← f·line(P): 13 products in F_q2 and 4 in F_q.
template <class Curve>
LUCID_NOINLINE constexpr void multiply_by_line(typename Curve::fq12& f, line<Curve> const& at,
                                               affine<typename Curve::g1> const& p) noexcept {
  using fq2 = typename Curve::fq2;
  using fq6 = typename Curve::fq6;
  fq2 const y = at.of_y * p.y;
  fq2 const x = at.of_x * p.x;
  if constexpr (Curve::twist == twist_kind::d) {  // y + (x + free·v)·w
    fq6 const v0 = detail::multiply_by_0(f.c0, y);
    fq6 const v1 = detail::multiply_by_01(f.c1, x, at.free);
    fq6 const cross = detail::multiply_by_01(f.c0 + f.c1, x + y, at.free);
    f = {v0 + multiply_by_generator(v1), cross - v0 - v1};
  } else {  // (free + x·v) + (y·v)·w
    fq6 const v0 = detail::multiply_by_01(f.c0, at.free, x);
    fq6 const v1 = detail::multiply_by_1(f.c1, y);
    fq6 const cross = detail::multiply_by_01(f.c0 + f.c1, at.free, x + y);
    f = {v0 + multiply_by_generator(v1), cross - v0 - v1};
  }
}

}  // namespace lucid::inline v0
