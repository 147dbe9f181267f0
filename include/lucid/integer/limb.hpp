// One 64-bit limb and its carry chain. Knows nothing of multi-limb numbers or moduli.
#pragma once

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

}  // namespace lucid::inline v0
