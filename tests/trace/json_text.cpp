#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <lucid/trace/json_text.hpp>
#if LUCID_TEST_HAS_JSON
#include <nlohmann/json.hpp>
#endif

using namespace lucid;

namespace {

std::string json_of(std::string_view text) {
  std::string out;
  trace::append_json_string(out, text);
  return out;
}

}  // namespace

TEST_CASE("json_text: what must be escaped is, the rest is left alone") {
  CHECK(json_of("") == "\"\"");
  CHECK(json_of("msm/reduce \xc2\xb5s") == "\"msm/reduce \xc2\xb5s\"");
  CHECK(json_of("a\"b\\c") == "\"a\\\"b\\\\c\"");
  CHECK(json_of(std::string_view{"\0\n\x1f\x7f", 4}) == "\"\\u0000\\u000a\\u001f\\u007f\"");
}

TEST_CASE("json_text: bytes that are not UTF-8 become U+FFFD, one by one") {
  CHECK(json_of("\xff") == "\"\\ufffd\"");
  CHECK(json_of("a\xc3") == "\"a\\ufffd\"");                                   // cut off
  CHECK(json_of("\xc0\xaf") == "\"\\ufffd\\ufffd\"");                          // longer than it need be
  CHECK(json_of("\xed\xa0\x80") == "\"\\ufffd\\ufffd\\ufffd\"");               // half of a surrogate pair
  CHECK(json_of("\xf4\x90\x80\x80x") == "\"\\ufffd\\ufffd\\ufffd\\ufffdx\"");  // beyond U+10FFFF
  CHECK(json_of("\xf0\x9f\x91\xbb") == "\"\xf0\x9f\x91\xbb\"");
}

#if LUCID_TEST_HAS_JSON
TEST_CASE("json_text: another reader accepts every pair of bytes") {
  for (unsigned i = 0; i < 0x10000; ++i) {
    std::string const text{static_cast<char>(i >> 8), static_cast<char>(i & 0xff)};
    std::string const out = json_of(text);
    auto const read = nlohmann::json::parse(out, nullptr, false);
    if (read.is_discarded()) FAIL(out);
    if (i < 0x8000 && (i & 0xff) < 0x80) CHECK(read.get<std::string>() == text);
  }
}
#endif
