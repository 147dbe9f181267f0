// Unsigned integers of a fixed number of 64-bit limbs, least significant first. Nothing modular.
#pragma once

#include <compare>
#include <cstddef>
#include <type_traits>

#include <lucid/config/assert.hpp>
#include <lucid/config/target.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0 {

// For a value that is about to be overwritten whole.
struct uninitialized {};

template <std::size_t N>
struct big_uint {
  static_assert(N >= 1);
  static constexpr std::size_t limbs = N;
  static constexpr std::size_t bits = N * limb_bits;

  limb_t limb[N];

  LUCID_HOST_DEVICE constexpr big_uint() noexcept : limb{} {}
  LUCID_HOST_DEVICE explicit constexpr big_uint(uninitialized) noexcept {}  // NOLINT(cppcoreguidelines-pro-type-member-init)
  LUCID_HOST_DEVICE explicit constexpr big_uint(limb_t low) noexcept : limb{low} {}

  LUCID_HOST_DEVICE constexpr limb_t& operator[](std::size_t i) noexcept { return limb[i]; }
  LUCID_HOST_DEVICE constexpr limb_t operator[](std::size_t i) const noexcept { return limb[i]; }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_zero() const noexcept {
    limb_t any = 0;
    for (std::size_t i = 0; i < N; ++i) any |= limb[i];
    return any == 0;
  }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_odd() const noexcept { return (limb[0] & 1) != 0; }

  // Bit i, 0 for every i past the end.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool bit(std::size_t i) const noexcept {
    return i < bits && ((limb[i / limb_bits] >> (i % limb_bits)) & 1) != 0;
  }

  // Position of the highest set bit plus one; 0 for zero.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr std::size_t bit_width() const noexcept {
    for (std::size_t i = N; i-- > 0;) {
      if (limb[i] != 0) return i * limb_bits + v0::bit_width(limb[i]);
    }
    return 0;
  }

  friend LUCID_HOST_DEVICE constexpr bool operator==(big_uint const& a, big_uint const& b) noexcept {
    limb_t difference = 0;
    for (std::size_t i = 0; i < N; ++i) difference |= a.limb[i] ^ b.limb[i];
    return difference == 0;
  }
  friend LUCID_HOST_DEVICE constexpr std::strong_ordering operator<=>(big_uint const& a, big_uint const& b) noexcept {
    for (std::size_t i = N; i-- > 0;) {
      if (a.limb[i] != b.limb[i]) return a.limb[i] <=> b.limb[i];
    }
    return std::strong_ordering::equal;
  }
  // By themselves, since a device has no std::strong_ordering to compare with 0.
  friend LUCID_HOST_DEVICE constexpr bool operator<(big_uint const& a, big_uint const& b) noexcept {
    for (std::size_t i = N; i-- > 0;) {
      if (a.limb[i] != b.limb[i]) return a.limb[i] < b.limb[i];
    }
    return false;
  }
  friend LUCID_HOST_DEVICE constexpr bool operator>(big_uint const& a, big_uint const& b) noexcept { return b < a; }
  friend LUCID_HOST_DEVICE constexpr bool operator<=(big_uint const& a, big_uint const& b) noexcept { return !(b < a); }
  friend LUCID_HOST_DEVICE constexpr bool operator>=(big_uint const& a, big_uint const& b) noexcept { return !(a < b); }
};

// a += b; returns the carry out.
template <std::size_t N>
LUCID_HOST_DEVICE constexpr limb_t add_to(big_uint<N>& a, big_uint<N> const& b) noexcept {
  limb_t carry = 0;
  for (std::size_t i = 0; i < N; ++i) a[i] = add_with_carry(a[i], b[i], carry);
  return carry;
}

// a −= b; returns the borrow out.
template <std::size_t N>
LUCID_HOST_DEVICE constexpr limb_t subtract_from(big_uint<N>& a, big_uint<N> const& b) noexcept {
  limb_t borrow = 0;
  for (std::size_t i = 0; i < N; ++i) a[i] = subtract_with_borrow(a[i], b[i], borrow);
  return borrow;
}

