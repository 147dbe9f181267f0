// What is wrong with a circuit or a witness: rows that do not hold, variables that nothing holds, each with its place. Slow and complete; for tests and for
// people: its texts show values, secret ones too. A shape that depends on a secret is found by same_shape.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lucid/circuit/check_recorder.hpp>
#include <lucid/circuit/row_text.hpp>
#include <lucid/circuit/satisfaction.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// A row with a·b ≠ c.
template <class F>
struct violation {
  std::size_t row = 0;
  std::string path;      // the scopes that the row was made in, "sha256/block[1]"; empty where unknown
  std::string equation;  // "(1 − w_5) · w_5 = 0"
  F a{}, b{}, c{};
  F left{}, right{};                   // of the equation as it is written: a·b and c, or the sides of a linear row
  std::vector<std::string> variables;  // "made in sha256/block[0]: w_5 = 2, w_6 = 0", a line for each place: the first few that the row has

  // One line: row 17 in sha256/block[1]: (1 − w_5) · w_5 = 0, but −2 ≠ 0
  [[nodiscard]] std::string text() const { return place() + ": " + equation + ", but " + short_text(left) + " ≠ " + short_text(right); }
  // Several lines, with the values of the row's variables and where they were made. Ends with a new line.
  [[nodiscard]] std::string explanation() const {
    std::string text = place() + " does not hold\n  it asks  " + equation + "\n  it has   ";
    if (equation.find(" · ") != std::string::npos) text += short_text(a) + " · " + short_text(b) + " = ";
    text += short_text(left) + " on the left, " + short_text(right) + " on the right\n";
    for (std::string const& v : variables) text += "  " + v + '\n';
    return text;
  }

 private:
  [[nodiscard]] std::string place() const { return "row " + std::to_string(row) + (path.empty() ? "" : " in " + path); }
};

namespace detail {

// place(column): "made in …", or nothing. Variables of one place share a line.
template <class F, class Place>
[[nodiscard]] violation<F> describe_violation(shape<F> const& shape, view<F const> z, std::size_t row, Place const& place) {
  constexpr std::size_t shown = 16;
  violation<F> result;
  result.row = row;
  result.equation = row_text(shape, row);
  std::vector<std::uint32_t> columns;
  auto const value = [&](sparse_matrix<F> const& m) {
    for (auto const [column, code] : m.row(row)) {
      if (column != 0 && std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
    }
    return m.row_value(row, shape.dictionary(), z);
  };
  result.a = value(shape.a());
  result.b = value(shape.b());
  result.c = value(shape.c());
  result.left = result.a * result.b;
  result.right = result.c;
  if (is_linear_row(shape, row)) {
    result.right = F::zero();
    auto const dictionary = shape.dictionary();
    for (auto const [column, code] : shape.c().row(row)) {
      F const& k = dictionary[code];
      (is_short_negative(k) ? result.right : result.left) += (is_short_negative(k) ? -k : k) * z[column];
    }
  }
  std::vector<std::string> places;
  for (std::size_t i = 0; i < columns.size() && i < shown; ++i) {
    std::string const text = column_name(columns[i], shape.public_inputs()) + " = " + short_text(z[columns[i]]);
    std::string const where = place(columns[i]);
    auto const known = static_cast<std::size_t>(std::find(places.begin(), places.end(), where) - places.begin());
    if (known == places.size()) {
      places.push_back(where);
      result.variables.push_back(where.empty() ? text : where + ": " + text);
    } else {
      result.variables[known] += ", " + text;
    }
  }
  if (columns.size() > shown) result.variables.push_back("… and " + std::to_string(columns.size() - shown) + " more variables");
  return result;
}

}  // namespace detail

// The first row at or after `from` that z violates. Throws argument_error unless z has a value for each variable and the shape has C.
template <class F>
[[nodiscard]] std::optional<violation<F>> first_violation(shape<F> const& shape, view<F const> z, std::size_t from = 0) {
  if (z.size() != shape.variables()) {
    throw argument_error("check: " + std::to_string(z.size()) + " values for " + std::to_string(shape.variables()) + " variables");
  }
  if (!shape.has_c()) throw argument_error("check: the shape has no matrix C");
  auto const row = first_violated_row(shape, z, from);
  if (!row) return std::nullopt;
  return detail::describe_violation(shape, z, *row, [](std::size_t) { return std::string{}; });
}

// Runs a circuit once, with its values, and keeps everything. What a circuit throws comes out with the place added: missing_value, division_by_zero,
// foreign_variable, builder_closed, shape_mismatch, argument_error.
template <class F>
class checker {
 public:
  static constexpr std::size_t few = 20;

