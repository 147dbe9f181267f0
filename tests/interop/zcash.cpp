// A JoinSplit of Zcash's Sprout: its proof verifies under the published key, for the public values of the transaction and for no others.
#include <doctest/doctest.h>

#if LUCID_TEST_HAS_JSON

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/assignment.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/groth16/verify.hpp>
#include <lucid/interop/bellman.hpp>
#include <support/hex.hpp>
#include <support/json.hpp>

namespace {

using namespace lucid;
using curve = bls12_381::curve;
using scalar = bls12_381::scalar;

groth16::verifying_key<curve> sprout_key() {
  return bellman::read_verifying_key<curve>(support::read_data("zcash/sprout-groth16.vk"), "sprout-groth16.vk").key;
}
groth16::proof<curve> joinsplit_proof() {
  return bellman::read_proof<curve>(support::read_data("zcash/joinsplit_proof.bin"), "joinsplit_proof.bin");
}
std::vector<scalar> public_values() { return support::elements_of<scalar>(support::read_json("zcash/public.json")); }

// Bits of a byte from the highest, packed by the field's capacity of 254, the first bit lowest.
std::vector<scalar> multipacked(support::bytes const& data) {
  constexpr std::size_t capacity = scalar::bits - 1;
  std::vector<scalar> packed;
  for (std::size_t begin = 0; begin < 8 * data.size(); begin += capacity) {
    scalar::integer value;
    for (std::size_t i = 0; i < capacity && begin + i < 8 * data.size(); ++i) {
      auto const bit = std::to_integer<limb_t>(data[(begin + i) / 8] >> (7 - (begin + i) % 8)) & 1;
      value[i / limb_bits] |= bit << (i % limb_bits);
    }
    packed.push_back(scalar::from_canonical(value).value());
  }
  return packed;
}

support::bytes joinsplit_bytes() {
  auto const json = support::read_json("zcash/joinsplit.json");
  auto const hex = [](nlohmann::json const& text) { return support::from_hex(text.get<std::string>()); };
  auto const little_endian = [](std::uint64_t value) {
    support::bytes data(8);
    for (std::size_t i = 0; i < 8; ++i) data[i] = static_cast<std::byte>(value >> (8 * i));
    return data;
  };
  return support::joined({hex(json["anchor"]), hex(json["h_sig"]), hex(json["nullifiers"][0]), hex(json["macs"][0]),
                          hex(json["nullifiers"][1]), hex(json["macs"][1]), hex(json["commitments"][0]), hex(json["commitments"][1]),
                          little_endian(json["vpub_old"].get<std::uint64_t>()), little_endian(json["vpub_new"].get<std::uint64_t>())});
}

TEST_CASE("zcash: the key and the proof are those of the JSON files") {
  auto const key = sprout_key();
  auto const json = support::read_json("zcash/verification_key.json");
  CHECK(key.alpha_g1 == support::point_of<curve::g1>(json["vk_alpha_1"]));
  CHECK(key.beta_g2 == support::point_of<curve::g2>(json["vk_beta_2"]));
  CHECK(key.gamma_g2 == support::point_of<curve::g2>(json["vk_gamma_2"]));
  CHECK(key.delta_g2 == support::point_of<curve::g2>(json["vk_delta_2"]));
  REQUIRE(key.ic.size() == 10);
  for (std::size_t i = 0; i < key.ic.size(); ++i) CHECK(key.ic[i] == support::point_of<curve::g1>(json["IC"][i]));

  auto const proof = joinsplit_proof();
  auto const proof_json = support::read_json("zcash/proof.json");
  CHECK(proof.a == support::point_of<curve::g1>(proof_json["pi_a"]));
  CHECK(proof.b == support::point_of<curve::g2>(proof_json["pi_b"]));
  CHECK(proof.c == support::point_of<curve::g1>(proof_json["pi_c"]));
  CHECK(support::to_hex(support::read_data("zcash/joinsplit_proof.bin")) ==
        support::read_json("zcash/joinsplit.json")["proof"].get<std::string>());
}

// The transaction's bytes as private bits, packed into the inputs.
struct packed_transaction {
  std::array<std::uint8_t, 272> bytes{};
  void operator()(constraint_system auto& cs) const { pack_into_inputs(cs, witness_bytes(cs, bytes)); }
};

TEST_CASE("zcash: the public values are the packed bits of the transaction") {
  auto const data = joinsplit_bytes();
  auto const expected = public_values();
  CHECK(multipacked(data) == expected);
  packed_transaction circuit;
  REQUIRE(data.size() == circuit.bytes.size());
  for (std::size_t i = 0; i < data.size(); ++i) circuit.bytes[i] = std::to_integer<std::uint8_t>(data[i]);
  CHECK(packed_bytes<scalar>(circuit.bytes) == expected);
  auto const z = assign(cpu::seq, shape_of<scalar>(cpu::seq, packed_transaction{}), circuit);
  CHECK(std::vector<scalar>(z.inputs().begin(), z.inputs().end()) == expected);
}

TEST_CASE("zcash: the JoinSplit proof verifies") {
  CHECK(groth16::verify(sprout_key(), joinsplit_proof(), view<scalar const>{public_values()}));
}

TEST_CASE("zcash: no other public values verify") {
  auto const key = sprout_key();
  auto const proof = joinsplit_proof();
  auto const values = public_values();
  auto const verifies = [&](std::vector<scalar> const& v) { return groth16::verify(key, proof, view<scalar const>{v}); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto changed = values;
    changed[i] += scalar::one();
    CHECK_FALSE(verifies(changed));
  }
  auto swapped = values;
  std::swap(swapped[0], swapped[1]);
  CHECK_FALSE(verifies(swapped));
  CHECK_FALSE(verifies(std::vector<scalar>(values.size())));
  for (std::size_t const count : {0, 8, 10, 18}) {
    std::vector<scalar> other(count);
    for (std::size_t i = 0; i < count && i < values.size(); ++i) other[i] = values[i];
    CHECK_THROWS_AS(static_cast<void>(verifies(other)), argument_error);
  }
}

TEST_CASE("zcash: a proof with its points changed does not verify") {
  auto const key = sprout_key();
  auto const values = public_values();
  auto const verifies = [&](groth16::proof<curve> const& p) { return groth16::verify(key, p, view<scalar const>{values}); };
  auto const proof = joinsplit_proof();
  CHECK_FALSE(verifies({proof.c, proof.b, proof.a}));
  CHECK_FALSE(verifies({-proof.a, proof.b, proof.c}));
  CHECK_FALSE(verifies({proof.a, -proof.b, proof.c}));
  CHECK_FALSE(verifies({proof.a, proof.b, -proof.c}));
  CHECK(verifies({-proof.a, -proof.b, proof.c}));  // Groth16 proofs are malleable
}

}  // namespace

#endif
