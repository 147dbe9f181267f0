// A quadratic extension c0 + c1·u of a field, u² a non-residue. Used for F_q2 over F_q and F_q12 over F_q6.
#pragma once

#include <type_traits>

#include <lucid/config/target.hpp>
#include <lucid/field/arch/ptx.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/field/montgomery32.hpp>

namespace lucid::inline v0 {

// Spec: `base` (a field) and `multiply_by_non_residue(base)`, the product with u².
template <class Spec>
struct quadratic {
  using spec = Spec;
  using base = typename Spec::base;

  // u² = −1 over a prime field.
  static constexpr bool imaginary = requires { typename base::integer; } && Spec::multiply_by_non_residue(base::one()) == -base::one();

  static constexpr bool on_device_and_imaginary = arch::ptx::on_device() && imaginary;

  base c0{}, c1{};

  LUCID_HOST_DEVICE static constexpr quadratic zero() noexcept { return {}; }
  LUCID_HOST_DEVICE static constexpr quadratic one() noexcept { return {base::one(), base::zero()}; }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_zero() const noexcept { return c0.is_zero() && c1.is_zero(); }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_one() const noexcept { return *this == one(); }

  friend LUCID_HOST_DEVICE constexpr bool operator==(quadratic const&, quadratic const&) noexcept = default;

  friend LUCID_HOST_DEVICE constexpr quadratic operator+(quadratic const& a, quadratic const& b) noexcept {
    return {a.c0 + b.c0, a.c1 + b.c1};
  }
  friend LUCID_HOST_DEVICE constexpr quadratic operator-(quadratic const& a, quadratic const& b) noexcept {
    return {a.c0 - b.c0, a.c1 - b.c1};
  }
  LUCID_HOST_DEVICE constexpr quadratic operator-() const noexcept { return {-c0, -c1}; }

  // Karatsuba, 3 products in the base; or two sums of products, where they are faster (104 or 228 limb products of 4 or 6 limbs, against 108 or 234 and 5 sums).
  // Those are a call, as the products of the base are.
  friend LUCID_HOST_DEVICE constexpr quadratic operator*(quadratic const& a, quadratic const& b) noexcept {
    if constexpr (on_device_and_imaginary) {
      if (!__builtin_is_constant_evaluated()) return device_product(a, b);
    } else if constexpr (requires { requires base::arithmetic::has_sum_of_products; }) {
      if (!__builtin_is_constant_evaluated()) return two_sums_of_products(a, b);
    }
    base const v0 = a.c0 * b.c0;
    base const v1 = a.c1 * b.c1;
    base const cross = (a.c0 + a.c1) * (b.c0 + b.c1);
    return {v0 + Spec::multiply_by_non_residue(v1), cross - v0 - v1};
  }
  friend LUCID_HOST_DEVICE constexpr quadratic operator*(quadratic const& a, base const& k) noexcept { return {a.c0 * k, a.c1 * k}; }

  LUCID_HOST_DEVICE constexpr quadratic& operator+=(quadratic const& b) noexcept {
    c0 += b.c0;
    c1 += b.c1;
    return *this;
  }
  LUCID_HOST_DEVICE constexpr quadratic& operator-=(quadratic const& b) noexcept {
    c0 -= b.c0;
    c1 -= b.c1;
    return *this;
  }
  LUCID_HOST_DEVICE constexpr quadratic& operator*=(quadratic const& b) noexcept { return *this = *this * b; }

  // Complex squaring: 2 products in the base; a call where u² = −1.
  friend LUCID_HOST_DEVICE constexpr quadratic square(quadratic const& a) noexcept {
    if constexpr (on_device_and_imaginary) {
      if (!__builtin_is_constant_evaluated()) return device_square(a);
    } else if constexpr (imaginary) {
      return imaginary_square(a);
    }
    base const v = a.c0 * a.c1;
    base const t = (a.c0 + a.c1) * (a.c0 + Spec::multiply_by_non_residue(a.c1));
    return {t - v - Spec::multiply_by_non_residue(v), doubled(v)};
  }
  friend LUCID_HOST_DEVICE constexpr quadratic difference_of_products(quadratic const& a, quadratic const& b, quadratic const& c,
                                                                      quadratic const& d) noexcept {
    if constexpr (on_device_and_imaginary) {
      if (!__builtin_is_constant_evaluated()) return device_difference(a, b, c, d);
    }
    return a * b - c * d;
  }
  friend LUCID_HOST_DEVICE constexpr quadratic doubled(quadratic const& a) noexcept { return {doubled(a.c0), doubled(a.c1)}; }

  // c0 − c1·u, the image under the automorphism that fixes the base.
  friend LUCID_HOST_DEVICE constexpr quadratic conjugate(quadratic const& a) noexcept { return {a.c0, -a.c1}; }
  // a·conjugate(a), in the base.
  friend LUCID_HOST_DEVICE constexpr base norm(quadratic const& a) noexcept {
    return square(a.c0) - Spec::multiply_by_non_residue(square(a.c1));
  }
  // conjugate/norm: one inverse in the base. inverse(0) = 0.
  friend LUCID_HOST_DEVICE constexpr quadratic inverse(quadratic const& a) noexcept { return conjugate(a) * inverse(norm(a)); }
  friend LUCID_HOST_DEVICE constexpr quadratic inverse_vartime(quadratic const& a) noexcept {
    return conjugate(a) * inverse_vartime(norm(a));
  }

 private:
  using device_arithmetic = montgomery32<typename base::spec>;
  // On a device: arguments and results of calls are registers.
  LUCID_HOST_DEVICE LUCID_NOINLINE static quadratic device_product(quadratic a, quadratic b) noexcept {
    return from_residues(device_arithmetic::multiply_imaginary(residues(a), residues(b)));
  }
  LUCID_HOST_DEVICE LUCID_NOINLINE static quadratic device_square(quadratic a) noexcept {
    return from_residues(device_arithmetic::square_imaginary(residues(a)));
  }
  LUCID_HOST_DEVICE LUCID_NOINLINE static quadratic device_difference(quadratic a, quadratic b, quadratic c, quadratic d) noexcept {
    return from_residues(device_arithmetic::difference_imaginary(residues(a), residues(b), residues(c), residues(d)));
  }
  LUCID_HOST_DEVICE static auto residues(quadratic const& a) noexcept {
    return typename device_arithmetic::pair{a.c0.to_montgomery(), a.c1.to_montgomery()};
  }
  LUCID_HOST_DEVICE static quadratic from_residues(auto const& a) noexcept {
    return {base::from_montgomery(a.c0), base::from_montgomery(a.c1)};
  }

  LUCID_HOST_DEVICE LUCID_NOINLINE static constexpr quadratic imaginary_square(quadratic const& a) noexcept {
    return {(a.c0 + a.c1) * (a.c0 - a.c1), doubled(a.c0 * a.c1)};
  }
  LUCID_HOST_DEVICE LUCID_NOINLINE static quadratic two_sums_of_products(quadratic const& a, quadratic const& b) noexcept {
    return {sum_of_products(a.c0, b.c0, Spec::multiply_by_non_residue(a.c1), b.c1), sum_of_products(a.c0, b.c1, a.c1, b.c0)};
  }
};

}  // namespace lucid::inline v0
