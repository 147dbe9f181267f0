// The gadgets that are too large for the tables of tests/gadget/every_gadget.cpp.
#include <doctest/doctest.h>

#include <laws/heap_calls.hpp>
#include <lucid/circuit/bits.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/comparison.hpp>
#include <lucid/gadget/merkle.hpp>
#include <lucid/gadget/sha256.hpp>

using namespace lucid;
using F = bls12_381::scalar;

namespace {

struct hashed_and_packed {
  std::array<std::uint8_t, 64> message{};
  void operator()(constraint_system auto& cs) const {
    auto const digest = sha256(cs, witness_bytes(cs, message));
    pack_into_inputs(cs, digest);
  }
};

struct compared {
  void operator()(constraint_system auto& cs) const {
    auto const x = witness_number(cs, F{5});
    auto const y = witness_number(cs, -F{7});
    expose(cs, is_less_canonical(cs, x, y));
    expose(cs, is_less_canonical(cs, x, number<F>::constant(F{1000})));
    (void)to_bits_lenient(cs, x);
  }
};

template <class Hash>
struct member {
  Hash const& hash;
  merkle_path<Hash> path;
  typename Hash::digest leaf{};
  void operator()(constraint_system auto& cs) const {
    auto const own = hash.witness(cs, leaf);
    auto const position = witness_position(cs, path);
    expose(cs, merkle_root(cs, hash, own, position, path));
  }
};

}  // namespace

TEST_CASE("heap calls: SHA-256, packed inputs, canonical bits and comparisons make none") {
  laws::calls_no_heap<F>(hashed_and_packed{});
  laws::calls_no_heap<F>(compared{});
}

TEST_CASE("heap calls: a Merkle path over Poseidon makes none") {
  using hash_type = merkle_poseidon<F, 8>;
  auto const parameters = filecoin_poseidon<F>(8);
  hash_type const hash{parameters};
  laws::calls_no_heap<F>(member<hash_type>{hash, merkle_path<hash_type>{3}});
}
