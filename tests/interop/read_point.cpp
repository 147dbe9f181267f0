// Points out of a reader: the error names the point, the fault and the byte.
#include <cstddef>

#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/read_point.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;
using g1 = bn254::g1;

TEST_CASE("read_point: both forms, one after the other") {
  auto const g = affine<g1>::generator();
  auto const file = support::joined({encode_compressed<gnark_format>(g), encode_uncompressed<gnark_format>(-g)});
  byte_reader bytes{file, "file", "section", 100};
  CHECK(form_of<gnark_format>(file[0]) == point_form::compressed);
  CHECK(read_point<gnark_format, g1>(bytes, point_form::compressed, "first") == g);
  CHECK(form_of<gnark_format>(file[32]) == point_form::uncompressed);
  CHECK(read_point<gnark_format, g1>(bytes, point_form::uncompressed, "second") == -g);
  CHECK_NOTHROW(bytes.expect_end());
}

TEST_CASE("read_point: a fault is reported at the beginning of its point, a missing byte at the reader's place") {
  auto const g = support::to_bytes(encode_uncompressed<gnark_format>(affine<g1>::generator()));
  auto file = support::joined({g, g});
  file.back() = std::byte{3};
  byte_reader bytes{file, "file", "section", 100};
  static_cast<void>(read_uncompressed<gnark_format, g1>(bytes, "first"));
  CHECK_THROWS_WITH_AS(static_cast<void>(read_uncompressed<gnark_format, g1>(bytes, "second")),
                       "file: section at byte 164: second: point is not on the curve", decode_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(read_compressed<gnark_format, g1>(bytes, "third")),
                       "file: section at byte 228: third needs 32 bytes, but only 0 are left", decode_error);
}

TEST_CASE("read_point: every byte's flags belong to one form") {
  for (unsigned first = 0; first < 256; ++first) {
    auto const b = static_cast<std::byte>(first);
    CHECK((form_of<gnark_format>(b) == point_form::uncompressed) == (first < 0x40));
    if ((first & 0x80) == 0) CHECK(form_of<zcash_format>(b) == point_form::uncompressed);
  }
  CHECK(form_of<zcash_format>(std::byte{0xc0}) == point_form::compressed);
  CHECK(form_of<zcash_format>(std::byte{0x9f}) == point_form::compressed);
  CHECK(form_of<zcash_format>(std::byte{0xb0}) == point_form::compressed);
}

TEST_CASE("read_point: big-endian counts") {
  auto const file = support::from_hex("0102030400000000ff");
  byte_reader bytes{file, "file", "section", 0};
  CHECK(read_u32_big_endian(bytes, "count") == 0x01020304);
  CHECK(read_u32_big_endian(bytes, "count") == 0);
  CHECK_THROWS_AS(static_cast<void>(read_u32_big_endian(bytes, "count")), decode_error);
  CHECK(support::to_hex(big_endian(0x01020304)) == "01020304");
}

}  // namespace
