#if LUCID_TEST_HAS_JSON
#include <lucid/interop/json_document.hpp>

#include <string>

#include <doctest/doctest.h>

#include <lucid/curve/bn254.hpp>

using lucid::decode_error;
using lucid::json_document;
using lucid::json_value;
using scalar = lucid::bn254::scalar;

namespace {

std::string const modulus = "21888242871839275222246405745257275088548364400416034343698204186575808495617";

std::string refusal(std::string const& text) {
  try {
    json_document const document{text, "a.json"};
  } catch (decode_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

// The complaint about an element of a field, as the only value of a list.
std::string complaint(std::string const& json) {
  std::string const text = "{\"list\": [\"1\", " + json + "]}";
  json_document const document{text, "a.json"};
  try {
    static_cast<void>(json_value{document}["list"][1].element<scalar>());
  } catch (decode_error const& e) {
    CHECK(e.source() == "a.json");
    CHECK(e.section() == "list[1]");
    CHECK(e.offset() == 1);
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("json_document: values by path") {
  std::string const text = " {\"n\": 3, \"list\": [\"5\", [\"x\"]], \"s\": \"text\"}\r\n";
  json_document const document{text, "a.json"};
  json_value const root{document};
  CHECK(root["n"].count() == 3);
  CHECK(root["list"].size() == 2);
  CHECK(root["list"][std::size_t{0}].element<scalar>() == scalar{5});
  CHECK(root["list"][1][std::size_t{0}].text() == "x");
  CHECK(root["s"].text() == "text");
  CHECK(root.has("n"));
  CHECK_FALSE(root.has("m"));
  CHECK_FALSE(root.is_array());
}

TEST_CASE("json_document: numbers are canonical decimal strings") {
  for (char const* bad : {"\"\"", "\"-1\"", "\"+1\"", "\"01\"", "\"00\"", "\"0x10\"", "\"1e3\"", "\"1.0\"", "\" 1\"", "\"1 \"", "\"1n\"",
                          "\"\\u0661\"", "\"abc\""}) {
    CAPTURE(bad);
    CHECK(contains(complaint(bad), "is not a decimal number"));
  }
  for (char const* bad : {"1", "1.5", "-1", "true", "null", "[]", "{}"}) {
    CAPTURE(bad);
    if (std::string{bad} == "{}") continue;
    CHECK(contains(complaint(bad), "a string was expected"));
  }
  CHECK(contains(complaint('"' + modulus + '"'), "is not below the modulus"));
  CHECK(contains(complaint("\"115792089237316195423570985008687907853269984665640564039457584007913129639935\""),
                 "is not below the modulus"));  // 2^256 − 1
  CHECK(contains(complaint("\"115792089237316195423570985008687907853269984665640564039457584007913129639936\""), "far too large"));
  CHECK(complaint('"' + std::string(100'000, '9') + '"').size() < 400);  // a message does not repeat a hostile text
}

TEST_CASE("json_document: what is not JSON, and what no file of this family is") {
  CHECK(contains(refusal(""), "the text is empty"));
  CHECK(contains(refusal(" \n\t"), "the text is empty"));
  for (char const* bad :
       {"{", "[1,]", "{\"a\":1}}", "{\"a\":1} x", "nonsense", "[1 2]", "\"unclosed", "[\"\x01\"]", "{a:1}", "[\"\xff\"]"}) {
    CAPTURE(bad);
    CHECK(contains(refusal(bad), "this is not JSON"));
  }
  CHECK(contains(refusal("{\"a\": 1, \"a\": 2}"), "the key occurs twice"));
  CHECK(contains(refusal("{\"a\": {\"b\": 1}}"), "an object inside an object"));
  CHECK(contains(refusal(std::string(100'000, '[')), "levels of nesting"));
  CHECK(contains(refusal("[1e999]"), "too large"));
  std::string many = "{\"0\":0";
  for (int i = 1; i < 70; ++i) many += ",\"" + std::to_string(i) + "\":0";
  CHECK(contains(refusal(many + "}"), "more than 64 keys"));
}

// A prover of others once wrote them after its JSON.
TEST_CASE("json_document: zero bytes are no JSON") {
  std::string text = "[\"1\"]";
  text += '\0';
  CHECK(contains(refusal(text), "a zero byte in the text"));
}

TEST_CASE("json_document: wrong kinds of values are named") {
  std::string const text = "{\"list\": [1], \"n\": -1, \"s\": \"x\"}";
  json_document const document{text, "a.json"};
  json_value const root{document};
  CHECK_THROWS_WITH_AS(static_cast<void>(root["none"]), "a.json: none at byte 0: the field is missing", decode_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(root["list"]["x"]), "a.json: list at byte 1: an object was expected", decode_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(root.size()), "a.json: JSON at byte 0: an array was expected", decode_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(root["n"].count()), "a.json: n at byte 14: a count was expected", decode_error);
  CHECK_THROWS_WITH_AS(root["list"].expect_size(2), "a.json: list at byte 1: an array of 2 elements was expected, it has 1", decode_error);
}
#endif
