// Single points out of a byte_reader: the faults of group/codec.hpp become decode_errors that say where. Knows no file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <lucid/field/codec.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/interop/byte_reader.hpp>

namespace lucid::inline v0 {

// A format in which a file may hold points whole or by x alone.
enum class point_form { compressed, uncompressed };

// The form that the flags in this first byte of a point belong to; formats whose flags tell the forms apart only.
template <class Format>
[[nodiscard]] constexpr point_form form_of(std::byte first) noexcept {
  constexpr point_flags whole = Format::uncompressed;
  constexpr point_flags half = Format::compressed;
  constexpr auto belongs = [](unsigned char mark, point_flags flags) {
    return mark == flags.smaller || mark == flags.larger || mark == flags.infinity;
  };
  static_assert(Format::layout.order == byte_order::big, "the flags are in the first byte of big-endian formats only");
  static_assert(!belongs(whole.smaller, half) && !belongs(whole.larger, half) && !belongs(whole.infinity, half));
  return belongs(std::to_integer<unsigned char>(first & std::byte{half.mask}), half) ? point_form::compressed : point_form::uncompressed;
}

namespace detail {

template <class G>
[[nodiscard]] affine<G> accepted(byte_reader const& bytes, std::uint64_t offset, char const* what, decoded_point<G> const& decoded) {
  if (!decoded) bytes.fail_at(offset, std::string{what} + ": " + describe(decoded.fault));
  return decoded.point;
}

}  // namespace detail

// The next point. `what` names it in the decode_error.
template <class Format, class G>
[[nodiscard]] affine<G> read_uncompressed(byte_reader& bytes, char const* what, subgroup_check check = subgroup_check::required) {
  auto const offset = bytes.offset();
  return detail::accepted(bytes, offset, what, decode_uncompressed<Format, G>(bytes.take(uncompressed_size<Format, G>, what), check));
}
template <class Format, class G>
[[nodiscard]] affine<G> read_compressed(byte_reader& bytes, char const* what, subgroup_check check = subgroup_check::required) {
  auto const offset = bytes.offset();
  return detail::accepted(bytes, offset, what, decode_compressed<Format, G>(bytes.take(compressed_size<Format, G>, what), check));
}
template <class Format, class G>
[[nodiscard]] affine<G> read_point(byte_reader& bytes, point_form form, char const* what, subgroup_check check = subgroup_check::required) {
  return form == point_form::compressed ? read_compressed<Format, G>(bytes, what, check) : read_uncompressed<Format, G>(bytes, what, check);
}

// The counts of formats that are not iden3's.
[[nodiscard]] inline std::uint32_t read_u32_big_endian(byte_reader& bytes, char const* what) {
  std::uint32_t value = 0;
  for (std::byte const b : bytes.take(sizeof value, what)) value = value << 8 | std::to_integer<std::uint32_t>(b);
  return value;
}

[[nodiscard]] constexpr std::array<std::byte, 4> big_endian(std::uint32_t value) noexcept {
  return {std::byte(value >> 24), std::byte(value >> 16), std::byte(value >> 8), std::byte(value)};
}

}  // namespace lucid::inline v0
