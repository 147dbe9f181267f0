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

  // Whether a word 0 < n < p is a square modulo p: the Jacobi symbol (n/p) by reciprocity, [Coh93] §1.4. One long division, the rest are words.
  static constexpr bool is_square(limb_t n) noexcept {
    constexpr integer p = field::modulus();
    bool sign = false;
    auto const halve = [&sign](limb_t& a, limb_t below) {  // (2/b) = −1 for b = ±3 mod 8
      for (; (a & 1) == 0; a >>= 1) sign ^= (below & 7) == 3 || (below & 7) == 5;
    };
    halve(n, p[0]);
    sign ^= (n & p[0] & 3) == 3;
    wide_t rest = 0;
    for (std::size_t i = field::limbs; i-- > 0;) rest = (rest << limb_bits | p[i]) % n;
    for (limb_t a = static_cast<limb_t>(rest); a != 0;) {  // (a/n)
      halve(a, n);
      sign ^= (a & n & 3) == 3;
      limb_t const next = n % a;
      n = a;
      a = next;
    }
    return !sign;
  }

 public:
  // s
  static constexpr unsigned order_log2 = [] {
    unsigned s = 0;
    while (!order.bit(s)) ++s;
    return s;
  }();
  // t = (p − 1)/2^s, odd
  static constexpr integer odd_part = shifted_right(order, order_log2);

  // Roots cost a power each, in the compiler, and only in the units that name them.
  // The root of bellman, arkworks and gnark: generator^t.
  static constexpr field root = power(field{Spec::generator}, odd_part);

  // The smallest integer ≥ 2 without a square root.
  static constexpr limb_t least_non_residue = [] {
    limb_t n = 2;
    while (is_square(n)) ++n;
    return n;
  }();
  // The root of snarkjs: least_non_residue^t.
  static constexpr field root_of_least_non_residue = [] {
    if constexpr (least_non_residue == Spec::generator) {
      return root;
    } else {
      return power(field{least_non_residue}, odd_part);
    }
  }();

  // x generates the subgroup: x^(2^(s−1)) = −1. Asserted of both roots by the tests: a wrong generator is a wrong fact, and no unit should pay for it.
  static constexpr bool generates(field x) noexcept {
    for (unsigned i = 1; i < order_log2; ++i) x = square(x);
    return x == -field::one();
  }
};

}  // namespace lucid::inline v0
