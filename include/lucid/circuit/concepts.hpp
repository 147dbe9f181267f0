// What a constraint system is to a circuit, and the statements that need nothing else: this sum is zero, these are equal, this one is public.
// Who implements it: shape.hpp (matrices), assignment.hpp (values), synthesis.hpp (values and rows), check_recorder.hpp (everything, with names),
// census.hpp (counts by name), size.hpp (counts).
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>
#include <lucid/field/concepts.hpp>

namespace lucid::inline v0 {

// cs.witness(f), cs.input(f)   a new private or public variable whose value is f(); builders that want no values never call f. The order among public ones,
//                              and among private ones, is the order of the calls; f may throw, missing_value or division_by_zero for instance.
// cs.enforce(a, b, c)          the row a·b = c of linear things, or of functions that add terms to the linear combination they are given.
// cs.enter(name[, i])          a scope that names what is made while it lives, for diagnostics; names are string literals, kept by address.
// CS::accumulator s{cs}        a sum that outlives a row: s.add(v, k), s.add(k), s.clear(); linear itself. For gadgets that gather several rows' work into one.
//                              One that only evaluates may offer s.add_integer(x, shift): += 2^shift·x for an integer x below 2^128 (add_shifted).
// A circuit's calls must not depend on values; same_shape.hpp finds those that do. Nor on the compiler: two calls that make variables must not be
// arguments of one third call, for their order would be anybody's guess.
template <class CS>
concept constraint_system =
    prime_field_element<typename CS::field> && linear<typename CS::accumulator> && std::constructible_from<typename CS::accumulator, CS&> &&
    requires(CS& cs, typename CS::field (*f)(), char const* name, std::size_t index) {
      { cs.witness(f) } -> std::same_as<variable>;
      { cs.input(f) } -> std::same_as<variable>;
      cs.enforce(one, one, zero);
      cs.enter(name);
      cs.enter(name, index);
    };

// A builder whose linear combinations are values says so: things that know their value then add that instead of their terms.
template <class Combination>
inline constexpr bool only_evaluates = requires { typename Combination::only_evaluates; };

// lc += k·x, for x linear.
template <class Combination, linear X, class F>
constexpr void add_multiple(Combination& lc, X const& x, F const& k) {
  if constexpr (only_evaluates<Combination> && valued<X, F>) {
    lc.add(k.is_one() ? x.template evaluate<F>() : k * x.template evaluate<F>());
  } else {
    x.add_to(lc, k);
  }
}

// sum += 2^shift·x, for x linear and an accumulator of the field F. Preconditions: shift < F::bits, and everything added so to one sum stays below
// 2^(64·F::limbs) as integers: builders that only evaluate add integers, not elements.
template <class Accumulator, linear X>
constexpr void add_shifted(Accumulator& sum, X const& x, std::size_t shift) {
  using F = typename Accumulator::field;
  if constexpr (integer_valued<X> && requires { sum.add_integer(wide_t{}, shift); }) {
    sum.add_integer(x.integer(), shift);
  } else {
    typename F::integer power;
    power[shift / limb_bits] = limb_t{1} << (shift % limb_bits);
    add_multiple(sum, x, F::from_integer(power));
  }
}

// lc += x, for x linear or a function that adds terms to the linear combination that it is given.
template <class Combination, class X>
constexpr void add_terms(Combination& lc, X const& x) {
  if constexpr (linear<X>) {
    add_multiple(lc, x, Combination::field::one());
  } else {
    static_assert(std::is_invocable_v<X const&, Combination&>, "enforce takes linear things, or functions of a linear combination");
    x(lc);
  }
}

// A scope of the builders that keep no names.
struct [[maybe_unused]] no_scope {};

// The value behind what callers may give for one: a value, a function of nothing, or an optional (missing_value when empty).
template <class X>
constexpr auto given_value(X const& x) {
  if constexpr (std::is_invocable_v<X const&>) {
    return given_value(x());
  } else if constexpr (requires { x.has_value(); }) {
    if (!x.has_value()) throw missing_value("circuit: the value of a variable is missing");
    return std::remove_cvref_t<decltype(*x)>{*x};
  } else {
    return X{x};
  }
}

// The door of linear-only rows: x = 0 as  0 · 0 = x,  the cheapest row there is. Neither A nor B has a term in it, so products with these matrices skip it and
// its variables enter no query but L on its account (docs/decisions/0010-linear-rows.md). It binds as any other row does.
template <linear X>
void enforce_zero(constraint_system auto& cs, X const& x) {
  // 0 · 0 = x
  cs.enforce(zero, zero, x);
}

// x = y, 1 linear-only row.
template <linear X, linear Y>
void enforce_equal(constraint_system auto& cs, X const& x, Y const& y) {
  // 0 · 0 = x − y
  enforce_zero(cs, x - y);
}

// A new public input that equals x, 1 linear-only row. Returns its variable.
template <constraint_system CS, linear X>
variable expose(CS& cs, X const& x) {
  using F = typename CS::field;
  variable const shown = cs.input([&] { return x.template evaluate<F>(); });
  // 0 · 0 = x − shown
  enforce_zero(cs, x - shown);
  return shown;
}

}  // namespace lucid::inline v0
