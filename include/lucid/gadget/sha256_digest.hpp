// SHA-256 [FIPS 180-4] of values: the native twin of sha256.hpp, for the trees and messages that circuits speak of. Portable, not a fast hash.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lucid/gadget/sha256.hpp>

namespace lucid::inline v0 {

namespace detail {

// The compression function, §6.2.2.
inline void sha256_compress_values(std::array<std::uint32_t, 8>& state, std::uint8_t const* block) noexcept {
  std::array<std::uint32_t, 64> w;
  for (std::size_t t = 0; t < 16; ++t) {
    w[t] = 0;
    for (std::size_t i = 0; i < 4; ++i) w[t] = w[t] << 8 | block[4 * t + i];
  }
  for (std::size_t t = 16; t < 64; ++t) {
    std::uint32_t const s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    std::uint32_t const s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < 64; ++t) {
    std::uint32_t const sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    std::uint32_t const t1 = h + sum1 + ((e & f) ^ (~e & g)) + sha256_round_constants[t] + w[t];
    std::uint32_t const sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    std::uint32_t const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  std::array<std::uint32_t, 8> const sums = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += sums[i];
}

}  // namespace detail

// No heap call.
[[nodiscard]] inline std::array<std::uint8_t, 32> sha256_digest(std::span<std::uint8_t const> message) noexcept {
  std::array<std::uint32_t, 8> state = detail::sha256_initial_state;
  std::uint64_t const bits = 8 * std::uint64_t{message.size()};
  for (; message.size() >= 64; message = message.subspan(64)) detail::sha256_compress_values(state, message.data());
  // §5.1.1: the rest, a one, zeros, and the length; one block or two.
  std::array<std::uint8_t, 128> tail{};
  std::copy(message.begin(), message.end(), tail.begin());
  tail[message.size()] = 0x80;
  std::size_t const size = message.size() < 56 ? 64 : 128;
  for (std::size_t i = 0; i < 8; ++i) tail[size - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
  for (std::size_t i = 0; i < size; i += 64) detail::sha256_compress_values(state, tail.data() + i);

  std::array<std::uint8_t, 32> digest;
  for (std::size_t i = 0; i < 32; ++i) digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

}  // namespace lucid::inline v0
