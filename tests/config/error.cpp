#include <doctest/doctest.h>

#include <string>

#include <lucid/config/error.hpp>

using namespace lucid;

TEST_CASE("error: one family, caught at its root") {
  CHECK_THROWS_AS(throw argument_error("x"), error);
  CHECK_THROWS_AS(throw out_of_memory("x"), error);
  CHECK_THROWS_AS(throw io_error("x"), error);
  CHECK_THROWS_AS(throw entropy_error("x"), error);
  CHECK_THROWS_AS(throw key_error("x"), error);
  CHECK_THROWS_AS(throw unsatisfied_error("x"), error);
  CHECK_THROWS_AS(throw self_verification_error("x"), error);
  CHECK_THROWS_AS(throw decode_error("file", "section", 7, "why"), error);
}

TEST_CASE("error: a decoding error names source, section, offset and reason") {
  decode_error const e{"key.zkey", "section 4 (coefficients)", 1234, "signal out of range"};
  CHECK(e.source() == "key.zkey");
  CHECK(e.section() == "section 4 (coefficients)");
  CHECK(e.offset() == 1234);
  CHECK(std::string{e.what()} == "key.zkey: section 4 (coefficients) at byte 1234: signal out of range");
}

TEST_CASE("error: what a device refuses has a type for each thing that a caller can do about it") {
  CHECK_THROWS_AS(throw no_device("x", 100), device_error);
  CHECK_THROWS_AS(throw wrong_architecture("x", 209), device_error);
  CHECK_THROWS_AS(throw launch_error("x", 9), device_error);
  CHECK_THROWS_AS(throw context_lost("x", 700), device_error);
  CHECK_THROWS_AS(throw device_lost("x", 214), context_lost);
  CHECK_THROWS_AS(throw device_closed("x", 4), device_error);
  CHECK(device_error{"cudaX", 7}.code() == 7);
}
