// One of two things by a bit, and two things in an order given by a bit.
#pragma once

#include <utility>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/number.hpp>

namespace lucid::inline v0 {

// s ? t : f, 1 row; with a constant s, or t and f the same, 0; with a constant t or f at most 1 (an AND).
template <constraint_system CS>
[[nodiscard]] LUCID_INLINE boolean select(CS& cs, boolean s, boolean t, boolean f) {
  if (s.is_constant()) return s.value() ? t : f;
  if (t.is_same(f)) return t;
  if (t.is_constant()) return t.value() ? boolean_or(cs, s, f) : boolean_and(cs, !s, f);
  if (f.is_constant()) return f.value() ? boolean_or(cs, !s, t) : boolean_and(cs, s, t);
  boolean const r = detail::free_bit(cs, s.value() ? t.value() : f.value());
  // (t − f) · s = r − f
  cs.enforce(t - f, s, r - f);
  return r;
}

// s ? t : f of two expressions, 1 row; linear-only with a constant s, or with t and f constant.
template <constraint_system CS, linear T, linear G>
[[nodiscard]] number<typename CS::field> select_number(CS& cs, boolean s, T const& t, G const& f) {
  using F = typename CS::field;
  if (s.is_constant()) return s.value() ? number_of(cs, t) : number_of(cs, f);
  if (known_constant(t) && known_constant(f)) return number_of(cs, f + (t.template evaluate<F>() - f.template evaluate<F>()) * s);
  auto const r = detail::free_number(cs, [&] { return s.value() ? t.template evaluate<F>() : f.template evaluate<F>(); });
  // (t − f) · s = r − f
  cs.enforce(t - f, s, r - f);
  return r;
}

// The same of two numbers, which costs no row with a constant s, or with t and f one variable or one constant.
template <constraint_system CS>
[[nodiscard]] number<typename CS::field> select(CS& cs, boolean s, number<typename CS::field> const& t,
                                                number<typename CS::field> const& f) {
  if (s.is_constant()) return s.value() ? t : f;
  if (t.underlying() == f.underlying() && (!t.is_constant() || t.value() == f.value())) return t;
  return select_number(cs, s, t, f);
}

// (x, y), or (y, x) when s is set. Of numbers: 1 row for the first; the second is what is left of x + y, an expression and no row. None with a constant s.
template <constraint_system CS, class F = typename CS::field>
[[nodiscard]] auto swapped_if(CS& cs, boolean s, number<F> const& x, number<F> const& y) {
  // (y − x) · s = first − x
  number<F> const first = select(cs, s, y, x);
  return std::pair{first, x + y - first};
}

// Of other things, as booleans and words: two selects.
template <constraint_system CS, class T>
[[nodiscard]] std::pair<T, T> swapped_if(CS& cs, boolean s, T const& x, T const& y) {
  T first = select(cs, s, y, x);
  return {std::move(first), select(cs, s, x, y)};
}

}  // namespace lucid::inline v0
