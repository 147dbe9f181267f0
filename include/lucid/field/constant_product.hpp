// The Montgomery product as constant expressions compute it: columns of digits of 56 bits, so that no sum has a carry to look after and no loop is left.
// A compiler's evaluator walks through it in a quarter of the time of montgomery::multiply_portable, whose value it has; a processor does not.
#pragma once

#include <cstddef>
#include <utility>

#include <lucid/config/target.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0::detail {

__extension__ using signed_wide_t = __int128;

// R = 2^(64·Limbs). The first factor enters times 2^spare, so that digits of another size are divided by the same R.
template <std::size_t Limbs>
struct constant_product {
  using integer = big_uint<Limbs>;
  static constexpr unsigned digit_bits = 56;
  static constexpr limb_t mask = (limb_t{1} << digit_bits) - 1;
  static constexpr std::size_t digits = (integer::bits + digit_bits - 1) / digit_bits;
  static constexpr unsigned spare = digits * digit_bits - integer::bits;
  // A column: two products of 112 bits a digit, and what the column before hands on.
  static_assert(digits < 4096);

  // Σ d_j·2^(56j). A product leaves digits below 2^56, the last of which has the sign; sums of few products may stay as they are.
  struct number {
    signed_wide_t d[digits];
  };

  // Digits of x·2^Shift, which fits them.
  template <unsigned Shift>
  LUCID_HOST_DEVICE static constexpr number split(integer const& x) noexcept {
    return split<Shift>(x, std::make_index_sequence<digits>{});
  }

  // a·b/R mod p, below 2p. Precondition: a < p; p: its digits, negated_inverse: −p⁻¹ mod 2^64.
  LUCID_HOST_DEVICE static constexpr integer of(integer const& a, integer const& b, number const& p, limb_t negated_inverse) noexcept {
    return joined(product(split<spare>(a), split<0>(b), p, negated_inverse));
  }

  // a·b/2^(56·digits) mod p, between −p and 2p where |a·b| < p·2^(56·digits). Precondition: digits·|a_i·b_j| < 2^126 for all digits.
  LUCID_HOST_DEVICE static constexpr number product(number const& a, number const& b, number const& p, limb_t negated_inverse) noexcept {
    return product(a, b, p, negated_inverse, std::make_index_sequence<digits>{}, std::make_index_sequence<digits - 1>{});
  }

  // Precondition: a product that is not negative and fits.
  LUCID_HOST_DEVICE static constexpr integer joined(number const& x) noexcept { return joined(x, std::make_index_sequence<Limbs>{}); }

 private:
  template <unsigned Shift, std::size_t... J>
  LUCID_HOST_DEVICE static constexpr number split(integer const& x, std::index_sequence<J...>) noexcept {
    return {{digit<Shift, J>(x)...}};
  }
  template <unsigned Shift, std::size_t J>
  LUCID_HOST_DEVICE static constexpr limb_t digit(integer const& x) noexcept {
    if constexpr (J * digit_bits < Shift) {
      return (x.limb[0] << Shift) & mask;
    } else {
      constexpr std::size_t at = J * digit_bits - Shift, i = at / limb_bits, part = at % limb_bits;
      if constexpr (part + digit_bits > limb_bits && i + 1 < Limbs) {
        return (x.limb[i] >> part | x.limb[i + 1] << (limb_bits - part)) & mask;
      } else {
        return (x.limb[i] >> part) & mask;
      }
    }
  }
  template <std::size_t I>
  LUCID_HOST_DEVICE static constexpr limb_t limb(number const& x) noexcept {
    constexpr std::size_t j = I * limb_bits / digit_bits, part = I * limb_bits % digit_bits;
    static_assert(j + 1 < digits && 2 * digit_bits - part >= limb_bits);
    return static_cast<limb_t>(x.d[j] >> part | x.d[j + 1] << (digit_bits - part));
  }

  // Σ x_j·y_(K−j) over the J from First on.
  template <std::size_t K, std::size_t First, std::size_t... J>
  LUCID_HOST_DEVICE static constexpr signed_wide_t column(number const& x, number const& y, std::index_sequence<J...>) noexcept {
    return (signed_wide_t{0} + ... + (x.d[First + J] * y.d[K - First - J]));
  }

  template <std::size_t... Low, std::size_t... High>
  LUCID_HOST_DEVICE static constexpr number product(number const& a, number const& b, number const& p, limb_t negated_inverse,
                                                    std::index_sequence<Low...>, std::index_sequence<High...>) noexcept {
    number m{}, sum{};
    signed_wide_t t = 0;
    ((t += column<Low, 0>(a, b, std::make_index_sequence<Low + 1>{}) + column<Low, 0>(m, p, std::make_index_sequence<Low>{}),
      m.d[Low] = (static_cast<limb_t>(t) * negated_inverse) & mask, t = (t + m.d[Low] * p.d[0]) >> digit_bits),
     ...);
    ((t += column<digits + High, High + 1>(a, b, std::make_index_sequence<digits - 1 - High>{}) +
           column<digits + High, High + 1>(m, p, std::make_index_sequence<digits - 1 - High>{}),
      sum.d[High] = t & mask, t >>= digit_bits),
     ...);
    sum.d[digits - 1] = t;
    return sum;
  }
  template <std::size_t... I>
  LUCID_HOST_DEVICE static constexpr integer joined(number const& sum, std::index_sequence<I...>) noexcept {
    integer result;
    ((result.limb[I] = limb<I>(sum)), ...);
    return result;
  }
};

}  // namespace lucid::inline v0::detail
