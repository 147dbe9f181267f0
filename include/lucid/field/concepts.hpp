// What a field element is. A concept checks spelling; tests/laws/field.hpp checks meaning.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace lucid::inline v0 {

template <class F>
concept field_element = std::regular<F> && std::is_trivially_copyable_v<F> && requires(F const& a, F const& b) {
  { F::zero() } -> std::same_as<F>;
  { F::one() } -> std::same_as<F>;
  { a + b } -> std::same_as<F>;
  { a - b } -> std::same_as<F>;
  { a* b } -> std::same_as<F>;
  { -a } -> std::same_as<F>;
  { a.is_zero() } -> std::same_as<bool>;
  { square(a) } -> std::same_as<F>;
  { doubled(a) } -> std::same_as<F>;
  { inverse(a) } -> std::same_as<F>;
};

// A field of integers modulo a prime: it has a modulus, and its elements are integers.
template <class F>
concept prime_field_element = field_element<F> && requires(F const& a) {
  typename F::integer;
  { F::modulus() } -> std::same_as<typename F::integer>;
  { a.to_integer() } -> std::same_as<typename F::integer>;
};

}  // namespace lucid::inline v0
