// gnark's files of the SP1 project's Fibonacci example: they decode, verify, and are refused when changed.
#include <doctest/doctest.h>

#if LUCID_TEST_HAS_JSON

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16/verify.hpp>
#include <lucid/interop/gnark.hpp>
#include <support/hex.hpp>
#include <support/json.hpp>

namespace {

using namespace lucid;
using curve = bn254::curve;
using scalar = bn254::scalar;
using support::bytes;

static_assert(std::is_same_v<gnark::format_of<bn254::curve>, gnark_format>);
static_assert(std::is_same_v<gnark::format_of<bls12_381::curve>, zcash_format>);

bytes key_file() { return support::read_data("gnark/groth16_vk.bin"); }
bytes proof_file() { return support::read_data("gnark/proof_raw.bin"); }
two_sided_verifying_key<curve> read_key(bytes const& file) { return gnark::read_verifying_key<curve>(file, "vk.bin"); }
groth16::proof<curve> read_proof(std::span<std::byte const> file) { return gnark::read_proof<curve>(file, "proof.bin"); }
std::vector<scalar> public_values() { return support::elements_of<scalar>(support::read_json("gnark/public.json")); }

bytes changed(bytes file, std::size_t at, bytes const& by) {
  std::copy(by.begin(), by.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
  return file;
}

TEST_CASE("gnark: the key and the proof are those of the JSON files") {
  auto const key = read_key(key_file()).key;
  auto const json = support::read_json("gnark/verification_key.json");
  CHECK(key.alpha_g1 == support::point_of<curve::g1>(json["vk_alpha_1"]));
  CHECK(key.beta_g2 == support::point_of<curve::g2>(json["vk_beta_2"]));
  CHECK(key.gamma_g2 == support::point_of<curve::g2>(json["vk_gamma_2"]));
  CHECK(key.delta_g2 == support::point_of<curve::g2>(json["vk_delta_2"]));
  REQUIRE(key.ic.size() == 3);
  for (std::size_t i = 0; i < key.ic.size(); ++i) CHECK(key.ic[i] == support::point_of<curve::g1>(json["IC"][i]));

  auto const proof = read_proof(proof_file());
  auto const proof_json = support::read_json("gnark/proof.json");
  CHECK(proof.a == support::point_of<curve::g1>(proof_json["pi_a"]));
  CHECK(proof.b == support::point_of<curve::g2>(proof_json["pi_b"]));
  CHECK(proof.c == support::point_of<curve::g1>(proof_json["pi_c"]));
}

TEST_CASE("gnark: the proof verifies for its public values and for no others") {
  auto const key = read_key(key_file()).key;
  auto const proof = read_proof(proof_file());
  auto values = public_values();
  CHECK(groth16::verify(key, proof, view<scalar const>{values}));
  for (auto& value : values) {
    auto const kept = value;
    value += scalar::one();
    CHECK_FALSE(groth16::verify(key, proof, view<scalar const>{values}));
    value = kept;
  }
}

TEST_CASE("gnark: a proof is written in both forms, and read from both") {
  auto const file = proof_file();
  auto const proof = read_proof(file);
  CHECK(gnark::write_proof(proof, point_form::uncompressed) == file);
  auto const compressed = gnark::write_proof(proof);
  CHECK(compressed.size() == 32 + 64 + 32 + 4 + 32);
  CHECK(read_proof(compressed) == proof);
  for (std::size_t size = 0; size < file.size(); ++size)
    CHECK_THROWS_AS(static_cast<void>(read_proof(std::span{file}.first(size))), decode_error);
  for (std::size_t size = 0; size < compressed.size(); ++size) {
    CHECK_THROWS_AS(static_cast<void>(read_proof(std::span{compressed}.first(size))), decode_error);
  }
  CHECK_THROWS_AS(static_cast<void>(read_proof(changed(file, 0, support::to_bytes(std::span{compressed}.first(32))))),
                  decode_error);  // both forms in one
}

TEST_CASE("gnark: a truncated or longer key is refused") {
  auto file = key_file();
  CHECK(file.size() == 396);
  for (std::size_t size = 0; size < file.size(); ++size) {
    CHECK_THROWS_AS(read_key({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)}), decode_error);
  }
  file.push_back(std::byte{0});
  CHECK_THROWS_WITH_AS(read_key(file), "vk.bin: gnark verifying key at byte 396: 1 bytes too many", decode_error);
}

// What the reader makes of this key, and the verifier of it.
enum class fate { refused, another_key, accepted };

fate fate_of_key(bytes const& file, groth16::proof<curve> const& proof, std::vector<scalar> const& values) {
  try {
    return groth16::verify(read_key(file).key, proof, view<scalar const>{values}) ? fate::accepted : fate::another_key;
  } catch (decode_error const&) {
    return fate::refused;
  } catch (key_error const&) {
    return fate::refused;
  }
}

TEST_CASE("gnark: a changed bit of a key is refused or makes the proof invalid") {
  auto file = key_file();
  auto const proof = read_proof(proof_file());
  auto const values = public_values();
  CHECK(fate_of_key(file, proof, values) == fate::accepted);
  for (std::size_t i = 0; i < file.size(); ++i) {
    auto const bit = static_cast<std::byte>(1u << (i % 8));
    file[i] ^= bit;
    CHECK(fate_of_key(file, proof, values) != fate::accepted);
    file[i] ^= bit;
  }
}

// β and δ stand twice in the file, so that turning one of them is noticed; α, γ and K stand once.
TEST_CASE("gnark: a key with one point negated is refused or is another key") {
  auto const proof = read_proof(proof_file());
  auto const values = public_values();
  auto const negated_at = [&](std::size_t at) {
    return fate_of_key(changed(key_file(), at, {key_file()[at] ^ std::byte{0x40}}), proof, values);
  };
  CHECK(negated_at(0) == fate::another_key);    // alpha
  CHECK(negated_at(32) == fate::refused);       // beta in G1
  CHECK(negated_at(64) == fate::refused);       // beta in G2
  CHECK(negated_at(128) == fate::another_key);  // gamma
  CHECK(negated_at(192) == fate::refused);      // delta in G1
  CHECK(negated_at(224) == fate::refused);      // delta in G2
  CHECK(negated_at(292) == fate::another_key);  // K
  CHECK(negated_at(324) == fate::another_key);
  CHECK(negated_at(356) == fate::another_key);
}

TEST_CASE("gnark: a changed bit of a proof is refused or makes it invalid") {
  auto file = proof_file();
  auto const key = read_key(key_file()).key;
  auto const values = public_values();
  for (std::size_t i = 0; i < file.size(); ++i) {
    auto const bit = static_cast<std::byte>(1u << (i % 8));
    file[i] ^= bit;
    bool accepted = false;
    try {
      accepted = groth16::verify(key, read_proof(file), view<scalar const>{values});
    } catch (decode_error const&) {}
    CHECK_FALSE(accepted);
    file[i] ^= bit;
  }
}

TEST_CASE("gnark: commitments are refused") {
  bytes const one = support::to_bytes(big_endian(1));
  CHECK_THROWS_AS(read_key(changed(key_file(), 388, one)), decode_error);
  CHECK_THROWS_AS(read_key(changed(key_file(), 392, one)), decode_error);
  CHECK_THROWS_AS(static_cast<void>(read_proof(changed(proof_file(), 256, one))), decode_error);
  auto const generator = support::to_bytes(encode_uncompressed<gnark_format>(affine<curve::g1>::generator()));
  CHECK_THROWS_WITH_AS(static_cast<void>(read_proof(changed(proof_file(), 260, generator))),
                       "proof.bin: gnark proof at byte 260: CommitmentPok: not infinity, without commitments", decode_error);
}

// K of the constant one is infinity where a circuit does not use it: gnark adds no row for it.
TEST_CASE("gnark: infinity in K is refused, but for the constant one") {
  bytes infinity(32);
  infinity[0] = std::byte{0x40};
  constexpr std::size_t k_at = 3 * 32 + 3 * 64 + 4;
  CHECK(read_key(changed(key_file(), k_at, infinity)).key.ic[0].is_infinity());
  CHECK_THROWS_AS(read_key(changed(key_file(), k_at + 32, infinity)), decode_error);
  CHECK_THROWS_AS(read_key(changed(key_file(), k_at + 64, infinity)), decode_error);
  CHECK_THROWS_AS(read_key(changed(key_file(), 0, infinity)), key_error);  // alpha
}

}  // namespace

#endif
