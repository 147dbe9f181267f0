// What a background thread must hear of: its process ends, or forks. A list of those who asked, one exit hook, one set of fork handlers.
// Knows neither threads nor memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

#include <lucid/config/error.hpp>

namespace lucid::inline v0::memory {

// What is above another was constructed after it: the youngest member is told first, so that nobody waits for a member whose lock is already held.
// fork() waits in before_fork. At return from main and exit() at_exit is called before what was constructed before the member joined is destroyed;
// at quick_exit, _Exit and abort nothing is called: no destructor runs there, and the kernel takes everything back.
// A fork, or an end, waits with the list locked. So what a member waits for (a release, an upstream) must not call exit() or fork() while another thread is
// at either, nor make a member or destroy one meanwhile, nor wait for a thread that does: the two would wait for each other. One thread alone may do all
// of these from inside.
class process_member {
 public:
  process_member(process_member const&) = delete;
  process_member& operator=(process_member const&) = delete;

 protected:
  process_member() noexcept : age_(next_age().fetch_add(1, std::memory_order_relaxed)) {}
  ~process_member() = default;

  virtual void at_exit() noexcept = 0;
  virtual void before_fork() noexcept = 0;
  virtual void after_fork_in_parent() noexcept = 0;
  // The only thread is the one that forked, and what stood on the stacks of others will be overwritten: the member is no longer on the list.
  virtual void after_fork_in_child() noexcept = 0;

  [[nodiscard]] bool is_member() const noexcept { return heard_.load(std::memory_order_acquire) == heard::end_and_forks; }
  [[nodiscard]] bool hears_of_forks() const noexcept { return heard_.load(std::memory_order_acquire) != heard::nothing; }

  // False while the process ends or forks, or another member joins or leaves: ask again. Throws out_of_memory where the process takes no hook
  // more.
  [[nodiscard]] bool join_process() { return join(heard::end_and_forks); }
  // The same without an exit hook, as that counts from the moment when it is set: of the end it hears as soon as any member does.
  [[nodiscard]] bool join_forks() { return join(heard::forks); }
  void leave_process() noexcept {
    if (!hears_of_forks()) return;
    std::lock_guard const lock{all().mutex};
    process_member** place = &all().youngest;
    while (*place != this) place = &(*place)->next_;
    *place = next_;
    heard_.store(heard::nothing, std::memory_order_release);
  }

 private:
  enum class heard : unsigned char { nothing, forks, end_and_forks };

  [[nodiscard]] bool join(heard wanted) {
    std::unique_lock const lock{all().mutex, std::try_to_lock};
    if (!lock.owns_lock() || all().ended) return false;
    heard const before = heard_.load(std::memory_order_relaxed);
    if (before >= wanted) return true;
    if (wanted == heard::end_and_forks) all().add_exit_hook();
    all().add_fork_handlers();
    if (before == heard::nothing) {
      process_member** place = &all().youngest;
      while (*place != nullptr && (*place)->age_ > age_) place = &(*place)->next_;
      next_ = *place;
      *place = this;
    }
    heard_.store(wanted, std::memory_order_release);
    return true;
  }

  struct members {
    std::mutex mutex;
    process_member* youngest = nullptr;
    unsigned exit_hooks = 0;
    bool has_fork_handlers = false;
    bool ended = false;

    // An exit hook for every member, as each has to run before other static objects die than the last one; the C library never forgets a hook, so at some
    // point it must be enough.
    void add_exit_hook() {
      constexpr unsigned most = 1000;
      if (exit_hooks < most && std::atexit(&end) != 0) throw out_of_memory("the process takes no exit hook more");
      if (exit_hooks < most) ++exit_hooks;
    }
    void add_fork_handlers() {
#if defined(__unix__) || defined(__APPLE__)
      if (!has_fork_handlers && ::pthread_atfork(&prepare, &parent, &child) != 0)
        throw out_of_memory("the process takes no fork handlers more");
      has_fork_handlers = true;
#endif
    }
    static void end() {
      std::lock_guard const lock{all().mutex};
      all().ended = true;
      for (process_member* m = all().youngest; m != nullptr; m = m->next_) m->at_exit();
    }
    static void prepare() {
      all().mutex.lock();
      for (process_member* m = all().youngest; m != nullptr; m = m->next_) m->before_fork();
    }
    static void parent() {
      for (process_member* m = all().youngest; m != nullptr; m = m->next_) m->after_fork_in_parent();
      all().mutex.unlock();
    }
    static void child() {
      for (process_member* m = all().youngest; m != nullptr; m = m->next_) {
        m->heard_.store(heard::nothing, std::memory_order_release);
        m->after_fork_in_child();
      }
      all().youngest = nullptr;
      all().mutex.unlock();
    }
  };
  // Constants, not constructed and (where a mutex is plain data) not destroyed: static objects that are born earlier or die later find it.
  static members& all() noexcept {
    static constinit members list;
    return list;
  }
  static std::atomic<std::uint64_t>& next_age() noexcept {
    static constinit std::atomic<std::uint64_t> age{0};
    return age;
  }

  std::uint64_t const age_;
  process_member* next_ = nullptr;
  std::atomic<heard> heard_ = heard::nothing;
};

}  // namespace lucid::inline v0::memory
