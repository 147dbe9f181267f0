// Powers with an integer exponent, left to right. Time depends on the exponent, which is public wherever this is used.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// base^exponent; base^0 = 1, also for base 0. One square a bit, one product a set bit.
template <class F, std::size_t N>
[[nodiscard]] LUCID_HOST_DEVICE constexpr F power(F const& base, big_uint<N> const& exponent) noexcept {
  F result = F::one();
  for (std::size_t i = exponent.bit_width(); i-- > 0;) {
    result *= result;
    if (exponent.bit(i)) result *= base;
  }
  return result;
}

template <class F>
[[nodiscard]] LUCID_HOST_DEVICE constexpr F power(F const& base, limb_t exponent) noexcept {
  return power(base, big_uint<1>{exponent});
}

}  // namespace lucid::inline v0
