// How the commands run: on all cores where oneTBB is here, on one where it is not; in the memory and before the watchers that were asked for.
#pragma once

#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/exec/entropy.hpp>
#if __has_include(<tbb/parallel_for.h>) && !defined(LUCID_NO_TBB)
#include <lucid/backend/cpu/par.hpp>
#define CIRCOM_PROVER_HAS_TBB 1
#endif

#include "commands.hpp"
#include "memory.hpp"
#include "watchers.hpp"

namespace circom_prover {

// body(exec, memory), with the threads, the memory and the watchers that were asked for. `steps`: what --progress can know beforehand.
template <class Body>
auto with_execution(common_options const& options, std::vector<lucid::trace::progress_step> steps, Body const& body) {
  watchers watching{options, std::move(steps)};
  memory_stack memory{options, watching.sink()};
#if CIRCOM_PROVER_HAS_TBB
  tbb::task_arena arena{options.threads == 0 ? tbb::task_arena::automatic : static_cast<int>(options.threads)};
  return body(memory.given_to(lucid::cpu::par_in(arena).with(watching.sink())), memory);
#else
  return body(memory.given_to(lucid::cpu::seq.with(watching.sink())), memory);
#endif
}

// Randomness of the system, or of a seed that the user insists on.
class chosen_entropy {
 public:
  explicit chosen_entropy(common_options const& options) {
    if (options.insecure_seed) {
      std::fprintf(stderr, "circom_prover: randomness from --insecure-seed: what is made here protects no secret\n");
      seeded_.emplace(*options.insecure_seed);
    }
  }
  void fill(std::span<std::byte> bytes) {
    if (seeded_) {
      seeded_->fill(bytes);
    } else {
      lucid::os_entropy::fill(bytes);
    }
  }

 private:
  std::optional<lucid::seeded_entropy> seeded_;
};

inline lucid::groth16::key_policy policy_of(common_options const& options) {
  return options.accept_unfinished_key ? lucid::groth16::key_policy::accept_unfinished : lucid::groth16::key_policy::refuse_unfinished;
}

}  // namespace circom_prover
