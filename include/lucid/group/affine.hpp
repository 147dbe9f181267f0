// Affine points of y² = x³ + b. Infinity is (0, 0), which is on no curve with b ≠ 0; so it is in memory and in iden3 files.
#pragma once

#include <lucid/config/target.hpp>
#include <lucid/field/concepts.hpp>

namespace lucid::inline v0 {

template <class G>
struct affine {
  using group = G;
  using field = typename G::field;

  field x{}, y{};

  LUCID_HOST_DEVICE static constexpr affine infinity() noexcept { return {}; }
  LUCID_HOST_DEVICE static constexpr affine generator() noexcept { return {G::generator_x(), G::generator_y()}; }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_infinity() const noexcept { return x.is_zero() && y.is_zero(); }

  // Infinity counts as on the curve. Says nothing of the subgroup: endomorphism.hpp does.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_on_curve() const noexcept {
    return is_infinity() || square(y) == square(x) * x + G::b();
  }

  LUCID_HOST_DEVICE constexpr affine operator-() const noexcept { return {x, -y}; }

  friend LUCID_HOST_DEVICE constexpr bool operator==(affine const&, affine const&) noexcept = default;
};

}  // namespace lucid::inline v0
