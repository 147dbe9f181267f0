// A sparse matrix by rows, as it lies in memory, in a file, or one day on a device: about 5.6 bytes a term of a hash circuit. Views of bytes that a shape
// owns, and the ways to read them; who writes them is sparse_matrix_builder.hpp, who multiplies is qap/sparse_product.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <lucid/config/assert.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// A term as it is stored: its coefficient is a code into the shape's dictionary.
struct coded_term {
  std::uint32_t column;
  std::uint32_t code;
};

// The byte of a row: its length in the low six bits, the width of its codes in the high two.
struct row_descriptor {
  static constexpr std::uint32_t long_row = 63;  // this many terms or more: the length is a word of its own, in front of the columns

  std::uint8_t byte;

  [[nodiscard]] constexpr std::uint32_t length() const noexcept { return byte & 63u; }
  // Bytes a code: none where every coefficient is +1, else 1, 2 or 4, the fewest that hold the row's codes.
  [[nodiscard]] constexpr std::uint32_t code_bytes() const noexcept { return (std::uint32_t{1} << (byte >> 6)) >> 1; }

  // The byte of a row of so many terms, none of whose codes exceeds the largest.
  [[nodiscard]] static constexpr std::uint8_t of(std::size_t terms, std::uint32_t largest_code) noexcept {
    unsigned const width = largest_code == 0 ? 0 : largest_code < 256 ? 1 : largest_code < 65536 ? 2 : 3;
    return static_cast<std::uint8_t>(width << 6 | (terms < long_row ? terms : long_row));
  }
};

// Where the first row of a page begins in the stream of columns (words) and in that of codes (bytes).
struct page_start {
  std::uint64_t column;
  std::uint64_t code;
  friend constexpr bool operator==(page_start const&, page_start const&) noexcept = default;
};

// The terms of one row, columns strictly ascending: a range of coded_term. A view into a matrix.
class row_terms {
 public:
  class iterator {
   public:
    constexpr iterator(row_terms const& terms, std::size_t at) noexcept : terms_(&terms), at_(at) {}
    [[nodiscard]] coded_term operator*() const noexcept { return (*terms_)[at_]; }
    constexpr iterator& operator++() noexcept {
      ++at_;
      return *this;
    }
    friend constexpr bool operator==(iterator const& x, iterator const& y) noexcept { return x.at_ == y.at_; }

   private:
    row_terms const* terms_;
    std::size_t at_;
  };

  constexpr row_terms(std::uint32_t const* columns, std::uint8_t const* codes, std::uint32_t size, std::uint32_t code_bytes) noexcept
      : columns_(columns), codes_(codes), size_(size), code_bytes_(code_bytes) {}

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  // Precondition of all: i < size().
  [[nodiscard]] coded_term operator[](std::size_t i) const noexcept { return {columns_[i], code(i)}; }
  [[nodiscard]] std::uint32_t code(std::size_t i) const noexcept {
    switch (code_bytes_) {
      case 0:
        return 0;
      case 1:
        return codes_[i];
      case 2:
        return load<std::uint16_t>(i);
      default:
        return load<std::uint32_t>(i);
    }
  }
  [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
  [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size_}; }

  [[nodiscard]] constexpr std::uint32_t const* columns() const noexcept { return columns_; }
  [[nodiscard]] constexpr std::uint8_t const* codes() const noexcept { return codes_; }
  [[nodiscard]] constexpr std::uint32_t code_bytes() const noexcept { return code_bytes_; }

 private:
  template <class Code>
  [[nodiscard]] Code load(std::size_t i) const noexcept {  // at any alignment
    Code code;
    std::memcpy(&code, codes_ + i * sizeof(Code), sizeof(Code));
    return code;
  }

  std::uint32_t const* columns_;
  std::uint8_t const* codes_;
  std::uint32_t size_;
  std::uint32_t code_bytes_;
};

// Σ coefficient·z[column] over one row. The naive twin of qap/sparse_product.hpp, and what a checker needs.
template <class F>
[[nodiscard]] F row_value(row_terms const& row, view<F const> dictionary, view<F const> z) noexcept {
  F sum = F::zero();
  for (auto const [column, code] : row) sum += dictionary[code] * z[column];
  return sum;
}

