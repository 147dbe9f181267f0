// Integers that arithmetic gets wrong: next to powers of two at limb boundaries, all ones, sparse and random ones.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include <lucid/integer/big_uint.hpp>

namespace lucid_test {

// 0, 1, 2, the largest, and 2^k − 1, 2^k, 2^k + 1 at both sides of every limb boundary.
template <std::size_t N>
std::vector<lucid::big_uint<N>> edge_integers() {
  using integer = lucid::big_uint<N>;
  integer all_ones;
  for (auto& limb : all_ones.limb) limb = ~lucid::limb_t{0};
  std::vector<integer> edges{integer{}, integer{1}, integer{2}, integer{3}, all_ones};
  for (std::size_t boundary = lucid::limb_bits; boundary <= integer::bits; boundary += lucid::limb_bits) {
    for (std::size_t k = boundary - 1; k <= boundary + 1 && k < integer::bits; ++k) {
      integer const power = shifted_left(integer{1}, k);
      integer below = power;
      subtract_from(below, integer{1});
      integer above = power;
      add_to(above, integer{1});
      edges.insert(edges.end(), {below, power, above});
    }
  }
  return edges;
}

// Random limbs, some of them replaced by zeros or ones: long carries are rare in plain random numbers.
template <std::size_t N, class Engine>
lucid::big_uint<N> random_integer(Engine& engine) {
  lucid::big_uint<N> x;
  auto const kinds = engine();
  for (std::size_t i = 0; i < N; ++i) {
    switch ((kinds >> (3 * i)) & 7) {
      case 0:
        x[i] = 0;
        break;
      case 1:
        x[i] = ~lucid::limb_t{0};
        break;
      default:
        x[i] = engine();
    }
  }
  return x;
}

}  // namespace lucid_test
