// prove KEY.zkey WITNESS.wtns PROOF.json PUBLIC.json
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/groth16.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>

#include "commands.hpp"
#include "execution.hpp"
#include "files.hpp"
#include "gpu.hpp"

namespace circom_prover {

namespace {

template <class Curve, class Exec>
void prove(Exec const& exec, memory_stack& memory, lucid::mapped_file key_file, prove_files const& files, common_options const& options) {
  using scalar = typename Curve::scalar;
  // The file is given back as soon as it is read: its pages would count as ours all through the proof.
  auto const key = [&] {
    lucid::mapped_file const file{std::move(key_file)};
    return lucid::iden3::read_zkey<Curve>(exec, file.bytes(), files.key, {.policy = policy_of(options)});
  }();
  auto const witness = [&] {
    lucid::mapped_file const file{files.witness};
    return lucid::iden3::read_wtns<scalar>(exec, file.bytes(), files.witness, key.public_inputs());
  }();
  // What does not fit is refused before the work.
  if (options.limit && !options.gpu) lucid::groth16::plan(exec, key, witness).require_fits(memory.available());
  // Opened before the work: a path that cannot be written is refused now.
  lucid::atomic_file proof_file{files.proof}, inputs_file{files.inputs};
  chosen_entropy entropy{options};
  lucid::groth16::prove_options const how{.policy = policy_of(options)};
#if CIRCOM_PROVER_HAS_GPU
  auto const proof = options.gpu ? prove_on_gpu<Curve>(key, witness, randomness{entropy}, how, options.limit, memory.sink())
                                 : lucid::groth16::prove(exec, key, witness, entropy, how);
#else
  auto const proof = lucid::groth16::prove(exec, key, witness, entropy, how);
#endif

  auto const span = exec.open("interop/write proof");
  proof_file.write(lucid::snarkjs::write_proof<Curve>(proof));
  inputs_file.write(lucid::snarkjs::write_public<scalar>(witness.inputs()));
  lucid::atomic_file::commit_together({&proof_file, &inputs_file});
}

// Shares of the time of a proof for 2^16 constraints, in percent.
std::vector<lucid::trace::progress_step> steps() {
  using lucid::groth16::name_of;
  using lucid::groth16::phase;
  return {{"interop/read zkey", 4},      {"interop/read wtns", 1},     {name_of(phase::multiply), 1},
          {name_of(phase::quotient), 5}, {name_of(phase::msm_h), 14},  {name_of(phase::prepare_witness), 1},
          {name_of(phase::msm_a), 13},   {name_of(phase::msm_b1), 13}, {name_of(phase::msm_b2), 33},
          {name_of(phase::msm_l), 13},   {"groth16/self-verify", 1},   {"interop/write proof", 1}};
}

}  // namespace

int run_prove(prove_files const& files, common_options const& options) {
#if CIRCOM_PROVER_HAS_GPU
  if (options.gpu) require_gpu();
#else
  if (options.gpu) throw lucid::argument_error("--gpu: this program was built without CUDA");
#endif
  return with_execution(options, steps(), [&](auto const& exec, memory_stack& memory) {
    auto const span = exec.open("circom_prover prove");
    lucid::mapped_file key_file{files.key};
    auto const prime = lucid::iden3::read_zkey_header({key_file.bytes(), files.key, lucid::iden3::zkey_kind}).q;
    for_base_prime(prime, files.key,
                   [&](auto curve) { prove<typename decltype(curve)::type>(exec, memory, std::move(key_file), files, options); });
    return 0;
  });
}

}  // namespace circom_prover
