// Points as bytes, in every form that others write, and the reasons why bytes are not a point. Decoding accepts one encoding of each point: what decodes,
// encodes to the same bytes. Knows formats of single points; files and keys are interop's.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <span>

#include <lucid/field/codec.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/field/sqrt.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/endomorphism.hpp>

namespace lucid::inline v0 {

// Why bytes are not a point.
enum class decode_fault : unsigned char {
  none,
  wrong_length,          // not the number of bytes of this form
  wrong_flags,           // flag bits of another form, or that contradict each other or the coordinates
  wrong_infinity,        // infinity is flagged, and something else is set besides
  coordinate_too_large,  // not below the modulus, or padding that is not zero
  not_on_curve,
  not_in_subgroup,
};

[[nodiscard]] constexpr char const* describe(decode_fault fault) noexcept {
  switch (fault) {
    case decode_fault::none:
      return "no fault";
    case decode_fault::wrong_length:
      return "wrong number of bytes for a point";
    case decode_fault::wrong_flags:
      return "flag bits do not fit this form of a point";
    case decode_fault::wrong_infinity:
      return "infinity with bits set that must be zero";
    case decode_fault::coordinate_too_large:
      return "coordinate is not below the modulus";
    case decode_fault::not_on_curve:
      return "point is not on the curve";
    case decode_fault::not_in_subgroup:
      return "point is on the curve but not in the subgroup";
  }
  return "unknown fault";
}

// A point outside the subgroup of order r breaks every argument about proofs. Skip the check only where the bytes are known to be good, or where a format
// (EIP-2537's additions) asks for points of the whole curve.
enum class subgroup_check : bool { required, unchecked_subgroup };

// The point, or the fault; the point is infinity where there is a fault.
template <class G>
struct decoded_point {
  affine<G> point{};
  decode_fault fault = decode_fault::none;

