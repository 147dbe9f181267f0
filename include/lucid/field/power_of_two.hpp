// Division by a power of two, which in Montgomery form costs a quarter of a product or less: the 1/n of a transform. Nothing else.
#pragma once

#include <cstddef>

#include <lucid/config/assert.hpp>
#include <lucid/config/target.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0 {

// x/2^k: one step of Montgomery's reduction [Mon85] with radix 2^k. m = −x/p mod 2^k makes x + m·p divisible, and (x + m·p)/2^k < p + (x − p)/2^k, so nothing
// is left to subtract. limbs + 1 limb products. A relaxed x (butterfly.hpp) gives a relaxed result. Precondition: k < 64.
template <class Spec>
[[nodiscard]] LUCID_HOST_DEVICE constexpr prime_field<Spec> divided_by_power_of_two(prime_field<Spec> const& x, unsigned k) noexcept {
  using field = prime_field<Spec>;
  LUCID_EXPECTS(k < limb_bits);
  if (k == 0) return x;
  constexpr auto p = field::modulus();
  auto t = x.to_montgomery();
  limb_t const m = (t[0] * field::arithmetic::negated_inverse) & ((limb_t{1} << k) - 1);
  limb_t carry = 0;
  for (std::size_t i = 0; i < field::limbs; ++i) t[i] = multiply_add(t[i], m, p[i], carry);
  for (std::size_t i = 0; i + 1 < field::limbs; ++i) t[i] = t[i] >> k | t[i + 1] << (limb_bits - k);
  t[field::limbs - 1] = t[field::limbs - 1] >> k | carry << (limb_bits - k);
  return field::from_montgomery(t);
}

}  // namespace lucid::inline v0
