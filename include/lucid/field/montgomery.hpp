// Montgomery arithmetic modulo an odd p, and the constants that it needs, derived from p. Residues only: the element type is prime_field.hpp.
// [Mon85]; the product is the coarsely integrated operand scanning of [KAK96] in the carry-free form for moduli with a spare top bit [gnark-nocarry].
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/arch/ptx.hpp>
#include <lucid/field/arch/x86_64.hpp>
#include <lucid/field/arch/x86_64_square.hpp>
#include <lucid/field/constant_product.hpp>
#include <lucid/field/montgomery32.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// Spec gives `limbs` and `modulus` (odd, top bit clear). R = 2^(64·limbs).
template <class Spec>
struct montgomery {
  static constexpr std::size_t limbs = Spec::limbs;
  using integer = big_uint<limbs>;

  static constexpr integer modulus = Spec::modulus;
#if defined(LUCID_HAS_X86_64_ROWS)
  static constexpr bool has_rows = limbs == 4 || limbs == 6;
#else
  static constexpr bool has_rows = false;
#endif
  static constexpr bool on_device = arch::ptx::on_device();
  static constexpr std::size_t bits = modulus.bit_width();
  // Two products at once, or a square by half its rows, add up to 3p·2^64 a row: the running quotient stays below 4p, which takes two spare bits. Or on a device.
  static constexpr bool has_sum_of_products = on_device || (has_rows && bits + 2 <= integer::bits);
  static_assert(modulus.is_odd() && bits < integer::bits, "the carry-free product needs an odd modulus with a spare top bit");

  // −p⁻¹ mod 2^64 by Newton's iteration: an odd x is its own inverse mod 8, and each step doubles the correct bits (3 → 6 → … → 96).
  static constexpr limb_t negated_inverse = [] {
    limb_t x = modulus[0];
    for (int i = 0; i < 5; ++i) x *= 2 - modulus[0] * x;
    return limb_t{0} - x;
  }();

  // a − p where a ≥ p, else a. Precondition: a < 2p. No branch but in constant expressions, where one costs less.
  LUCID_HOST_DEVICE static constexpr integer reduced_once(integer const& a) noexcept {
    constexpr integer p = modulus;
    if (__builtin_is_constant_evaluated()) {
      std::size_t i = limbs - 1;
      while (i > 0 && a[i] == p[i]) --i;
      if (a[i] < p[i]) return a;
    }
    integer difference = a;
    limb_t const keep = limb_t{0} - subtract_from(difference, p);
    for (std::size_t i = 0; i < limbs; ++i) difference[i] ^= (difference[i] ^ a[i]) & keep;
    return difference;
  }

  LUCID_HOST_DEVICE static constexpr integer add(integer const& a, integer const& b) noexcept {
    integer sum{uninitialized{}};
    add_into(sum, a, b);
    return sum;
  }
  LUCID_HOST_DEVICE static constexpr integer subtract(integer const& a, integer const& b) noexcept {
    integer difference{uninitialized{}};
    subtract_into(difference, a, b);
    return difference;
  }
  // a·b/R mod p, below p. Precondition: a < p; b may be any integer of this width.  2·limbs² + limbs limb products.
  LUCID_HOST_DEVICE static constexpr integer multiply(integer const& a, integer const& b) noexcept {
    integer product{uninitialized{}};
    multiply_into(product, a, b);
    return product;
  }

  // The same with the place of the result given, which may be that of an argument: limbs just written are not copied.
  LUCID_HOST_DEVICE static constexpr void add_into(integer& out, integer const& a, integer const& b) noexcept {
    if (!__builtin_is_constant_evaluated()) {
      if constexpr (on_device) {
        return static_cast<void>(out = montgomery32<Spec>::add(a, b));
      } else if constexpr (has_rows) {
        return rows::add(out, a, b);
      }
    }
    out = add_portable(a, b);
  }
  LUCID_HOST_DEVICE static constexpr void subtract_into(integer& out, integer const& a, integer const& b) noexcept {
    if (!__builtin_is_constant_evaluated()) {
      if constexpr (on_device) {
        return static_cast<void>(out = montgomery32<Spec>::subtract(a, b));
      } else if constexpr (has_rows) {
        return rows::subtract(out, a, b);
      }
    }
    out = subtract_portable(a, b);
  }
  LUCID_HOST_DEVICE static constexpr void multiply_into(integer& out, integer const& a, integer const& b) noexcept {
    if (!__builtin_is_constant_evaluated()) {
      if constexpr (on_device) {
        return static_cast<void>(out = montgomery32<Spec>::multiply(a, b));
      } else if constexpr (has_rows) {
        return rows::multiply(out, a, b);
      }
    }
    if (__builtin_is_constant_evaluated()) {
      out = multiply_constant(a, b);
    } else {
      out = multiply_portable(a, b);
    }
  }