  [[nodiscard]] explicit constexpr operator bool() const noexcept { return fault == decode_fault::none; }
};

// How the coordinates of a point stand in bytes: x, then y. `padding` zero bytes precede (big-endian) each element of the prime field.
struct coordinate_layout {
  byte_order order = byte_order::big;
  bool imaginary_first = false;  // c1 before c0 in a quadratic extension
  bool montgomery = false;       // x·R mod q, little-endian only
  std::size_t padding = 0;
};

// The flag bits of one form of a point: in the first byte (big-endian) or the last (little-endian). A form whose infinity has the flags of other points marks
// it by zero coordinates, which are on no curve with b ≠ 0.
struct point_flags {
  unsigned char mask = 0, smaller = 0, larger = 0, infinity = 0;  // y is the smaller or the larger of y, −y
};

// A format: a layout, the flags of x‖y, and of x alone if it has that form.

// iden3's .zkey and .ptau: little-endian, Montgomery form, c0 first, infinity all zero.
struct iden3_format {
  static constexpr coordinate_layout layout{.order = byte_order::little, .montgomery = true};
  static constexpr point_flags uncompressed{};
};

// Zcash, bellman, the IETF's BLS drafts, gnark and arkworks ≥ 0.4 on BLS12-381: big-endian, c1 first, three flag bits.
struct zcash_format {
  static constexpr coordinate_layout layout{.imaginary_first = true};
  static constexpr point_flags uncompressed{.mask = 0xe0, .infinity = 0x40};
  static constexpr point_flags compressed{.mask = 0xe0, .smaller = 0x80, .larger = 0xa0, .infinity = 0xc0};
};

// gnark-crypto on fields with two spare bits (BN254): big-endian, c1 first.
struct gnark_format {
  static constexpr coordinate_layout layout{.imaginary_first = true};
  static constexpr point_flags uncompressed{.mask = 0xc0};
  static constexpr point_flags compressed{.mask = 0xc0, .smaller = 0x80, .larger = 0xc0, .infinity = 0x40};
};

// ark-serialize for short Weierstrass curves in general (BN254): little-endian, c0 first, the sign of y also beside an uncompressed y.
struct arkworks_format {
  static constexpr coordinate_layout layout{.order = byte_order::little};
  static constexpr point_flags uncompressed{.mask = 0xc0, .larger = 0x80, .infinity = 0x40};
  static constexpr point_flags compressed = uncompressed;
};

namespace detail {

template <class F>
struct coordinate_parts {  // of a prime field
  using prime = F;
  static constexpr std::size_t count = 1;
  static constexpr prime& at(F& x, std::size_t) noexcept { return x; }
  static constexpr prime const& at(F const& x, std::size_t) noexcept { return x; }
};
template <class Spec>
struct coordinate_parts<quadratic<Spec>> {
  using prime = typename Spec::base;
  static constexpr std::size_t count = 2;
  static constexpr prime& at(quadratic<Spec>& x, std::size_t i) noexcept { return i == 0 ? x.c0 : x.c1; }
  static constexpr prime const& at(quadratic<Spec> const& x, std::size_t i) noexcept { return i == 0 ? x.c0 : x.c1; }
};

// Bytes of one coordinate.
template <class Format, class F>
inline constexpr std::size_t coordinate_size = coordinate_parts<F>::count * (coordinate_parts<F>::prime::bytes + Format::layout.padding);

// Flag bits fit only above the highest bit of the coordinate that they share a byte with.
template <class Format, class F>
[[nodiscard]] consteval bool flags_fit(point_flags flags) {
  using prime = typename coordinate_parts<F>::prime;
  return static_cast<std::size_t>(std::popcount(flags.mask)) <= 8 * (prime::bytes + Format::layout.padding) - prime::bits;
}

[[nodiscard]] constexpr bool all_zero(std::span<std::byte const> bytes) noexcept {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

template <class Format, class F>
[[nodiscard]] constexpr std::optional<F> decode_coordinate(std::span<std::byte const> bytes) noexcept {
  using parts = coordinate_parts<F>;
  using prime = typename parts::prime;
  constexpr coordinate_layout layout = Format::layout;
  static_assert(!layout.montgomery || (layout.order == byte_order::little && layout.padding == 0));
  F value{};
  for (std::size_t i = 0; i < parts::count; ++i) {
    auto const element = bytes.subspan(i * (prime::bytes + layout.padding), prime::bytes + layout.padding);
    if (!all_zero(element.first(layout.padding))) return std::nullopt;
    auto const digits = element.subspan(layout.padding);
    auto const part = layout.montgomery ? decode_montgomery<prime>(digits) : decode_plain<prime>(digits, layout.order);
    if (!part) return std::nullopt;
    parts::at(value, layout.imaginary_first ? parts::count - 1 - i : i) = *part;
  }
  return value;
}

template <class Format, class F>
constexpr void encode_coordinate(F const& value, std::span<std::byte> bytes) noexcept {
  using parts = coordinate_parts<F>;
  using prime = typename parts::prime;
  constexpr coordinate_layout layout = Format::layout;
  for (std::size_t i = 0; i < parts::count; ++i) {
    prime const& part = parts::at(value, layout.imaginary_first ? parts::count - 1 - i : i);
    auto const digits = bytes.subspan(i * (prime::bytes + layout.padding) + layout.padding, prime::bytes);
    if (layout.montgomery) {
      encode_montgomery(part, digits);
    } else {
      encode_plain(part, digits, layout.order);
    }
  }
}

// The byte that carries the flags.
template <class Format>
[[nodiscard]] constexpr std::size_t flag_position(std::size_t size) noexcept {
  return Format::layout.order == byte_order::big ? 0 : size - 1;
}

template <class G>
[[nodiscard]] constexpr decoded_point<G> refused(decode_fault fault) noexcept {
  return {affine<G>::infinity(), fault};
}

}  // namespace detail

// y is the larger of y and −y: above (q − 1)/2; in a quadratic extension c1 decides, and c0 where c1 is zero. False for zero.
template <class F>
[[nodiscard]] constexpr bool is_lexicographically_larger(F const& y) noexcept {
  using parts = detail::coordinate_parts<F>;
  using prime = typename parts::prime;
  constexpr auto half = shifted_right(prime::modulus(), 1);
  for (std::size_t i = parts::count; i-- > 0;) {
    if (!parts::at(y, i).is_zero() || i == 0) return parts::at(y, i).to_integer() > half;
  }
  return false;
}

template <class Format, class G>
inline constexpr std::size_t compressed_size = detail::coordinate_size<Format, typename G::field>;
template <class Format, class G>
inline constexpr std::size_t uncompressed_size = 2 * detail::coordinate_size<Format, typename G::field>;

// What is wrong with coordinates that claim to be a point; infinity is a point. For points that were read as memory.
template <class G>
[[nodiscard]] constexpr decode_fault check_point(affine<G> const& p, subgroup_check check = subgroup_check::required) noexcept {
  if (!p.is_on_curve()) return decode_fault::not_on_curve;
  if (check == subgroup_check::required && !is_in_subgroup(p)) return decode_fault::not_in_subgroup;
  return decode_fault::none;
}

namespace detail {

// x‖y, with what fault_of finds in the point.
template <class Format, class G, class FaultOf>
[[nodiscard]] constexpr decoded_point<G> decode_whole(std::span<std::byte const> bytes, FaultOf const& fault_of) noexcept {
  using F = typename G::field;
  constexpr point_flags flags = Format::uncompressed;
  static_assert(flags_fit<Format, F>(flags), "the field has no spare bits for the flags of this format");
  if (bytes.size() != uncompressed_size<Format, G>) return refused<G>(decode_fault::wrong_length);

  std::array<std::byte, uncompressed_size<Format, G>> plain;
  std::copy(bytes.begin(), bytes.end(), plain.begin());
  std::byte& marked = plain[flag_position<Format>(plain.size())];
  auto const mark = std::to_integer<unsigned char>(marked & std::byte{flags.mask});
  marked &= ~std::byte{flags.mask};

  if (mark == flags.infinity && all_zero(plain)) return {};
  if (mark != flags.smaller && mark != flags.larger) {
    return refused<G>(mark == flags.infinity ? decode_fault::wrong_infinity : decode_fault::wrong_flags);
  }
  auto const half = std::span<std::byte const>{plain}.first(compressed_size<Format, G>);
  auto const x = decode_coordinate<Format, F>(half);
  auto const y = decode_coordinate<Format, F>(std::span<std::byte const>{plain}.subspan(half.size()));
  if (!x || !y) return refused<G>(decode_fault::coordinate_too_large);
  affine<G> const point{*x, *y};
  if (point.is_infinity()) return refused<G>(decode_fault::not_on_curve);  // (0, 0) without the mark of infinity
  if (auto const fault = fault_of(point); fault != decode_fault::none) return refused<G>(fault);
  if constexpr (flags.smaller != flags.larger) {
    if (mark != (is_lexicographically_larger(*y) ? flags.larger : flags.smaller)) return refused<G>(decode_fault::wrong_flags);
  }
  return {point};
}

}  // namespace detail

// x‖y. Cost: the curve equation and the subgroup check.
template <class Format, class G>
[[nodiscard]] constexpr decoded_point<G> decode_uncompressed(std::span<std::byte const> bytes,
                                                             subgroup_check check = subgroup_check::required) noexcept {
  return detail::decode_whole<Format, G>(bytes, [check](affine<G> const& p) { return check_point(p, check); });
}

// x‖y as they stand: length, flags and the size of the coordinates are checked, not that the point is on the curve. For bytes that are known to be good.
template <class Format, class G>
[[nodiscard]] constexpr decoded_point<G> decode_uncompressed_unchecked(std::span<std::byte const> bytes) noexcept {
  return detail::decode_whole<Format, G>(bytes, [](affine<G> const&) { return decode_fault::none; });
}

// x and one bit of y. Cost: a square root in the field and the subgroup check. Time depends on the point.
template <class Format, class G>
[[nodiscard]] constexpr decoded_point<G> decode_compressed(std::span<std::byte const> bytes,
                                                           subgroup_check check = subgroup_check::required) noexcept {
  using F = typename G::field;
  constexpr point_flags flags = Format::compressed;
  static_assert(detail::flags_fit<Format, F>(flags), "the field has no spare bits for the flags of this format");
  if (bytes.size() != compressed_size<Format, G>) return detail::refused<G>(decode_fault::wrong_length);

  std::array<std::byte, compressed_size<Format, G>> plain;
  std::copy(bytes.begin(), bytes.end(), plain.begin());
  std::byte& marked = plain[detail::flag_position<Format>(plain.size())];
  auto const mark = std::to_integer<unsigned char>(marked & std::byte{flags.mask});
  marked &= ~std::byte{flags.mask};

  if (mark == flags.infinity) return detail::refused<G>(detail::all_zero(plain) ? decode_fault::none : decode_fault::wrong_infinity);
  if (mark != flags.smaller && mark != flags.larger) return detail::refused<G>(decode_fault::wrong_flags);
  auto const x = detail::decode_coordinate<Format, F>(plain);
  if (!x) return detail::refused<G>(decode_fault::coordinate_too_large);
  auto y = sqrt_vartime(square(*x) * *x + G::b());
  if (!y) return detail::refused<G>(decode_fault::not_on_curve);
  bool const larger = mark == flags.larger;
  if (is_lexicographically_larger(*y) != larger) y = -*y;
  if (is_lexicographically_larger(*y) != larger) return detail::refused<G>(decode_fault::wrong_flags);  // y = 0 has no larger twin
  affine<G> const point{*x, *y};
  if (check == subgroup_check::required && !is_in_subgroup(point)) return detail::refused<G>(decode_fault::not_in_subgroup);
  return {point};
}

// Any affine point of the curve, also infinity; the inverse of decode_uncompressed.
template <class Format, class G>
[[nodiscard]] constexpr std::array<std::byte, uncompressed_size<Format, G>> encode_uncompressed(affine<G> const& p) noexcept {
  constexpr point_flags flags = Format::uncompressed;
  std::array<std::byte, uncompressed_size<Format, G>> bytes{};
  auto const all = std::span{bytes};
  if (!p.is_infinity()) {
    detail::encode_coordinate<Format>(p.x, all.first(compressed_size<Format, G>));
    detail::encode_coordinate<Format>(p.y, all.subspan(compressed_size<Format, G>));
  }
  bytes[detail::flag_position<Format>(bytes.size())] |= std::byte{p.is_infinity()                    ? flags.infinity
                                                                  : is_lexicographically_larger(p.y) ? flags.larger
                                                                                                     : flags.smaller};
  return bytes;
}

// Any affine point of the curve, also infinity; the inverse of decode_compressed.
template <class Format, class G>
[[nodiscard]] constexpr std::array<std::byte, compressed_size<Format, G>> encode_compressed(affine<G> const& p) noexcept {
  constexpr point_flags flags = Format::compressed;
  std::array<std::byte, compressed_size<Format, G>> bytes{};
  if (!p.is_infinity()) detail::encode_coordinate<Format>(p.x, bytes);
  bytes[detail::flag_position<Format>(bytes.size())] |= std::byte{p.is_infinity()                    ? flags.infinity
                                                                  : is_lexicographically_larger(p.y) ? flags.larger
                                                                                                     : flags.smaller};
  return bytes;
}

}  // namespace lucid::inline v0
