// M(n): 70 % rows of S and 30 % products of field elements, whose values look random. Filecoin's circuit has about so many values that are no bits, which is
// what an MSM that treats zeros and ones apart must be tried on.
//   rows: 38,149 a block (26,704 of S, 11,445 products), 352 fewer in the first, and 2 for the state
#pragma once

#include <algorithm>
#include <cstddef>

#include <lucid/circuit.hpp>

#include "sha256_chain.hpp"

namespace circuits {

inline constexpr std::size_t products_a_block = 11'445;  // 3/7 of a block's rows
inline constexpr std::size_t mixed_block_rows = sha256_block_rows + products_a_block;

// The two numbers that the products start from.
template <class F>
[[nodiscard]] F random_element(std::uint64_t i) noexcept {
  typename F::integer x;
  for (std::size_t limb = 0; limb < F::limbs; ++limb) x[limb] = random_word(0xf1e1d, F::limbs * i + limb);
  return F::from_integer(x);
}

struct mixed {
  std::size_t blocks = 1;

  static constexpr mixed of_rows(std::size_t n) noexcept {
    return {std::max<std::size_t>(1, (n + sha256_first_block_saves - 2) / mixed_block_rows)};
  }
  [[nodiscard]] constexpr std::size_t rows() const noexcept { return blocks * mixed_block_rows - sha256_first_block_saves + 2; }

  template <lucid::constraint_system CS>
  void operator()(CS& cs) const {
    using F = typename CS::field;
    auto x = lucid::witness_number(cs, random_element<F>(0));
    auto y = lucid::witness_number(cs, random_element<F>(1));
    auto state = lucid::sha256_initial();
    for (std::size_t n = 0; n < blocks; ++n) {
      state = sha256_chain::next(cs, state, n);
      auto const scope = cs.enter("products", n);
      for (std::size_t i = 0; i < products_a_block; ++i) {
        // x · y = the next number
        auto const z = lucid::multiply(cs, x, y);
        x = y;
        y = z;
      }
    }
    sha256_chain::expose(cs, state);
  }
};

}  // namespace circuits
