// Keys of snarkjs, folded with C from the circuit's .r1cs (groth16/fold.hpp): a .zkey has the points of H and L and no C.
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/groth16/fold.hpp>
#include <lucid/groth16/prove.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <support/iden3_file.hpp>

using namespace lucid;

namespace {

// The folded key's proofs are the key's own, byte for byte, and verify for the key that snarkjs made.
void proves_the_same(std::string const& folder) {
  CAPTURE(folder);
  using curve = bn254::curve;
  using F = curve::scalar;
  auto const zkey = support::read_data(folder + "/circuit.zkey");
  auto key = iden3::read_zkey<curve>(cpu::seq, zkey, folder);
  auto const circuit = iden3::read_r1cs<F>(cpu::seq, support::read_data(folder + "/circuit.r1cs"), folder).circuit;
  auto const z = iden3::read_wtns<F>(cpu::seq, support::read_data(folder + "/witness.wtns"), folder, circuit.public_inputs());
  auto const proof_of = [&](auto const& some_key) {
    seeded_entropy entropy{22};
    return groth16::prove(cpu::seq, some_key, z, entropy);
  };
  auto const expected = proof_of(key);
  CHECK_THROWS_AS(static_cast<void>(groth16::fold(cpu::seq, iden3::read_zkey<curve>(cpu::seq, zkey, folder))), argument_error);
  auto const folded = groth16::fold(cpu::seq, std::move(key), circuit);
  CHECK(proof_of(folded) == expected);
  CHECK(groth16::verify<curve>(folded.verifying, expected, z.inputs()));
}

}  // namespace

TEST_CASE("fold: keys of snarkjs with C from their circuits") {
  for (char const* circuit : {"multiplier", "no_public", "unused_signals", "range_check"})
    proves_the_same(std::string{"circom/bn254/"} + circuit);
}
TEST_CASE("fold: a published key, with C from its circuit [heavy]") { proves_the_same("real-world/df-whitelist"); }
