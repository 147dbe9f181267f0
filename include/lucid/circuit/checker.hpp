// What is wrong with a circuit or a witness: violated rows by name, variables that nothing holds. Slow and complete; for tests and for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/satisfaction.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/integer/literal.hpp>

namespace lucid::inline v0 {

// A row with a·b ≠ c.
template <class F>
struct violation {
  std::size_t row = 0;
  std::string path;  // the scopes that the row was made in, "sha256/block[1]"; empty where unknown
  F a{}, b{}, c{};

  [[nodiscard]] std::string text() const {
    return "row " + std::to_string(row) + (path.empty() ? "" : " in " + path) + ": " + to_decimal(a.to_integer()) + " * " +
           to_decimal(b.to_integer()) + " != " + to_decimal(c.to_integer());
  }
};

// The first row at or after `from` that z violates. Throws argument_error unless z has a value for each variable and the shape has C.
template <class F>
[[nodiscard]] std::optional<violation<F>> first_violation(shape<F> const& shape, view<F const> z, std::size_t from = 0) {
  if (z.size() != shape.variables()) {
    throw argument_error("check: " + std::to_string(z.size()) + " values for " + std::to_string(shape.variables()) + " variables");
  }
  if (!shape.has_c()) throw argument_error("check: the shape has no matrix C");
  auto const row = first_violated_row(shape, z, from);
  if (!row) return std::nullopt;
  auto const value = [&](sparse_matrix<F> const& m) { return m.row_value(*row, shape.dictionary(), z); };
  return violation<F>{*row, {}, value(shape.a()), value(shape.b()), value(shape.c())};
}

// The builder behind `checker`: rows, values, and the scope that each was made in.
template <class F>
class check_recorder {
 public:
  using field = F;

  struct accumulator : shape_recorder<F>::accumulator {
    explicit accumulator(check_recorder& builder) : shape_recorder<F>::accumulator(builder.rows_) {}
  };

  class [[nodiscard]] scope {
   public:
    explicit scope(check_recorder& builder, std::uint32_t outer) noexcept : builder_(builder), outer_(outer) {}
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() { builder_.place_ = outer_; }

   private:
    check_recorder& builder_;
    std::uint32_t outer_;
  };

  template <class Value>
  variable witness(Value&& value) {
    private_.push_back({value(), place_});
    return rows_.witness(value);
  }
  template <class Value>
  variable input(Value&& value) {
    public_.push_back({value(), place_});
    return rows_.input(value);
  }
  template <class A, class B, class C>
  void enforce(A const& a, B const& b, C const& c) {
    rows_.enforce(a, b, c);
    place_of_row_.push_back(place_);
  }
  scope enter(char const* name) { return enter(name, no_index); }
  scope enter(char const* name, std::size_t index) {
    places_.push_back({place_, name, index});
    return scope{*this, std::exchange(place_, static_cast<std::uint32_t>(places_.size() - 1))};
  }

  // Names are put together only when somebody asks.
  [[nodiscard]] std::string path(std::uint32_t place) const {
    std::string text;
    for (; place != 0; place = places_[place].outer) {
      std::string part = places_[place].name;
      if (places_[place].index != no_index) part += '[' + std::to_string(places_[place].index) + ']';
      text = text.empty() ? part : part + '/' + text;
    }
    return text;
  }
  [[nodiscard]] std::uint32_t place_of_row(std::size_t row) const noexcept { return place_of_row_[row]; }
  // The place that a column's variable was declared in.
  [[nodiscard]] std::uint32_t place_of_variable(std::size_t column) const noexcept {
    return column == 0 ? 0 : column <= public_.size() ? public_[column - 1].place : private_[column - 1 - public_.size()].place;
  }
  [[nodiscard]] std::vector<F> values() const {
    std::vector<F> z{F::one()};
    for (auto const& v : public_) z.push_back(v.value);
    for (auto const& v : private_) z.push_back(v.value);
    return z;
  }
  [[nodiscard]] circuit_size made() const noexcept { return rows_.made(); }
  [[nodiscard]] shape<F> finish() { return rows_.finish(); }

 private:
  static constexpr std::size_t no_index = ~std::size_t{0};
  struct place {
    std::uint32_t outer;
    char const* name;
    std::size_t index;
  };
  struct declared {
    F value;
    std::uint32_t place;
  };

  shape_recorder<F> rows_;
  std::vector<place> places_{{0, "", no_index}};
  std::vector<declared> public_, private_;
  std::vector<std::uint32_t> place_of_row_;
  std::uint32_t place_ = 0;
};

// Runs a circuit once, with its values. Throws what the circuit's values throw.
template <class F>
class checker {
 public:
  template <class Circuit>
  explicit checker(Circuit const& circuit) : shape_(run(circuit)), values_(recorder_.values()) {}

  [[nodiscard]] std::optional<violation<F>> first_violation() const { return violation_from(0); }
  [[nodiscard]] std::vector<violation<F>> violations() const {
    std::vector<violation<F>> all;
    for (auto v = violation_from(0); v; v = violation_from(v->row + 1)) all.push_back(*v);
    return all;
  }
  [[nodiscard]] bool is_satisfied() const { return !first_violation(); }

  // Variables that occur in no row: a private one can take any value, a public one binds nothing.
  [[nodiscard]] std::vector<std::string> warnings() const {
    std::vector<bool> used(shape_.variables());
    for (sparse_matrix<F> const* m : {&shape_.a(), &shape_.b(), &shape_.c()}) {
      m->for_each_term([&used](std::size_t, std::uint32_t column, std::uint32_t) { used[column] = true; });
    }
    std::vector<std::string> texts;
    for (std::size_t column = 1; column < used.size(); ++column) {
      if (used[column]) continue;
      bool const is_public = column <= shape_.public_inputs();
      std::string const path = recorder_.path(recorder_.place_of_variable(column));
      texts.push_back((is_public ? "public input " + std::to_string(column - 1)
                                 : "private variable " + std::to_string(column - 1 - shape_.public_inputs())) +
                      (path.empty() ? "" : " of " + path) + (is_public ? " binds nothing" : " is in no constraint"));
    }
    return texts;
  }

  // Of the structure: equal to the hash of shape_of when the circuit's shape does not depend on its values.
  [[nodiscard]] std::uint64_t hash() const noexcept { return shape_.hash(); }
  [[nodiscard]] shape<F> const& recorded_shape() const noexcept { return shape_; }
  [[nodiscard]] view<F const> values() const noexcept { return values_; }
  // The scopes that a row was made in. Precondition: a row of the shape.
  [[nodiscard]] std::string path_of_row(std::size_t row) const { return recorder_.path(recorder_.place_of_row(row)); }

 private:
  template <class Circuit>
  shape<F> run(Circuit const& circuit) {
    circuit(recorder_);
    return recorder_.finish();
  }
  [[nodiscard]] std::optional<violation<F>> violation_from(std::size_t row) const {
    auto found = lucid::first_violation<F>(shape_, values_, row);
    if (found) found->path = path_of_row(found->row);
    return found;
  }

  check_recorder<F> recorder_;
  shape<F> shape_;
  std::vector<F> values_;
};

}  // namespace lucid::inline v0
