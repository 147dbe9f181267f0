#include <lucid/interop/blake2b.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <support/hex.hpp>

using lucid::blake2b_512;

namespace {

std::string digest_of(std::string_view text, std::size_t piece) {
  blake2b_512 hash;
  auto const data = std::as_bytes(std::span{text.data(), text.size()});
  for (std::size_t at = 0; at < data.size(); at += piece) hash.update(data.subspan(at, std::min(piece, data.size() - at)));
  return support::to_hex(hash.finish());
}

}  // namespace

// RFC 7693, appendix A.
TEST_CASE("blake2b: abc") {
  CHECK(digest_of("abc", 3) ==
        "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

// The reference implementation's test vectors: the empty message, and 0, 1, 2 … of one and two blocks.
TEST_CASE("blake2b: the empty message, and whole blocks") {
  CHECK(digest_of("", 1) ==
        "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce");
  std::string counting;
  for (int i = 0; i < 128; ++i) counting.push_back(static_cast<char>(i));
  CHECK(digest_of(counting, 128) ==
        "2319e3789c47e2daa5fe807f61bec2a1a6537fa03f19ff32e87eecbfd64b7e0e8ccff439ac333b040f19b0c4ddd11a61e24ac1fe0f10a039806c5dcc0da3d115");
  for (int i = 128; i < 255; ++i) counting.push_back(static_cast<char>(i));
  CHECK(digest_of(counting, 255) ==
        "5b21c5fd8868367612474fa2e70e9cfa2201ffeee8fafab5797ad58fefa17c9b5b107da4a3db6320baaf2c8617d5a51df914ae88da3867c2d41f0cc14fa67928");
}

TEST_CASE("blake2b: the pieces do not matter") {
  std::string const text(1000, 'x');
  for (std::size_t const piece : {1u, 7u, 127u, 128u, 129u, 999u}) CHECK(digest_of(text, piece) == digest_of(text, 1000));
}
