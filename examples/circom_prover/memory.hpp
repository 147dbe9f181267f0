// What memory a command uses: the heap, up to --limit, its allocations and releases watched, given back as --memory says. One policy type, whatever was said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <lucid/exec/memory.hpp>
#include <lucid/memory/deferred_release.hpp>
#include <lucid/memory/limit.hpp>
#include <lucid/memory/recycling.hpp>
#include <lucid/memory/traced.hpp>

#include "commands.hpp"
#include "watchers.hpp"

namespace circom_prover {

// What waits to be given back, or to be used again, counts as held: when the limit refuses, it goes first.
class memory_stack {
 public:
  memory_stack(common_options const& options, watchers::sink_type& sink)
      : sink_(&sink),
        policy_(options.memory),
        limited_(lucid::plain_heap, static_cast<std::size_t>(options.limit.value_or(std::numeric_limits<std::size_t>::max()))),
        traced_(limited_, sink) {}

  // exec with the memory that was asked for.
  template <class Exec>
  [[nodiscard]] Exec given_to(Exec const& exec) {
    if (policy_ == release_policy::deferred) return exec.with(deferred_);
    if (policy_ == release_policy::recycling) return exec.with(recycling_);
    return exec.with(traced_);
  }

  [[nodiscard]] watchers::sink_type& sink() const noexcept { return *sink_; }

  // What is left below --limit, when everything that waits has been given back.
  [[nodiscard]] std::size_t available() noexcept {
    deferred_.flush();
    recycling_.flush();
    return limited_.most() - limited_.held();
  }

 private:
  using limited = lucid::memory::limit<lucid::heap>;
  using traced = lucid::memory::traced<limited, watchers::sink_type>;

  watchers::sink_type* sink_;
  release_policy policy_;
  limited limited_;
  traced traced_;
  lucid::memory::deferred_release<traced> deferred_{traced_, {.limit = std::size_t{4} << 30}};
  lucid::memory::recycling<traced> recycling_{traced_};
};

}  // namespace circom_prover
