// Points (X, Y, ZZ, ZZZ) = (X/ZZ, Y/ZZZ) with ZZ³ = ZZZ²; infinity is ZZ = 0. The cheapest accumulator for adding affine points one after another.
// Formulas: [EFD] xyzz, short Weierstrass with a = 0 (Sutherland).
#pragma once

#include <lucid/config/target.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>

namespace lucid::inline v0 {

template <class G>
struct xyzz {
  using group = G;
  using field = typename G::field;

  field x{}, y{}, zz{}, zzz{};

  constexpr xyzz() noexcept = default;  // infinity
  LUCID_HOST_DEVICE constexpr xyzz(field const& x_, field const& y_, field const& zz_, field const& zzz_) noexcept
      : x(x_), y(y_), zz(zz_), zzz(zzz_) {}
  LUCID_HOST_DEVICE constexpr xyzz(affine<G> const& p) noexcept {  // NOLINT(google-explicit-constructor): an affine point is one
    if (!p.is_infinity()) *this = {p.x, p.y, field::one(), field::one()};
  }

  LUCID_HOST_DEVICE static constexpr xyzz infinity() noexcept { return {}; }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_infinity() const noexcept { return zz.is_zero(); }

  // Z = ZZ as a Jacobian denominator: X/ZZ = X·ZZ/ZZ², Y/ZZZ = Y·ZZZ/ZZ³. Two products.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr jacobian<G> to_jacobian() const noexcept {
    if (is_infinity()) return {};
    return {x * zz, y * zzz, zz};
  }

  LUCID_HOST_DEVICE constexpr xyzz operator-() const noexcept { return {x, -y, zz, zzz}; }

  // 6M + 3S (dbl-2008-s-1); infinity doubles to infinity.
  friend LUCID_HOST_DEVICE constexpr xyzz doubled(xyzz const& p) noexcept {
    field const u = doubled(p.y);
    field const v = square(u);
    field const w = u * v;
    field const s = p.x * v;
    field const xx = square(p.x);
    field const m = doubled(xx) + xx;
    field const x3 = square(m) - doubled(s);
    return {x3, difference_of_products(m, s - x3, w, p.y), v * p.zz, w * p.zzz};
  }

  // 8M + 2S (madd-2008-s), complete.
  friend LUCID_HOST_DEVICE constexpr xyzz operator+(xyzz const& p, affine<G> const& q) noexcept {
    if (q.is_infinity()) return p;
    if (p.is_infinity()) return q;
    field const pp_ = q.x * p.zz - p.x;
    field const r = q.y * p.zzz - p.y;
    if (pp_.is_zero()) return r.is_zero() ? doubled(xyzz{q}) : infinity();
    field const pp = square(pp_);
    field const ppp = pp_ * pp;
    field const v = p.x * pp;
    field const x3 = square(r) - ppp - doubled(v);
    return {x3, difference_of_products(r, v - x3, p.y, ppp), p.zz * pp, p.zzz * ppp};
  }

  // 12M + 2S (add-2008-s), complete.
  friend LUCID_HOST_DEVICE constexpr xyzz operator+(xyzz const& p, xyzz const& q) noexcept {
    if (q.is_infinity()) return p;
    if (p.is_infinity()) return q;
    field const u1 = p.x * q.zz;
    field const u2 = q.x * p.zz;
    field const s1 = p.y * q.zzz;
    field const s2 = q.y * p.zzz;
    field const pp_ = u2 - u1;
    field const r = s2 - s1;
    if (pp_.is_zero()) return r.is_zero() ? doubled(p) : infinity();
    field const pp = square(pp_);
    field const ppp = pp_ * pp;
    field const v = u1 * pp;
    field const x3 = square(r) - ppp - doubled(v);
    return {x3, difference_of_products(r, v - x3, s1, ppp), p.zz * q.zz * pp, p.zzz * q.zzz * ppp};
  }

  LUCID_HOST_DEVICE constexpr xyzz& operator+=(affine<G> const& q) noexcept { return *this = *this + q; }
  LUCID_HOST_DEVICE constexpr xyzz& operator+=(xyzz const& q) noexcept { return *this = *this + q; }

  friend LUCID_HOST_DEVICE constexpr bool operator==(xyzz const& p, xyzz const& q) noexcept {
    if (p.is_infinity() || q.is_infinity()) return p.is_infinity() == q.is_infinity();
    return p.x * q.zz == q.x * p.zz && p.y * q.zzz == q.y * p.zzz;
  }
};

}  // namespace lucid::inline v0
