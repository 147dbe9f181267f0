// BLAKE2b with 64 bytes of digest and no key, RFC 7693: what snarkjs hashes circuits and contributions with.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace lucid::inline v0 {

class blake2b_512 {
 public:
  static constexpr std::size_t digest_size = 64;
  using digest = std::array<std::byte, digest_size>;

  void update(std::span<std::byte const> data) noexcept {
    while (!data.empty()) {
      if (used_ == block_size) compress(false);  // only when more follows: the last block is compressed as such
      std::size_t const n = std::min(block_size - used_, data.size());
      std::memcpy(block_ + used_, data.data(), n);
      used_ += n;
      data = data.subspan(n);
    }
  }

  // Ends the message. Afterwards the object is of no use.
  [[nodiscard]] digest finish() noexcept {
    std::fill(block_ + used_, block_ + block_size, std::byte{0});
    compress(true);
    digest result;
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(result.data(), state_, digest_size);
    return result;
  }

 private:
  static constexpr std::size_t block_size = 128;
  static constexpr std::uint64_t initial[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                               0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
  static constexpr unsigned char sigma[10][16] = {
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

  void compress(bool last) noexcept {
    length_ += used_;
    used_ = 0;
    std::uint64_t m[16];
    std::memcpy(m, block_, block_size);
    std::uint64_t v[16];
    std::copy(state_, state_ + 8, v);
    std::copy(initial, initial + 8, v + 8);
    v[12] ^= length_;  // the high word of the length stays zero: 2^64 bytes are never hashed
    if (last) v[14] = ~v[14];
    auto const mix = [&v](int a, int b, int c, int d, std::uint64_t x, std::uint64_t y) {
      v[a] += v[b] + x, v[d] = std::rotr(v[d] ^ v[a], 32);
      v[c] += v[d], v[b] = std::rotr(v[b] ^ v[c], 24);
      v[a] += v[b] + y, v[d] = std::rotr(v[d] ^ v[a], 16);
      v[c] += v[d], v[b] = std::rotr(v[b] ^ v[c], 63);
    };
    for (int round = 0; round < 12; ++round) {
      auto const* const s = sigma[round % 10];
      for (int i = 0; i < 4; ++i) mix(i, 4 + i, 8 + i, 12 + i, m[s[2 * i]], m[s[2 * i + 1]]);
      for (int i = 0; i < 4; ++i) mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; ++i) state_[i] ^= v[i] ^ v[i + 8];
  }

  std::uint64_t state_[8] = {
      initial[0] ^ 0x01010000 ^ digest_size, initial[1], initial[2], initial[3], initial[4], initial[5], initial[6], initial[7]};
  std::uint64_t length_ = 0;
  std::byte block_[block_size] = {};
  std::size_t used_ = 0;
};

}  // namespace lucid::inline v0
