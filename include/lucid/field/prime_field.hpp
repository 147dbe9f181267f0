// Elements of the integers modulo a prime, held in Montgomery form. The same type, the same bytes, on host and device.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include <lucid/config/assert.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/field/montgomery.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// Spec: `limbs`, `modulus` (an odd prime with a spare top bit), and for fields with an NTT or a square root, `generator` (of the multiplicative group, small).
template <class Spec>
class prime_field {
 public:
  using spec = Spec;
  using arithmetic = montgomery<Spec>;
  using integer = typename arithmetic::integer;
  static constexpr std::size_t limbs = arithmetic::limbs;
  static constexpr std::size_t bits = arithmetic::bits;         // of the modulus
  static constexpr std::size_t bytes = limbs * sizeof(limb_t);  // of an element, in memory and in iden3 files

  constexpr prime_field() noexcept = default;  // zero

  // The element of a small integer; reduced where the modulus is smaller.
  LUCID_HOST_DEVICE explicit constexpr prime_field(limb_t small) noexcept : prime_field(from_integer(integer{small})) {}

  LUCID_HOST_DEVICE static constexpr prime_field zero() noexcept { return {}; }
  LUCID_HOST_DEVICE static constexpr prime_field one() noexcept {
    constexpr integer r = arithmetic::r;
    return from_montgomery(r);
  }
  LUCID_HOST_DEVICE static constexpr integer modulus() noexcept { return arithmetic::modulus; }

  // The element whose Montgomery form is x (x·R⁻¹ as an integer). Precondition: x < p.
  LUCID_HOST_DEVICE static constexpr prime_field from_montgomery(integer const& x) noexcept {
    prime_field e;
    e.residue_ = x;
    return e;
  }
  LUCID_HOST_DEVICE constexpr integer const& to_montgomery() const noexcept { return residue_; }

  // The element of any integer of this width, reduced.
  LUCID_HOST_DEVICE static constexpr prime_field from_integer(integer const& x) noexcept {
    constexpr integer r_squared = arithmetic::r_squared;
    return {product_of{}, r_squared, x};
  }
  // Nothing when x ≥ p: the door for values that come from outside.
  LUCID_HOST_DEVICE static constexpr std::optional<prime_field> from_canonical(integer const& x) noexcept {
    constexpr integer p = arithmetic::modulus;
    if (x >= p) return std::nullopt;
    return from_integer(x);
  }
  // high·2^(64·limbs) + low, reduced; for hashing and for sampling with 128 spare bits.
  LUCID_HOST_DEVICE static constexpr prime_field from_wide(integer const& low, integer const& high) noexcept {
    return from_integer(low) + from_integer(from_integer(high).residue_);
  }
  // The integer in [0, p).
  [[nodiscard]] LUCID_HOST_DEVICE constexpr integer to_integer() const noexcept { return arithmetic::multiply(residue_, integer{1}); }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_zero() const noexcept { return residue_.is_zero(); }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool is_one() const noexcept { return *this == one(); }

  friend LUCID_HOST_DEVICE constexpr bool operator==(prime_field const& a, prime_field const& b) noexcept = default;

  friend LUCID_HOST_DEVICE constexpr prime_field operator+(prime_field const& a, prime_field const& b) noexcept {
    return {sum_of{}, a.residue_, b.residue_};
  }
  friend LUCID_HOST_DEVICE constexpr prime_field operator-(prime_field const& a, prime_field const& b) noexcept {
    return {difference_of{}, a.residue_, b.residue_};
  }
  friend LUCID_HOST_DEVICE constexpr prime_field operator*(prime_field const& a, prime_field const& b) noexcept {
    return {product_of{}, a.residue_, b.residue_};
  }
  LUCID_HOST_DEVICE constexpr prime_field operator-() const noexcept { return zero() - *this; }

  LUCID_HOST_DEVICE constexpr prime_field& operator+=(prime_field const& b) noexcept {
    arithmetic::add_into(residue_, residue_, b.residue_);
    return *this;
  }
  LUCID_HOST_DEVICE constexpr prime_field& operator-=(prime_field const& b) noexcept {
    arithmetic::subtract_into(residue_, residue_, b.residue_);
    return *this;
  }
  // x *= x is a square, where the compiler sees that it is.
  LUCID_HOST_DEVICE constexpr prime_field& operator*=(prime_field const& b) noexcept {
    if (LUCID_KNOWN(&b == this) && &b == this) {
      arithmetic::square_into(residue_, residue_);
    } else {
      arithmetic::multiply_into(residue_, residue_, b.residue_);
    }
    return *this;
  }

  // a·b + c·d: one reduction for both products where p leaves two spare bits and the machine has the instructions, little more than one and a half products.
  friend LUCID_HOST_DEVICE constexpr prime_field sum_of_products(prime_field const& a, prime_field const& b, prime_field const& c,
                                                                 prime_field const& d) noexcept {
    return {sum_of_products_of{}, a.residue_, b.residue_, c.residue_, d.residue_};
  }
  // a·b − c·d, in the same way.
  friend LUCID_HOST_DEVICE constexpr prime_field difference_of_products(prime_field const& a, prime_field const& b, prime_field const& c,
                                                                        prime_field const& d) noexcept {
    if constexpr (arithmetic::has_sum_of_products) return sum_of_products(a, b, -c, d);
    return a * b - c * d;
  }
  friend LUCID_HOST_DEVICE constexpr prime_field square(prime_field const& a) noexcept { return {square_of{}, a.residue_}; }
  friend LUCID_HOST_DEVICE constexpr prime_field doubled(prime_field const& a) noexcept { return {sum_of{}, a.residue_, a.residue_}; }

 private:
  // A result is made where the element lives: a copy of limbs just written would wait for them to leave the store buffer.
  struct sum_of {};
  struct difference_of {};
  struct product_of {};
  struct square_of {};
  struct sum_of_products_of {};
  LUCID_HOST_DEVICE constexpr prime_field(sum_of, integer const& a, integer const& b) noexcept : residue_(arithmetic::add(a, b)) {}
  LUCID_HOST_DEVICE constexpr prime_field(difference_of, integer const& a, integer const& b) noexcept
      : residue_(arithmetic::subtract(a, b)) {}
  LUCID_HOST_DEVICE constexpr prime_field(product_of, integer const& a, integer const& b) noexcept : residue_(arithmetic::multiply(a, b)) {}
  LUCID_HOST_DEVICE constexpr prime_field(square_of, integer const& a) noexcept : residue_(arithmetic::square(a)) {}
  LUCID_HOST_DEVICE constexpr prime_field(sum_of_products_of, integer const& a, integer const& b, integer const& c,
                                          integer const& d) noexcept
      : residue_(arithmetic::sum_of_products(a, b, c, d)) {}

  integer residue_;
};

}  // namespace lucid::inline v0

#include <lucid/field/inverse.hpp>  // a field has inverses: completes the concept
