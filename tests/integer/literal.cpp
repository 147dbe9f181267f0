#include <doctest/doctest.h>

#include <random>
#include <string>

#include <lucid/integer/literal.hpp>
#include <support/integers.hpp>
#if LUCID_TEST_HAS_GMP
#include <support/gmp.hpp>
#endif

using namespace lucid;

TEST_CASE("literal: hexadecimal digits in both cases, with and without prefix, with separators") {
  static_assert(hex<1>("0xdeadBEEF") == big_uint<1>{0xdeadbeef});
  static_assert(hex<2>("1'0000000000000000")[1] == 1);
  CHECK(parse_hex<1>("0Xff") == big_uint<1>{255});
  CHECK(parse_hex<1>("ff") == big_uint<1>{255});
  CHECK(parse_hex<1>("f'f") == big_uint<1>{255});
  CHECK(parse_hex<1>("0") == big_uint<1>{});
}

TEST_CASE("literal: what is no number, or none that fits, is refused") {
  for (char const* const text : {"", "0x", "'", "0x'", "g", "0xg1", " 1", "1 ", "-1", "+1", "0x1.0", "0x0x1"})
    CHECK_FALSE(parse_hex<4>(text).has_value());
  CHECK(parse_hex<1>("ffffffffffffffff").has_value());
  CHECK(parse_hex<1>("0000ffffffffffffffff").has_value());  // leading zeros need no room
  CHECK_FALSE(parse_hex<1>("10000000000000000").has_value());
  CHECK(parse_hex<2>("10000000000000000").has_value());
  for (char const* const text : {"", "00", "01", "-1", "+1", "1 ", " 1", "1'000", "0x1", "1e3", "1.0", "a"})
    CHECK_FALSE(parse_decimal<4>(text).has_value());
  CHECK(parse_decimal<1>("0") == big_uint<1>{});
  CHECK(parse_decimal<1>("18446744073709551615") == big_uint<1>{~limb_t{0}});
  CHECK_FALSE(parse_decimal<1>("18446744073709551616").has_value());
  CHECK_FALSE(parse_decimal<1>("99999999999999999999").has_value());
  CHECK_FALSE(parse_decimal<1>(std::string(1000, '9')).has_value());
}

TEST_CASE("literal: 2^256 is refused in decimal at any length of the tail, and 2^256 - 1 is not") {
  std::string const largest = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
  CHECK(parse_decimal<4>(largest).has_value());
  CHECK_FALSE(parse_decimal<4>("115792089237316195423570985008687907853269984665640564039457584007913129639936").has_value());
  for (std::string text = largest; text.size() < 200;) {
    text += '0';
    CHECK_FALSE(parse_decimal<4>(text).has_value());
  }
}

TEST_CASE("literal: text and value undo each other") {
  auto values = lucid_test::edge_integers<4>();
  std::mt19937_64 engine{3};
  for (int i = 0; i < 500; ++i) values.push_back(lucid_test::random_integer<4>(engine));
  for (auto const& x : values) {
    CHECK(parse_decimal<4>(to_decimal(x)) == x);
    CHECK(parse_hex<4>(to_hex(x)) == x);
  }
  CHECK(to_decimal(big_uint<4>{}) == "0");
  CHECK(to_hex(big_uint<4>{}) == "0x0");
  CHECK(to_decimal(big_uint<2>{10'000'000'000'000'000'000u}) == "10000000000000000000");  // all zeros below the top chunk of digits
}

#if LUCID_TEST_HAS_GMP
TEST_CASE("literal: text as GMP writes it") {
  auto values = lucid_test::edge_integers<6>();
  std::mt19937_64 engine{4};
  for (int i = 0; i < 500; ++i) values.push_back(lucid_test::random_integer<6>(engine));
  for (auto const& x : values) {
    lucid_test::gmp_integer const expected{x};
    CHECK(to_decimal(x) == expected.text());
    CHECK(to_hex(x) == "0x" + expected.text(16));
    CHECK(parse_decimal<6>(expected.text()) == x);
  }
}
#endif
