// The bits of a number, least significant first. What is done with them: gadget/range.hpp, gadget/comparison.hpp.
//   to_bits<N>          N + 1 rows
//   to_bits_canonical   F::bits + 1 rows, and 1 for each one of p − 1 that begins a run of ones, 2 where the run is longer:
//                       332 for the scalars of BN254, 324 for those of BLS12-381
//   to_bits_lenient     F::bits + 1 rows
// Of a constant they are constants and cost no row.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/kary.hpp>
#include <lucid/circuit/linear_combination.hpp>

namespace lucid::inline v0 {

namespace detail {

template <std::size_t N, class Integer>
std::array<boolean, N> constant_bits(Integer const& value) {
  std::array<boolean, N> bits;
  for (std::size_t i = 0; i < N; ++i) bits[i] = boolean::constant(value.bit(i));
  return bits;
}

// Private bits whose packing is x, N + 1 rows. Unique when 2^N ≤ p.
template <std::size_t N, constraint_system CS, linear X>
std::array<boolean, N> packed_witness(CS& cs, X const& x) {
  using F = typename CS::field;
  typename F::integer value{};
  if (known_constant(x)) {
    value = x.template evaluate<F>().to_integer();
    if (value.bit_width() <= N) return constant_bits<N>(value);  // else the rows below, which nothing satisfies
  }
  std::array<boolean, N> bits;
  // (1 − b) · b = 0 for each bit
  for (std::size_t i = 0; i < N; ++i) {
    bits[i] = witness_boolean(cs, [&] {
      if (i == 0) value = x.template evaluate<F>().to_integer();
      return value.bit(i);
    });
  }
  // 0 · 0 = Σ 2^i·b_i − x
  enforce_equal(cs, packed_bits{bits}, x);
  return bits;
}

}  // namespace detail

// The N bits of a number below 2^N; also the statement x < 2^N. Unique, since 2^N ≤ p.
template <std::size_t N, constraint_system CS, linear X>
[[nodiscard]] std::array<boolean, N> to_bits(CS& cs, X const& x) {
  static_assert(N < CS::field::bits, "so many bits write some numbers in two ways: to_bits_canonical has one");
  return detail::packed_witness<N>(cs, x);
}

// As many bits as p has, of x *or of x + p*: where x + p has no more bits than p, whoever makes the proof chooses between the two. Enough where any
// representation will do, as for a scalar of a group of order p; never for what must be unique (a nullifier, a hash, a comparison).
template <constraint_system CS, linear X>
[[nodiscard]] std::array<boolean, CS::field::bits> to_bits_lenient(CS& cs, X const& x) {
  return detail::packed_witness<CS::field::bits>(cs, x);
}

// All bits of the integer in [0, p) that x is.
template <constraint_system CS, linear X>
[[nodiscard]] std::array<boolean, CS::field::bits> to_bits_canonical(CS& cs, X const& x) {
  using F = typename CS::field;
  constexpr auto largest = (-F::one()).to_integer();  // p − 1, which is even
  if (known_constant(x)) return detail::constant_bits<F::bits>(x.template evaluate<F>().to_integer());
  typename F::integer value{};
  std::array<boolean, F::bits> bits;
  // tied: the bits so far are those of p − 1. A run of ones is gathered behind it and ANDed at the zero that ends it.
  std::array<boolean, F::bits + 1> gathered;
  gathered[0] = boolean::constant(true);
  std::size_t count = 1;
  for (std::size_t i = F::bits; i-- > 0;) {
    auto const bit = [&] {
      if (i + 1 == F::bits) value = x.template evaluate<F>().to_integer();
      return value.bit(i);
    };
    if (largest.bit(i)) {
      bits[i] = witness_boolean(cs, bit);
      gathered[count++] = bits[i];
    } else {
      boolean const tied = kary_and(cs, std::span<boolean const>{gathered}.first(count));
      gathered[0] = tied;
      count = 1;
      bits[i] = detail::free_bit(cs, bit);
      // (1 − tied − b) · b = 0: b is a bit, and 0 while tied, else the whole would exceed p − 1.
      cs.enforce(one - tied - bits[i], bits[i], zero);
    }
  }
  // 0 · 0 = Σ 2^i·b_i − x
  enforce_equal(cs, packed_bits{bits}, x);
  return bits;
}

}  // namespace lucid::inline v0
