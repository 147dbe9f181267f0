// Powers with an integer exponent, left to right. Time depends on the exponent, which is public wherever this is used.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/integer/big_uint.hpp>
#include <lucid/integer/window.hpp>

namespace lucid::inline v0 {

// base^exponent; base^0 = 1, also for base 0. A square a bit; a product a set bit for one limb, for more a product a window of 4 bits and 14 for its table.
template <class F, std::size_t N>
[[nodiscard]] LUCID_HOST_DEVICE constexpr F power(F const& base, big_uint<N> const& exponent) noexcept {
  F result = F::one();
  if constexpr (N == 1) {
    for (std::size_t i = exponent.bit_width(); i-- > 0;) {
      result *= result;
      if (exponent.bit(i)) result *= base;
    }
  } else {
    constexpr unsigned width = 4;
    F table[1u << width] = {F::one(), base};
    for (unsigned i = 2; i < 1u << width; ++i) table[i] = i % 2 == 0 ? square(table[i / 2]) : table[i - 1] * base;
    for (std::size_t i = (exponent.bit_width() + width - 1) / width; i-- > 0;) {
      for (unsigned j = 0; j < width; ++j) result *= result;
      limb_t const digit = window(exponent, i * width, width);
      if (digit != 0) result *= table[digit];
    }
  }
  return result;
}

template <class F>
[[nodiscard]] LUCID_HOST_DEVICE constexpr F power(F const& base, limb_t exponent) noexcept {
  return power(base, big_uint<1>{exponent});
}

}  // namespace lucid::inline v0
