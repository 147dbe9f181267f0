#include <lucid/interop/iden3_container.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <support/iden3_file.hpp>

using lucid::decode_error;
using lucid::iden3::container;
namespace iden3 = lucid::iden3;
using support::bytes;
using support::iden3_file;

namespace {

bytes text(char const* s) {
  bytes b;
  for (; *s != 0; ++s) b.push_back(static_cast<std::byte>(*s));
  return b;
}

iden3_file three_sections() { return {"zkey", 1, {{1, text("one")}, {7, text("")}, {3, text("three")}}}; }

std::string content(container const& file, std::uint32_t type) {
  auto in = file.section(type, "x");
  auto const all = in.take(in.remaining(), "all");
  return {reinterpret_cast<char const*>(all.data()), all.size()};
}

// The message of the error that opening must give.
std::string refusal(bytes const& data, iden3::file_kind const& kind = iden3::zkey_kind) {
  try {
    container const file{data, "f", kind};
  } catch (decode_error const& e) {
    CHECK(e.source() == "f");
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("iden3_container: sections in every order, unknown types skipped") {
  auto file = three_sections();
  file.sections.push_back({99, text("whatever")});
  file.sections.push_back({99, text("twice")});
  std::sort(file.sections.begin(), file.sections.end(), [](auto const& x, auto const& y) { return x.type < y.type; });
  do {
    auto const data = file.build();
    container const c{data, "f", iden3::zkey_kind};
    CHECK(content(c, 1) == "one");
    CHECK(content(c, 3) == "three");
    CHECK(content(c, 7).empty());
    CHECK(c.length(3) == 5);
    CHECK(c.has(7));
    CHECK_FALSE(c.has(2));
    CHECK_FALSE(c.has(99));
  } while (std::next_permutation(file.sections.begin(), file.sections.end(), [](auto const& x, auto const& y) { return x.type < y.type; }));
}

TEST_CASE("iden3_container: a reader of a section knows where it is") {
  auto const data = three_sections().build();
  container const c{data, "dir/f.zkey", iden3::zkey_kind};
  auto in = c.section(3, "IC");
  CHECK(in.offset() == 12 + 12 + 3 + 12 + 12);
  CHECK(in.section() == "section 3 (IC)");
  CHECK(in.source() == "dir/f.zkey");
}

TEST_CASE("iden3_container: what is wrong is named") {
  auto const good = three_sections();
  CHECK(contains(refusal({}), "empty"));
  auto file = good;
  file.magic = "r1cs";
  CHECK(contains(refusal(file.build()), "does not begin with \"zkey\""));
  file = good;
  file.version = 2;
  CHECK(contains(refusal(file.build()), "version 2 is not supported; version 1 is"));
  file = good;
  file.sections.push_back({3, text("")});
  CHECK(contains(refusal(file.build()), "section 3 occurs twice"));
  auto data = good.build();
  data.push_back(std::byte{0});
  CHECK(contains(refusal(data), "1 bytes too many"));

  auto const intact = good.build();
  container const c{intact, "f", iden3::zkey_kind};
  try {
    static_cast<void>(c.section(4, "coefficients"));
    FAIL("found what is not there");
  } catch (decode_error const& e) {
    CHECK(std::string{e.what()} == "f: section 4 (coefficients) at byte " + std::to_string(intact.size()) + ": the section is missing");
  }
}

TEST_CASE("iden3_container: truncation at every byte is refused") {
  auto const data = three_sections().build();
  for (std::size_t n = 0; n < data.size(); ++n) {
    bytes const cut(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(n));
    CHECK_THROWS_AS(container(cut, "f", iden3::zkey_kind), decode_error);
  }
}

TEST_CASE("iden3_container: hostile lengths and counts are refused") {
  auto const data = three_sections().build();
  for (std::uint64_t const length : {std::uint64_t{4}, std::uint64_t{1} << 31, (std::uint64_t{1} << 32) - 1, std::uint64_t{1} << 32,
                                     std::uint64_t{1} << 63, ~std::uint64_t{0}, ~std::uint64_t{0} - 11, ~std::uint64_t{0} - 26}) {
    auto changed = data;
    support::put_number(changed, 16, length);
    CAPTURE(length);
    CHECK_THROWS_AS(container(changed, "f", iden3::zkey_kind), decode_error);
  }
  for (std::uint32_t const count : {0u, 1u, 2u, 4u, 0x8000'0000u, 0xffff'ffffu}) {
    auto changed = data;
    support::put_number(changed, 8, count);
    CAPTURE(count);
    CHECK_THROWS_AS(container(changed, "f", iden3::zkey_kind), decode_error);
  }
}

TEST_CASE("iden3_container: an overlap, a section longer than it is, swallows the next header and is refused") {
  auto const data = three_sections().build();
  for (std::uint64_t length = 0; length < data.size(); ++length) {
    if (length == 3) continue;
    auto changed = data;
    support::put_number(changed, 16, length);
    CAPTURE(length);
    CHECK_THROWS_AS(container(changed, "f", iden3::zkey_kind), decode_error);
  }
}
