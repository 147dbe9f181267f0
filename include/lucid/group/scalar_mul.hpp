// k·P for one point. Many points at once: msm/. Time depends on k: for public scalars, or where the caller accepts that.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/wnaf.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// k·P for every k, also k ≥ r, and every P on the curve, whatever its order. Width-w NAF [Sol00] over odd multiples of P:
// about b doublings and b/(w + 1) additions for b = bits of k, after 2^(w−2) for the table.
template <class G, std::size_t N>
[[nodiscard]] LUCID_HOST_DEVICE constexpr jacobian<G> multiply_vartime(jacobian<G> const& p, big_uint<N> const& k) noexcept {
  constexpr unsigned widest = 5;
  std::size_t const bits = k.bit_width();
  unsigned const width = bits < 16 ? 2 : bits < 40 ? 3 : bits < 100 ? 4 : widest;
  auto const digits = wnaf(k, width);

  jacobian<G> odd[1u << (widest - 2)];  // P, 3P, 5P, …
  odd[0] = p;
  if (width > 2) {
    jacobian<G> const twice = doubled(p);
    for (std::size_t i = 1; i < std::size_t{1} << (width - 2); ++i) odd[i] = odd[i - 1] + twice;
  }
  jacobian<G> sum;
  for (std::size_t i = digits.length; i-- > 0;) {
    sum = doubled(sum);
    int const d = digits.digit[i];
    if (d > 0) sum += odd[d / 2];
    if (d < 0) sum += -odd[-d / 2];
  }
  return sum;
}

template <class G, std::size_t N>
[[nodiscard]] LUCID_HOST_DEVICE constexpr jacobian<G> multiply_vartime(affine<G> const& p, big_uint<N> const& k) noexcept {
  return multiply_vartime(jacobian<G>{p}, k);
}

template <class G>
[[nodiscard]] LUCID_HOST_DEVICE constexpr jacobian<G> multiply_vartime(jacobian<G> const& p, typename G::scalar const& k) noexcept {
  return multiply_vartime(p, k.to_integer());
}
template <class G>
[[nodiscard]] LUCID_HOST_DEVICE constexpr jacobian<G> multiply_vartime(affine<G> const& p, typename G::scalar const& k) noexcept {
  return multiply_vartime(jacobian<G>{p}, k.to_integer());
}

}  // namespace lucid::inline v0
