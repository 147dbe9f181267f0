// Signed digits of a scalar in base 2^c, least significant first, and how many a scalar needs. Knows nothing of points.
// [BDLO12] §4 with signed digits. c: window bits; b: bits of the largest magnitude, (r − 1)/2 unless said otherwise; W: windows.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/config/assert.hpp>
#include <lucid/config/target.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/integer/big_uint.hpp>
#include <lucid/integer/window.hpp>

namespace lucid::inline v0 {

// The widest window of any backend: 2^23 buckets.
inline constexpr unsigned max_window = 24;

// In a list of places of bases: the scalar has none.
inline constexpr std::uint32_t no_base = (std::uint32_t{1} << 31) - 1;

// A scalar s as ±magnitude with the smaller magnitude: r − k, as a circuit writes −k, is as short as k.
template <class Scalar>
struct balanced_scalar {
  typename Scalar::integer magnitude;  // at most (r − 1)/2
  bool negative = false;

  LUCID_HOST_DEVICE static constexpr balanced_scalar of(Scalar const& s) noexcept {
    constexpr auto r = Scalar::modulus();
    constexpr auto half = shifted_right(r, 1);
    balanced_scalar result{s.to_integer(), false};
    if (result.magnitude > half) {
      auto complement = r;
      subtract_from(complement, result.magnitude);
      result = {complement, true};
    }
    return result;
  }
};

// The cut into windows: magnitude = Σ d_j·2^(cj), j < W, with −2^(c−1) < d_j ≤ 2^(c−1) below the top window and 0 ≤ d_j ≤ buckets(W − 1) ≤ 2^(c−1) in it.
// A constant with 2^(c−1) − 1 in every window but the top one is added once; then each digit is a slice less that offset, with no carry between windows.
template <class Scalar>
class signed_digits {
 public:
  using integer = typename Scalar::integer;
  static constexpr integer largest = shifted_right(Scalar::modulus(), 1);  // (r − 1)/2
  static constexpr unsigned bits = static_cast<unsigned>(largest.bit_width());

  // For magnitudes up to `most`. Precondition: 1 ≤ window ≤ max_window; most < r.
  LUCID_HOST_DEVICE explicit constexpr signed_digits(unsigned window, integer const& most = largest) noexcept
      : c_(window), windows_(needed(static_cast<unsigned>(most.bit_width()), window)) {
    LUCID_EXPECTS(window >= 1 && window <= max_window);
    for (unsigned j = 0; j + 1 < windows_; ++j) add_to(offsets_, shifted_left(integer{offset()}, std::size_t{j} * c_));
    integer top = most;
    add_to(top, offsets_);
    top_buckets_ = slice(top, windows_ - 1);
  }

  // Windows that a magnitude of this many bits needs: k digits reach 2^(ck−1), and with c = 1, where no digit is negative, 2^k − 1.
  [[nodiscard]] LUCID_HOST_DEVICE static constexpr unsigned needed(unsigned bit_width, unsigned window) noexcept {
    if (bit_width == 0) return 0;
    return window == 1 ? bit_width : bit_width / window + 1;
  }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr unsigned window() const noexcept { return c_; }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr unsigned windows() const noexcept { return windows_; }
  // Different |d_j| other than 0: 2^(c−1), and in the top window as many as its own width leaves.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr std::uint32_t buckets(unsigned j) const noexcept {
    return j + 1 == windows_ ? top_buckets_ : std::uint32_t{1} << (c_ - 1);
  }

  // What digit() slices. Precondition: magnitude ≤ most.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr integer prepared(integer magnitude) const noexcept {
    add_to(magnitude, offsets_);
    return magnitude;
  }
  // d_j of a prepared magnitude, in two steps: bits [cj, cj + c), and what they stand for.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr std::int32_t digit(integer const& prepared, unsigned j) const noexcept {
    return from_slice(slice(prepared, j), j);
  }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr std::uint32_t slice(integer const& prepared, unsigned j) const noexcept {
    return static_cast<std::uint32_t>(lucid::window(prepared, std::size_t{j} * c_, c_));
  }
  // f(j, slice) for the lowest `count` windows.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable  // on the host f may be of the host
#endif
  template <class F>
  LUCID_HOST_DEVICE constexpr void for_each_slice(integer const& prepared, unsigned count, F&& f) const noexcept {
    auto const padded = resized<integer::limbs + 1>(prepared);
    limb_t const mask = (limb_t{1} << c_) - 1;
    for (unsigned j = 0, at = 0; j < count; ++j, at += c_) {
      limb_t const* const limb = padded.limb + at / limb_bits;
      unsigned const shift = at % limb_bits;
      f(j, static_cast<std::uint32_t>((limb[0] >> shift | limb[1] << 1 << (limb_bits - 1 - shift)) & mask));
    }
  }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr std::int32_t from_slice(std::uint32_t slice, unsigned j) const noexcept {
    return static_cast<std::int32_t>(slice) - (j + 1 == windows_ ? 0 : static_cast<std::int32_t>(offset()));
  }

 private:
  [[nodiscard]] LUCID_HOST_DEVICE constexpr limb_t offset() const noexcept { return (limb_t{1} << (c_ - 1)) - 1; }

  unsigned c_;
  unsigned windows_;
  std::uint32_t top_buckets_ = 0;
  integer offsets_{};
};

}  // namespace lucid::inline v0
