// A sparse matrix by rows, 8 bytes a term: a 4-byte column and a 4-byte code into a dictionary of coefficients. Immutable once its shape is made; no products.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/config/assert.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// Distinct coefficients in order of first use: circuits use few, most of them ±1. code ↔ value, amortised O(1).
template <class F>
class coefficient_dictionary {
 public:
  static constexpr std::uint32_t plus_one = 0;
  static constexpr std::uint32_t minus_one = 1;

  coefficient_dictionary() : values_{F::one(), -F::one()} { rehash(64); }

  // The code of k, new or old. Throws argument_error past 2^31 distinct values.
  std::uint32_t code(F const& k) {
    if (k == values_[plus_one]) return plus_one;
    if (k == values_[minus_one]) return minus_one;
    std::size_t slot = find(k);
    if (slots_[slot] != empty) return slots_[slot];
    if (values_.size() >= (std::size_t{1} << 31)) throw argument_error("more than 2^31 distinct coefficients");
    if (2 * values_.size() >= slots_.size()) {
      rehash(2 * slots_.size());
      slot = find(k);
    }
    values_.push_back(k);
    return slots_[slot] = static_cast<std::uint32_t>(values_.size() - 1);
  }

  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] F const& operator[](std::size_t code) const noexcept { return values_[code]; }
  [[nodiscard]] view<F const> all() const noexcept { return values_; }

 private:
  static constexpr std::uint32_t empty = ~std::uint32_t{0};

  // The seed is an address: coefficients of a hostile file cannot be chosen to collide. Codes do not depend on it.
  [[nodiscard]] std::uint64_t hash(F const& k) const noexcept {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;  // 2^64 / golden ratio
    std::uint64_t h = seed_;
    auto const& residue = k.to_montgomery();
    for (std::size_t i = 0; i < F::limbs; ++i) {
      h = (h ^ residue[i]) * odd;
      h ^= h >> 32;
    }
    return h;
  }
  // The slot that holds k, or the empty one where it belongs. Linear probing; at most half of the slots are full.
  [[nodiscard]] std::size_t find(F const& k) const noexcept {
    std::size_t const mask = slots_.size() - 1;
    std::size_t slot = hash(k) & mask;
    while (slots_[slot] != empty && !(values_[slots_[slot]] == k)) slot = (slot + 1) & mask;
    return slot;
  }
  void rehash(std::size_t slots) {
    slots_.assign(slots, empty);
    seed_ = reinterpret_cast<std::uintptr_t>(slots_.data());
    for (std::size_t i = 0; i < values_.size(); ++i) slots_[find(values_[i])] = static_cast<std::uint32_t>(i);
  }

  std::vector<F> values_;
  std::vector<std::uint32_t> slots_;
  std::uint64_t seed_ = 0;
};

// A term as it is stored: its coefficient is a code into the shape's dictionary.
struct coded_term {
  std::uint32_t column;
  std::uint32_t code;
};

// The terms of one row, columns strictly ascending: a range of coded_term. A view into a matrix.
class row_terms {
 public:
  class iterator {
   public:
    constexpr iterator(row_terms const& terms, std::size_t at) noexcept : column_(terms.column_ + at), code_(terms.code_ + at) {}
    [[nodiscard]] constexpr coded_term operator*() const noexcept { return {*column_, *code_}; }
    constexpr iterator& operator++() noexcept {
      ++column_;
      ++code_;
      return *this;
    }
    friend constexpr bool operator==(iterator const& x, iterator const& y) noexcept { return x.column_ == y.column_; }

   private:
    std::uint32_t const* column_;
    std::uint32_t const* code_;
  };

  constexpr row_terms(std::uint32_t const* column, std::uint32_t const* code, std::size_t size) noexcept
      : column_(column), code_(code), size_(size) {}

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  // Precondition: i < size().
  [[nodiscard]] constexpr coded_term operator[](std::size_t i) const noexcept { return {column_[i], code_[i]}; }
  [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
  [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size_}; }

 private:
  std::uint32_t const* column_;
  std::uint32_t const* code_;
  std::size_t size_;
};

// Rows of terms, no coefficient zero. Read by row() and the for_each functions; how terms are stored is this file's affair.
template <class F>
struct sparse_matrix {
  std::vector<std::uint64_t> row_start{0};
  std::vector<std::uint32_t> column;
  std::vector<std::uint32_t> coefficient;

  [[nodiscard]] std::size_t rows() const noexcept { return row_start.empty() ? 0 : row_start.size() - 1; }
  [[nodiscard]] std::size_t terms() const noexcept { return column.size(); }

  // Precondition of all: rows of the matrix. One row is found in constant time, many are better read in order.
  [[nodiscard]] row_terms row(std::size_t i) const noexcept {
    std::uint64_t const begin = row_start[i];
    return {column.data() + begin, coefficient.data() + begin, static_cast<std::size_t>(row_start[i + 1] - begin)};
  }
  // f(row, its terms) for rows [begin, end).
  template <class Visit>
  void for_each_row(std::size_t begin, std::size_t end, Visit&& f) const {
    for (std::size_t i = begin; i < end; ++i) f(i, row(i));
  }
  // f(row, column, code) for the terms of rows [begin, end).
  template <class Visit>
  void for_each_term(std::size_t begin, std::size_t end, Visit&& f) const {
    for_each_row(begin, end, [&f](std::size_t i, row_terms const& terms) {
      for (auto const [column, code] : terms) f(i, column, code);
    });
  }
  template <class Visit>
  void for_each_term(Visit&& f) const {
    for_each_term(0, rows(), f);
  }

  // Σ coefficient·z[column] over one row. The naive twin of qap/multiply.hpp, and what a checker needs.
  [[nodiscard]] F row_value(std::size_t i, view<F const> dictionary, view<F const> z) const noexcept {
    F sum = F::zero();
    for (auto const [column, code] : row(i)) sum += dictionary[code] * z[column];
    return sum;
  }
};

// One term of a row that is being made.
template <class F>
struct matrix_term {
  std::uint32_t column;
  F coefficient;
};

// Appends the row: sorts the terms by column, merges equal columns, drops zeros. Leaves `terms` empty, its memory kept.
template <class F>
void append_row(sparse_matrix<F>& matrix, coefficient_dictionary<F>& dictionary, std::vector<matrix_term<F>>& terms) {
  auto const ascending = [](matrix_term<F> const& x, matrix_term<F> const& y) { return x.column < y.column; };
  if (!std::is_sorted(terms.begin(), terms.end(), ascending)) std::sort(terms.begin(), terms.end(), ascending);
  for (std::size_t i = 0; i < terms.size();) {
    std::uint32_t const column = terms[i].column;
    F sum = terms[i].coefficient;
    for (++i; i < terms.size() && terms[i].column == column; ++i) sum += terms[i].coefficient;
    if (sum.is_zero()) continue;
    matrix.column.push_back(column);
    matrix.coefficient.push_back(dictionary.code(sum));
  }
  matrix.row_start.push_back(matrix.column.size());
  terms.clear();
}

}  // namespace lucid::inline v0
