// arkworks groth16 60 and circom-compat 35, 75: keys of circom gave invalid proofs, on BLS12-381 with more rows than half of the powers of tau, and with
// the reduction of another format. ω and the reduction belong to the key.
#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/groth16/prove.hpp>
#include <lucid/groth16/verify.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <support/hex.hpp>

namespace cpu = lucid::cpu;
namespace groth16 = lucid::groth16;
namespace iden3 = lucid::iden3;
using curve = lucid::bls12_381::curve;

TEST_CASE("a key of 2706 rows in a domain of 2^12 on BLS12-381 proves") {
  std::string const folder = "circom/bls12-381/sha256_8rounds";
  auto const key = iden3::read_zkey<curve>(cpu::seq, support::read_data(folder + "/circuit.zkey"), folder);
  CHECK(key.domain.size() == 4096);
  CHECK(key.matrices.rows() > 2048);
  CHECK(key.domain.full_order_root() == lucid::two_adic<lucid::bls12_381::scalar_spec>::root_of_least_non_residue);
  auto const z = iden3::read_wtns<curve::scalar>(cpu::seq, support::read_data(folder + "/witness.wtns"), folder, key.public_inputs());
  lucid::os_entropy entropy;
  auto const proof = groth16::prove(cpu::seq, groth16::prepare(cpu::seq, key), z, entropy);
  CHECK(groth16::verify<curve>(key.verifying, proof, z.inputs()));
}
