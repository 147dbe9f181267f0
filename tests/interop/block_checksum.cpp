#include <lucid/interop/block_checksum.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

std::vector<std::byte> sample(std::size_t n) {
  std::vector<std::byte> bytes(n);
  std::uint64_t x = n;
  for (std::byte& b : bytes) b = static_cast<std::byte>((x = x * 6364136223846793005u + 1442695040888963407u) >> 56);
  return bytes;
}

std::uint64_t checksum(std::vector<std::byte> const& bytes) { return lucid::block_checksum(lucid::cpu::seq, bytes); }

}  // namespace

TEST_CASE("block_checksum: every bit of a few lines counts") {
  auto bytes = sample(200);
  auto const whole = checksum(bytes);
  std::size_t unnoticed = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= std::byte{1} << bit % 8;
    unnoticed += checksum(bytes) == whole;
    bytes[bit / 8] ^= std::byte{1} << bit % 8;
  }
  CHECK(unnoticed == 0);
}

TEST_CASE("block_checksum: words and blocks may not change places") {
  constexpr std::size_t block = std::size_t{1} << 20;
  auto const bytes = sample(3 * block);
  for (std::size_t const distance : {std::size_t{8}, std::size_t{64}, block}) {
    auto other = bytes;
    for (std::size_t i = 0; i < 8; ++i) std::swap(other[i], other[i + distance]);
    CHECK(checksum(other) != checksum(bytes));
  }
}

TEST_CASE("block_checksum: zeros that fill the last line do not count, further ones do") {
  CHECK(checksum({}) == 0);
  for (std::size_t const n : {1u, 7u, 8u, 63u, 64u, 65u, 100u}) {
    auto bytes = sample(n);
    auto const whole = checksum(bytes);
    bytes.resize((n + 63) / 64 * 64);
    CHECK(checksum(bytes) == whole);
    bytes.resize(bytes.size() + 1);
    CHECK(checksum(bytes) != whole);
  }
}

// A file written by one version is read by the next: the value is part of the format.
TEST_CASE("block_checksum: what it is") {
  // By hand: a line of zeros leaves each sum s as rotl(s·odd, 29).
  std::uint64_t expected = 0;
  constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
  for (std::uint64_t s = 1; s <= 8; ++s) {
    std::uint64_t const after = s * odd << 29 | s * odd >> 35;
    std::uint64_t const mixed = (expected ^ after) * odd;
    expected = mixed << 29 | mixed >> 35;
  }
  std::uint64_t const of_block = expected * odd;  // the first block after nothing
  CHECK(checksum(std::vector<std::byte>(64)) == (of_block << 29 | of_block >> 35));
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("block_checksum: the same on all threads") {
  auto const bytes = sample((std::size_t{5} << 20) + 77);
  CHECK(lucid::block_checksum(lucid::cpu::par, lucid::view<std::byte const>{bytes}) == checksum(bytes));
}
#endif
