// Field elements as bytes: little- or big-endian, plain or Montgomery form. Decoding accepts canonical values (< p) only.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <lucid/config/assert.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

enum class byte_order { little, big };

// The integer of exactly N·8 bytes.
template <std::size_t N>
[[nodiscard]] constexpr big_uint<N> load_integer(std::span<std::byte const> bytes, byte_order order) noexcept {
  constexpr std::size_t size = N * sizeof(limb_t);
  LUCID_EXPECTS(bytes.size() == size);
  big_uint<N> value;
  for (std::size_t i = 0; i < size; ++i) {
    auto const b = std::to_integer<limb_t>(bytes[order == byte_order::little ? i : size - 1 - i]);
    value[i / sizeof(limb_t)] |= b << (8 * (i % sizeof(limb_t)));
  }
  return value;
}

template <std::size_t N>
constexpr void store_integer(big_uint<N> const& value, std::span<std::byte> bytes, byte_order order) noexcept {
  constexpr std::size_t size = N * sizeof(limb_t);
  LUCID_EXPECTS(bytes.size() == size);
  for (std::size_t i = 0; i < size; ++i) {
    bytes[order == byte_order::little ? i : size - 1 - i] = static_cast<std::byte>(value[i / sizeof(limb_t)] >> (8 * (i % sizeof(limb_t))));
  }
}

// Plain form; nothing when the value is not below p. Precondition: F::bytes bytes.
template <prime_field_element F>
[[nodiscard]] constexpr std::optional<F> decode_plain(std::span<std::byte const> bytes, byte_order order) noexcept {
  return F::from_canonical(load_integer<F::limbs>(bytes, order));
}
template <prime_field_element F>
constexpr void encode_plain(F const& x, std::span<std::byte> bytes, byte_order order) noexcept {
  store_integer(x.to_integer(), bytes, order);
}

// Montgomery form, little-endian, as iden3 files hold it; nothing when the stored residue is not below p.
template <prime_field_element F>
[[nodiscard]] constexpr std::optional<F> decode_montgomery(std::span<std::byte const> bytes) noexcept {
  auto const residue = load_integer<F::limbs>(bytes, byte_order::little);
  if (residue >= F::modulus()) return std::nullopt;
  return F::from_montgomery(residue);
}
template <prime_field_element F>
constexpr void encode_montgomery(F const& x, std::span<std::byte> bytes) noexcept {
  store_integer(x.to_montgomery(), bytes, byte_order::little);
}

}  // namespace lucid::inline v0
