// Montgomery arithmetic modulo an odd p, and the constants that it needs, derived from p. Residues only: the element type is prime_field.hpp.
// [Mon85]; the product is the coarsely integrated operand scanning of [KAK96] in the carry-free form for moduli with a spare top bit [gnark-nocarry].
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// Spec gives `limbs` and `modulus` (odd, top bit clear). R = 2^(64·limbs).
template <class Spec>
struct montgomery {
  static constexpr std::size_t limbs = Spec::limbs;
  using integer = big_uint<limbs>;

  static constexpr integer modulus = Spec::modulus;
  static constexpr std::size_t bits = modulus.bit_width();
  static_assert(modulus.is_odd() && bits < integer::bits, "the carry-free product needs an odd modulus with a spare top bit");

  // −p⁻¹ mod 2^64 by Newton's iteration: an odd x is its own inverse mod 8, and each step doubles the correct bits (3 → 6 → … → 96).
  static constexpr limb_t negated_inverse = [] {
    limb_t x = modulus[0];
    for (int i = 0; i < 5; ++i) x *= 2 - modulus[0] * x;
    return limb_t{0} - x;
  }();

  // a − p where a ≥ p, else a. Precondition: a < 2p. No branch.
  LUCID_HOST_DEVICE static constexpr integer reduced_once(integer const& a) noexcept {
    constexpr integer p = modulus;
    integer difference = a;
    limb_t const keep = limb_t{0} - subtract_from(difference, p);
    for (std::size_t i = 0; i < limbs; ++i) difference[i] ^= (difference[i] ^ a[i]) & keep;
    return difference;
  }

  LUCID_HOST_DEVICE static constexpr integer add(integer a, integer const& b) noexcept {
    add_to(a, b);  // no carry out: both are below p, and p has a spare bit
    return reduced_once(a);
  }

  // No branch: p masked by the borrow is added back.
  LUCID_HOST_DEVICE static constexpr integer subtract(integer a, integer const& b) noexcept {
    constexpr integer p = modulus;
    limb_t const below = limb_t{0} - subtract_from(a, b);
    integer correction;
    for (std::size_t i = 0; i < limbs; ++i) correction[i] = p[i] & below;
    add_to(a, correction);
    return a;
  }

  // a·b/R mod p, below p. Precondition: a < p; b may be any integer of this width.  2·limbs² + limbs limb products.
  LUCID_HOST_DEVICE static constexpr integer multiply(integer const& a, integer const& b) noexcept {
    constexpr integer p = modulus;
    integer t;
    for (std::size_t i = 0; i < limbs; ++i) {
      limb_t carry_ab = 0;
      limb_t carry_mp = 0;
      limb_t const low = multiply_add(t[0], a[0], b[i], carry_ab);
      limb_t const m = low * negated_inverse;
      multiply_add(low, m, p[0], carry_mp);
      for (std::size_t j = 1; j < limbs; ++j) {
        limb_t const column = multiply_add(t[j], a[j], b[i], carry_ab);
        t[j - 1] = multiply_add(column, m, p[j], carry_mp);
      }
      t[limbs - 1] = carry_ab + carry_mp;
    }
    return reduced_once(t);
  }

  // R mod p and R² mod p, by doubling 1.
  static constexpr integer r = [] {
    integer x{1};
    x = divide(x, modulus).remainder;
    for (std::size_t i = 0; i < integer::bits; ++i) x = add(x, x);
    return x;
  }();
  static constexpr integer r_squared = [] {
    integer x = r;
    for (std::size_t i = 0; i < integer::bits; ++i) x = add(x, x);
    return x;
  }();
};

}  // namespace lucid::inline v0
