// Windows of an integer: width bits starting at any position. Unsigned; signed recoding is msm/digits.hpp.
#pragma once

#include <cstddef>

#include <lucid/config/assert.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// Bits [position, position + width) of a as a number; bits past the end are 0. Precondition: 1 ≤ width ≤ 63.
template <std::size_t N>
LUCID_HOST_DEVICE constexpr limb_t window(big_uint<N> const& a, std::size_t position, unsigned width) noexcept {
  LUCID_EXPECTS(width >= 1 && width < limb_bits);
  std::size_t const i = position / limb_bits;
  unsigned const shift = position % limb_bits;
  if (i >= N) return 0;
  limb_t value = a[i] >> shift;
  if (shift + width > limb_bits && i + 1 < N) value |= a[i + 1] << (limb_bits - shift);
  return value & ((limb_t{1} << width) - 1);
}

}  // namespace lucid::inline v0