  // a²/R mod p: limbs·(limbs − 1)/2 limb products fewer, where there are two spare bits. out may be a.
  LUCID_HOST_DEVICE static constexpr void square_into(integer& out, integer const& a) noexcept {
    if (!__builtin_is_constant_evaluated()) {
      if constexpr (on_device) {
        return static_cast<void>(out = montgomery32<Spec>::square(a));
      } else if constexpr (has_sum_of_products) {
        return rows::square(out, a);
      }
    }
    multiply_into(out, a, a);
  }
  LUCID_HOST_DEVICE static constexpr integer square(integer const& a) noexcept {
    integer result{uninitialized{}};
    square_into(result, a);
    return result;
  }

  // (a·b + c·d)/R mod p with one reduction: 3·limbs² + limbs limb products. Precondition: all below p.
  LUCID_HOST_DEVICE static constexpr integer sum_of_products(integer const& a, integer const& b, integer const& c,
                                                             integer const& d) noexcept {
    integer sum{uninitialized{}};
    if (!__builtin_is_constant_evaluated()) {
      if constexpr (on_device) {
        return montgomery32<Spec>::sum_of_products(a, b, c, d);
      } else if constexpr (has_sum_of_products) {
        rows::sum_of_products(sum, a, b, c, d);
        return sum;
      }
    }
    add_into(sum, multiply(a, b), multiply(c, d));
    return sum;
  }

  // In C++ alone: what other machines use, constant expressions but for products, and the oracle of the fast paths.
  LUCID_HOST_DEVICE static constexpr integer add_portable(integer a, integer const& b) noexcept {
    add_to(a, b);  // no carry out: both are below p, and p has a spare bit
    return reduced_once(a);
  }
  // No branch: p masked by the borrow is added back.
  LUCID_HOST_DEVICE static constexpr integer subtract_portable(integer a, integer const& b) noexcept {
    constexpr integer p = modulus;
    limb_t const below = limb_t{0} - subtract_from(a, b);
    if (__builtin_is_constant_evaluated() && below == 0) return a;
    integer correction;
    for (std::size_t i = 0; i < limbs; ++i) correction[i] = p[i] & below;
    add_to(a, correction);
    return a;
  }
  LUCID_HOST_DEVICE static constexpr integer multiply_portable(integer const& a, integer const& b) noexcept {
    constexpr integer p = modulus;
    integer t;
    for (std::size_t i = 0; i < limbs; ++i) {
      wide_t ab = wide_t{a.limb[0]} * b.limb[i] + t.limb[0];
      limb_t const m = static_cast<limb_t>(ab) * negated_inverse;
      wide_t mp = wide_t{m} * p.limb[0] + static_cast<limb_t>(ab);
      for (std::size_t j = 1; j < limbs; ++j) {
        ab = wide_t{a.limb[j]} * b.limb[i] + t.limb[j] + static_cast<limb_t>(ab >> limb_bits);
        mp = wide_t{m} * p.limb[j] + static_cast<limb_t>(ab) + static_cast<limb_t>(mp >> limb_bits);
        t.limb[j - 1] = static_cast<limb_t>(mp);
      }
      t.limb[limbs - 1] = static_cast<limb_t>(ab >> limb_bits) + static_cast<limb_t>(mp >> limb_bits);
    }
    return reduced_once(t);
  }

  // The same value, for constant expressions.
  LUCID_HOST_DEVICE static constexpr integer multiply_constant(integer const& a, integer const& b) noexcept {
    constexpr auto p = detail::constant_product<limbs>::template split<0>(modulus);
    return reduced_once(detail::constant_product<limbs>::of(a, b, p, negated_inverse));
  }

  // R mod p: the power of two just below p, doubled up to R.
  static constexpr integer r = [] {
    integer x;
    x[(bits - 1) / limb_bits] = limb_t{1} << ((bits - 1) % limb_bits);
    for (std::size_t i = bits - 1; i < integer::bits; ++i) x = add(x, x);
    return x;
  }();
  // R² mod p: the Montgomery form of R = 2^(64·limbs), from that of 2^o by squares, 64·limbs = o·2^k.
  static constexpr integer r_squared = [] {
    std::size_t squares = 0;
    while (((integer::bits >> squares) & 1) == 0) ++squares;
    integer x = r;
    for (std::size_t i = 0; i < integer::bits >> squares; ++i) x = add(x, x);
    for (std::size_t i = 0; i < squares; ++i) x = multiply(x, x);
    return x;
  }();

