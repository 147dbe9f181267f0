// Writes the streams of a sparse matrix row by row, and owns them when they are complete. Memory grows by pieces that never move, so that recording a matrix
// takes little more than the matrix.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include <lucid/circuit/coefficient_dictionary.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/growing_buffer.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// One term of a row that is being made.
template <class F>
struct matrix_term {
  std::uint32_t column;
  F coefficient;
};

namespace detail {

// Elements appended in pieces: 4 KiB at first, each twice as large as the one before up to 1 MiB.
template <class T>
class growing_stream {
 public:
  explicit growing_stream(memory_source const& from = {}) noexcept : from_(from) {}

  // Room for n more elements in one place, of which keep(k) keeps the first k.
  [[nodiscard]] LUCID_INLINE T* room(std::size_t n) {
    if (n > static_cast<std::size_t>(end_ - next_)) [[unlikely]]
      open_piece(n);
    return next_;
  }
  LUCID_INLINE void keep(std::size_t k) noexcept { next_ += k; }
  LUCID_INLINE void push_back(T const& x) {
    *room(1) = x;
    keep(1);
  }
  [[nodiscard]] LUCID_INLINE std::size_t size() const noexcept { return size_of_others_ + static_cast<std::size_t>(next_ - begin_); }

  // All in one stretch; each piece is given back as soon as it is copied. The stream is empty afterwards.
  [[nodiscard]] buffer<T> take() {
    buffer<T> all{from_, size()};
    close_piece(pieces_.size());
    T* to = all.data();
    for (piece& p : pieces_) {
      if (p.filled != 0) std::memcpy(to, p.elements.data(), p.filled * sizeof(T));
      to += p.filled;
      p.elements.reset();
    }
    *this = growing_stream{from_};
    return all;
  }

 private:
  struct piece {
    buffer<T> elements;
    std::size_t filled = 0;
  };

  // From now on pieces_ says how much of the last one of so many is filled.
  void close_piece(std::size_t pieces) noexcept {
    if (pieces == 0) return;
    size_of_others_ = size();
    pieces_[pieces - 1].filled = static_cast<std::size_t>(next_ - begin_);
    begin_ = next_;
  }
  LUCID_NOINLINE void open_piece(std::size_t n) {
    constexpr std::size_t least = 4096 / sizeof(T), most = (std::size_t{1} << 20) / sizeof(T);
    buffer<T> elements{from_, std::max(n, std::clamp(size(), least, most))};
    pieces_.emplace_back();
    close_piece(pieces_.size() - 1);
    begin_ = next_ = elements.data();
    end_ = begin_ + elements.size();
    pieces_.back().elements = std::move(elements);
  }

  memory_source from_;
  std::vector<piece> pieces_;  // on the heap: five words a megabyte
  T* begin_ = nullptr;         // of the last piece, which is filled up to next_
  T* next_ = nullptr;
  T* end_ = nullptr;
  std::size_t size_of_others_ = 0;
};

}  // namespace detail

// The streams of a complete matrix. Moves; the views stay good.
template <class F>
struct stored_matrix {
  std::uint64_t terms = 0;
  buffer<std::uint8_t> descriptors;
  buffer<page_start> pages;
  buffer<std::uint32_t> columns;
  buffer<std::uint8_t> codes;

  [[nodiscard]] sparse_matrix<F> matrix() const noexcept { return {terms, descriptors.all(), pages.all(), columns.all(), codes.all()}; }

  // Column j becomes f(j) everywhere. Precondition: f is strictly ascending.
  template <class Map>
  void rename_columns(Map const& f) {
    std::uint32_t* column = columns.data();
    for (std::uint8_t const descriptor : descriptors) {
      std::uint32_t size = row_descriptor{descriptor}.length();
      if (size == row_descriptor::long_row) size = *column++;
      for (std::uint32_t const* const end = column + size; column != end; ++column) *column = f(*column);
    }
  }
};

template <class F>
class sparse_matrix_builder {
 public:
  static constexpr std::size_t most = 0xffff'ffff;  // rows, and terms of a row
  static_assert(std::endian::native == std::endian::little, "codes are the low bytes of a word");

  explicit sparse_matrix_builder(memory_source const& from = {}) noexcept
      : descriptors_(from), pages_(from), columns_(from), codes_(from), codes_of_row_(from) {}

  // Appends a row: sorts the terms by column, merges equal columns, drops zeros. Leaves `terms` empty, its memory kept.
  // Throws argument_error past `most` rows, or terms of one row. Terms: a container of matrix_term.
  template <class Terms>
  void append_row(coefficient_dictionary<F>& dictionary, Terms& terms) {
    if (rows() == most) throw argument_error("shape: more than 2^32 - 1 rows");
    auto const ascending = [](matrix_term<F> const& x, matrix_term<F> const& y) { return x.column < y.column; };
    if (!std::is_sorted(terms.begin(), terms.end(), ascending)) std::sort(terms.begin(), terms.end(), ascending);
    codes_of_row_.reserve(terms.size());

    std::uint32_t* const words = columns_.room(terms.size() + 1);
    std::uint32_t* const columns = words + (terms.size() < row_descriptor::long_row ? 0 : 1);  // behind its length, if it stays that long
    std::size_t size = 0;
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < terms.size();) {
      std::uint32_t const column = terms[i].column;
      F& sum = terms[i].coefficient;
      for (++i; i < terms.size() && terms[i].column == column; ++i) sum += terms[i].coefficient;
      if (sum.is_zero()) continue;
      std::uint32_t const code = dictionary.code(sum);
      largest = std::max(largest, code);
      columns[size] = column;
      codes_of_row_[size++] = code;
    }
    if (size > most) throw argument_error("shape: more than 2^32 - 1 terms in one row");

    row_descriptor const row{row_descriptor::of(size, largest)};
    std::uint8_t* const codes = codes_.room(size * row.code_bytes());
    if (row.code_bytes() == 1) {  // by far the most rows that have codes
      for (std::size_t i = 0; i < size; ++i) codes[i] = static_cast<std::uint8_t>(codes_of_row_[i]);
    } else if (row.code_bytes() != 0) {
      for (std::size_t i = 0; i < size; ++i) std::memcpy(codes + i * row.code_bytes(), &codes_of_row_[i], row.code_bytes());
    }
    if (rows() % sparse_matrix<F>::page_rows == 0) pages_.push_back({columns_.size(), codes_.size()});
    descriptors_.push_back(row.byte);
    bool const is_long = row.length() == row_descriptor::long_row;
    if (is_long) {
      *words = static_cast<std::uint32_t>(size);
    } else if (columns != words) {
      std::memmove(words, columns, size * sizeof(std::uint32_t));
    }
    columns_.keep(size + (is_long ? 1 : 0));
    codes_.keep(size * row.code_bytes());
    terms_ += size;
    terms.clear();
  }

  [[nodiscard]] std::size_t rows() const noexcept { return descriptors_.size(); }

  // The builder is empty afterwards.
  [[nodiscard]] LUCID_COLD stored_matrix<F> finish() {
    if (rows() != 0) pages_.push_back({columns_.size(), codes_.size()});
    return {std::exchange(terms_, 0), descriptors_.take(), pages_.take(), columns_.take(), codes_.take()};
  }

 private:
  detail::growing_stream<std::uint8_t> descriptors_;
  detail::growing_stream<page_start> pages_;
  detail::growing_stream<std::uint32_t> columns_;
  detail::growing_stream<std::uint8_t> codes_;
  std::uint64_t terms_ = 0;
  growing_buffer<std::uint32_t> codes_of_row_;
};

}  // namespace lucid::inline v0
