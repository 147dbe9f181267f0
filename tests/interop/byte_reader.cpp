#include <lucid/interop/byte_reader.hpp>

#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <support/hex.hpp>

using lucid::byte_reader;
using lucid::decode_error;

TEST_CASE("byte_reader: little-endian numbers at any alignment") {
  auto const data = support::from_hex("ff0403020108070605040302010a");
  byte_reader in{std::span{data}.subspan(1), "file", "part", 101};
  CHECK(in.u32("a") == 0x01020304u);
  CHECK(in.u64("b") == 0x0102030405060708u);
  CHECK(in.offset() == 113);
  CHECK(in.remaining() == 1);
  CHECK(in.take(1, "c")[0] == std::byte{10});
  CHECK_NOTHROW(in.expect_end());
}

TEST_CASE("byte_reader: an error names source, section, offset and need") {
  auto const data = support::from_hex("0102030405");
  byte_reader in{data, "some.file", "section 9 (H)", 1000};
  in.u32("a number");
  try {
    in.u64("the length");
    FAIL("read past the end");
  } catch (decode_error const& e) {
    CHECK(e.source() == "some.file");
    CHECK(e.section() == "section 9 (H)");
    CHECK(e.offset() == 1004);
    CHECK(std::string{e.what()} == "some.file: section 9 (H) at byte 1004: the length needs 8 bytes, but only 1 are left");
  }
  CHECK(in.remaining() == 1);  // a refused read takes nothing
  CHECK_THROWS_AS(in.expect_end(), decode_error);
}

TEST_CASE("byte_reader: products of counts and sizes do not wrap") {
  auto const data = support::from_hex("00000000000000000000000000000000");
  for (std::uint64_t const count : {std::uint64_t{17}, std::uint64_t{1} << 31, (std::uint64_t{1} << 32) - 1, std::uint64_t{1} << 61,
                                    std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    byte_reader in{data, "file", "part", 0};
    CHECK_THROWS_AS(in.take(count, 8, "points"), decode_error);
    CHECK_THROWS_AS(in.take(count, "bytes"), decode_error);
    CHECK(in.take(2, 8, "points").size() == 16);
  }
  byte_reader in{data, "file", "part", 0};
  CHECK(in.take(~std::uint64_t{0}, 0, "nothings").empty());
}