  template <class Circuit>
  explicit checker(Circuit const& circuit) : shape_(run(circuit)), values_(recorder_.values()) {}

  // Rows that do not hold.
  [[nodiscard]] bool is_satisfied() const { return !first_violated_row<F>(shape_, values_); }
  [[nodiscard]] std::optional<violation<F>> first_violation() const {
    auto const row = first_violated_row<F>(shape_, values_);
    if (!row) return std::nullopt;
    return describe(*row);
  }
  [[nodiscard]] std::vector<violation<F>> violations(std::size_t at_most = few) const {
    std::vector<violation<F>> found;
    for_each_violated_row([&](std::size_t row) {
      if (found.size() < at_most) found.push_back(describe(row));
    });
    return found;
  }
  [[nodiscard]] std::size_t count_violations() const {
    std::size_t count = 0;
    for_each_violated_row([&count](std::size_t) { ++count; });
    return count;
  }

  // Variables that nothing holds, public ones first: a private one may then have any value, a public one binds nothing. They are in no row, or only in rows
  // that hold whatever the values, such as w_0 = w_0.
  [[nodiscard]] std::vector<std::string> warnings(std::size_t at_most = few) const {
    auto const idle = columns_that_nothing_holds();
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < idle.size() && i < at_most; ++i) {
      auto const [column, row] = idle[i];
      texts.push_back(column_name(column, shape_.public_inputs()) + ", " + made(column) +
                      (row == no_row ? ", is in no row: " : ", is only in rows that cannot fail, such as " + text_of_row(row) + ": ") +
                      (column <= shape_.public_inputs() ? "it binds nothing" : "it may have any value"));
    }
    return texts;
  }
  [[nodiscard]] std::size_t count_warnings() const { return columns_that_nothing_holds().size(); }

  // All of that for a person. Ends with a new line.
  [[nodiscard]] std::string report(std::size_t at_most = few) const {
    std::size_t const wrong = count_violations();
    std::string text = detail::counted(shape_.constraints(), "row") +
                       (wrong == 0 ? ", all hold" : ", " + std::to_string(wrong) + " of which do not hold") + '\n';
    for (auto const& v : violations(at_most)) text += v.explanation();
    if (wrong > at_most) text += "… and " + std::to_string(wrong - at_most) + " more\n";
    std::size_t const loose = count_warnings();
    text += detail::counted(shape_.variables() - 1, "variable") +
            (loose == 0 ? ", all held" : ", " + std::to_string(loose) + " of which nothing holds") + '\n';
    for (auto const& w : warnings(at_most)) text += "  " + w + '\n';
    if (loose > at_most) text += "  … and " + std::to_string(loose - at_most) + " more\n";
    return text;
  }

  // Of the structure: equal to the hash of shape_of when the circuit's shape does not depend on its values.
  [[nodiscard]] std::uint64_t hash() const noexcept { return shape_.hash(); }
  [[nodiscard]] shape<F> const& recorded_shape() const noexcept { return shape_; }
  [[nodiscard]] view<F const> values() const noexcept { return values_; }

