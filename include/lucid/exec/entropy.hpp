// Where randomness comes from: the concept, the operating system's source, and a repeatable one for tests.
#pragma once

#include <sys/random.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include <lucid/config/error.hpp>

namespace lucid::inline v0 {

// fill(bytes) overwrites every byte with randomness or throws entropy_error; it never delivers less.
template <class E>
concept entropy_source = requires(E& e, std::span<std::byte> bytes) { e.fill(bytes); };

// getrandom(2): the kernel's generator, after it is seeded. Safe from several threads.
struct os_entropy {
  static void fill(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
      ssize_t const got = ::getrandom(bytes.data(), bytes.size(), 0);
      if (got < 0) {
        if (errno == EINTR) continue;
        throw entropy_error(std::string{"getrandom: "} + std::strerror(errno));
      }
      bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
  }
};

// ChaCha20 keystream of a 64-bit seed (RFC 8439 §2.3, nonce 0): the same bytes on every machine. For tests and benchmarks, never for proofs that are shown to anyone:
// who knows the seed learns the witness.
class seeded_entropy {
 public:
  explicit seeded_entropy(std::uint64_t seed) noexcept : seed_(seed) {}

  void fill(std::span<std::byte> bytes) noexcept {
    for (std::byte& b : bytes) {
      if (used_ == sizeof block_) next_block();
      b = block_[used_++];
    }
  }

 private:
  void next_block() noexcept {
    std::uint32_t const start[16] = {0x61707865,
                                     0x3320646e,
                                     0x79622d32,
                                     0x6b206574,
                                     static_cast<std::uint32_t>(seed_),
                                     static_cast<std::uint32_t>(seed_ >> 32),
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     static_cast<std::uint32_t>(counter_),
                                     static_cast<std::uint32_t>(counter_ >> 32),
                                     0,
                                     0};
    std::uint32_t s[16];
    std::copy(start, start + 16, s);
    auto const quarter = [&s](int a, int b, int c, int d) {
      s[a] += s[b], s[d] = std::rotl(s[d] ^ s[a], 16);
      s[c] += s[d], s[b] = std::rotl(s[b] ^ s[c], 12);
      s[a] += s[b], s[d] = std::rotl(s[d] ^ s[a], 8);
      s[c] += s[d], s[b] = std::rotl(s[b] ^ s[c], 7);
    };
    for (int round = 0; round < 10; ++round) {
      for (int i = 0; i < 4; ++i) quarter(i, 4 + i, 8 + i, 12 + i);
      for (int i = 0; i < 4; ++i) quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 16; ++i) {
      std::uint32_t const word = s[i] + start[i];
      for (int j = 0; j < 4; ++j) block_[4 * i + j] = static_cast<std::byte>(word >> (8 * j));
    }
    ++counter_;
    used_ = 0;
  }

  std::uint64_t seed_;
  std::uint64_t counter_ = 0;
  std::byte block_[64] = {};
  std::size_t used_ = sizeof block_;
};

static_assert(entropy_source<os_entropy> && entropy_source<seeded_entropy>);

}  // namespace lucid::inline v0
