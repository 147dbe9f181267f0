// Who the calling thread is, for sinks that keep threads apart: a number of its own, the system's number, and its name where it was given one.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#if defined(__linux__)
#include <errno.h>  // program_invocation_short_name
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace lucid::inline v0::trace {

class thread_identity {
 public:
  // Counted from 0 in the order in which threads first ask; never used again for another thread.
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  // What the system's own tools call it; on systems that have no such number, number() + 1.
  [[nodiscard]] std::uint64_t system_number() const noexcept { return system_number_; }
  // The one in which the program began.
  [[nodiscard]] bool is_main() const noexcept { return is_main_; }
  // As it was when the thread first asked; empty for a thread that has no other name than its program.
  [[nodiscard]] std::string_view name() const noexcept { return name_; }

 private:
  friend thread_identity const& this_thread() noexcept;

  thread_identity() noexcept : number_(next()), system_number_(number_ + 1), is_main_(number_ == 0) {
#if defined(__linux__)
    system_number_ = static_cast<std::uint64_t>(::syscall(SYS_gettid));
    is_main_ = system_number_ == static_cast<std::uint64_t>(::getpid());
    if (::pthread_getname_np(::pthread_self(), name_, sizeof name_) != 0) name_[0] = '\0';
#if defined(__GLIBC__)
    if (name() == std::string_view{program_invocation_short_name}.substr(0, sizeof name_ - 1)) name_[0] = '\0';
#endif
#endif
  }
  static std::uint32_t next() noexcept {
    static std::atomic<std::uint32_t> threads = 0;
    return threads.fetch_add(1, std::memory_order_relaxed);
  }

  std::uint32_t number_;
  std::uint64_t system_number_;
  bool is_main_;
  char name_[16] = {};  // Linux keeps 15 bytes
};

// A few nanoseconds, but for the first call of a thread.
[[nodiscard]] inline thread_identity const& this_thread() noexcept {
  thread_local thread_identity const me;
  return me;
}

// Of the whole program; 1 where there is no such thing.
[[nodiscard]] inline std::uint64_t process_number() noexcept {
#if defined(__linux__)
  return static_cast<std::uint64_t>(::getpid());
#else
  return 1;
#endif
}

// How often a process has come out of another since the program began: another number in a forked child than in its parent. A nanosecond, but for the first call,
// before which no fork is counted.
[[nodiscard]] inline std::uint32_t forks() noexcept {
  static constinit std::atomic<std::uint32_t> count = 0;
#if defined(__linux__)
  [[maybe_unused]] static int const counts = ::pthread_atfork(nullptr, nullptr, [] { count.fetch_add(1, std::memory_order_relaxed); });
#endif
  return count.load(std::memory_order_relaxed);
}

}  // namespace lucid::inline v0::trace
