// The ways of giving memory back that are measured side by side, and the pages that they are measured on.
#pragma once

#include <cstddef>

#include <lucid/exec/memory.hpp>
#include <lucid/memory/deferred_release.hpp>
#include <lucid/memory/huge_page.hpp>
#include <lucid/memory/recycling.hpp>

#include "small_page.hpp"

namespace benchmarks {

enum class release { immediate, deferred, recycling };
enum class pages { small, huge, heap };

[[nodiscard]] constexpr char const* name_of(release how) noexcept {
  return how == release::immediate ? "immediate" : how == release::deferred ? "deferred" : "recycling";
}
[[nodiscard]] constexpr char const* name_of(pages kind) noexcept {
  return kind == pages::small ? "4k" : kind == pages::huge ? "huge" : "heap";
}

// Returns when everything has been given back to the kernel.
template <class Memory>
void flush(Memory& memory) noexcept {
  if constexpr (requires { memory.flush(); }) memory.flush();
}
// The most bytes that have waited for the release thread, or have been kept.
template <class Memory>
[[nodiscard]] double most_waiting_mib(Memory const& memory) noexcept {
  std::size_t bytes = 0;
  if constexpr (requires { memory.peak_queued(); }) bytes = memory.peak_queued();
  if constexpr (requires { memory.peak_kept(); }) bytes = memory.peak_kept();
  return static_cast<double>(bytes) / 1048576;
}
// What the release thread and its callers have spent on giving back; 0 where there is no such thread.
template <class Memory>
[[nodiscard]] double moved_ms(Memory const& memory) noexcept {
  if constexpr (requires { memory.thread_seconds(); }) {
    return 1e3 * (memory.thread_seconds() + memory.caller_seconds());
  } else {
    return 0;
  }
}

// f(memory), where memory releases what it has from the upstream in that way, without a limit that matters.
template <class Upstream, class F>
void with_policy(release how, Upstream& upstream, F&& f) {
  if (how == release::immediate) {
    f(upstream);
  } else if (how == release::deferred) {
    lucid::memory::deferred_release<Upstream> memory{upstream, {.limit = std::size_t{1} << 40}};
    f(memory);
  } else {
    lucid::memory::recycling<Upstream> memory{upstream};
    f(memory);
  }
}
template <class F>
void with_memory(release how, pages kind, F&& f) {
  if (kind == pages::small) {
    small_page upstream;
    with_policy(how, upstream, f);
  } else if (kind == pages::huge) {
    lucid::memory::huge_page upstream;
    with_policy(how, upstream, f);
  } else {
    lucid::heap upstream;
    with_policy(how, upstream, f);
  }
}

}  // namespace benchmarks