// Reads rows one after the other. Knows no end.
class row_cursor {
 public:
  constexpr row_cursor(std::uint8_t const* descriptors, std::uint32_t const* columns, std::uint8_t const* codes) noexcept
      : descriptors_(descriptors), columns_(columns), codes_(codes) {}

  // Precondition: a row is left.
  constexpr row_terms next() noexcept {
    row_descriptor const row{*descriptors_++};
    std::uint32_t size = row.length();
    if (size == row_descriptor::long_row) [[unlikely]]
      size = *columns_++;
    row_terms const terms{columns_, codes_, size, row.code_bytes()};
    columns_ += size;
    codes_ += std::size_t{size} * row.code_bytes();
    return terms;
  }

 private:
  std::uint8_t const* descriptors_;
  std::uint32_t const* columns_;
  std::uint8_t const* codes_;
};

// Rows of terms, no coefficient zero. Four streams: a byte a row; where each page of 64 rows begins in the two streams below, and where the last one ends;
// 32-bit columns; codes of 0, 1, 2 or 4 bytes. A page is a cache line of row bytes: random access and parallel work start there.
template <class F>
class sparse_matrix {
 public:
  static constexpr std::size_t page_rows = 64;

  constexpr sparse_matrix() noexcept = default;  // no rows
  // Preconditions: as above; pages has one entry more than there are pages, or none where there are no rows.
  constexpr sparse_matrix(std::uint64_t terms, view<std::uint8_t const> descriptors, view<page_start const> pages,
                          view<std::uint32_t const> columns, view<std::uint8_t const> codes) noexcept
      : terms_(terms), descriptors_(descriptors), pages_(pages), columns_(columns), codes_(codes) {}

  [[nodiscard]] constexpr std::size_t rows() const noexcept { return descriptors_.size(); }
  [[nodiscard]] constexpr std::uint64_t terms() const noexcept { return terms_; }

  // Reads from a row on. Precondition: row ≤ rows(). Up to 63 row bytes are looked at.
  [[nodiscard]] constexpr row_cursor cursor(std::size_t row) const noexcept {
    if (row == rows()) return {nullptr, nullptr, nullptr};
    page_start const start = pages_[row / page_rows];
    row_cursor cursor{descriptors_.data() + (row & ~(page_rows - 1)), columns_.data() + start.column, codes_.data() + start.code};
    for (std::size_t i = row % page_rows; i > 0; --i) cursor.next();
    return cursor;
  }
  // Precondition: row < rows(). Costs as much as a cursor: many rows are better read in order.
  [[nodiscard]] constexpr row_terms row(std::size_t row) const noexcept { return cursor(row).next(); }

  // f(row, its terms) for rows [begin, end).
  template <class Visit>
  constexpr void for_each_row(std::size_t begin, std::size_t end, Visit&& f) const {
    LUCID_EXPECTS(begin <= end && end <= rows());
    row_cursor rows = cursor(begin);
    for (std::size_t i = begin; i < end; ++i) f(i, rows.next());
  }
  // f(row, column, code) for the terms of rows [begin, end), or of all rows.
  template <class Visit>
  constexpr void for_each_term(std::size_t begin, std::size_t end, Visit&& f) const {
    for_each_row(begin, end, [&f](std::size_t i, row_terms const& terms) {
      for (auto const [column, code] : terms) f(i, column, code);
    });
  }
  template <class Visit>
  constexpr void for_each_term(Visit&& f) const {
    for_each_term(0, rows(), f);
  }

  [[nodiscard]] F row_value(std::size_t row, view<F const> dictionary, view<F const> z) const noexcept {
    return lucid::row_value<F>(this->row(row), dictionary, z);
  }

  // The streams, for those who carry them elsewhere.
  [[nodiscard]] constexpr view<std::uint8_t const> descriptors() const noexcept { return descriptors_; }
  [[nodiscard]] constexpr view<page_start const> pages() const noexcept { return pages_; }
  [[nodiscard]] constexpr view<std::uint32_t const> columns() const noexcept { return columns_; }  // with the lengths of long rows
  [[nodiscard]] constexpr view<std::uint8_t const> codes() const noexcept { return codes_; }

 private:
  std::uint64_t terms_ = 0;
  view<std::uint8_t const> descriptors_;
  view<page_start const> pages_;
  view<std::uint32_t const> columns_;
  view<std::uint8_t const> codes_;
};

}  // namespace lucid::inline v0
