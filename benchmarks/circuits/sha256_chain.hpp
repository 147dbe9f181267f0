// S(n): a chain of SHA-256 compressions with fresh message bits a block, and its last state public. A scale model of Filecoin's replication circuit:
// non-zeros a row in A, B, C are 2.31, 1.00, 2.16 here and 2.375, 1.000, 2.170 there. The chain is not padded: it is no hash of a message.
//   rows: 26,704 a block (512 message bits, 26,192 the compression), 352 fewer in the first, and 2 for the state
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lucid/circuit.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/sha256.hpp>

#include "random_words.hpp"

namespace circuits {

inline constexpr std::size_t sha256_block_rows = 26'704;
inline constexpr std::size_t sha256_first_block_saves = 352;  // its state is constant

// The t-th message word of a block.
[[nodiscard]] constexpr std::uint32_t message_word(std::size_t block, std::size_t t) noexcept {
  return static_cast<std::uint32_t>(random_word(block, t));
}

struct sha256_chain {
  std::size_t blocks = 1;

  // As many blocks as n rows hold.
  static constexpr sha256_chain of_rows(std::size_t n) noexcept {
    return {std::max<std::size_t>(1, (n + sha256_first_block_saves - 2) / sha256_block_rows)};
  }
  [[nodiscard]] constexpr std::size_t rows() const noexcept { return blocks * sha256_block_rows - sha256_first_block_saves + 2; }

  void operator()(lucid::constraint_system auto& cs) const {
    auto state = lucid::sha256_initial();
    for (std::size_t n = 0; n < blocks; ++n) state = next(cs, state, n);
    expose(cs, state);
  }

  [[nodiscard]] static lucid::sha256_state next(lucid::constraint_system auto& cs, lucid::sha256_state const& state, std::size_t block) {
    auto const scope = cs.enter("block", block);
    lucid::sha256_block message;
    for (std::size_t t = 0; t < 16; ++t) message[t] = lucid::witness_word<32>(cs, std::uint64_t{message_word(block, t)});
    return lucid::sha256_compress(cs, state, message);
  }
  static void expose(lucid::constraint_system auto& cs, lucid::sha256_state const& state) {
    std::array<lucid::boolean, 256> bits;
    for (std::size_t i = 0; i < 256; ++i) bits[i] = state[i / 32][31 - i % 32];
    lucid::pack_into_inputs(cs, std::span<lucid::boolean const>{bits});
  }
};

}  // namespace circuits
