// One 64-bit limb and its carry chain. Knows nothing of multi-limb numbers or moduli.
#pragma once

#include <bit>
#include <cstdint>

#include <lucid/config/target.hpp>

namespace lucid::inline v0 {

using limb_t = std::uint64_t;
__extension__ using wide_t = unsigned __int128;

inline constexpr unsigned limb_bits = 64;

// a + b + carry; carry (0 or 1) is replaced by the carry out.
LUCID_HOST_DEVICE constexpr limb_t add_with_carry(limb_t a, limb_t b, limb_t& carry) noexcept {
  wide_t const sum = wide_t{a} + b + carry;
  carry = static_cast<limb_t>(sum >> limb_bits);
  return static_cast<limb_t>(sum);
}

// a − b − borrow; borrow (0 or 1) is replaced by the borrow out.
LUCID_HOST_DEVICE constexpr limb_t subtract_with_borrow(limb_t a, limb_t b, limb_t& borrow) noexcept {
  wide_t const difference = wide_t{a} - b - borrow;
  borrow = static_cast<limb_t>(difference >> limb_bits) & 1;
  return static_cast<limb_t>(difference);
}

// a + b·c + carry, which never exceeds two limbs; carry is replaced by the high limb.
LUCID_HOST_DEVICE constexpr limb_t multiply_add(limb_t a, limb_t b, limb_t c, limb_t& carry) noexcept {
  wide_t const t = wide_t{b} * c + a + carry;
  carry = static_cast<limb_t>(t >> limb_bits);
  return static_cast<limb_t>(t);
}

LUCID_HOST_DEVICE constexpr limb_t multiply_high(limb_t a, limb_t b) noexcept { return static_cast<limb_t>((wide_t{a} * b) >> limb_bits); }

// The number of zeros below the lowest one, 64 for 0. The standard's function is not for kernels.
LUCID_HOST_DEVICE constexpr unsigned trailing_zeros(limb_t x) noexcept {
#if defined(__CUDACC__)
  if (x == 0) return limb_bits;
  unsigned zeros = 0;
  for (unsigned half = limb_bits / 2; half != 0; half /= 2) {
    if ((x & ((limb_t{1} << half) - 1)) == 0) {
      zeros += half;
      x >>= half;
    }
  }
  return zeros;
#else
  return static_cast<unsigned>(std::countr_zero(x));
#endif
}

// The position of the highest one plus one, 0 for 0.
LUCID_HOST_DEVICE constexpr unsigned bit_width(limb_t x) noexcept {
#if defined(__CUDACC__)
  unsigned width = 0;
  for (unsigned half = limb_bits / 2; half != 0; half /= 2) {
    if ((x >> half) != 0) {
      width += half;
      x >>= half;
    }
  }
  return width + (x != 0 ? 1 : 0);
#else
  return static_cast<unsigned>(std::bit_width(x));
#endif
}

}  // namespace lucid::inline v0
