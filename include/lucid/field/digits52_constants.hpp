// What digits52.hpp needs to know of a prime field, derived from its modulus: digits of 52 bits, multiples of p, factors between the forms of elements.
#pragma once

#include <cstddef>

#include <lucid/field/prime_field.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0::digits52 {

inline constexpr unsigned digit_bits = 52;
inline constexpr limb_t digit_mask = (limb_t{1} << digit_bits) - 1;

// What the algorithms need to know of a prime field of four or six limbs.
template <class F>
struct constants {
  static_assert(F::limbs == 4 || F::limbs == 6);
  static constexpr std::size_t digits = F::limbs == 4 ? 5 : 8;
  static constexpr std::size_t r_bits = digits * digit_bits;
  // The top digit has bits enough to estimate quotients by; a field of fewer has no lanes of this kind.
  static constexpr bool exist = F::bits >= digit_bits * (digits - 1) + 4;
  using wide = big_uint<F::limbs + 1>;

  struct digits_of {
    limb_t d[digits];
  };
  template <std::size_t N>
  static constexpr digits_of split(big_uint<N> const& x) noexcept {
    digits_of result{};
    for (std::size_t j = 0; j < digits; ++j) result.d[j] = shifted_right(x, j * digit_bits)[0] & digit_mask;
    return result;
  }
  static constexpr wide widened(typename F::integer const& x) noexcept {
    wide result;
    for (std::size_t i = 0; i < F::limbs; ++i) result[i] = x[i];
    return result;
  }
  static constexpr wide multiple_of_p(std::size_t k) noexcept {
    wide sum;
    for (std::size_t i = 0; i < k; ++i) add_to(sum, widened(F::modulus()));
    return sum;
  }
  // k·p, k ≤ 32.
  template <std::size_t K>
  static constexpr digits_of multiple = split(multiple_of_p(K));
  static constexpr digits_of p = multiple<1>;
  // 2^r_bits − p
  static constexpr digits_of complement = [] {
    wide x;
    subtract_from(x, widened(F::modulus()));
    return split(x);
  }();
  static constexpr limb_t negated_inverse = F::arithmetic::negated_inverse & digit_mask;

  // ⌊2^n/p⌋ for n ≥ F::bits − 1, of a limb: a doubling for each of its bits, from the power of two just below p.
  static constexpr limb_t power_of_two_over_p(std::size_t n) noexcept {
    wide rest;
    rest[(F::bits - 1) / limb_bits] = limb_t{1} << ((F::bits - 1) % limb_bits);
    limb_t quotient = 0;
    for (std::size_t i = F::bits - 1; i < n; ++i) {
      add_to(rest, wide{rest});
      quotient <<= 1;
      if (rest >= widened(F::modulus())) {
        subtract_from(rest, widened(F::modulus()));
        quotient |= 1;
      }
    }
    return quotient;
  }

  // ⌊R/p⌋, as far as it fits 32 bits: products of values below A·p and B·p are below 2p if A·B is at most this.
  static constexpr std::size_t room = r_bits - F::bits > 31 ? std::size_t{1} << 31 : static_cast<std::size_t>(power_of_two_over_p(r_bits));

  // x·R/2^(64·limbs) mod p: times this, a value in the form of F is the product in the form of F.
  static constexpr F in_lanes(F const& x) noexcept {
    F y = x;
    for (std::size_t i = F::integer::bits; i < r_bits; ++i) y = y + y;
    return y;
  }

  // k·R mod p
  static constexpr digits_of residue(limb_t k) noexcept { return split(in_lanes(F{k}).to_montgomery()); }
  // Products with these lead from the form of F to multiples of R, and back.
  static constexpr digits_of to_lanes = split(in_lanes(in_lanes(F::one())).to_montgomery());
  static constexpr digits_of from_lanes = split(F::one().to_montgomery());

  // ⌊x/p⌋ for 0 ≤ x < 32p, from the top digit: ⌊top·estimate/2^(52 + estimate_shift)⌋, or one less.
  static constexpr unsigned estimate_shift = exist ? static_cast<unsigned>(F::bits - digit_bits * (digits - 1)) - 2 : 0;
  static constexpr limb_t estimate = exist ? power_of_two_over_p(r_bits + estimate_shift) : 0;
  static_assert(!exist || estimate <= digit_mask);
};

}  // namespace lucid::inline v0::digits52
