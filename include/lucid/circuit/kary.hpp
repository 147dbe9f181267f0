// AND and OR of any number of bits, by counting them; and the count itself, which costs no row. Not of words bit by bit: gadget/word.hpp.
//   kary_and, kary_or   2 rows for three distinct bits or more, 1 for two, 0 for one; constants, repeated bits and a bit beside its negation cost nothing
#pragma once

#include <cstddef>
#include <span>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0 {

// Σ b_i over bits that somebody else owns: how many are set; how many are not, when `negated`.
struct bit_count {
  std::span<boolean const> bits;
  bool negated = false;

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    for (boolean const& b : bits) (negated ? !b : b).add_to(lc, k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    add_to(lc, -k);
  }
  template <class F>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    limb_t count = 0;
    for (boolean const& b : bits) count += b.value() != negated ? 1 : 0;
    return F{count};
  }
  [[nodiscard]] constexpr bool is_constant() const noexcept { return packed_bits{bits}.is_constant(); }
};

static_assert(linear<bit_count>);

namespace detail {

// Σ b_i ≠ 0, of the bits or of their negations. The first three distinct bits are told apart, which is all that the choice of rows needs; further on, a
// repetition adds to the count and changes nothing.
template <constraint_system CS>
[[nodiscard]] boolean any_of(CS& cs, std::span<boolean const> bits, bool negated) {
  using F = typename CS::field;
  LUCID_EXPECTS(F::bits >= limb_bits || bits.size() < F::modulus()[0]);  // a count that reaches p would be zero
  boolean distinct[3];
  std::size_t found = 0;
  bool more = false;
  for (boolean const& given : bits) {
    boolean const b = negated ? !given : given;
    if (b.is_constant(true)) return b;
    bool seen = b.is_constant();
    for (std::size_t i = 0; i < found; ++i) {
      if (b.is_same(!distinct[i])) return boolean::constant(true);
      seen = seen || b.is_same(distinct[i]);
    }
    if (seen) continue;
    if (found == 3) {
      more = true;
    } else {
      distinct[found++] = b;
    }
  }
  // Two products for three bits: as many rows as counting, and no inverse to compute.
  if (!more) return boolean_or(cs, boolean_or(cs, distinct[0], distinct[1]), distinct[2]);
  return !is_zero(cs, bit_count{bits, negated});
}

}  // namespace detail

// ∨ b_i: false for no bits. Precondition: fewer bits than p. A bit beside its negation is noticed when one of them is among the first three distinct bits.
template <constraint_system CS>
[[nodiscard]] boolean kary_or(CS& cs, std::span<boolean const> bits) {
  // count · hint = r and count · (1 − r) = 0, with count = Σ b_i
  return detail::any_of(cs, bits, false);
}

// ∧ b_i: true for no bits. As above.
template <constraint_system CS>
[[nodiscard]] boolean kary_and(CS& cs, std::span<boolean const> bits) {
  // count · hint = 1 − r and count · r = 0, with count = Σ (1 − b_i)
  return !detail::any_of(cs, bits, true);
}

}  // namespace lucid::inline v0
