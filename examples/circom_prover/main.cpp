// circom_prover: the command line over the library. prove takes its arguments in the order of rapidsnark's `prover`.
// Exit codes: 0 yes; 1 the answer is no (a proof is invalid, a witness does not satisfy its circuit: nothing is written); 2 bad usage or a bad file.
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <lucid/config/error.hpp>

#include "commands.hpp"

namespace {

constexpr int answer_is_no = 1;
constexpr int bad_usage_or_file = 2;

void add_key_policy(CLI::App& command, circom_prover::common_options& options) {
  command.add_flag("--accept-unfinished-key", options.accept_unfinished_key,
                   "go on with a key whose second setup phase was never run; anyone can forge proofs for such a key");
}

using circom_prover::release_policy;
std::map<std::string, release_policy> const release_policies{
    {"immediate", release_policy::immediate}, {"deferred", release_policy::deferred}, {"recycling", release_policy::recycling}};
std::vector<std::string> const names_of_release_policies{"immediate", "deferred", "recycling"};

void add_work_options(CLI::App& command, circom_prover::common_options& options) {
  command.add_option("--threads", options.threads, "number of threads (default: all that the system gives)")->check(CLI::Range(1u, 4096u));
  command
      .add_option("--trace", options.trace,
                  "write what took how long to FILE: events for ui.perfetto.dev where it ends in .json, else the tree of phases (- for "
                  "standard error)")
      ->type_name("FILE");
  command.add_flag("--progress", options.progress, "show on standard error how far the work is: a bar on a terminal, else a line a step");
  command
      .add_option_function<std::string>(
          "--memory", [&](std::string const& named) { options.memory = release_policies.at(named); },
          "when memory is given back: immediate (default), deferred (later, by a thread of its own; up to 4G wait) or recycling (never, "
          "but used again)")
      ->type_name("")
      ->check(CLI::IsMember{names_of_release_policies});
  command
      .add_option("--limit", options.limit,
                  "bytes of buffers held at once at most, such as 8G or 500M (powers of 1024); a proof that needs more is refused, with "
                  "both numbers")
      ->type_name("BYTES")
      ->transform(CLI::AsSizeValue{false})
      ->transform(CLI::Validator{
          [](std::string const& text) { return text.starts_with('-') ? std::string{"a number of bytes is not negative"} : std::string{}; },
          ""});
  command.add_option("--insecure-seed", options.insecure_seed,
                     "draw all randomness from this number: repeatable, and worthless as a secret; for tests only");
}

int run(int argc, char** argv) {
  using namespace circom_prover;
  CLI::App app{"Groth16 proofs for circom circuits, on BN254 and BLS12-381"};
  app.require_subcommand(1);
  common_options common;

  prove_files prove;
  auto* const prove_command = app.add_subcommand("prove", "make a proof, verify it, write it");
  prove_command->add_option("KEY", prove.key, "proving key (.zkey)")->required();
  prove_command->add_option("WITNESS", prove.witness, "witness (.wtns)")->required();
  prove_command->add_option("PROOF", prove.proof, "where the proof goes (.json)")->required();
  prove_command->add_option("PUBLIC", prove.inputs, "where the public inputs go (.json)")->required();
  add_work_options(*prove_command, common);
  prove_command->add_flag("--gpu", common.gpu, "on the GPU, whose memory --limit then bounds; refused where there is none");
  add_key_policy(*prove_command, common);

  verify_files verify;
  auto* const verify_command = app.add_subcommand("verify", "is the proof valid for the public inputs?");
  verify_command->add_option("KEY", verify.key, "verification key (.json)")->required();
  verify_command->add_option("PUBLIC", verify.inputs, "public inputs (.json)")->required();
  verify_command->add_option("PROOF", verify.proof, "proof (.json)")->required();
  add_key_policy(*verify_command, common);

  setup_files setup;
  auto* const setup_command = app.add_subcommand("setup", "make the keys of a circuit");
  setup_command->add_option("CIRCUIT", setup.circuit, "constraints (.r1cs)")->required();
  setup_command->add_option("KEY", setup.key, "where the proving key goes (.zkey)")->required();
  setup_command->add_option("VK", setup.verification_key, "where the verification key goes (.json)")->required();
  auto* const how = setup_command->add_option_group("source of the secrets");
  how->add_flag("--single-party", setup.single_party, "draw the secrets here and wipe them: whoever runs this could forge proofs");
  how->add_option("--ptau", setup.powers_of_tau,
                  "powers of tau, prepared for phase 2 (.ptau); the key is unfinished until phase 2 is run on it")
      ->type_name("FILE");
  how->require_option(1);
  add_work_options(*setup_command, common);

  check_files check;
  auto* const check_command =
      app.add_subcommand("check", "does the witness satisfy the circuit? names the first constraint that it violates");
  check_command->add_option("CIRCUIT", check.circuit, "constraints (.r1cs)")->required();
  check_command->add_option("WITNESS", check.witness, "witness (.wtns)")->required();

  std::string file;
  auto* const info_command =
      app.add_subcommand("info", "what is in a .r1cs, .wtns, .zkey, .ptau or .json file, or in parameters of bellman");
  info_command->add_option("FILE", file, "the file")->required();

  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& e) {
    return app.exit(e) == 0 ? 0 : bad_usage_or_file;
  }
  if (prove_command->parsed()) return run_prove(prove, common);
  if (verify_command->parsed()) return run_verify(verify, common);
  if (setup_command->parsed()) return run_setup(setup, common);
  if (check_command->parsed()) return run_check(check);
  return run_info(file);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (lucid::unsatisfied_error const& e) {
    std::fprintf(stderr, "circom_prover: %s\n", e.what());
    return answer_is_no;
  } catch (lucid::self_verification_error const& e) {
    std::fprintf(stderr, "circom_prover: %s\n", e.what());
    return answer_is_no;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "circom_prover: %s\n", e.what());
    return bad_usage_or_file;
  }
}