  // The scopes that a row was made in, and the row as people write it: row 17 in sha256/block[0]: (1 − w_5) · w_5 = 0. Precondition: a row of the shape.
  [[nodiscard]] std::string path_of_row(std::size_t row) const { return recorder_.scopes().path(recorder_.scope_of_row(row)); }
  [[nodiscard]] std::string text_of_row(std::size_t row) const {
    std::string const path = path_of_row(row);
    return "row " + std::to_string(row) + (path.empty() ? "" : " in " + path) + ": " + row_text(shape_, row);
  }
  // The scopes that the variable of a column was made in. Precondition: a column of the shape.
  [[nodiscard]] std::string path_of_column(std::size_t column) const { return recorder_.scopes().path(recorder_.scope_of_column(column)); }

 private:
  static constexpr std::size_t no_row = ~std::size_t{0};
  struct idle_column {
    std::size_t column;
    std::size_t row;  // the first that it occurs in, or no_row
  };

  template <class Circuit>
  shape<F> run(Circuit const& circuit) {
    auto const placed = [this](error const& e) { return e.what() + recorder_.whereabouts(); };
    try {
      circuit(recorder_);
    } catch (missing_value const& e) {
      throw missing_value(placed(e));
    } catch (division_by_zero const& e) {
      throw division_by_zero(placed(e));
    } catch (foreign_variable const& e) {
      throw foreign_variable(placed(e));
    } catch (builder_closed const& e) {
      throw builder_closed(placed(e));
    } catch (shape_mismatch const& e) {
      throw shape_mismatch(placed(e));
    } catch (argument_error const& e) {
      throw argument_error(placed(e));
    }
    return recorder_.finish();
  }
  template <class Visit>
  void for_each_violated_row(Visit const& visit) const {
    for (auto row = first_violated_row<F>(shape_, values_); row; row = first_violated_row<F>(shape_, values_, *row + 1)) visit(*row);
  }
  [[nodiscard]] violation<F> describe(std::size_t row) const {
    auto found = detail::describe_violation<F>(shape_, values_, row, [this](std::size_t column) { return made(column); });
    found.path = path_of_row(row);
    return found;
  }
  [[nodiscard]] std::string made(std::size_t column) const {
    std::string const path = path_of_column(column);
    return path.empty() ? "made outside of all scopes" : "made in " + path;
  }

  // Whether a·b = c whatever the values: one factor is a constant k, and c is k times the other. (A product of two that both vary is no linear thing.)
  [[nodiscard]] bool cannot_fail(std::size_t row) const {
    auto const is_constant = [](row_terms const& terms) { return terms.empty() || (terms.size() == 1 && terms[0].column == 0); };
    auto const c = shape_.c().row(row);
    auto const dictionary = shape_.dictionary();
    auto const is_multiple = [&](row_terms const& constant, row_terms const& x) {
      if (!is_constant(constant)) return false;
      if (constant.empty()) return c.empty();
      F const& k = dictionary[constant[0].code];
      if (x.size() != c.size()) return false;
      for (std::size_t i = 0; i < c.size(); ++i) {
        if (x[i].column != c[i].column || k * dictionary[x[i].code] != dictionary[c[i].code]) return false;
      }
      return true;
    };
    return is_multiple(shape_.a().row(row), shape_.b().row(row)) || is_multiple(shape_.b().row(row), shape_.a().row(row));
  }
  [[nodiscard]] std::vector<idle_column> columns_that_nothing_holds() const {
    std::vector<bool> held(shape_.variables());
    std::vector<std::size_t> idle_in(shape_.variables(), no_row);
    for (std::size_t row = 0; row < shape_.constraints(); ++row) {
      bool const holds = !cannot_fail(row);
      for (auto const* m : {&shape_.a(), &shape_.b(), &shape_.c()}) {
        for (auto const [column, code] : m->row(row)) {
          if (holds) held[column] = true;
          if (!holds && idle_in[column] == no_row) idle_in[column] = row;
        }
      }
    }
    std::vector<idle_column> idle;
    for (std::size_t column = 1; column < held.size(); ++column) {
      if (!held[column]) idle.push_back({column, idle_in[column]});
    }
    return idle;
  }

  check_recorder<F> recorder_;
  shape<F> shape_;
  std::vector<F> values_;
};

}  // namespace lucid::inline v0
