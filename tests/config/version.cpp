#include <doctest/doctest.h>

#include <type_traits>

#include <lucid/config/version.hpp>

TEST_CASE("version: the numbers and the macros agree, and the inline namespace carries its name") {
  CHECK(lucid::version_major == LUCID_VERSION_MAJOR);
  CHECK(lucid::version_minor == LUCID_VERSION_MINOR);
  CHECK(lucid::version_patch == LUCID_VERSION_PATCH);
  CHECK(&lucid::version_major == &lucid::v0::version_major);
}
