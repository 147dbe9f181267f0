// Infinity in a key brought a node down (zcash#437) or let any value pass (gnark#163), and in a proof it broke verifiers (arkworks-groth16#7).
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/groth16/verify.hpp>
#include <lucid/interop/bellman.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;
using curve = bls12_381::curve;
using scalar = bls12_381::scalar;

two_sided_verifying_key<curve> sprout() { return bellman::read_verifying_key<curve>(support::read_data("zcash/sprout-groth16.vk"), "key"); }

bool verifies(groth16::verifying_key<curve> const& key, groth16::proof<curve> const& proof) {
  std::vector<scalar> const inputs(key.public_inputs());
  return groth16::verify(key, proof, view<scalar const>{inputs});
}

TEST_CASE("zcash 437: a key with infinity is an error wherever it stands, never an abort") {
  auto const read_again = [](two_sided_verifying_key<curve> const& key) {
    return bellman::read_verifying_key<curve>(bellman::write_verifying_key(key), "key");
  };
  CHECK(read_again(sprout()) == sprout());
  auto key = sprout();
  key.key.alpha_g1 = {};
  CHECK_THROWS_AS(static_cast<void>(read_again(key)), key_error);
  key = sprout();
  key.key.beta_g2 = {};
  key.beta_g1 = {};
  CHECK_THROWS_AS(static_cast<void>(read_again(key)), key_error);
  key = sprout();
  key.key.gamma_g2 = {};
  CHECK_THROWS_AS(static_cast<void>(read_again(key)), key_error);
  key = sprout();
  key.key.delta_g2 = {};
  key.delta_g1 = {};
  CHECK_THROWS_AS(static_cast<void>(read_again(key)), key_error);
}

TEST_CASE("gnark 163, zeroj 52: a public input without a point binds nothing, so its key is refused") {
  for (std::size_t i = 0; i < 10; ++i) {
    auto key = sprout();
    key.key.ic[i] = {};
    auto const file = bellman::write_verifying_key(key);
    CHECK_THROWS_AS(static_cast<void>(bellman::read_verifying_key<curve>(file, "key")), decode_error);
  }
}

TEST_CASE("arkworks-groth16 7: a proof with infinity in any places is invalid, without a failure") {
  auto const proof = bellman::read_proof<curve>(support::read_data("zcash/joinsplit_proof.bin"), "proof");
  auto const key = sprout().key;
  for (unsigned places = 1; places < 8; ++places) {
    auto with = proof;
    if ((places & 1) != 0) with.a = {};
    if ((places & 2) != 0) with.b = {};
    if ((places & 4) != 0) with.c = {};
    auto const again = bellman::read_proof<curve>(bellman::write_proof(with), "proof");  // infinity is a point, so it decodes
    CHECK(again == with);
    CHECK_FALSE(verifies(key, again));
  }
}

}  // namespace
