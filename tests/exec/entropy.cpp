#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <lucid/exec/entropy.hpp>

using namespace lucid;

TEST_CASE("entropy: the seeded source is ChaCha20 with the seed as the first half of the key's first words, block by block") {
  // Key = 0, nonce = 0, block 0: RFC 8439 appendix A.1, test vector 1.
  seeded_entropy zero{0};
  std::array<std::byte, 64> block{};
  zero.fill(block);
  constexpr unsigned char expected[64] = {0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28,
                                          0xbd, 0xd2, 0x19, 0xb8, 0xa0, 0x8d, 0xed, 0x1a, 0xa8, 0x36, 0xef, 0xcc, 0x8b, 0x77, 0x0d, 0xc7,
                                          0xda, 0x41, 0x59, 0x7c, 0x51, 0x57, 0x48, 0x8d, 0x77, 0x24, 0xe0, 0x3f, 0xb8, 0xd8, 0x4a, 0x37,
                                          0x6a, 0x43, 0xb8, 0xf4, 0x15, 0x18, 0xa1, 0x1c, 0xc3, 0x87, 0xb6, 0x69, 0xb2, 0xee, 0x65, 0x86};
  for (std::size_t i = 0; i < 64; ++i) CHECK(std::to_integer<unsigned>(block[i]) == expected[i]);
}

TEST_CASE("entropy: a seed gives one stream, however it is cut; another seed another one") {
  std::vector<std::byte> whole(200), parts(200), other(200);
  seeded_entropy{5}.fill(whole);
  seeded_entropy again{5};
  for (std::size_t at = 0; at < parts.size(); at += 7)
    again.fill(std::span{parts}.subspan(at, std::min<std::size_t>(7, parts.size() - at)));
  seeded_entropy{6}.fill(other);
  CHECK(whole == parts);
  CHECK(whole != other);
}

TEST_CASE("entropy: the system fills every byte") {
  std::vector<std::byte> bytes(100000);
  os_entropy{}.fill(bytes);
  std::array<int, 256> seen{};
  for (auto const b : bytes) ++seen[std::to_integer<unsigned>(b)];
  for (int const count : seen) CHECK(count > 200);  // 390 expected; fewer than 200 has a probability below 10^-20
  os_entropy{}.fill({});
}
