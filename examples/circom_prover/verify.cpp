// verify VK.json PUBLIC.json PROOF.json
#include <cstdio>
#include <type_traits>
#include <vector>

#include <lucid/groth16/verify.hpp>

#include "commands.hpp"
#include "execution.hpp"
#include "files.hpp"

namespace circom_prover {

int run_verify(verify_files const& files, common_options const& options) {
  lucid::mapped_file const key_file{files.key}, inputs_file{files.inputs}, proof_file{files.proof};
  return for_named_curve(text_of(key_file), files.key, [&](auto curve) {
    using chosen = typename decltype(curve)::type;
    using scalar = typename chosen::scalar;
    auto const key = lucid::snarkjs::read_verification_key<chosen>(text_of(key_file), files.key, policy_of(options));
    auto const inputs = lucid::snarkjs::read_public<chosen>(text_of(inputs_file), files.inputs);
    auto const proof = lucid::snarkjs::read_proof<chosen>(text_of(proof_file), files.proof);
    bool const valid = lucid::groth16::verify<chosen>(key, proof, lucid::view<scalar const>{inputs}, policy_of(options));
    std::puts(valid ? "valid proof" : "INVALID proof");
    return valid ? 0 : 1;
  });
}

}  // namespace circom_prover
