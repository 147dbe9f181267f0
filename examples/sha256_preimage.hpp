// "I know 64 bytes whose SHA-256 digest is this one", for any field. The digest is public, packed into two inputs.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lucid/circuit.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/sha256.hpp>

struct sha256_preimage {
  std::array<std::uint8_t, 64> secret{};

  // 512 rows for the bits of the secret, 44,874 for its two blocks, 1 for each public input.
  void operator()(lucid::constraint_system auto& cs) const {
    auto const message = lucid::witness_bytes(cs, secret);
    auto const digest = lucid::sha256(cs, std::span<lucid::boolean const>{message});
    lucid::pack_into_inputs(cs, digest);
  }
};

// The public inputs that a verifier computes from a digest, with the field's own number of bits an input.
template <class F>
std::vector<F> sha256_preimage_inputs(std::array<std::uint8_t, 32> const& digest) {
  return lucid::packed_bytes<F>(digest);
}
