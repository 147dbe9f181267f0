#include <lucid/interop/shape_streams.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <laws/sparse_matrix.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bn254.hpp>

using namespace lucid;

namespace {

using F = bn254::scalar;

// Streams that may be spoilt one at a time.
struct streams {
  coefficient_dictionary<F> dictionary;
  std::uint64_t terms = 0;
  std::vector<std::uint8_t> descriptors, codes;
  std::vector<page_start> pages;
  std::vector<std::uint32_t> columns;

  explicit streams(std::vector<std::size_t> const& lengths = laws::telling_lengths()) {
    laws::plain_matrix<F> const plain{lengths, 400, 300, 3};
    auto const stored = laws::stored(plain, dictionary);
    auto const m = stored.matrix();
    terms = m.terms();
    descriptors.assign(m.descriptors().begin(), m.descriptors().end());
    codes.assign(m.codes().begin(), m.codes().end());
    pages.assign(m.pages().begin(), m.pages().end());
    columns.assign(m.columns().begin(), m.columns().end());
  }

  // What is wrong; empty when nothing is.
  [[nodiscard]] std::string verdict(std::uint64_t variables = 400) const {
    try {
      sparse_matrix<F> const m{terms, descriptors, pages, columns, codes};
      detail::expect_streams(cpu::seq, m, {variables, dictionary.size()}, "file", {'B', 1000, 2000, 3000, 40000});
      return {};
    } catch (decode_error const& e) {
      return e.what();
    }
  }
};

bool says(std::string const& verdict, char const* part) { return verdict.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("shape streams: those of a builder are good") {
  CHECK(streams{}.verdict().empty());
  CHECK(streams{{}}.verdict().empty());
  CHECK(streams{{0}}.verdict().empty());
  CHECK(streams{std::vector<std::size_t>(128, 1)}.verdict().empty());
}

TEST_CASE("shape streams: what is wrong is named with its place") {
  std::string v;
  {
    streams s;
    s.pages[1].column += 1;
    CHECK(says(v = s.verdict(), "pages of B at byte 2016: the page before does not end here"));
  }
  {
    streams s;
    s.pages[2].code = s.codes.size() + 1;
    CHECK(says(v = s.verdict(), "pages of B at byte 2040: codes begin outside"));
  }
  {
    streams s;
    s.pages[0].column = 1;
    CHECK(says(v = s.verdict(), "pages of B at byte 2000: the first page"));
  }
  {
    streams s;
    s.columns.push_back(1);
    CHECK(says(v = s.verdict(), "the last page does not end at the end"));
  }
  {
    streams s;
    s.terms += 1;
    CHECK(says(v = s.verdict(), "as many terms as the header says"));
  }
  {
    streams s;
    std::swap(s.columns[0], s.columns[1]);
    CHECK(says(v = s.verdict(), "columns of B at byte 3000: the columns of a row do not ascend"));
  }
  {
    streams s;
    s.columns[1] = s.columns[0];
    CHECK(says(v = s.verdict(), "do not ascend"));
  }
  CHECK(says(streams{}.verdict(30), "a column beyond the variables"));
  {
    streams s;  // row 0 has three terms
    s.descriptors[0] = static_cast<std::uint8_t>(s.descriptors[0] - 3 + row_descriptor::long_row);
    CHECK(says(v = s.verdict(), "rows of B at byte 1000"));
  }
  {
    streams s{{2}};
    s.columns = {2, 5, 6};  // a short row in the form of a long one
    s.descriptors[0] = 63;
    s.codes.clear();
    s.pages = {{0, 0}, {3, 0}};
    CHECK(says(v = s.verdict(), "the row could be stored in fewer bytes"));
  }
  {
    streams s{{2}};
    s.columns = {5, 6};
    s.descriptors[0] = 64 | 2;  // one byte a code where none is needed
    s.codes = {0, 0};
    s.pages = {{0, 0}, {2, 2}};
    CHECK(says(v = s.verdict(), "the row could be stored in fewer bytes"));
    s.codes = {0, 1};
    CHECK(s.verdict().empty());
    s.codes = {0, 255};
    CHECK(says(v = s.verdict(), "codes of B at byte 40000: the row has a code beyond the dictionary"));
  }
}

// Whatever stands in one byte of the small streams, the check ends with a verdict; what it lets pass can be read to the end.
TEST_CASE("shape streams: any byte in any place") {
  streams s{{3, 0, 70, 2, 1}};
  auto const try_all = [&](auto& stream) {
    auto* const bytes = reinterpret_cast<unsigned char*>(stream.data());
    for (std::size_t i = 0; i < stream.size() * sizeof stream[0]; ++i) {
      unsigned char const before = bytes[i];
      for (unsigned value = 0; value < 256; value += 5) {
        bytes[i] = static_cast<unsigned char>(value);
        if (!s.verdict().empty()) continue;
        std::uint64_t read = 0;
        sparse_matrix<F> const m{s.terms, s.descriptors, s.pages, s.columns, s.codes};
        m.for_each_term([&](std::size_t, std::uint32_t column, std::uint32_t code) { read += column < 400 && code < s.dictionary.size(); });
        CHECK(read == s.terms);
      }
      bytes[i] = before;
    }
  };
  try_all(s.descriptors);
  try_all(s.pages);
  try_all(s.columns);
  try_all(s.codes);
}

TEST_CASE("shape streams: the dictionary") {
  auto const verdict = [](std::vector<F> const& dictionary) -> std::string {
    try {
      detail::expect_dictionary(cpu::seq, view<F const>{dictionary}, "file", 320);
      return {};
    } catch (decode_error const& e) {
      return e.what();
    }
  };
  CHECK(verdict({F{1}, -F{1}, F{7}}).empty());
  CHECK(says(verdict({F{2}, -F{1}, F{7}}), "dictionary at byte 320: coefficient 0 is not 1"));
  CHECK(says(verdict({F{1}, F{7}}), "dictionary at byte 352: coefficient 1 is not -1"));
  CHECK(says(verdict({F{1}, -F{1}, F{0}}), "dictionary at byte 384: the coefficient is zero"));
  CHECK(says(verdict({F{1}, -F{1}, F{7}, F::from_montgomery(F::modulus())}), "dictionary at byte 416: the coefficient is not below"));
}
