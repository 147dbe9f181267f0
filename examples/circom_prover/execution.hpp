// How the commands run: on all cores where oneTBB is here, on one where it is not, watched where a trace is asked for.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include <lucid/backend/cpu.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/trace/text.hpp>
#if __has_include(<tbb/parallel_for.h>) && !defined(LUCID_NO_TBB)
#include <lucid/backend/cpu/par.hpp>
#define CIRCOM_PROVER_HAS_TBB 1
#endif

#include "commands.hpp"

namespace circom_prover {

inline void write_trace(std::string const& path, lucid::trace::text const& phases) {
  std::FILE* const out = path == "-" ? stderr : std::fopen(path.c_str(), "w");
  if (out == nullptr) throw lucid::io_error("cannot write the trace to " + path);
  std::fputs(phases.report().c_str(), out);
  if (out != stderr) std::fclose(out);
}

// body(exec), with the threads and the watcher that were asked for. The trace is written also when body throws: it shows how far the work came.
template <class Body>
auto with_execution(common_options const& options, Body const& body) {
  lucid::trace::text phases;
  struct trace_at_end {
    std::string const& path;
    lucid::trace::text& phases;
    ~trace_at_end() {
      try {
        if (!path.empty()) write_trace(path, phases);
      } catch (std::exception const& e) {
        std::fprintf(stderr, "circom_prover: %s\n", e.what());
      }
    }
  } const at_end{options.trace, phases};
#if CIRCOM_PROVER_HAS_TBB
  tbb::task_arena arena{options.threads == 0 ? tbb::task_arena::automatic : static_cast<int>(options.threads)};
  return body(lucid::cpu::par_in(arena).with(phases));
#else
  return body(lucid::cpu::seq.with(phases));
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
