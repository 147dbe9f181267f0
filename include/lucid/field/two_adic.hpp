// The subgroup of order 2^s of a prime field's units, 2^s ∥ p − 1: its size and the roots of unity that different key formats choose as its generator.
#pragma once

#include <cstddef>

#include <lucid/field/power.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// Spec: limbs, modulus, generator.
template <class Spec>
struct two_adic {
  using field = prime_field<Spec>;
  using integer = typename field::integer;

 private:
  static constexpr integer order = [] {  // of the group of units
    integer e = field::modulus();
    subtract_from(e, integer{1});
    return e;
  }();

 public:
  // s
  static constexpr unsigned order_log2 = [] {
    unsigned s = 0;
    while (!order.bit(s)) ++s;
    return s;
  }();
  // t = (p − 1)/2^s, odd
  static constexpr integer odd_part = shifted_right(order, order_log2);
  static constexpr integer half_order = shifted_right(order, 1);

  // The root of bellman, arkworks and gnark: generator^t.
  static constexpr field root = power(field{Spec::generator}, odd_part);

  // The smallest integer ≥ 2 without a square root (Euler's criterion).
  static constexpr limb_t least_non_residue = [] {
    limb_t n = 2;
    while (power(field{n}, half_order) != -field::one()) ++n;
    return n;
  }();
  // The root of snarkjs: least_non_residue^t.
  static constexpr field root_of_least_non_residue = power(field{least_non_residue}, odd_part);

 private:
  static constexpr bool has_full_order(field x) {
    for (unsigned i = 1; i < order_log2; ++i) x = square(x);
    return x == -field::one();
  }
  static_assert(has_full_order(root), "generator is not a generator: its root of unity has a smaller order");
  static_assert(has_full_order(root_of_least_non_residue));
};

}  // namespace lucid::inline v0
