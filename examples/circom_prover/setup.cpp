// setup CIRCUIT.r1cs KEY.zkey VK.json (--single-party | --ptau FILE)
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/groth16.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/setup_from_ptau.hpp>
#include <lucid/interop/zkey_writer.hpp>

#include "commands.hpp"
#include "execution.hpp"
#include "files.hpp"

namespace circom_prover {

namespace {

// The key and how it is to be written: one from powers of tau is unfinished, and says so.
template <class Curve>
struct made_key {
  lucid::iden3::zkey_proving_key<Curve> key;
  lucid::iden3::zkey_write_options options;
};

template <class Curve, class Exec>
made_key<Curve> make_key(Exec const& exec, lucid::shape<typename Curve::scalar> const& circuit, setup_files const& files,
                         common_options const& options) {
  if (files.single_party) {
    chosen_entropy entropy{options};
    return {lucid::groth16::single_party_setup<Curve>(exec, circuit, entropy).proving, {}};
  }
  lucid::mapped_file const powers{files.powers_of_tau};
  auto made = lucid::iden3::setup_from_ptau<Curve>(exec, circuit, powers.bytes(), files.powers_of_tau);
  std::fprintf(stderr, "circom_prover: the key is unfinished until phase 2 is run on it: anyone can forge proofs for it\n");
  return {std::move(made.key), {.policy = lucid::groth16::key_policy::accept_unfinished, .circuit_hash = made.circuit_hash}};
}

}  // namespace

int run_setup(setup_files const& files, common_options const& options) {
  return with_execution(options, {}, [&](auto const& exec, memory_stack&) {
    auto const span = exec.open("circom_prover setup");
    lucid::mapped_file const circuit_file{files.circuit};
    lucid::iden3::container const container{circuit_file.bytes(), files.circuit, lucid::iden3::r1cs_kind};
    auto const prime = lucid::iden3::read_r1cs_header(container).prime;
    for_scalar_prime(prime, files.circuit, [&](auto curve) {
      using chosen = typename decltype(curve)::type;
      auto const circuit = lucid::iden3::read_r1cs<typename chosen::scalar>(exec, circuit_file.bytes(), files.circuit);
      lucid::atomic_file key_file{files.key}, verification_key_file{files.verification_key};
      auto const [key, write_options] = make_key<chosen>(exec, circuit.circuit, files, options);
      lucid::iden3::write_zkey(exec, key_file, key, circuit_file.bytes(), files.circuit, write_options);
      verification_key_file.write(lucid::snarkjs::write_verification_key<chosen>(key.verifying));
      lucid::atomic_file::commit_together({&key_file, &verification_key_file});
    });
    return 0;
  });
}

}  // namespace circom_prover
