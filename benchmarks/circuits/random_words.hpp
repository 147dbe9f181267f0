// Numbers for witnesses that must look random and be the same in every run: SplitMix64 (Steele, Lea and Flood, 2014), addressed by position. Not a source of secrets.
#pragma once

#include <cstdint>

namespace circuits {

// The i-th number of a stream.
[[nodiscard]] constexpr std::uint64_t random_word(std::uint64_t stream, std::uint64_t i) noexcept {
  std::uint64_t x = (stream << 40) + (i + 1) * 0x9e37'79b9'7f4a'7c15;
  x = (x ^ (x >> 30)) * 0xbf58'476d'1ce4'e5b9;
  x = (x ^ (x >> 27)) * 0x94d0'49bb'1331'11eb;
  return x ^ (x >> 31);
}

}  // namespace circuits
