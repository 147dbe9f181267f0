// A number is below a power of two. What compares two numbers is comparison.hpp.
//   enforce_range<N>   N + 1 rows; 1 for N = 0 and N = 1
#pragma once

#include <cstddef>

#include <lucid/circuit/bits.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>

namespace lucid::inline v0 {

// 0 ≤ x < 2^N for the integer in [0, p) that x is. The bits are never seen again: to_bits<N> is the same with them.
template <std::size_t N, constraint_system CS, linear X>
void enforce_range(CS& cs, X const& x) {
  static_assert(N < CS::field::bits, "every number of the field has so many bits");
  if constexpr (N == 0) {
    // 0 · 0 = x
    enforce_zero(cs, x);
  } else if constexpr (N == 1) {
    // (1 − x) · x = 0
    enforce_boolean(cs, x);
  } else {
    // (1 − b) · b = 0 for each bit, and 0 · 0 = Σ 2^i·b_i − x
    static_cast<void>(to_bits<N>(cs, x));
  }
}

}  // namespace lucid::inline v0
