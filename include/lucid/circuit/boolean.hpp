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

  static constexpr boolean constant(bool b) noexcept { return boolean{b ? value_bit : 0}; }
  // The caller vouches that rows hold v to {0, 1}; `value` is v's, and means nothing where only a shape is built.
  constexpr boolean(variable v, bool value) noexcept : state_(v.code() | variable_bit | std::uint64_t{value} << 63) {}

  [[nodiscard]] constexpr boolean operator!() const noexcept { return boolean{state_ ^ (value_bit | (state_ & variable_bit) << 1)}; }

  [[nodiscard]] constexpr bool is_constant() const noexcept { return (state_ & variable_bit) == 0; }
  [[nodiscard]] constexpr bool is_constant(bool b) const noexcept { return is_constant() && value() == b; }
  [[nodiscard]] constexpr bool is_negated() const noexcept { return (state_ & negated_bit) != 0; }
  [[nodiscard]] constexpr bool value() const noexcept { return state_ >> 63 != 0; }
  // Precondition: not a constant.
  [[nodiscard]] constexpr variable underlying() const noexcept { return variable::from_code(static_cast<std::uint32_t>(state_)); }
  // The bit without its negation.
  [[nodiscard]] constexpr boolean without_negation() const noexcept {
    std::uint64_t const negated = state_ & negated_bit;
    return boolean{state_ ^ (negated | negated << 1)};
  }

  // The same for every value: two constants that are equal, or one variable under the same sign.
  [[nodiscard]] constexpr bool is_same(boolean const& other) const noexcept {
    std::uint64_t const ignored = (state_ & variable_bit) << 2;  // a variable's value
    return ((state_ ^ other.state_) & ~ignored) == 0;
  }

  // k·b for a variable, k·1 − k·b for its negation, k·[b]·1 for a constant.
  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    if (is_constant()) {
      if (value()) lc.add(k);
    } else if (!is_negated()) {
      lc.add(underlying(), k);
    } else {
      lc.add(k);
      lc.add(underlying(), -k);
    }
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    add_to(lc, -k);
  }
  template <class F>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    return small_elements<F>::of(small());
  }
  [[nodiscard]] constexpr std::ptrdiff_t small() const noexcept { return std::ptrdiff_t{value()}; }
  static constexpr integer_bounds bounds() noexcept { return {0, 1}; }

 private:
  // In one word, so that a bit travels in a register: the value on top, whether it is negated, whether it is a variable, and below the variable's code.
  static constexpr std::uint64_t value_bit = std::uint64_t{1} << 63;
  static constexpr std::uint64_t negated_bit = std::uint64_t{1} << 62;
  static constexpr std::uint64_t variable_bit = std::uint64_t{1} << 61;
  explicit constexpr boolean(std::uint64_t state) noexcept : state_(state) {}

  std::uint64_t state_ = 0;
};

static_assert(linear<boolean> && small_valued<boolean> && sizeof(boolean) == 8);

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
    using integer = typename F::integer;
    F sum = F::zero();
    for (std::size_t end = bits.size(); end > 0;) {  // an integer's width of bits at a time, from the top
      std::size_t const begin = (end - 1) / integer::bits * integer::bits;
      integer x;
      for (std::size_t i = begin; i < end; ++i) x[(i - begin) / limb_bits] |= limb_t{bits[i].value()} << (i % limb_bits);
      for (std::size_t i = 0; i < integer::bits && end != bits.size(); ++i) sum = doubled(sum);
      sum += F::from_integer(x);
      end = begin;
    }
    return sum;
  }
  [[nodiscard]] constexpr bool is_constant() const noexcept {
    for (boolean const& b : bits) {
      if (!b.is_constant()) return false;
    }
    return true;
  }
};

static_assert(linear<packed_bits>);

namespace detail {

// A private variable with the given bit, and no row.
template <constraint_system CS, class Value>
LUCID_INLINE boolean free_bit(CS& cs, Value const& value) {
  using F = typename CS::field;
  bool bit = false;
  variable const v = cs.witness([&] {
    bit = given_value(value);
    return small_elements<F>::of(std::ptrdiff_t{bit});
  });
  return {v, bit};
}

}  // namespace detail

// A private bit, 1 row. value: a bool, a function that returns one, or an optional; not looked at where only a shape is built.
template <constraint_system CS, class Value>
[[nodiscard]] LUCID_INLINE boolean witness_boolean(CS& cs, Value const& value) {
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
    return small_elements<F>::of(std::ptrdiff_t{bit});
  });
  boolean const b{v, bit};
  // (1 − b) · b = 0
  cs.enforce(one - b, b, zero);
  return b;
}

// a ∧ b, 1 row; 0 when one is constant or both are one variable.
template <constraint_system CS>
[[nodiscard]] LUCID_INLINE boolean boolean_and(CS& cs, boolean a, boolean b) {
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
[[nodiscard]] LUCID_INLINE boolean boolean_xor(CS& cs, boolean a, boolean b) {
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

// a = b, 1 linear-only row; 0 when both are one constant or one variable under the same sign.
template <constraint_system CS>
void enforce_equal(CS& cs, boolean a, boolean b) {
  // 0 · 0 = a − b
  if (!a.is_same(b)) enforce_zero(cs, a - b);
}

// a = b as a bit, rows as for XOR.
template <constraint_system CS>
[[nodiscard]] boolean boolean_equal(CS& cs, boolean a, boolean b) {
  return !boolean_xor(cs, a, b);
}

}  // namespace lucid::inline v0
