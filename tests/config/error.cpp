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
