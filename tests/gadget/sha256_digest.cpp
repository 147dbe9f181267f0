#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <lucid/gadget/sha256_digest.hpp>
#include <support/hex.hpp>
#include <support/poseidon_vectors.hpp>

TEST_CASE("sha256_digest: the digests of the standard and of every block boundary") {
  auto const strings = support::strings_after(support::text_of("sha256/sha256.json"), "message_hex");
  REQUIRE(strings.size() >= 40);
  for (std::size_t i = 0; i + 2 < strings.size(); i += 4) {
    auto const message = support::from_hex(strings[i]);
    std::vector<std::uint8_t> bytes;
    for (std::byte const b : message) bytes.push_back(std::to_integer<std::uint8_t>(b));
    std::array<std::uint8_t, 32> const digest = lucid::sha256_digest(bytes);
    CHECK(support::to_hex(std::as_bytes(std::span{digest})) == strings[i + 2]);
  }
}
