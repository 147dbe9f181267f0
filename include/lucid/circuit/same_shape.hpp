// Does a circuit's shape depend on its values? Two runs with different secrets are compared, and the first place where they part is named. That two runs agree
// does not prove that all do.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/row_text.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/error.hpp>

namespace lucid::inline v0 {

// Where two runs part: at a row, or, when one has all rows of the other, behind the last common one.
struct shape_difference {
  std::size_t row = 0;
  std::string one, other;  // "row 1 in leaky: w_0 · w_1 = w_2", or what it has instead

  [[nodiscard]] std::string text() const {
    return "the circuit's shape depends on its values\n  one run    has " + one + "\n  the other  has " + other + '\n';
  }
};

// The first row that differs in its terms; else different numbers of rows, public inputs or private variables. Scopes are not compared.
template <class F>
[[nodiscard]] std::optional<shape_difference> first_difference(checker<F> const& one, checker<F> const& other) {
  shape<F> const& x = one.recorded_shape();
  shape<F> const& y = other.recorded_shape();
  auto const same_sum = [&](row_terms const& s, row_terms const& t) {
    if (s.size() != t.size()) return false;
    for (std::size_t i = 0; i < s.size(); ++i) {
      // Columns are compared by name, so that a public input more does not make every row another.
      bool const same_kind = (s[i].column <= x.public_inputs()) == (t[i].column <= y.public_inputs());
      std::size_t const shift = s[i].column <= x.public_inputs() ? 0 : y.public_inputs() - x.public_inputs();
      if (!same_kind || t[i].column != s[i].column + shift || x.dictionary()[s[i].code] != y.dictionary()[t[i].code]) return false;
    }
    return true;
  };
  std::size_t const common = std::min(x.constraints(), y.constraints());
  std::size_t row = 0;
  row_cursor of_x[] = {x.a().cursor(0), x.b().cursor(0), x.c().cursor(0)};
  row_cursor of_y[] = {y.a().cursor(0), y.b().cursor(0), y.c().cursor(0)};
  while (row < common && same_sum(of_x[0].next(), of_y[0].next()) && same_sum(of_x[1].next(), of_y[1].next()) &&
         same_sum(of_x[2].next(), of_y[2].next())) {
    ++row;
  }
  auto const size = [](shape<F> const& s) {
    return detail::counted(s.constraints(), "row") + ", " + detail::counted(s.public_inputs(), "public input") + " and " +
           detail::counted(s.variables() - 1 - s.public_inputs(), "private variable");
  };
  if (row == common && x.constraints() == y.constraints()) {
    if (x.variables() == y.variables() && x.public_inputs() == y.public_inputs()) return std::nullopt;
    return shape_difference{row, size(x), size(y)};
  }
  auto const text = [&](checker<F> const& run) {
    return row < run.recorded_shape().constraints() ? run.text_of_row(row) : "no row " + std::to_string(row);
  };
  return shape_difference{row, text(one), text(other)};
}

// Runs both, which are to differ in their secrets only. Throws shape_mismatch, with the text of the difference, when they do not have the same shape.
template <class F, class Circuit>
void require_same_shape(Circuit const& one, Circuit const& other) {
  if (auto const difference = first_difference(checker<F>{one}, checker<F>{other})) throw shape_mismatch(difference->text());
}

}  // namespace lucid::inline v0
