// Are these bytes the streams of a matrix? One pass over each page, after which every reader of the matrix stays inside it. Knows no header.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::detail {

// Where the streams stand in their file, and what messages call them.
struct stream_places {
  char matrix;
  std::uint64_t descriptors, pages, columns, codes;
};

// What columns and codes must stay below.
struct stream_limits {
  std::uint64_t variables, coefficients;
};

// Zeros from the end of a section to the next multiple of 64. Precondition: inside the file.
inline void expect_padding(view<std::byte const> bytes, std::string const& source, std::uint64_t from) {
  for (std::uint64_t at = from; at % 64 != 0; ++at) {
    if (bytes[static_cast<std::size_t>(at)] != std::byte{0})
      throw decode_error(source, "padding", at, "a byte between sections is not zero");
  }
}

// +1, −1, then residues below the modulus other than zero. That they are distinct is not looked at: no reader relies on it.
template <class F>
void expect_dictionary(execution_policy auto const& exec, view<F const> dictionary, std::string const& source, std::uint64_t place) {
  auto const fail = [&](std::size_t code, char const* reason) {
    throw decode_error(source, "dictionary", place + code * F::bytes, reason);
  };
  if (dictionary[0] != F::one()) fail(0, "coefficient 0 is not 1");
  if (dictionary[1] != -F::one()) fail(1, "coefficient 1 is not -1");
  bulk(exec, dictionary.size(), [&](std::size_t code) {
    if (dictionary[code].to_montgomery() >= F::modulus()) fail(code, "the coefficient is not below the modulus");
    if (dictionary[code].is_zero()) fail(code, "the coefficient is zero");
  });
}

// Reads the rows of one page as a reader would, but for looking where it goes.
template <class F>
class page_check {
 public:
  page_check(sparse_matrix<F> const& matrix, stream_limits limits, std::string const& source, stream_places const& places) noexcept
      : matrix_(matrix), limits_(limits), source_(source), places_(places) {}

  // The number of terms. Throws decode_error. Precondition: there is such a page.
  [[nodiscard]] std::uint64_t terms(std::size_t page) const {
    auto const pages = matrix_.pages();
    page_start const begin = pages[page], end = pages[page + 1];
    std::uint64_t const at = places_.pages + (page + 1) * sizeof(page_start);
    if (end.column < begin.column || end.column > matrix_.columns().size())
      fail("pages", at, "columns begin outside their section or go back");
    if (end.code < begin.code || end.code > matrix_.codes().size()) fail("pages", at + 8, "codes begin outside their section or go back");
    std::uint64_t word = begin.column, code = begin.code, total = 0;
    constexpr std::size_t page_rows = sparse_matrix<F>::page_rows;
    std::size_t const last = std::min((page + 1) * page_rows, matrix_.rows());
    for (std::size_t row = page * page_rows; row < last; ++row) {
      row_descriptor const descriptor{matrix_.descriptors()[row]};
      std::uint64_t size = descriptor.length();
      if (size == row_descriptor::long_row) {
        if (word == end.column) fail("rows", places_.descriptors + row, "the row's length lies beyond its page");
        size = matrix_.columns()[static_cast<std::size_t>(word++)];
      }
      std::uint64_t const bytes = size * descriptor.code_bytes();
      if (size > end.column - word) fail("rows", places_.descriptors + row, "the row's columns lie beyond its page");
      if (bytes > end.code - code) fail("rows", places_.descriptors + row, "the row's codes lie beyond its page");
      row_terms const terms{matrix_.columns().data() + word, matrix_.codes().data() + code, static_cast<std::uint32_t>(size),
                            descriptor.code_bytes()};
      std::uint32_t const largest = largest_code(terms);
      if (size != 0) expect_columns(terms, word);
      if (largest >= limits_.coefficients) fail("codes", places_.codes + code, "the row has a code beyond the dictionary");
      if (row_descriptor::of(terms.size(), largest) != descriptor.byte)
        fail("rows", places_.descriptors + row, "the row could be stored in fewer bytes");
      word += size;
      code += bytes;
      total += size;
    }
    if (word != end.column || code != end.code) fail("pages", at, "the page before does not end here");
    return total;
  }

 private:
  [[noreturn]] LUCID_NOINLINE void fail(char const* section, std::uint64_t at, char const* reason) const {
    throw decode_error(source_, std::string{section} + " of " + places_.matrix, at, reason);
  }

  [[nodiscard]] static LUCID_INLINE std::uint32_t largest_code(row_terms const& terms) noexcept {
    std::uint32_t largest = 0;
    if (terms.code_bytes() == 1) {  // by far the most rows that have codes
      for (std::size_t t = 0; t < terms.size(); ++t) largest = std::max<std::uint32_t>(largest, terms.codes()[t]);
    } else if (terms.code_bytes() != 0) {
      for (std::size_t t = 0; t < terms.size(); ++t) largest = std::max(largest, terms.code(t));
    }
    return largest;
  }

  // They ascend, so that the last one is the greatest. Precondition: there are some.
  LUCID_INLINE void expect_columns(row_terms const& terms, std::uint64_t word) const {
    std::uint32_t const* const column = terms.columns();
    bool ascending = true;
    for (std::size_t t = 1; t < terms.size(); ++t) ascending &= column[t - 1] < column[t];
    if (!ascending) fail("columns", places_.columns + word * sizeof(std::uint32_t), "the columns of a row do not ascend");
    if (column[terms.size() - 1] >= limits_.variables)
      fail("columns", places_.columns + word * sizeof(std::uint32_t), "the row has a column beyond the variables");
  }

  sparse_matrix<F> const& matrix_;
  stream_limits limits_;
  std::string const& source_;
  stream_places const& places_;
};

// Throws decode_error unless the streams are exactly what a sparse_matrix_builder makes. Precondition: as many pages as the rows ask for.
template <class F>
void expect_streams(execution_policy auto const& exec, sparse_matrix<F> const& matrix, stream_limits limits, std::string const& source,
                    stream_places const& places) {
  auto const fail = [&](std::uint64_t at, char const* reason) {
    throw decode_error(source, std::string{"pages of "} + places.matrix, at, reason);
  };
  std::uint64_t terms = 0;
  page_start end{0, 0};
  if (matrix.rows() != 0) {
    if (matrix.pages()[0] != page_start{0, 0}) fail(places.pages, "the first page does not begin at the beginning");
    page_check<F> const check{matrix, limits, source, places};
    std::size_t const pages = matrix.pages().size() - 1;
    terms = reduce(
        exec, pages, 256, std::uint64_t{0},
        [&](std::size_t first, std::size_t last) {
          std::uint64_t sum = 0;
          for (std::size_t page = first; page < last; ++page) sum += check.terms(page);
          return sum;
        },
        [](std::uint64_t x, std::uint64_t y) { return x + y; });
    end = matrix.pages()[pages];
  }
  if (end != page_start{matrix.columns().size(), matrix.codes().size()}) fail(places.pages, "the last page does not end at the end");
  if (terms != matrix.terms()) fail(places.pages, "the rows do not have as many terms as the header says");
}

}  // namespace lucid::inline v0::detail