// a >> count, for any count.
template <std::size_t N>
LUCID_HOST_DEVICE constexpr big_uint<N> shifted_right(big_uint<N> const& a, std::size_t count) noexcept {
  big_uint<N> result;
  std::size_t const whole = count / limb_bits;
  unsigned const part = count % limb_bits;
  for (std::size_t i = 0; i + whole < N; ++i) {
    result[i] = a[i + whole] >> part;
    if (part != 0 && i + whole + 1 < N) result[i] |= a[i + whole + 1] << (limb_bits - part);
  }
  return result;
}

// a << count, for any count; bits past the top are lost.
template <std::size_t N>
LUCID_HOST_DEVICE constexpr big_uint<N> shifted_left(big_uint<N> const& a, std::size_t count) noexcept {
  big_uint<N> result;
  std::size_t const whole = count / limb_bits;
  unsigned const part = count % limb_bits;
  for (std::size_t i = N; i-- > whole;) {
    result[i] = a[i - whole] << part;
    if (part != 0 && i > whole) result[i] |= a[i - whole - 1] >> (limb_bits - part);
  }
  return result;
}

// The full product, schoolbook.
template <std::size_t N, std::size_t M>
LUCID_HOST_DEVICE constexpr big_uint<N + M> multiply_wide(big_uint<N> const& a, big_uint<M> const& b) noexcept {
  big_uint<N + M> result;
  LUCID_UNROLL
  for (std::size_t i = 0; i < N; ++i) {
    limb_t carry = 0;
    LUCID_UNROLL
    for (std::size_t j = 0; j < M; ++j) result[i + j] = multiply_add(result[i + j], a[i], b[j], carry);
    result[i + M] = carry;
  }
  return result;
}

// The low or zero-extended M limbs of a.
template <std::size_t M, std::size_t N>
LUCID_HOST_DEVICE constexpr big_uint<M> resized(big_uint<N> const& a) noexcept {
  big_uint<M> result;
  for (std::size_t i = 0; i < (N < M ? N : M); ++i) result[i] = a[i];
  return result;
}

template <std::size_t N>
struct quotient_and_remainder {
  big_uint<N> quotient, remainder;
};

// For constants. By a divisor of one limb: a division of two limbs by one a limb; else binary long division, a shift and a subtraction for each bit of the
// quotient. Precondition: divisor ≠ 0.
template <std::size_t N>
LUCID_HOST_DEVICE constexpr quotient_and_remainder<N> divide(big_uint<N> const& dividend, big_uint<N> const& divisor) noexcept {
  LUCID_EXPECTS(!divisor.is_zero());
  quotient_and_remainder<N> result;
  std::size_t const width = divisor.bit_width();
  if (width <= limb_bits) {
    wide_t rest = 0;
    for (std::size_t i = N; i-- > 0;) {
      rest = rest << limb_bits | dividend[i];
      result.quotient[i] = static_cast<limb_t>(rest / divisor[0]);
      rest %= divisor[0];
    }
    result.remainder[0] = static_cast<limb_t>(rest);
    return result;
  }
  std::size_t const given = dividend.bit_width();
  std::size_t const steps = given < width ? 0 : given - width + 1;
  result.remainder = shifted_right(dividend, steps);
  for (std::size_t i = steps; i-- > 0;) {
    bool const overflow = result.remainder.bit(big_uint<N>::bits - 1);
    result.remainder = shifted_left(result.remainder, 1);
    result.remainder[0] |= dividend.bit(i) ? 1u : 0u;
    if (overflow || result.remainder >= divisor) {
      subtract_from(result.remainder, divisor);
      result.quotient[i / limb_bits] |= limb_t{1} << (i % limb_bits);
    }
  }
  return result;
}

static_assert(std::is_trivially_copyable_v<big_uint<4>> && sizeof(big_uint<6>) == 48);

}  // namespace lucid::inline v0
