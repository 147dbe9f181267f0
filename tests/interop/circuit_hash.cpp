#include <lucid/interop/circuit_hash.hpp>

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/iden3_file.hpp>

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;

// The hash that snarkjs wrote into the key, from the key's points and the powers.
TEST_CASE_TEMPLATE("circuit_hash: that of snarkjs", Curve, lucid::bn254::curve, lucid::bls12_381::curve) {
  std::string const folder = Curve::base::limbs == 4 ? "ptau/bn254/" : "ptau/bls12-381/";
  auto const powers = support::read_data(folder + "powers.ptau");
  iden3::ptau<Curve> const file{powers, "p"};
  for (char const* name : {"multiplier", "no_public", "unused_signals"}) {
    auto const data = support::read_data(folder + name + ".zkey");
    auto const key = iden3::read_zkey<Curve>(cpu::seq, data, name, {.policy = lucid::groth16::key_policy::accept_unfinished});
    auto const hash = iden3::circuit_hash(cpu::seq, key, file);
    auto parsed = support::iden3_file::parse(data);
    CHECK(std::equal(hash.begin(), hash.end(), parsed.content(10).begin()));
  }
}
