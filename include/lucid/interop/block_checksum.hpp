// A 64-bit checksum at the speed of memory, in parallel. It finds damage: whatever happens within one aligned word is noticed for certain, other accidents but for
// one in 2^64. It is no defence against somebody who wants it to come out equal.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <lucid/config/target.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// h and then x, one to one in each of them.
[[nodiscard]] constexpr std::uint64_t checksum_step(std::uint64_t h, std::uint64_t x) noexcept {
  return std::rotl((h ^ x) * 0x9e37'79b9'7f4a'7c15, 29);
}

namespace detail {

// Eight sums side by side over lines of 64 bytes, the last one filled up with zeros; then the eight in turn.
[[nodiscard]] inline std::uint64_t checksum_of_lines(view<std::byte const> bytes) noexcept {
  constexpr std::size_t words = 8, line = words * sizeof(std::uint64_t);
  std::uint64_t sum[words] = {1, 2, 3, 4, 5, 6, 7, 8};
  auto const add = [&sum](std::byte const* at) {
    std::uint64_t word[words];
    std::memcpy(word, at, line);
    LUCID_UNROLL
    for (std::size_t i = 0; i < words; ++i) sum[i] = checksum_step(sum[i], word[i]);
  };
  std::size_t done = 0;
  for (; bytes.size() - done >= line; done += line) add(bytes.data() + done);
  if (done < bytes.size()) {
    std::byte last[line] = {};
    std::memcpy(last, bytes.data() + done, bytes.size() - done);
    add(last);
  }
  std::uint64_t total = 0;
  for (std::uint64_t const s : sum) total = checksum_step(total, s);
  return total;
}

}  // namespace detail

// Blocks of 1 MiB, in order. Bytes that are filled up with zeros to a multiple of 64 have the checksum of those that are not.
[[nodiscard]] std::uint64_t block_checksum(execution_policy auto const& exec, view<std::byte const> bytes) {
  constexpr std::size_t block = std::size_t{1} << 20;
  return reduce(
      exec, bytes.size(), block, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) { return detail::checksum_of_lines(bytes.subview(begin, end - begin)); }, checksum_step);
}

}  // namespace lucid::inline v0