 private:
#if defined(LUCID_HAS_X86_64_ROWS)
  // Products are calls: at 36 or 78 limb products a body, the call costs 1 in 50 and saves the instruction cache. So are sums of six limbs.
  struct rows {
    static LUCID_NOINLINE void multiply(integer& out, integer const& a, integer const& b) noexcept {
      if (arch::x86_64::has_two_carry_chains) [[likely]] {
        multiply_here(out, a, b);
      } else {
        multiply_elsewhere(out, a, b);
      }
    }
    static LUCID_INLINE void multiply_here(integer& out, integer const& a, integer const& b) noexcept {
      limb_t const* const p = modulus.limb;
      auto t = arch::x86_64::row<limbs>::product(a.limb, b.limb[0]);
      t.reduce(p, t.low() * negated_inverse);
      LUCID_UNROLL
      for (std::size_t i = 1; i < limbs; ++i) {
        t.add_product(a.limb, b.limb[i]);
        t.reduce(p, t.low() * negated_inverse);
      }
      t.store_reduced_once(p, out.limb);
    }
    static LUCID_NOINLINE void sum_of_products(integer& out, integer const& a, integer const& b, integer const& c,
                                               integer const& d) noexcept {
      if (arch::x86_64::has_two_carry_chains) [[likely]] {
        limb_t const* const p = modulus.limb;
        auto t = arch::x86_64::row<limbs>::product(a.limb, b.limb[0]);
        t.add_another_product(c.limb, d.limb[0]);
        t.reduce(p, t.low() * negated_inverse);
        LUCID_UNROLL
        for (std::size_t i = 1; i < limbs; ++i) {
          t.add_product(a.limb, b.limb[i]);
          t.add_another_product(c.limb, d.limb[i]);
          t.reduce(p, t.low() * negated_inverse);
        }
        t.store_reduced_once(p, out.limb);
      } else {
        integer cd;
        multiply_elsewhere(cd, c, d);
        multiply_elsewhere(out, a, b);
        out = add_portable(out, cd);
      }
    }
    static LUCID_NOINLINE void square(integer& out, integer const& a) noexcept {
      if (!arch::x86_64::has_two_carry_chains) [[unlikely]]
        return multiply_elsewhere(out, a, a);
      limb_t const* const p = modulus.limb;
      limb_t twice[limbs] = {};
      for (std::size_t i = 2; i < limbs; ++i) twice[i] = a.limb[i] << 1 | a.limb[i - 1] >> (limb_bits - 1);
      arch::x86_64::row<limbs> t;
      row_of_square<0>(t, a, twice);
      row_of_square<1>(t, a, twice);
      row_of_square<2>(t, a, twice);
      row_of_square<3>(t, a, twice);
      if constexpr (limbs == 6) {
        row_of_square<4>(t, a, twice);
        row_of_square<5>(t, a, twice);
      }
      t.store_reduced_once(p, out.limb);
    }
    template <std::size_t I>
    static LUCID_INLINE void row_of_square(arch::x86_64::row<limbs>& t, integer const& a, limb_t const* twice) noexcept {
      arch::x86_64::add_row_of_square<limbs, I>(t, a.limb, twice);
      t.reduce(modulus.limb, t.low() * negated_inverse);
    }
    static LUCID_NOINLINE void multiply_elsewhere(integer& out, integer const& a, integer const& b) noexcept {
      out = multiply_portable(a, b);
    }

    static LUCID_INLINE void add(integer& out, integer const& a, integer const& b) noexcept {
      if constexpr (limbs == 4) {
        arch::x86_64::add<limbs>(out.limb, a.limb, b.limb, modulus.limb);
      } else {
        add_by_call(out, a, b);
      }
    }
    static LUCID_INLINE void subtract(integer& out, integer const& a, integer const& b) noexcept {
      if constexpr (limbs == 4) {
        arch::x86_64::subtract<limbs>(out.limb, a.limb, b.limb, modulus.limb);
      } else {
        subtract_by_call(out, a, b);
      }
    }
    static LUCID_NOINLINE void add_by_call(integer& out, integer const& a, integer const& b) noexcept {
      arch::x86_64::add<limbs>(out.limb, a.limb, b.limb, modulus.limb);
    }
    static LUCID_NOINLINE void subtract_by_call(integer& out, integer const& a, integer const& b) noexcept {
      arch::x86_64::subtract<limbs>(out.limb, a.limb, b.limb, modulus.limb);
    }
  };
#else
  struct rows {  // never called
    static void add(integer&, integer const&, integer const&) noexcept;
    static void subtract(integer&, integer const&, integer const&) noexcept;
    static void multiply(integer&, integer const&, integer const&) noexcept;
    static void square(integer&, integer const&) noexcept;
    static void sum_of_products(integer&, integer const&, integer const&, integer const&, integer const&) noexcept;
  };
#endif
};

}  // namespace lucid::inline v0
