// The rows of a matrix laid out for one thread each, with no row too long for one: what a device keeps of a key, and the work of each of its threads. Views; the host
// arrays that they are made from stand beside them. Uploads nothing, starts nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/circuit/coefficient_dictionary.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/qap/coefficient_action.hpp>

namespace lucid::inline v0::qap {

// Terms of a row that one thread sums. Rows of more are cut into pieces of so many, whose sums a block of threads adds up.
inline constexpr std::uint32_t terms_of_a_thread = 32;

struct row_piece {
  std::uint64_t begin;  // the first of its terms
  std::uint32_t terms;
};
struct long_row {
  std::uint64_t row;
  std::uint64_t first_piece;  // as many as its terms ask for
  std::uint64_t pieces;
};

// Columns and codes in the order of the rows; codes in the narrower of two widths that holds them all, none where all coefficients are one.
template <class F, memory_space Space = memory_space::host>
struct resident_rows {
  view<std::uint64_t const, Space> start;  // row i holds the terms [start[i], start[i + 1])
  view<std::uint32_t const, Space> column;
  view<std::uint16_t const, Space> code;
  view<std::uint32_t const, Space> wide_code;
  view<row_piece const, Space> pieces;
  view<long_row const, Space> long_rows;
  view<F const, Space> dictionary;
  view<std::uint8_t const, Space> actions;

  [[nodiscard]] LUCID_HOST_DEVICE std::size_t rows() const noexcept { return start.empty() ? 0 : start.size() - 1; }
  [[nodiscard]] LUCID_HOST_DEVICE std::uint64_t terms() const noexcept { return column.size(); }

  // Σ coefficient·x[column] over the terms [begin, end). No branch depends on x.
  [[nodiscard]] LUCID_HOST_DEVICE F sum(std::uint64_t begin, std::uint64_t end, view<F const, Space> x) const noexcept {
    F total = F::zero();
    for (std::uint64_t t = begin; t < end;) {
      std::uint32_t const first = code_of(t);
      std::uint32_t const action = action_of(first);
      std::uint64_t last = t + 1;  // beyond the terms whose coefficients double from one to the next
      if (first > coefficient_dictionary<F>::minus_one) {
        for (std::uint32_t c = first; last < end && (action_of(c) & coefficient_action::next_is_twice) != 0 && code_of(last) == c + 1;)
          ++last, ++c;
      }
      F part = x[column[last - 1]];
      for (std::uint64_t i = last - 1; i-- > t;) part = part + part + x[column[i]];
      std::uint32_t const doublings = action & coefficient_action::product;
      if (doublings == coefficient_action::product) {
        part = part * dictionary[first];
      } else {
        for (std::uint32_t j = 0; j < doublings; ++j) part = part + part;
      }
      total = (action & coefficient_action::negative) != 0 ? total - part : total + part;
      t = last;
    }
    return total;
  }

  template <class Visit>
  void touches(Visit&& f) const {
    f(start), f(column), f(code), f(wide_code), f(pieces), f(long_rows), f(dictionary), f(actions);
  }

 private:
  [[nodiscard]] LUCID_HOST_DEVICE std::uint32_t code_of(std::uint64_t t) const noexcept {
    return !code.empty() ? code[t] : !wide_code.empty() ? wide_code[t] : coefficient_dictionary<F>::plus_one;
  }
  [[nodiscard]] LUCID_HOST_DEVICE std::uint32_t action_of(std::uint32_t c) const noexcept {
    return c < actions.size() ? actions[c] : coefficient_action::product;
  }
};

// Bodies of each_index: out[i] ← the sum of row i, unless it is long; partial[i] ← the sum of piece i.
template <class F, memory_space Space>
struct short_row_sums {
  resident_rows<F, Space> rows;
  view<F const, Space> x;
  view<F, Space> out;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    std::uint64_t const begin = rows.start[i], end = rows.start[i + 1];
    if (end - begin <= terms_of_a_thread) out[i] = rows.sum(begin, end, x);
  }
  template <class Visit>
  void touches(Visit&& f) const {
    rows.touches(f), f(x), f(out);
  }
};
template <class F, memory_space Space>
struct piece_sums {
  resident_rows<F, Space> rows;
  view<F const, Space> x;
  view<F, Space> partial;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    row_piece const piece = rows.pieces[i];
    partial[i] = rows.sum(piece.begin, piece.begin + piece.terms, x);
  }
  template <class Visit>
  void touches(Visit&& f) const {
    rows.touches(f), f(x), f(partial);
  }
};

