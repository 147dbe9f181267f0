// One of two things by a bit, and two things in an order given by a bit.
#pragma once

#include <utility>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/number.hpp>

namespace lucid::inline v0 {

// s ? t : f, 1 row; with a constant s, or t and f the same, 0; with a constant t or f at most 1 (an AND).
template <constraint_system CS>
[[nodiscard]] boolean select(CS& cs, boolean s, boolean t, boolean f) {
  if (s.is_constant()) return s.value() ? t : f;
  if (t.is_same(f)) return t;
  if (t.is_constant()) return t.value() ? boolean_or(cs, s, f) : boolean_and(cs, !s, f);
  if (f.is_constant()) return f.value() ? boolean_or(cs, !s, t) : boolean_and(cs, s, t);
  boolean const r = detail::free_bit(cs, s.value() ? t.value() : f.value());
  // (t − f) · s = r − f
  cs.enforce(t - f, s, r - f);
  return r;
}

// s ? t : f, 1 row; with a constant s none.
template <constraint_system CS>
[[nodiscard]] number<typename CS::field> select(CS& cs, boolean s, number<typename CS::field> const& t,
                                                number<typename CS::field> const& f) {
  if (s.is_constant()) return s.value() ? t : f;
  auto const r = detail::free_number(cs, [&] { return s.value() ? t.value() : f.value(); });
  // (t − f) · s = r − f
  cs.enforce(t - f, s, r - f);
  return r;
}

// (x, y), or (y, x) when s is set; two selects.
template <constraint_system CS, class T>
[[nodiscard]] std::pair<T, T> swapped_if(CS& cs, boolean s, T const& x, T const& y) {
  T first = select(cs, s, y, x);
  return {std::move(first), select(cs, s, x, y)};
}

}  // namespace lucid::inline v0
