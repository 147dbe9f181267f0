// A bit of a circuit: a constant, a variable that its rows hold to {0, 1}, or the negation of one. NOT and constants cost no row and no term of their own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0 {

class boolean {
 public:
  constexpr boolean() noexcept = default;  // constant false

  static constexpr boolean constant(bool b) noexcept {
    boolean result;
    result.value_ = b;
    return result;
  }
  // The caller vouches that rows hold v to {0, 1}; `value` is v's, and means nothing where only a shape is built.
  constexpr boolean(variable v, bool value) noexcept : variable_(v), kind_(kind::variable), value_(value) {}

  [[nodiscard]] constexpr boolean operator!() const noexcept {
    boolean result = *this;
    result.value_ = !value_;
    if (kind_ != kind::constant) result.kind_ = kind_ == kind::variable ? kind::negated : kind::variable;
    return result;
  }

  [[nodiscard]] constexpr bool is_constant() const noexcept { return kind_ == kind::constant; }
  [[nodiscard]] constexpr bool is_constant(bool b) const noexcept { return is_constant() && value_ == b; }
  [[nodiscard]] constexpr bool is_negated() const noexcept { return kind_ == kind::negated; }
  [[nodiscard]] constexpr bool value() const noexcept { return value_; }
  // Precondition: not a constant.
  [[nodiscard]] constexpr variable underlying() const noexcept { return variable_; }
  // The bit without its negation.
  [[nodiscard]] constexpr boolean without_negation() const noexcept { return is_negated() ? !*this : *this; }

  // The same for every value: two constants that are equal, or one variable under the same sign.
  [[nodiscard]] constexpr bool is_same(boolean const& other) const noexcept {
    return kind_ == other.kind_ && (is_constant() ? value_ == other.value_ : variable_ == other.variable_);
  }

  // k·b for a variable, k·1 − k·b for its negation, k·[b]·1 for a constant.
  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    switch (kind_) {
      case kind::constant:
        if (value_) lc.add(k);
        return;
      case kind::variable:
        lc.add(variable_, k);
        return;
      case kind::negated:
        lc.add(k);
        lc.add(variable_, -k);
    }
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    add_to(lc, -k);
  }
  template <class F>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    return value_ ? F::one() : F::zero();
  }

 private:
  enum class kind : std::uint8_t { constant, variable, negated };

  variable variable_{};
  kind kind_ = kind::constant;
  bool value_ = false;
};

static_assert(linear<boolean> && sizeof(boolean) == 8);

// Σ 2^i·b_i over bits that somebody else owns, least significant first.
struct packed_bits {
  std::span<boolean const> bits;

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F k) const {
    for (boolean const& b : bits) {
      b.add_to(lc, k);
      k = doubled(k);
    }
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    add_to(lc, -k);
  }
  template <class F>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    F sum = F::zero();
    for (std::size_t end = bits.size(); end > 0;) {  // in limbs, from the top
      std::size_t const begin = (end - 1) / limb_bits * limb_bits;
      limb_t limb = 0;
      for (std::size_t i = begin; i < end; ++i) limb |= limb_t{bits[i].value()} << (i - begin);
      for (std::size_t i = 0; i < limb_bits && end != bits.size(); ++i) sum = doubled(sum);
      sum += F{limb};
      end = begin;
    }
    return sum;
  }
};

static_assert(linear<packed_bits>);

namespace detail {

// A private variable with the given bit, and no row.
template <constraint_system CS, class Value>
boolean free_bit(CS& cs, Value const& value) {
  using F = typename CS::field;
  bool bit = false;
  variable const v = cs.witness([&] {
    bit = given_value(value);
    return bit ? F::one() : F::zero();
  });
  return {v, bit};
}

}  // namespace detail

// A private bit, 1 row. value: a bool, a function that returns one, or an optional; not looked at where only a shape is built.
template <constraint_system CS, class Value>
[[nodiscard]] boolean witness_boolean(CS& cs, Value const& value) {
  boolean const b = detail::free_bit(cs, value);
  // (1 − b) · b = 0, so b is 0 or 1.
  cs.enforce(one - b, b, zero);
  return b;
}

// A public bit, 1 row.
template <constraint_system CS, class Value>
[[nodiscard]] boolean input_boolean(CS& cs, Value const& value) {
  using F = typename CS::field;
  bool bit = false;
  variable const v = cs.input([&] {
    bit = given_value(value);
    return bit ? F::one() : F::zero();
  });
  boolean const b{v, bit};
  // (1 − b) · b = 0
  cs.enforce(one - b, b, zero);
  return b;
}

// a ∧ b, 1 row; 0 when one is constant or both are one variable.
template <constraint_system CS>
[[nodiscard]] boolean boolean_and(CS& cs, boolean a, boolean b) {
  if (a.is_constant()) return a.value() ? b : a;
  if (b.is_constant()) return b.value() ? a : b;
  if (a.is_same(b)) return a;
  if (a.is_same(!b)) return boolean::constant(false);
  boolean const c = detail::free_bit(cs, a.value() && b.value());
  // a · b = c
  cs.enforce(a, b, c);
  return c;
}

// a ∨ b = ¬(¬a ∧ ¬b), rows as for AND.
template <constraint_system CS>
[[nodiscard]] boolean boolean_or(CS& cs, boolean a, boolean b) {
  return !boolean_and(cs, !a, !b);
}

// a ⊕ b, 1 row; 0 when one is constant or both are one variable. Negations move to the result.
template <constraint_system CS>
[[nodiscard]] boolean boolean_xor(CS& cs, boolean a, boolean b) {
  if (a.is_constant()) return a.value() ? !b : b;
  if (b.is_constant()) return b.value() ? !a : a;
  bool const negate = a.is_negated() != b.is_negated();
  a = a.without_negation();
  b = b.without_negation();
  if (a.is_same(b)) return boolean::constant(negate);
  boolean const c = detail::free_bit(cs, a.value() != b.value());
  // 2a · b = a + b − c
  cs.enforce(a + a, b, a + b - c);
  return negate ? !c : c;
}

// a = b as a bit, rows as for XOR.
template <constraint_system CS>
[[nodiscard]] boolean boolean_equal(CS& cs, boolean a, boolean b) {
  return !boolean_xor(cs, a, b);
}

}  // namespace lucid::inline v0
