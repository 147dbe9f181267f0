// Tasks of uneven length, claimed one at a time by as many workers as the policy has threads: scratch belongs to a worker, and no thread idles while tasks are left.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include <lucid/backend/cpu/policy.hpp>

namespace lucid::inline v0::cpu {

// At least 1.
template <class Exec>
[[nodiscard]] std::size_t workers_of(Exec const& exec) noexcept {
  return std::max<std::size_t>(exec.concurrency(), 1);
}

// f(worker, task) for every task in [0, tasks), worker < workers; two calls with the same worker never overlap. Returns when all are done.
// An exception from f ends that worker's claims and is passed on.
template <class Exec, class F>
void share(Exec const& exec, std::size_t workers, std::size_t tasks, F&& f) {
  std::atomic<std::size_t> next{0};
  exec.where().for_each(std::min(workers, tasks), [&](std::size_t worker) {
    for (std::size_t task = next.fetch_add(1, std::memory_order_relaxed); task < tasks;
         task = next.fetch_add(1, std::memory_order_relaxed)) {
      f(worker, task);
    }
  });
}

}  // namespace lucid::inline v0::cpu
