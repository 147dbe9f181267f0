// Integers written as text in the source: hexadecimal and decimal, checked to fit. A literal that does not fit is a compile error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <lucid/config/assert.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

namespace detail {

constexpr int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace detail

// Hexadecimal digits, "0x" optional, ' as a separator; nothing when a character is foreign, there is no digit, or the value needs more than N limbs.
template <std::size_t N>
[[nodiscard]] constexpr std::optional<big_uint<N>> parse_hex(std::string_view text) noexcept {
  if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) text.remove_prefix(2);
  big_uint<N> value;
  std::size_t digits = 0;
  for (char const c : text) {
    if (c == '\'') continue;
    int const digit = detail::hex_digit(c);
    if (digit < 0 || (value[N - 1] >> (limb_bits - 4)) != 0) return std::nullopt;
    value = shifted_left(value, 4);
    value[0] |= static_cast<limb_t>(digit);
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  return value;
}

// Decimal digits only (no sign, no separator, no leading zero unless the text is "0"); nothing when malformed or above N limbs. O(digits · N).
template <std::size_t N>
[[nodiscard]] constexpr std::optional<big_uint<N>> parse_decimal(std::string_view text) noexcept {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  big_uint<N> value;
  for (char const c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    limb_t carry = static_cast<limb_t>(c - '0');
    for (std::size_t i = 0; i < N; ++i) value[i] = multiply_add(0, value[i], 10, carry);
    if (carry != 0) return std::nullopt;
  }
  return value;
}

// A literal in the source; malformed or too large does not compile.
template <std::size_t N>
[[nodiscard]] consteval big_uint<N> hex(std::string_view text) {
  auto const value = parse_hex<N>(text);
  LUCID_EXPECTS(value.has_value());
  return *value;
}

template <std::size_t N>
[[nodiscard]] consteval big_uint<N> decimal(std::string_view text) {
  auto const value = parse_decimal<N>(text);
  LUCID_EXPECTS(value.has_value());
  return *value;
}

// Decimal text of a value; "0" for zero. O(N²) divisions by 10^19.
template <std::size_t N>
[[nodiscard]] std::string to_decimal(big_uint<N> value) {
  constexpr limb_t chunk = 10'000'000'000'000'000'000u;
  constexpr unsigned chunk_digits = 19;
  std::string reversed;
  if (value.is_zero()) return std::string(1, '0');
  do {
    limb_t remainder = 0;
    for (std::size_t i = N; i-- > 0;) {
      wide_t const t = (wide_t{remainder} << limb_bits) | value[i];
      value[i] = static_cast<limb_t>(t / chunk);
      remainder = static_cast<limb_t>(t % chunk);
    }
    for (unsigned d = 0; d < chunk_digits && !(value.is_zero() && remainder == 0); ++d) {
      reversed.push_back(static_cast<char>('0' + remainder % 10));
      remainder /= 10;
    }
  } while (!value.is_zero());
  return {reversed.rbegin(), reversed.rend()};
}

// "0x" and the digits without leading zeros.
template <std::size_t N>
[[nodiscard]] std::string to_hex(big_uint<N> const& value) {
  std::string text = "0x";
  bool started = false;
  for (std::size_t i = N * (limb_bits / 4); i-- > 0;) {
    auto const digit = static_cast<unsigned>(value[i / (limb_bits / 4)] >> (4 * (i % (limb_bits / 4)))) & 0xfu;
    started = started || digit != 0 || i == 0;
    if (started) text.push_back("0123456789abcdef"[digit]);
  }
  return text;
}

}  // namespace lucid::inline v0
