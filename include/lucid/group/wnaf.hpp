// Signed digits of an integer, most of them zero: the width-w non-adjacent form [Sol00]. Knows nothing of points or fields.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/config/assert.hpp>
#include <lucid/config/target.hpp>
#include <lucid/integer/big_uint.hpp>
#include <lucid/integer/window.hpp>

namespace lucid::inline v0 {

// Σ digit[i]·2^i over i < length; the top digit is not zero, and zero has length 0.
template <std::size_t N>
struct sparse_digits {
  std::int8_t digit[N * limb_bits + 1] = {};
  std::size_t length = 0;

  // How many digits are not zero.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr std::size_t weight() const noexcept {
    std::size_t count = 0;
    for (std::size_t i = 0; i < length; ++i) count += digit[i] != 0 ? 1 : 0;
    return count;
  }
  // The largest |digit|.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr int largest() const noexcept {
    int most = 0;
    for (std::size_t i = 0; i < length; ++i) {
      int const d = digit[i] < 0 ? -digit[i] : digit[i];
      most = d > most ? d : most;
    }
    return most;
  }
};

// Digits are 0 or odd with |d| < 2^(width−1), and of any width digits in a row at most one is not zero; about bits/(width + 1) are not.
// Precondition: 2 ≤ width ≤ 8. Length ≤ bits + 1.
template <std::size_t N>
[[nodiscard]] LUCID_HOST_DEVICE constexpr sparse_digits<N> wnaf(big_uint<N> const& k, unsigned width) noexcept {
  LUCID_EXPECTS(width >= 2 && width <= 8);
  sparse_digits<N> result;
  std::size_t const bits = k.bit_width();
  int carry = 0;  // of the digits below i
  for (std::size_t i = 0; i <= bits && (i < bits || carry != 0);) {
    if (static_cast<int>(k.bit(i)) == carry) {
      ++i;
      continue;
    }
    int d = static_cast<int>(window(k, i, width)) + carry;
    carry = (d >> (width - 1)) & 1;
    d -= carry << width;
    result.digit[i] = static_cast<std::int8_t>(d);
    result.length = i + 1;
    i += width;
  }
  return result;
}

// The bits themselves, as digits.
template <std::size_t N>
[[nodiscard]] LUCID_HOST_DEVICE constexpr sparse_digits<N> binary_digits(big_uint<N> const& k) noexcept {
  sparse_digits<N> result;
  result.length = k.bit_width();
  for (std::size_t i = 0; i < result.length; ++i) result.digit[i] = k.bit(i) ? 1 : 0;
  return result;
}

}  // namespace lucid::inline v0