// How many of each the arrays of one matrix are.
struct resident_sizes {
  std::size_t rows = 0, terms = 0, pieces = 0, long_rows = 0;
  std::uint32_t largest_code = 0;

  // One look at each term.
  template <class F>
  [[nodiscard]] static resident_sizes of(sparse_matrix<F> const& matrix) noexcept {
    resident_sizes sizes{matrix.rows(), static_cast<std::size_t>(matrix.terms()), 0, 0, 0};
    matrix.for_each_row(0, matrix.rows(), [&](std::size_t, row_terms const& row) {
      for (std::size_t t = 0; t < row.size() && row.code_bytes() != 0; ++t) {
        if (std::uint32_t const code = row.code(t); code > sizes.largest_code) sizes.largest_code = code;
      }
      if (row.size() > terms_of_a_thread) {
        ++sizes.long_rows;
        sizes.pieces += (row.size() + terms_of_a_thread - 1) / terms_of_a_thread;
      }
    });
    return sizes;
  }
  [[nodiscard]] constexpr std::size_t code_bytes() const noexcept { return largest_code == 0 ? 0 : largest_code < (1u << 16) ? 2 : 4; }
};

// The arrays of one matrix, in host memory. Dictionary and actions are shared by the matrices of a circuit, and not among them.
template <class F>
class row_arrays {
 public:
  // Three looks at each term, on the calling thread. Memory: 4 to 8 bytes a term, 8 a row.
  row_arrays(execution_policy auto const& exec, sparse_matrix<F> const& matrix) : row_arrays(exec, matrix, resident_sizes::of(matrix)) {}

  [[nodiscard]] resident_rows<F> rows(view<F const> dictionary, view<std::uint8_t const> actions) const noexcept {
    return {start_.all(), column_.all(), code_.all(), wide_code_.all(), pieces_.all(), long_rows_.all(), dictionary, actions};
  }

 private:
  row_arrays(execution_policy auto const& exec, sparse_matrix<F> const& matrix, resident_sizes const& sizes)
      : start_(exec, sizes.rows + 1),
        column_(exec, sizes.terms),
        code_(exec, sizes.code_bytes() == 2 ? sizes.terms : 0),
        wide_code_(exec, sizes.code_bytes() == 4 ? sizes.terms : 0),
        pieces_(exec, sizes.pieces),
        long_rows_(exec, sizes.long_rows) {
    std::size_t term = 0, piece = 0, long_one = 0;
    matrix.for_each_row(0, sizes.rows, [&](std::size_t row, row_terms const& in) {
      start_[row] = term;
      if (in.size() > terms_of_a_thread) {
        std::size_t const first = piece;
        for (std::size_t t = 0; t < in.size(); t += terms_of_a_thread) {
          std::size_t const left = in.size() - t;
          pieces_[piece++] = {term + t, static_cast<std::uint32_t>(left < terms_of_a_thread ? left : terms_of_a_thread)};
        }
        long_rows_[long_one++] = {row, first, piece - first};
      }
      for (auto const [column, code] : in) {
        column_[term] = column;
        if (!code_.empty()) code_[term] = static_cast<std::uint16_t>(code);
        if (!wide_code_.empty()) wide_code_[term] = code;
        ++term;
      }
    });
    start_[sizes.rows] = term;
  }

  buffer<std::uint64_t> start_;
  buffer<std::uint32_t> column_;
  buffer<std::uint16_t> code_;
  buffer<std::uint32_t> wide_code_;
  buffer<row_piece> pieces_;
  buffer<long_row> long_rows_;
};

}  // namespace lucid::inline v0::qap
