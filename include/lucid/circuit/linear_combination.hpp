// Sums that add themselves to a builder's linear combination: the constant one, variables, and whatever is put together from them with + − and k·.
// An expression here is a small value on the stack; which data structure a linear combination is, and whether there is one at all, is the builder's choice.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include <lucid/circuit/variable.hpp>
#include <lucid/config/target.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0 {

namespace detail {

// Stand-ins for "any builder's combination" and "any field's element" in the concept below; never called.
struct any_combination {};
struct any_coefficient {};

}  // namespace detail

// A builder's linear combination lc takes lc.add(v, k), k times a variable, and lc.add(k), k times one.
// A linear thing x adds k·x, by x.add_to(lc, k) and x.subtract_from(lc, k).
template <class T>
concept linear = requires(T const& x, detail::any_combination& lc, detail::any_coefficient const& k) {
  x.add_to(lc, k);
  x.subtract_from(lc, k);
};

// Those that know their value, as booleans and numbers do: builders that want nothing else then look up no variable.
template <class T, class F>
concept valued = requires(T const& x) { x.template evaluate<F>(); };

// The same for every witness, and known when only the shape is made: gadgets then make no row. Expressions are constant when all their parts are.
template <class T>
[[nodiscard]] constexpr bool known_constant(T const& x) noexcept {
  if constexpr (requires { x.is_constant(); }) {
    return x.is_constant();
  } else {
    return false;
  }
}

// Those whose value is an integer below 2^128, words for instance: their sums need no field arithmetic until the end.
template <class T>
concept integer_valued = requires(T const& x) {
  { x.integer() } -> std::same_as<wide_t>;
};

// Those whose value is an integer between bounds that their type knows, the constant one and bits and short sums of them: its element comes from a table.
struct integer_bounds {
  std::ptrdiff_t least, most;
};
template <class T>
concept small_valued = requires(T const& x) {
  { x.small() } -> std::same_as<std::ptrdiff_t>;
  { T::bounds() } -> std::same_as<integer_bounds>;
};

// The elements of −8 … 8.
template <class F>
struct small_elements {
  static constexpr std::ptrdiff_t limit = 8;

  template <small_valued T>
  static constexpr bool hold = T::bounds().least >= -limit && T::bounds().most <= limit;
  // Precondition: |x| ≤ limit. Types whose small() leaves their own bounds() break it.
  [[nodiscard]] static constexpr F const& of(std::ptrdiff_t x) noexcept { return (table.data() + limit)[x]; }

 private:
  static constexpr auto table = [] {
    std::array<F, 2 * limit + 1> elements;
    for (std::ptrdiff_t x = 1; x <= limit; ++x) {
      elements[limit + x] = F{static_cast<limb_t>(x)};
      elements[limit - x] = -elements[limit + x];
    }
    return elements;
  }();
};

struct one_t {
  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    lc.add(k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    lc.add(-k);
  }
  template <class F>
  [[nodiscard]] static constexpr F evaluate() noexcept {
    return F::one();
  }
  [[nodiscard]] static constexpr bool is_constant() noexcept { return true; }

  [[nodiscard]] static constexpr std::ptrdiff_t small() noexcept { return 1; }
  static constexpr integer_bounds bounds() noexcept { return {1, 1}; }
};

struct zero_t {
  template <class Combination, class F>
  constexpr void add_to(Combination&, F const&) const noexcept {}
  template <class Combination, class F>
  constexpr void subtract_from(Combination&, F const&) const noexcept {}
  template <class F>
  [[nodiscard]] static constexpr F evaluate() noexcept {
    return F::zero();
  }
  [[nodiscard]] static constexpr bool is_constant() noexcept { return true; }

  [[nodiscard]] static constexpr std::ptrdiff_t small() noexcept { return 0; }
  static constexpr integer_bounds bounds() noexcept { return {0, 0}; }
};

inline constexpr one_t one{};
inline constexpr zero_t zero{};

template <class X, class Y>
struct sum {
  X x;
  Y y;

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    x.add_to(lc, k);
    y.add_to(lc, k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    x.subtract_from(lc, k);
    y.subtract_from(lc, k);
  }
  template <class F>
    requires(valued<X, F> && valued<Y, F>)
  [[nodiscard]] constexpr F evaluate() const noexcept {
    return x.template evaluate<F>() + y.template evaluate<F>();
  }
  [[nodiscard]] constexpr bool is_constant() const noexcept { return known_constant(x) && known_constant(y); }

  [[nodiscard]] constexpr std::ptrdiff_t small() const noexcept
    requires(small_valued<X> && small_valued<Y>)
  {
    return x.small() + y.small();
  }
  static constexpr integer_bounds bounds() noexcept
    requires(small_valued<X> && small_valued<Y>)
  {
    return {X::bounds().least + Y::bounds().least, X::bounds().most + Y::bounds().most};
  }
};

template <class X, class Y>
struct difference {
  X x;
  Y y;

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    x.add_to(lc, k);
    y.subtract_from(lc, k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    x.subtract_from(lc, k);
    y.add_to(lc, k);
  }
  template <class F>
    requires(valued<X, F> && valued<Y, F>)
  [[nodiscard]] constexpr F evaluate() const noexcept {
    return x.template evaluate<F>() - y.template evaluate<F>();
  }
  [[nodiscard]] constexpr bool is_constant() const noexcept { return known_constant(x) && known_constant(y); }

  [[nodiscard]] constexpr std::ptrdiff_t small() const noexcept
    requires(small_valued<X> && small_valued<Y>)
  {
    return x.small() - y.small();
  }
  static constexpr integer_bounds bounds() noexcept
    requires(small_valued<X> && small_valued<Y>)
  {
    return {X::bounds().least - Y::bounds().most, X::bounds().most - Y::bounds().least};
  }
};

template <class K, class X>
struct multiple {
  K factor;
  X x;

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    x.add_to(lc, factor * k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    x.subtract_from(lc, factor * k);
  }
  template <class F>
    requires valued<X, F>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    return factor * x.template evaluate<F>();
  }
  [[nodiscard]] constexpr bool is_constant() const noexcept { return known_constant(x); }
};

template <linear X, linear Y>
[[nodiscard]] constexpr sum<X, Y> operator+(X const& x, Y const& y) {
  return {x, y};
}
template <linear X, linear Y>
[[nodiscard]] constexpr difference<X, Y> operator-(X const& x, Y const& y) {
  return {x, y};
}
// k·x; a constant k is k·one.
template <class Spec, linear X>
[[nodiscard]] constexpr multiple<prime_field<Spec>, X> operator*(prime_field<Spec> const& k, X const& x) {
  return {k, x};
}

static_assert(linear<variable> && linear<one_t> && linear<difference<one_t, variable>>);

}  // namespace lucid::inline v0
