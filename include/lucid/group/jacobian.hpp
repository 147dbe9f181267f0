// Jacobian points (X, Y, Z) = (X/Z², Y/Z³); infinity is Z = 0. The general-purpose representation: what algorithms return.
// Formulas: the Explicit-Formulas Database [EFD], short Weierstrass with a = 0.
#pragma once

#include <lucid/config/target.hpp>
#include <lucid/group/affine.hpp>

namespace lucid::inline v0 {

template <class G>
struct jacobian {
  using group = G;
  using field = typename G::field;

  field x = field::one(), y = field::one(), z{};

  constexpr jacobian() noexcept = default;  // infinity
  LUCID_HOST_DEVICE constexpr jacobian(field const& x_, field const& y_, field const& z_) noexcept : x(x_), y(y_), z(z_) {}
  LUCID_HOST_DEVICE constexpr jacobian(affine<G> const& p) noexcept {  // NOLINT(google-explicit-constructor): an affine point is one
    if (!p.is_infinity()) {
      x = p.x;
      y = p.y;
      z = field::one();
    }
  }

  LUCID_HOST_DEVICE static constexpr jacobian infinity() noexcept { return {}; }
  LUCID_HOST_DEVICE static constexpr jacobian generator() noexcept { return affine<G>::generator(); }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_infinity() const noexcept { return z.is_zero(); }

  // One inverse in the field; many at once: batch_affine.hpp.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr affine<G> to_affine() const noexcept {
    if (is_infinity()) return affine<G>::infinity();
    field const w = inverse(z);
    field const w2 = square(w);
    return {x * w2, y * (w2 * w)};
  }

  LUCID_HOST_DEVICE constexpr jacobian operator-() const noexcept { return {x, -y, z}; }

  // 2M + 5S (dbl-2009-l). Complete: infinity doubles to infinity, and there is no point of order two where the group order is odd.
  friend LUCID_HOST_DEVICE constexpr jacobian doubled(jacobian const& p) noexcept {
    field const a = square(p.x);
    field const b = square(p.y);
    field const c = square(b);
    field const d = doubled(square(p.x + b) - a - c);
    field const e = doubled(a) + a;
    field const x3 = square(e) - doubled(d);
    return {x3, e * (d - x3) - doubled(doubled(doubled(c))), doubled(p.y * p.z)};
  }

  // 11M + 5S (add-2007-bl), complete: infinity, equal and opposite operands are told apart.
  friend LUCID_HOST_DEVICE constexpr jacobian operator+(jacobian const& p, jacobian const& q) noexcept {
    if (p.is_infinity()) return q;
    if (q.is_infinity()) return p;
    field const z1z1 = square(p.z);
    field const z2z2 = square(q.z);
    field const u1 = p.x * z2z2;
    field const u2 = q.x * z1z1;
    field const s1 = p.y * q.z * z2z2;
    field const s2 = q.y * p.z * z1z1;
    if (u1 == u2) return s1 == s2 ? doubled(p) : infinity();
    field const h = u2 - u1;
    field const i = square(doubled(h));
    field const j = h * i;
    field const r = doubled(s2 - s1);
    field const v = u1 * i;
    field const x3 = square(r) - j - doubled(v);
    return {x3, r * (v - x3) - doubled(s1 * j), (square(p.z + q.z) - z1z1 - z2z2) * h};
  }

  // 7M + 4S (madd-2007-bl), complete.
  friend LUCID_HOST_DEVICE constexpr jacobian operator+(jacobian const& p, affine<G> const& q) noexcept {
    if (q.is_infinity()) return p;
    if (p.is_infinity()) return q;
    field const z1z1 = square(p.z);
    field const u2 = q.x * z1z1;
    field const s2 = q.y * p.z * z1z1;
    if (u2 == p.x) return s2 == p.y ? doubled(p) : infinity();
    field const h = u2 - p.x;
    field const hh = square(h);
    field const i = doubled(doubled(hh));
    field const j = h * i;
    field const r = doubled(s2 - p.y);
    field const v = p.x * i;
    field const x3 = square(r) - j - doubled(v);
    return {x3, r * (v - x3) - doubled(p.y * j), square(p.z + h) - z1z1 - hh};
  }
  friend LUCID_HOST_DEVICE constexpr jacobian operator-(jacobian const& p, jacobian const& q) noexcept { return p + (-q); }
  friend LUCID_HOST_DEVICE constexpr jacobian operator-(jacobian const& p, affine<G> const& q) noexcept { return p + (-q); }

  LUCID_HOST_DEVICE constexpr jacobian& operator+=(jacobian const& q) noexcept { return *this = *this + q; }
  LUCID_HOST_DEVICE constexpr jacobian& operator+=(affine<G> const& q) noexcept { return *this = *this + q; }

  // The same point, whatever the coordinates.
  friend LUCID_HOST_DEVICE constexpr bool operator==(jacobian const& p, jacobian const& q) noexcept {
    if (p.is_infinity() || q.is_infinity()) return p.is_infinity() == q.is_infinity();
    field const z1z1 = square(p.z);
    field const z2z2 = square(q.z);
    return p.x * z2z2 == q.x * z1z1 && p.y * (z2z2 * q.z) == q.y * (z1z1 * p.z);
  }
};

}  // namespace lucid::inline v0
