// A field element of a circuit: a variable, or a constant. Sums and multiples of numbers are expressions (linear_combination.hpp) and cost no row.
#pragma once

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>

namespace lucid::inline v0 {

template <class F>
class number {
 public:
  using field = F;

  constexpr number() noexcept = default;  // constant zero

  static constexpr number constant(F const& k) noexcept { return {variable::one(), k}; }
  // `value` is v's, and means nothing where only a shape is built; with the variable one it is the constant itself.
  constexpr number(variable v, F const& value) noexcept : variable_(v), value_(value) {}

  [[nodiscard]] constexpr bool is_constant() const noexcept { return variable_.is_one(); }
  [[nodiscard]] constexpr F const& value() const noexcept { return value_; }
  [[nodiscard]] constexpr variable underlying() const noexcept { return variable_; }

  template <class Combination, class K>
  constexpr void add_to(Combination& lc, K const& k) const {
    if (is_constant()) {
      lc.add(k * value_);
    } else {
      lc.add(variable_, k);
    }
  }
  template <class Combination, class K>
  constexpr void subtract_from(Combination& lc, K const& k) const {
    add_to(lc, -k);
  }
  template <class>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    return value_;
  }

 private:
  variable variable_{};
  F value_{};
};

namespace detail {

// A private variable with the given value, and no row.
template <constraint_system CS, class Value>
number<typename CS::field> free_number(CS& cs, Value const& value) {
  typename CS::field known{};
  variable const v = cs.witness([&] { return known = given_value(value); });
  return {v, known};
}

}  // namespace detail

// A private number, no row. value: a field element, a function that returns one, or an optional; not looked at where only a shape is built.
template <constraint_system CS, class Value>
[[nodiscard]] number<typename CS::field> witness_number(CS& cs, Value const& value) {
  return detail::free_number(cs, value);
}

// A public number, no row.
template <constraint_system CS, class Value>
[[nodiscard]] number<typename CS::field> input_number(CS& cs, Value const& value) {
  typename CS::field known{};
  variable const v = cs.input([&] { return known = given_value(value); });
  return {v, known};
}

// A new variable equal to an expression, 1 linear-only row; 0 for what is constant.
template <constraint_system CS, linear X>
[[nodiscard]] number<typename CS::field> number_of(CS& cs, X const& x) {
  using F = typename CS::field;
  if (known_constant(x)) return number<F>::constant(x.template evaluate<F>());
  auto const y = detail::free_number(cs, [&] { return x.template evaluate<F>(); });
  // 0 · 0 = x − y
  enforce_equal(cs, x, y);
  return y;
}

// x·y of two expressions, 1 row; linear-only when one is constant, 0 when both are.
// B's variables cost a proof most (they enter a query of the larger group), so the wider expression is best given first.
template <constraint_system CS, linear X, linear Y>
[[nodiscard]] number<typename CS::field> multiply(CS& cs, X const& x, Y const& y) {
  using F = typename CS::field;
  if (known_constant(x)) return number_of(cs, x.template evaluate<F>() * y);
  if (known_constant(y)) return number_of(cs, y.template evaluate<F>() * x);
  auto const z = detail::free_number(cs, [&] { return x.template evaluate<F>() * y.template evaluate<F>(); });
  // x · y = z
  cs.enforce(x, y, z);
  return z;
}

// x², 1 row.
template <constraint_system CS, linear X>
[[nodiscard]] number<typename CS::field> squared(CS& cs, X const& x) {
  return multiply(cs, x, x);
}

// 1/x, 1 row; also the statement x ≠ 0. Computing it for x = 0 throws division_by_zero.
// The row stands for constants too: a constant zero is then a witness that cannot be, not a shape that cannot be made.
template <constraint_system CS, linear X>
number<typename CS::field> inverted(CS& cs, X const& x) {
  using F = typename CS::field;
  auto const y = detail::free_number(cs, [&] {
    F const value = x.template evaluate<F>();
    if (value.is_zero()) throw division_by_zero("circuit: the inverse of zero");
    return inverse(value);
  });
  // x · y = 1
  cs.enforce(x, y, one);
  return y;
}

// x/y, 2 rows; also the statement y ≠ 0, without which 0/0 could be anything. Throws as inverted.
template <constraint_system CS, linear X, linear Y>
[[nodiscard]] number<typename CS::field> divided(CS& cs, X const& x, Y const& y) {
  return multiply(cs, x, inverted(cs, y));
}

// x ≠ 0, 1 row. Throws as inverted.
template <constraint_system CS, linear X>
void enforce_nonzero(CS& cs, X const& x) {
  inverted(cs, x);
}

// x ≠ y, 1 row. Throws as inverted.
template <constraint_system CS, linear X, linear Y>
void enforce_not_equal(CS& cs, X const& x, Y const& y) {
  inverted(cs, x - y);
}

// x is 0 or 1, 1 row and no variable.
template <constraint_system CS, linear X>
void enforce_boolean(CS& cs, X const& x) {
  // (1 − x) · x = 0
  cs.enforce(one - x, x, zero);
}

// x = 0 as a bit, 2 rows; 0 for what is constant. For x = 0 the second variable, a hint, is free: nothing but this bit depends on it.
template <constraint_system CS, linear X>
[[nodiscard]] boolean is_zero(CS& cs, X const& x) {
  using F = typename CS::field;
  if (known_constant(x)) return boolean::constant(x.template evaluate<F>().is_zero());
  bool none = false;
  auto const hint = detail::free_number(cs, [&] {
    F const value = x.template evaluate<F>();
    none = value.is_zero();
    return inverse(value);  // 0 for 0
  });
  boolean const z = detail::free_bit(cs, [&] { return none; });
  // x · hint = 1 − z, so z = 1 when x = 0.
  cs.enforce(x, hint, one - z);
  // x · z = 0, so z = 0 when x ≠ 0.
  cs.enforce(x, z, zero);
  return z;
}

// x = y as a bit, 2 rows; 0 for constants.
template <constraint_system CS, linear X, linear Y>
[[nodiscard]] boolean is_equal(CS& cs, X const& x, Y const& y) {
  return is_zero(cs, x - y);
}

}  // namespace lucid::inline v0
