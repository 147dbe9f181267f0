// What must hold of every gadget, whatever it computes: its shape does not look at secrets, all builders tell the same story, and no private variable is loose.
// On a small field every assignment is tried: `solutions` finds all of them, so that a second witness or a refused valid input shows.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/same_shape.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/synthesis.hpp>

namespace laws {

template <class F>
bool same_values(lucid::view<F const> x, lucid::view<F const> y) {
  bool same = x.size() == y.size();
  for (std::size_t i = 0; same && i < x.size(); ++i) same = x[i] == y[i];
  return same;
}

// A row of a shape, found once.
struct shape_row {
  lucid::row_terms a, b, c;
};

template <class F>
std::vector<shape_row> rows_of(lucid::shape<F> const& shape) {
  std::vector<shape_row> rows;
  auto a = shape.a().cursor(0), b = shape.b().cursor(0), c = shape.c().cursor(0);
  while (rows.size() < shape.constraints()) rows.push_back({a.next(), b.next(), c.next()});
  return rows;
}

template <class F>
bool row_holds(lucid::shape<F> const& shape, shape_row const& row, std::vector<F> const& z) {
  auto const value = [&](lucid::row_terms const& terms) { return lucid::row_value<F>(terms, shape.dictionary(), z); };
  return value(row.a) * value(row.b) == value(row.c);
}

// The columns of private variables, without the first `given`, that could take another value, all else unchanged: z + 1 or 1 − z (the other bit) goes
// unnoticed. Each term is looked at twice, however long its row.
template <class F>
std::vector<std::size_t> loose_variables(lucid::shape<F> const& shape, std::vector<F> const& z, std::size_t given) {
  struct occurrence {
    std::uint32_t row;
    int matrix;
    F k;
  };
  std::vector<std::vector<occurrence>> occurrences(shape.variables());
  std::vector<F> values[3];
  std::uint32_t row_number = 0;
  for (shape_row const& row : rows_of(shape)) {
    int m = 0;
    for (lucid::row_terms const* terms : {&row.a, &row.b, &row.c}) {
      values[m].push_back(lucid::row_value<F>(*terms, shape.dictionary(), z));
      for (auto const [column, code] : *terms) occurrences[column].push_back({row_number, m, shape.dictionary()[code]});
      ++m;
    }
    ++row_number;
  }
  auto const unnoticed = [&](std::size_t column, F const& change) {
    auto const& terms = occurrences[column];
    for (std::size_t i = 0; i < terms.size();) {
      std::uint32_t const row = terms[i].row;
      F value[3] = {values[0][row], values[1][row], values[2][row]};
      for (; i < terms.size() && terms[i].row == row; ++i) value[terms[i].matrix] += terms[i].k * change;
      if (value[0] * value[1] != value[2]) return false;
    }
    return true;
  };
  std::vector<std::size_t> loose;
  for (std::size_t column = 1 + shape.public_inputs() + given; column < shape.variables(); ++column) {
    F const other_bit = F::one() - (z[column] + z[column]);
    if (unnoticed(column, F::one()) || (!other_bit.is_zero() && unnoticed(column, other_bit))) loose.push_back(column);
  }
  return loose;
}

// All builders agree on one satisfied circuit. Returns its shape.
template <class F, class Circuit>
lucid::shape<F> builders_agree(Circuit const& circuit) {
  auto const& exec = lucid::cpu::seq;
  auto const shape = lucid::shape_of<F>(exec, circuit);
  lucid::checker<F> const checked{circuit};
  CHECK(checked.recorded_shape() == shape);
  CHECK(checked.hash() == shape.hash());
  CHECK(lucid::size_of<F>(circuit) == lucid::circuit_size{shape.constraints(), shape.variables(), shape.public_inputs()});
  auto const violation = checked.first_violation();
  CHECK_MESSAGE(!violation, (violation ? violation->text() : std::string{}));
  CHECK(checked.warnings().empty());

  auto const z = lucid::assign(exec, shape, circuit);
  CHECK(same_values<F>(z.all(), checked.values()));
  for (lucid::expected_size const expected :
       {lucid::expected_size{}, lucid::expected_size{shape.constraints(), shape.variables(), shape.public_inputs()},
        lucid::expected_size{1, 7, 3}}) {
    auto const rows = lucid::synthesize<F>(exec, circuit, expected);
    CHECK(same_values<F>(rows.z.all(), z.all()));
    CHECK(rows.z.public_inputs() == shape.public_inputs());
    bool same = rows.a.size() == shape.constraints() && rows.b.size() == shape.constraints() && rows.c.size() == shape.constraints();
    auto const in_shape = rows_of(shape);
    auto const value = [&](lucid::row_terms const& terms) { return lucid::row_value<F>(terms, shape.dictionary(), z.all()); };
    for (std::size_t i = 0; same && i < rows.a.size(); ++i) {
      same = rows.a[i] == value(in_shape[i].a) && rows.b[i] == value(in_shape[i].b) && rows.c[i] == value(in_shape[i].c);
    }
    CHECK(same);
  }
  return shape;
}

// What a gadget's laws leave out.
struct exempt {
  std::size_t given = 0;  // that many private variables at the front are inputs: some inputs do not matter to some results
  std::size_t hints = 0;  // that many others are free for the values at hand, as in is_zero(0)
};

// The laws, for two circuits that differ in their secrets only.
template <class F, class Circuit>
void gadget(Circuit const& one, Circuit const& other, exempt const& except = {}) {
  auto const shape = builders_agree<F>(one);
  CHECK(builders_agree<F>(other) == shape);
  lucid::checker<F> const runs[] = {lucid::checker<F>{one}, lucid::checker<F>{other}};
  auto const difference = lucid::first_difference(runs[0], runs[1]);
  CHECK_MESSAGE(!difference, (difference ? difference->text() : std::string{}));
  for (auto const& checked : runs) {
    auto const values = checked.values();
    CHECK(loose_variables(shape, std::vector<F>(values.begin(), values.end()), except.given).size() <= except.hints);
  }
}

namespace detail {

// For each column the rows whose last variable it is.
template <class F>
std::vector<std::vector<shape_row>> row_ends(lucid::shape<F> const& shape) {
  std::vector<std::vector<shape_row>> ends(shape.variables());
  for (shape_row const& row : rows_of(shape)) {
    std::size_t last = 0;
    for (lucid::row_terms const* terms : {&row.a, &row.b, &row.c}) {
      if (!terms->empty()) last = std::max<std::size_t>(last, (*terms)[terms->size() - 1].column);
    }
    ends[last].push_back(row);
  }
  return ends;
}

template <class F>
bool rows_hold(lucid::shape<F> const& shape, std::vector<shape_row> const& rows, std::vector<F> const& z) {
  bool holds = true;
  for (shape_row const& row : rows) holds = holds && row_holds(shape, row, z);
  return holds;
}

// Every way to go on from z[0], …, z[column − 1].
template <class F>
void extend(lucid::shape<F> const& shape, std::vector<std::vector<shape_row>> const& ends, std::vector<F>& z, std::size_t column,
            std::vector<std::vector<F>>& found) {
  if (column == shape.variables()) {
    found.push_back(z);
    return;
  }
  for (lucid::limb_t value = 0; value < F::modulus()[0]; ++value) {
    z[column] = F{value};
    if (rows_hold(shape, ends[column], z)) extend(shape, ends, z, column + 1, found);
  }
}

}  // namespace detail

// Every assignment that satisfies the shape, found by trying all values of all variables (a row is judged as soon as its last variable has a value).
template <class F>
std::vector<std::vector<F>> solutions(lucid::shape<F> const& shape) {
  static_assert(F::bits <= 13, "exhaustion is for small fields");
  auto const ends = detail::row_ends(shape);
  std::vector<std::vector<F>> found;
  std::vector<F> z(shape.variables());
  z[0] = F::one();
  if (detail::rows_hold(shape, ends[0], z)) detail::extend(shape, ends, z, 1, found);
  return found;
}

}  // namespace laws
