// A cubic extension c0 + c1·v + c2·v² of a field, v³ a non-residue. Used for F_q6 over F_q2.
#pragma once

#include <lucid/config/target.hpp>
#include <lucid/field/concepts.hpp>

namespace lucid::inline v0 {

// Spec: `base` (a field) and `multiply_by_non_residue(base)`, the product with v³.
template <class Spec>
struct cubic {
  using spec = Spec;
  using base = typename Spec::base;

  base c0{}, c1{}, c2{};

  LUCID_HOST_DEVICE static constexpr cubic zero() noexcept { return {}; }
  LUCID_HOST_DEVICE static constexpr cubic one() noexcept { return {base::one(), base::zero(), base::zero()}; }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_zero() const noexcept { return c0.is_zero() && c1.is_zero() && c2.is_zero(); }

  friend LUCID_HOST_DEVICE constexpr bool operator==(cubic const&, cubic const&) noexcept = default;

  friend LUCID_HOST_DEVICE constexpr cubic operator+(cubic const& a, cubic const& b) noexcept {
    return {a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2};
  }
  friend LUCID_HOST_DEVICE constexpr cubic operator-(cubic const& a, cubic const& b) noexcept {
    return {a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2};
  }
  LUCID_HOST_DEVICE constexpr cubic operator-() const noexcept { return {-c0, -c1, -c2}; }

  // Karatsuba, [DOSD06] §4: 6 products in the base.
  friend LUCID_HOST_DEVICE constexpr cubic operator*(cubic const& a, cubic const& b) noexcept {
    base const v0 = a.c0 * b.c0;
    base const v1 = a.c1 * b.c1;
    base const v2 = a.c2 * b.c2;
    base const t0 = (a.c1 + a.c2) * (b.c1 + b.c2) - v1 - v2;
    base const t1 = (a.c0 + a.c1) * (b.c0 + b.c1) - v0 - v1;
    base const t2 = (a.c0 + a.c2) * (b.c0 + b.c2) - v0 - v2;
    return {v0 + Spec::multiply_by_non_residue(t0), t1 + Spec::multiply_by_non_residue(v2), t2 + v1};
  }
  friend LUCID_HOST_DEVICE constexpr cubic operator*(cubic const& a, base const& k) noexcept { return {a.c0 * k, a.c1 * k, a.c2 * k}; }

  LUCID_HOST_DEVICE constexpr cubic& operator+=(cubic const& b) noexcept {
    c0 += b.c0;
    c1 += b.c1;
    c2 += b.c2;
    return *this;
  }
  LUCID_HOST_DEVICE constexpr cubic& operator-=(cubic const& b) noexcept {
    c0 -= b.c0;
    c1 -= b.c1;
    c2 -= b.c2;
    return *this;
  }
  LUCID_HOST_DEVICE constexpr cubic& operator*=(cubic const& b) noexcept { return *this = *this * b; }

  // [CH07] SQR2: 2 products and 3 squares in the base.
  friend LUCID_HOST_DEVICE constexpr cubic square(cubic const& a) noexcept {
    base const s0 = square(a.c0);
    base const s1 = doubled(a.c0 * a.c1);
    base const s2 = square(a.c0 - a.c1 + a.c2);
    base const s3 = doubled(a.c1 * a.c2);
    base const s4 = square(a.c2);
    return {s0 + Spec::multiply_by_non_residue(s3), s1 + Spec::multiply_by_non_residue(s4), s1 + s2 + s3 - s0 - s4};
  }
  friend LUCID_HOST_DEVICE constexpr cubic doubled(cubic const& a) noexcept { return {doubled(a.c0), doubled(a.c1), doubled(a.c2)}; }

  // One inverse in the base, [DOSD06] §4. inverse(0) = 0.
  friend LUCID_HOST_DEVICE constexpr cubic inverse(cubic const& a) noexcept {
    cubic const adjoint = a.adjoint();
    return adjoint * inverse(a.norm_with(adjoint));
  }
  friend LUCID_HOST_DEVICE constexpr cubic inverse_vartime(cubic const& a) noexcept {
    cubic const adjoint = a.adjoint();
    return adjoint * inverse_vartime(a.norm_with(adjoint));
  }

  // a·v.
  friend LUCID_HOST_DEVICE constexpr cubic multiply_by_generator(cubic const& a) noexcept {
    return {Spec::multiply_by_non_residue(a.c2), a.c0, a.c1};
  }

 private:
  // The product of the other two conjugates, and with it the norm.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr cubic adjoint() const noexcept {
    return {square(c0) - Spec::multiply_by_non_residue(c1 * c2), Spec::multiply_by_non_residue(square(c2)) - c0 * c1, square(c1) - c0 * c2};
  }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr base norm_with(cubic const& t) const noexcept {
    return c0 * t.c0 + Spec::multiply_by_non_residue(c2 * t.c1 + c1 * t.c2);
  }
};

}  // namespace lucid::inline v0
