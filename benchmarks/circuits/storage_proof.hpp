// P(n): a circuit with the parts of Filecoin's proof of replication in a size that can be chosen. Not that circuit: its graph, its encoding and its data tree are left out.
// One part of 62,975 rows, 0.96 · 2^16, of which P(2^k) has 2^(k − 16):
//   a label      SHA-256 of the replica's name and a parent label, 64 bytes, packed into an element without its two highest bits    45,387
//   4 columns    Poseidon of 11 labels, one of them that one; its leaf's path of 10 levels of 8; the root public    4 · (456 + 10·394 + 1)
// 72 % of the private values are bits, 28 % field elements. Non-zeros per row A/B/C: 2.33 / 1.78 / 2.60; 4 public inputs a part.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lucid/circuit.hpp>
#include <lucid/gadget/merkle.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/poseidon.hpp>
#include <lucid/gadget/sha256.hpp>

namespace circuits {

template <class F>
struct storage_proof {
  static constexpr std::size_t labels = 11, columns = 4, arity = 8, levels = 10;
  using tree = lucid::merkle_poseidon<F, arity>;
  static constexpr std::size_t rows_of_part = 512 + 44'874 + 1 + columns * (456 + levels * 394 + 1);

  lucid::poseidon_parameters<F> const* of_columns;  // arity 11
  tree const* hash;
  std::size_t parts = 1;
  std::uint64_t seed = 1;  // of all secrets

  // The parts for about n rows: at least one.
  static constexpr std::size_t parts_for(std::size_t n) noexcept { return n < 2 * 65'536 ? 1 : n / 65'536; }

  // Parts are independent: a policy with threads works on several at once.
  void operator()(lucid::constraint_system auto& cs) const {
    std::vector<lucid::number<F>> roots(parts * columns);
    lucid::independent(cs, parts, [&](auto& own, std::size_t i) { part(own, i, std::span{roots}.subspan(i * columns, columns)); });
    for (auto const& root : roots) lucid::expose(cs, root);
  }

 private:
  void part(lucid::constraint_system auto& cs, std::size_t index, std::span<lucid::number<F>> roots) const {
    using lucid::boolean;
    using lucid::number;
    std::uint64_t state = seed + (std::uint64_t{index} << 32);
    auto const scope = cs.enter("part", index);
    std::array<std::uint8_t, 64> message;
    for (std::size_t i = 0; i < 64; i += 8) {
      std::uint64_t const word = next(state);
      for (std::size_t j = 0; j < 8; ++j) message[i + j] = static_cast<std::uint8_t>(word >> (8 * j));
    }
    auto const bits = lucid::witness_bytes(cs, message);
    auto const digest = lucid::sha256(cs, std::span<boolean const>{bits});
    std::array<boolean, std::min<std::size_t>(lucid::packing_capacity<F>, 254)> low;
    for (std::size_t i = 0; i < low.size(); ++i) low[i] = digest[255 - i];
    auto const label = lucid::number_of(cs, lucid::packed_bits{low});

    lucid::merkle_path<tree> path{levels};
    for (std::size_t c = 0; c < columns; ++c) {
      auto const column_scope = cs.enter("column", c);
      std::array<number<F>, labels> column;
      for (std::size_t i = 0; i < labels; ++i) column[i] = i == c ? label : lucid::witness_number(cs, [&] { return element(state); });
      auto const leaf = lucid::poseidon(cs, *of_columns, column);
      path.index = next(state) >> (64 - 3 * levels);
      for (auto& level : path.siblings) {
        for (F& sibling : level) sibling = element(state);
      }
      std::array<boolean, 3 * levels> position;
      for (std::size_t i = 0; i < position.size(); ++i) {
        position[i] = lucid::witness_boolean(cs, [&] { return ((path.index >> i) & 1) != 0; });
      }
      roots[c] = lucid::merkle_root(cs, *hash, leaf, position, path);
    }
  }
  // splitmix64 (Steele, Lea, Flood 2014).
  static std::uint64_t next(std::uint64_t& state) noexcept {
    std::uint64_t z = state += 0x9e37'79b9'7f4a'7c15;
    z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9;
    z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11eb;
    return z ^ (z >> 31);
  }
  static F element(std::uint64_t& state) noexcept {
    typename F::integer x{};
    for (std::size_t i = 0; i < F::limbs; ++i) x.limb[i] = next(state);
    return F::from_integer(x);
  }
};

}  // namespace circuits
