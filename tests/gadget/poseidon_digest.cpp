#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/poseidon_digest.hpp>
#include <support/poseidon_vectors.hpp>

using namespace lucid;
using support::counted_from;
using support::digest_by;

TEST_CASE("poseidon_digest: circomlib's digests, 1 to 16 inputs") {
  using F = bn254::scalar;
  auto const expected = support::poseidon_digests<F>("bn254");
  REQUIRE(expected.size() == 16);
  for (std::size_t n = 1; n <= 16; ++n) {
    auto const parameters = circomlib_poseidon<F>(n);
    auto const inputs = counted_from<F>(1, n);
    CHECK(poseidon_digest<F>(parameters, inputs) == expected[n - 1]);
    CHECK(digest_by<F>(parameters, inputs) == expected[n - 1]);
  }
}

TEST_CASE("poseidon_digest: the same conventions on BLS12-381") {
  using F = bls12_381::scalar;
  auto const expected = support::poseidon_digests<F>("bls12-381");
  REQUIRE(expected.size() == 16);
  CHECK(poseidon_digest<F>(poseidon_parameters<F>{{.width = 3, .partial_rounds = 56}}, counted_from<F>(1, 2)) == expected[1]);
  CHECK(poseidon_digest<F>(poseidon_parameters<F>{{.width = 6, .partial_rounds = 57}}, counted_from<F>(1, 5)) == expected[4]);
}

TEST_CASE("poseidon_digest: Filecoin's digests in both strengths") {
  using F = bls12_381::scalar;
  std::array<std::size_t, 7> const arities = {2, 4, 8, 11, 16, 24, 36};
  for (bool const strengthened : {false, true}) {
    auto const expected = support::filecoin_digests<F>(strengthened ? "strengthened" : "standard");
    for (std::size_t i = 0; i < arities.size(); ++i) {
      auto const parameters =
          filecoin_poseidon<F>(arities[i], strengthened ? poseidon_strength::strengthened : poseidon_strength::standard);
      CHECK(poseidon_digest<F>(parameters, counted_from<F>(0, arities[i])) == expected[i]);
    }
  }
}
