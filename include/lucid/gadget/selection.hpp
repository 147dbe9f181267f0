// One of n things by a position: that it equals another thing, which costs less than having it. Not select of two (circuit/select.hpp), nor constants (lookup.hpp).
//   enforce_selected   n − 1 rows; n where n is odd, above 2, and the children are expressions
//   enforce_at_most    1 row for each run of zeros of the constant, and 1 for each of its ones above the last zero but the first of them
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/kary.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0 {

// Bits of a place among n.
[[nodiscard]] constexpr std::size_t selection_bits(std::size_t n) noexcept { return static_cast<std::size_t>(std::bit_width(n - 1)); }

// children[Σ 2^i·b_i] = y of linear things that know their value: n − 1 rows for n children, or n (above). Halves the children bit by bit; the last row is the
// equality. Places from n on stand for the last child or so; that there are none is for other rows to say (enforce_at_most). Precondition: selection_bits(n) bits.
template <constraint_system CS, linear X, linear Y, std::size_t N>
void enforce_selected(CS& cs, std::span<boolean const> position, std::array<X, N> const& children, Y const& y) {
  using F = typename CS::field;
  static_assert(N >= 2);
  LUCID_EXPECTS(position.size() == selection_bits(N));
  boolean const b = position[0];
  if constexpr (N == 2) {
    // (x_1 − x_0) · b = y − x_0
    cs.enforce(children[1] - children[0], b, y - children[0]);
  } else {
    std::array<number<F>, (N + 1) / 2> halved;
    for (std::size_t i = 0; i < N / 2; ++i) {
      X const& x0 = children[2 * i];
      X const& x1 = children[2 * i + 1];
      halved[i] = detail::free_number(cs, [&] { return (b.value() ? x1 : x0).template evaluate<F>(); });
      // (x_1 − x_0) · b = r − x_0
      cs.enforce(x1 - x0, b, halved[i] - x0);
    }
    if constexpr (N % 2 != 0) {
      if constexpr (std::is_same_v<X, number<F>>) {
        halved[N / 2] = children[N - 1];
      } else {
        halved[N / 2] = number_of(cs, children[N - 1]);  // 1 row more
      }
    }
    enforce_selected(cs, position.subspan(1), halved, y);
  }
}

// Σ 2^i·b_i ≤ constant, of at most 64 bits: where the bits are those of the constant so far and the constant goes on with zeros, they do so too.
template <constraint_system CS>
void enforce_at_most(CS& cs, std::span<boolean const> bits, std::uint64_t constant) {
  using F = typename CS::field;
  LUCID_EXPECTS(bits.size() <= 64);
  if (bits.size() < 64 && constant >> bits.size() != 0) return;
  auto const set = [constant](std::size_t i) { return ((constant >> i) & 1) != 0; };
  boolean tied = boolean::constant(true);
  for (std::size_t end = bits.size(); end > 0;) {
    std::size_t begin = end;
    if (set(end - 1)) {
      begin = end - 1;
      bool const all_ones = ((constant + 1) & ((std::uint64_t{2} << begin) - 1)) == 0;
      if (all_ones) return;
      tied = boolean_and(cs, tied, bits[begin]);
    } else {
      while (begin > 0 && !set(begin - 1)) --begin;
      LUCID_EXPECTS(F::bits >= limb_bits || end - begin < F::modulus()[0]);  // a count that reaches p would be zero
      // Σ b_i · tied = 0, over the run
      cs.enforce(bit_count{bits.subspan(begin, end - begin)}, tied, zero);
    }
    end = begin;
  }
}

}  // namespace lucid::inline v0
