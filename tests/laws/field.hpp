// What must hold of every field, prime or tower. Handed any set of elements, it tries all pairs, and triples of neighbours; a small field hands it all it has.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/field/concepts.hpp>
#include <lucid/field/power.hpp>

namespace laws {

// The laws of a commutative ring, and that every way of saying an operation says the same.
template <class F>
void ring(std::vector<F> const& elements) {
  static_assert(lucid::field_element<F>);
  F const zero = F::zero();
  F const one = F::one();
  bool neutral = true, negation = true, sums = true, differences = true, products = true, associative = true, distributive = true,
       squares = true, in_place = true, aliased = true, equality = true;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    F const& a = elements[i];
    neutral = neutral && a + zero == a && a * one == a && (a * zero).is_zero() && a - zero == a && zero - a == -a;
    negation = negation && (a + -a).is_zero() && -(-a) == a && (a - a).is_zero() && a * -one == -a;
    squares = squares && square(a) == a * a && doubled(a) == a + a && square(-a) == square(a) && doubled(a) == a * doubled(one);
    F x = a;
    x += x;
    F y = a;
    y *= y;
    F z = a;
    F const& itself = z;
    z -= itself;
    aliased = aliased && x == a + a && y == square(a) && z.is_zero();
    for (std::size_t j = 0; j < elements.size(); ++j) {
      F const& b = elements[j];
      F const& c = elements[(i + 2 * j + 1) % elements.size()];
      sums = sums && a + b == b + a && (a + b) + c == a + (b + c);
      differences = differences && (a - b) + b == a && a - b == a + -b && a - b == -(b - a);
      products = products && a * b == b * a && -a * b == -(a * b);
      associative = associative && (a * b) * c == a * (b * c);
      distributive = distributive && a * (b + c) == a * b + a * c && (a - b) * c == a * c - b * c;
      squares = squares && square(a + b) == square(a) + doubled(a * b) + square(b) && (a + b) * (a - b) == square(a) - square(b);
      F s = a;
      s += b;
      F d = a;
      d -= b;
      F p = a;
      p *= b;
      in_place = in_place && s == a + b && d == a - b && p == a * b;
      equality = equality && (a == b) == (a - b).is_zero() && (a != b) == !(a == b);
    }
  }
  CHECK(neutral);
  CHECK(negation);
  CHECK(sums);
  CHECK(differences);
  CHECK(products);
  CHECK(associative);
  CHECK(distributive);
  CHECK(squares);
  CHECK(in_place);
  CHECK(aliased);
  CHECK(equality);
  CHECK(zero.is_zero());
  CHECK_FALSE(one.is_zero());
  CHECK(F{} == zero);
}

// Every element but 0 has an inverse, the inverse of 0 is 0, products of others are never 0, and powers add exponents.
template <class F>
void division(std::vector<F> const& elements) {
  bool inverses = true, involution = true, cancels = true, powers = true;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    F const& a = elements[i];
    F const& b = elements[(i + 1) % elements.size()];
    F const inverse_of_a = inverse(a);
    inverses = inverses && (a.is_zero() ? inverse_of_a.is_zero() : a * inverse_of_a == F::one());
    involution = involution && inverse(inverse_of_a) == a && inverse(-a) == -inverse_of_a && inverse(a * b) == inverse_of_a * inverse(b);
    if constexpr (requires { inverse_vartime(a); }) inverses = inverses && inverse_vartime(a) == inverse_of_a;
    cancels = cancels && (a * b).is_zero() == (a.is_zero() || b.is_zero());
    powers = powers && power(a, 0) == F::one() && power(a, 1) == a && power(a, 5) == square(square(a)) * a &&
             power(a, 13) * power(a, 8) == power(a, 21) && power(a, 6) * power(b, 6) == power(a * b, 6);
  }
  CHECK(inverses);
  CHECK(involution);
  CHECK(cancels);
  CHECK(powers);
}

template <class F>
void field(std::vector<F> const& elements) {
  ring(elements);
  division(elements);
}

// image is an automorphism of the field that fixes the base.
template <class F, class Image>
void automorphism(std::vector<F> const& elements, Image&& image) {
  bool keeps = true;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    F const& a = elements[i];
    F const& b = elements[(i + 1) % elements.size()];
    F in_base;
    in_base.c0 = a.c0;
    keeps = keeps && image(a + b) == image(a) + image(b) && image(a * b) == image(a) * image(b) && image(-a) == -image(a) &&
            image(inverse(a)) == inverse(image(a)) && image(in_base) == in_base;
  }
  CHECK(keeps);
  CHECK(image(F::one()) == F::one());
}

}  // namespace laws
