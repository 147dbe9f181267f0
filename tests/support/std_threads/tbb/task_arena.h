// What cpu::par and its tests use of oneTBB, on threads of the standard library: for ThreadSanitizer, which sees nothing of what oneTBB, compiled without it, orders.
// Put before the real headers by -I. Threads begin and end with each loop and tasks are claimed one by one; nothing here is quick. It is no part of oneTBB.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace tbb {

namespace detail {

// Threads of the arena that a thread is in; 0: none, and the default counts.
inline thread_local int threads_here = 0;
// More than one, whatever the machine has.
inline std::atomic<int> threads_by_default{4};

inline int concurrency() { return threads_here != 0 ? threads_here : threads_by_default.load(); }

class entered {
 public:
  explicit entered(int threads) : before_(std::exchange(threads_here, threads)) {}
  entered(entered const&) = delete;
  ~entered() { threads_here = before_; }

 private:
  int before_;
};

// f(i) for every i in [0, tasks), on so many threads, the caller's among them. After an exception no task begins; the first is rethrown when all have ended.
template <class F>
void run(std::size_t tasks, int threads, F const& f) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr first;
  std::mutex guard;
  auto const work = [&] {
    entered const in_the_arena{threads};
    for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed); i < tasks; i = next.fetch_add(1, std::memory_order_relaxed)) {
      try {
        f(i);
      } catch (...) {
        next.store(tasks, std::memory_order_relaxed);
        std::lock_guard const lock{guard};
        if (first == nullptr) first = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  for (std::size_t k = 1; k < std::min(tasks, static_cast<std::size_t>(threads)); ++k) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  if (first != nullptr) std::rethrow_exception(first);
}

}  // namespace detail

class task_arena {
 public:
  static constexpr int automatic = -1;
  explicit task_arena(int threads = automatic) noexcept : threads_(threads) {}
  task_arena(task_arena const&) = delete;

  [[nodiscard]] int max_concurrency() const noexcept { return threads_ == automatic ? detail::threads_by_default.load() : threads_; }
  template <class F>
  decltype(auto) execute(F&& f) {
    detail::entered const in_the_arena{max_concurrency()};
    return f();
  }

 private:
  int threads_;
};

namespace this_task_arena {
inline int max_concurrency() { return detail::concurrency(); }
template <class F>
decltype(auto) isolate(F&& f) {
  return f();
}
}  // namespace this_task_arena

}  // namespace tbb
