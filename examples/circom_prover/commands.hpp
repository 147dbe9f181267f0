// The five commands. Each returns an exit code or throws an error of the library's family.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace circom_prover {

enum class release_policy { immediate, deferred, recycling };

struct common_options {
  unsigned threads = 0;  // 0: all
  bool accept_unfinished_key = false;
  std::optional<std::uint64_t> insecure_seed;
  std::string trace;  // empty: none; "-": standard error; *.json: events for Perfetto; else the tree of phases
  bool progress = false;
  release_policy memory = release_policy::immediate;
  std::optional<std::uint64_t> limit;  // bytes held at once
  bool gpu = false;
};

struct prove_files {
  std::string key, witness, proof, inputs;
};
struct verify_files {
  std::string key, inputs, proof;
};
struct setup_files {
  std::string circuit, key, verification_key;
  bool single_party = false;
  std::string powers_of_tau;
};
struct check_files {
  std::string circuit, witness;
};

int run_prove(prove_files const&, common_options const&);
int run_verify(verify_files const&, common_options const&);
int run_setup(setup_files const&, common_options const&);
int run_check(check_files const&);
int run_info(std::string const& file);

}  // namespace circom_prover
