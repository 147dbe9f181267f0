// What must hold of a sparse matrix, however it is stored: every way of reading it tells the same terms as the plain lists that it was made from.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/circuit/sparse_matrix_builder.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>

namespace laws {

template <class F>
using plain_row = std::vector<lucid::matrix_term<F>>;  // columns ascending, no zeros

// Rows of the given lengths over `columns` columns with steps of 1 to 3 (where there is room), and a dictionary that holds all their coefficients.
// Coefficients in turn, by row: all +1; ±1; ±1, small powers of two and runs that double; any of the pool.
template <class F>
struct plain_matrix {
  std::vector<plain_row<F>> rows;
  std::size_t columns;

  plain_matrix(std::vector<std::size_t> const& lengths, std::size_t column_count, std::size_t pool_size, std::uint64_t seed)
      : columns(column_count) {
    lucid::seeded_entropy entropy{seed};
    auto const draw = [&](std::size_t below) {
      std::uint64_t x = 0;
      entropy.fill(std::as_writable_bytes(std::span{&x, 1}));
      return static_cast<std::size_t>(x % below);
    };
    std::vector<F> pool;
    for (std::size_t i = 0; i < pool_size; ++i) pool.push_back(lucid::random_nonzero<F>(entropy));
    std::size_t pooled = 0;
    for (std::size_t const length : lengths) {
      plain_row<F> row;
      std::size_t column = 0;
      std::size_t const kind = draw(4);
      F power = F::one();
      for (std::size_t t = 0; t < length; ++t) {
        std::size_t const spare = (columns - column) - (length - t);
        column += spare == 0 ? 0 : draw(spare < 3 ? spare + 1 : 3);
        if (draw(5) == 0) power = draw(2) == 0 ? -F::one() : F{draw(40) + 1};
        F k = F::one();
        if (kind == 1 && draw(2) == 0) k = -F::one();
        if (kind == 2) k = power;
        if (kind == 3) k = pool[pooled++ % pool.size()];
        if (!k.is_zero()) row.push_back({static_cast<std::uint32_t>(column), k});
        ++column;
        power = power + power;
      }
      rows.push_back(row);
    }
  }
};

// Of every length around the limits of a row byte, more rows than some pages, and the first of a page long, short and empty.
inline std::vector<std::size_t> telling_lengths() {
  std::vector<std::size_t> lengths = {3, 0, 1, 61, 62, 63, 64, 65, 2, 0, 0, 130, 5};
  while (lengths.size() < 64) lengths.push_back(lengths.size() % 5);
  lengths.push_back(63);
  lengths.push_back(1);
  while (lengths.size() < 128) lengths.push_back(0);
  lengths.push_back(0);
  for (int i = 0; i < 70; ++i) lengths.push_back(static_cast<std::size_t>(i));
  lengths.push_back(300);
  return lengths;
}

template <class F>
lucid::stored_matrix<F> stored(plain_matrix<F> const& plain, lucid::coefficient_dictionary<F>& dictionary) {
  lucid::sparse_matrix_builder<F> builder;
  for (auto row : plain.rows) builder.append_row(dictionary, row);
  return builder.finish();
}

template <class F>
bool same_terms(lucid::row_terms const& terms, plain_row<F> const& expected, lucid::view<F const> dictionary) {
  if (terms.size() != expected.size() || terms.empty() != expected.empty()) return false;
  std::size_t t = 0;
  std::uint32_t largest = 0;
  for (auto const [column, code] : terms) {
    if (column != expected[t].column || dictionary[code] != expected[t].coefficient) return false;
    if (terms[t].column != column || terms[t].code != code) return false;
    largest = code > largest ? code : largest;
    ++t;
  }
  std::uint32_t const width = largest == 0 ? 0 : largest < 256 ? 1 : largest < 65536 ? 2 : 4;
  return t == expected.size() && terms.code_bytes() == width;
}

// Every access path against the lists.
template <class F>
void reads_as(lucid::sparse_matrix<F> const& matrix, lucid::view<F const> dictionary, plain_matrix<F> const& plain) {
  std::size_t terms = 0;
  for (auto const& row : plain.rows) terms += row.size();
  CHECK(matrix.rows() == plain.rows.size());
  CHECK(matrix.terms() == terms);

  bool at_random = true, from_anywhere = true, in_ranges = true;
  for (std::size_t i = 0; i < plain.rows.size(); ++i) {
    at_random = at_random && same_terms(matrix.row(i), plain.rows[i], dictionary);
    auto cursor = matrix.cursor(i);
    for (std::size_t j = i; j < plain.rows.size() && j < i + 70; ++j) {
      from_anywhere = from_anywhere && same_terms(cursor.next(), plain.rows[j], dictionary);
    }
    std::size_t const end = i + (i * 7) % (plain.rows.size() - i + 1);
    std::size_t visited = i;
    matrix.for_each_row(i, end, [&](std::size_t row, lucid::row_terms const& found) {
      in_ranges = in_ranges && row == visited++ && same_terms(found, plain.rows[row], dictionary);
    });
    in_ranges = in_ranges && visited == end;
  }
  CHECK(at_random);
  CHECK(from_anywhere);
  CHECK(in_ranges);

  bool term_by_term = true;
  std::size_t row_before = 0, t = 0, count = 0;
  matrix.for_each_term([&](std::size_t row, std::uint32_t column, std::uint32_t code) {
    t = row == row_before ? t : 0;
    row_before = row;
    term_by_term = term_by_term && t < plain.rows[row].size() && plain.rows[row][t].column == column &&
                   plain.rows[row][t].coefficient == dictionary[code];
    ++t;
    ++count;
  });
  CHECK(term_by_term);
  CHECK(count == terms);
}

// Σ coefficient·x[column], by the lists.
template <class F>
std::vector<F> product(plain_matrix<F> const& plain, std::vector<F> const& x) {
  std::vector<F> y;
  for (auto const& row : plain.rows) {
    F sum = F::zero();
    for (auto const& term : row) sum += term.coefficient * x[term.column];
    y.push_back(sum);
  }
  return y;
}

}  // namespace laws
