// A bounded queue of memory to give back and the one thread that does it, with its end: at destruction, at process exit, in a forked child.
// Knows no resource, only a function to call; deferred_release.hpp is the policy.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <vector>
#if defined(__linux__)
#include <pthread.h>
#include <signal.h>
#endif

#include <lucid/exec/stream.hpp>
#include <lucid/memory/first_error.hpp>
#include <lucid/memory/gauge.hpp>
#include <lucid/memory/process_member.hpp>

namespace lucid::inline v0::memory {

struct queued_block {
  void* begin;
  std::size_t bytes;
  std::size_t alignment;
  stream_ref stream;
};

// First in, first out. Thread and places are made at the first push; from then on a push allocates nothing. The places are apart from the blocks: a block
// may be memory of a device, or pages that nobody has touched, or given back twice, which is for the upstream to find.
class release_queue final : process_member {
  // A call of the upstream under way, on the stack of who makes it.
  struct activity {
    std::uint64_t number;  // of the block; none where it never was in the queue
    std::size_t bytes;
    std::thread::id thread;
    activity* next;
  };
  static constexpr std::uint64_t none = ~std::uint64_t{0};

 public:
  using release = void (*)(void* upstream, queued_block const&) noexcept;
  static constexpr std::size_t capacity = 1024;  // blocks

  // In a forked child, blocks that were queued are the child's as well (in_child: true), or belong to the parent alone and are forgotten.
  release_queue(void* upstream, release give_back, std::size_t limit, bool in_child) noexcept
      : upstream_(upstream), give_back_(give_back), limit_(limit), in_child_(in_child) {
    hear_of_forks();
  }
  ~release_queue() {
    close();
    leave_process();
    if (thread_.joinable()) thread_.detach();  // exit() called by what it releases: this is the thread, and it does not come back
  }

  // False where the block must be given back by the caller: the bytes would exceed the limit, the queue is full or closed, there is no thread to be had.
  [[nodiscard]] bool push(queued_block const& block) noexcept {
    if (block.bytes > limit_) return false;
    try {
      if (!is_member() && !join_process()) return false;
      {
        std::lock_guard const lock{mutex_};
        if (closed_ || pushed_ - popped_ == capacity || !bytes_.add_within(block.bytes, limit_)) return false;
        try {
          if (!running_) start();
        } catch (...) {
          bytes_.subtract(block.bytes);
          throw;
        }
        blocks_[pushed_++ % capacity] = block;
      }
      work_.notify_one();
      return true;
    } catch (...) {
      error_.keep();
      return false;
    }
  }

  // Returns when everything pushed before the call has been given back, but for what this very thread is giving back. The caller helps. Not from inside a
  // release: two that come from the queue and flush at once wait for each other.
  void flush() noexcept {
    std::unique_lock lock{mutex_};
    std::uint64_t const all = pushed_;
    while (popped_ < all) release_front(lock, caller_time_);
    done_.wait(lock, [&] { return is_done(all); });
  }

  // Gives the block back here and now.
  void release_at_once(queued_block const& block) noexcept {
    visit const inside{*this};
    release_timed(block, caller_time_);
  }

  // While it lives its thread is inside the upstream: a fork waits for it, and it for a fork. Not where every try to join the process, at the
  // construction and at each visit since, met a fork or another queue that did: then neither waits. Cost: two uncontended locks.
  class visit {
   public:
    explicit visit(release_queue& queue) noexcept : queue_(queue), mine_{none, 0, std::this_thread::get_id(), nullptr} {
      if (!queue_.hears_of_forks()) queue_.hear_of_forks();  // a child, or the process was busy when the queue was made
      std::unique_lock lock{queue_.mutex_};
      queue_.enter(lock, mine_);
    }
    visit(visit const&) = delete;
    visit& operator=(visit const&) = delete;
    ~visit() {
      std::lock_guard const lock{queue_.mutex_};
      queue_.leave(mine_);
    }

   private:
    release_queue& queue_;
    activity mine_;
  };

  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.now(); }  // waiting or being given back
  [[nodiscard]] std::size_t peak_bytes() const noexcept { return bytes_.peak(); }
  [[nodiscard]] std::uint64_t pushed() const noexcept {
    std::lock_guard const lock{mutex_};
    return pushed_;
  }
  [[nodiscard]] double thread_seconds() const noexcept { return seconds(thread_time_); }
  [[nodiscard]] double caller_seconds() const noexcept { return seconds(caller_time_); }
  [[nodiscard]] std::exception_ptr take_error() noexcept { return error_.take(); }

 private:
  using clock = std::chrono::steady_clock;
  using time_spent = std::atomic<clock::rep>;

  void hear_of_forks() noexcept {
    try {
      static_cast<void>(join_forks());
    } catch (...) {}  // as without: a fork then waits for nobody, until a push says why
  }
  static double seconds(time_spent const& time) noexcept {
    return std::chrono::duration<double>(clock::duration{time.load(std::memory_order_relaxed)}).count();
  }
  void release_timed(queued_block const& block, time_spent& time) noexcept {
    auto const start = clock::now();
    give_back_(upstream_, block);
    time.fetch_add((clock::now() - start).count(), std::memory_order_relaxed);
  }

  // All of these under the lock. Whoever is inside already may enter again while a fork waits: it waits for that thread.
  void enter(std::unique_lock<std::mutex>& lock, activity& mine) noexcept {
    done_.wait(lock, [&] { return !held_ || is_inside(mine.thread); });
    mine.next = active_;
    active_ = &mine;
  }
  void leave(activity const& mine) noexcept {
    activity** place = &active_;
    while (*place != &mine) place = &(*place)->next;
    *place = mine.next;
    bytes_.subtract(mine.bytes);
    done_.notify_all();
  }
  [[nodiscard]] bool is_inside(std::thread::id thread) const noexcept {
    for (activity const* a = active_; a != nullptr; a = a->next) {
      if (a->thread == thread) return true;
    }
    return false;
  }
  // Nobody but this thread is inside the upstream.
  [[nodiscard]] bool is_alone() const noexcept {
    for (activity const* a = active_; a != nullptr; a = a->next) {
      if (a->thread != std::this_thread::get_id()) return false;
    }
    return true;
  }
  // The first `all` blocks are gone, but for what this very thread is giving back.
  [[nodiscard]] bool is_done(std::uint64_t all) const noexcept {
    if (popped_ < all) return false;
    for (activity const* a = active_; a != nullptr; a = a->next) {
      if (a->number < all && a->thread != std::this_thread::get_id()) return false;
    }
    return true;
  }
  // Gives back the first of the queue, if one is left when it may enter. The lock is open meanwhile.
  void release_front(std::unique_lock<std::mutex>& lock, time_spent& time) noexcept {
    activity mine{none, 0, std::this_thread::get_id(), nullptr};
    enter(lock, mine);
    if (popped_ < pushed_) {
      queued_block const block = blocks_[popped_ % capacity];
      mine.number = popped_++;
      mine.bytes = block.bytes;
      lock.unlock();
      release_timed(block, time);
      lock.lock();
    }
    leave(mine);
  }

  // Under the lock. Signals of the program are not for this thread.
  void start() {
    blocks_.resize(capacity);
#if defined(__linux__)
    sigset_t every, before;
    ::sigfillset(&every);
    ::pthread_sigmask(SIG_SETMASK, &every, &before);
    struct restore {
      sigset_t const& mask;
      ~restore() { ::pthread_sigmask(SIG_SETMASK, &mask, nullptr); }
    } const restored{before};
#endif
    thread_ = std::thread([this] { run(); });
    running_ = starting_ = true;
  }
  void run() noexcept {
#if defined(__linux__)
    ::pthread_setname_np(::pthread_self(), "lucid-release");
    // A batch task does not take the core from the caller that wakes it, which would then wait for the very release that it handed over: with every core
    // busy, 64 MiB in small pages took the caller 8 ms without this in every other run, 0.01 ms with it.
    sched_param const none{};
    ::pthread_setschedparam(::pthread_self(), SCHED_BATCH, &none);
#endif
    std::unique_lock lock{mutex_};
    starting_ = false;
    done_.notify_all();
    for (;;) {
      work_.wait(lock, [&] { return popped_ < pushed_ || closed_; });
      if (popped_ == pushed_) break;
      release_front(lock, thread_time_);
    }
    running_ = false;
    done_.notify_all();
  }
  [[nodiscard]] bool is_release_thread() const noexcept { return running_ && thread_.get_id() == std::this_thread::get_id(); }

  // Nothing is queued afterwards, and there is no thread. Two threads may do so at once.
  void close() noexcept {
    std::thread ended;
    {
      std::unique_lock lock{mutex_};
      closed_ = true;
      if (is_release_thread()) return;  // exit() called by what it releases
      work_.notify_all();
      done_.wait(lock, [&] { return !running_; });
      ended.swap(thread_);
      while (popped_ < pushed_) release_front(lock, caller_time_);
      done_.wait(lock, [&] { return is_done(pushed_); });
    }
    if (ended.joinable()) ended.join();
  }

  void at_exit() noexcept override { close(); }
  // Waits until no other thread is inside the upstream, so that it leaves the child none half-done, and holds the lock over the fork.
  void before_fork() noexcept override {
    std::unique_lock lock{mutex_};
    held_ = true;
    done_.wait(lock, [&] { return !starting_ && is_alone(); });
    lock.release();
  }
  void after_fork_in_parent() noexcept override {
    held_ = false;
    mutex_.unlock();
    done_.notify_all();
  }
  // The thread and whoever waited are not here: their handle and their conditions are made anew, not destroyed, as that would wait for them.
  // Whoever is inside is the thread that forked, and stays.
  void after_fork_in_child() noexcept override {
    held_ = running_ = false;
    ::new (static_cast<void*>(&thread_)) std::thread;
    ::new (static_cast<void*>(&work_)) std::condition_variable;
    ::new (static_cast<void*>(&done_)) std::condition_variable;
    for (; !in_child_ && popped_ < pushed_; ++popped_) bytes_.subtract(blocks_[popped_ % capacity].bytes);
    mutex_.unlock();
  }

  void* upstream_;
  release give_back_;
  std::size_t limit_;
  bool in_child_;
  mutable std::mutex mutex_;
  std::condition_variable work_, done_;
  std::thread thread_;
  bool running_ = false;   // there is a thread
  bool starting_ = false;  // and it has not come to its lock yet
  bool held_ = false;      // a fork is under way
  bool closed_ = false;
  std::vector<queued_block> blocks_;
  std::uint64_t pushed_ = 0, popped_ = 0;  // block i stands in place i mod capacity
  activity* active_ = nullptr;
  gauge bytes_;
  time_spent thread_time_ = 0, caller_time_ = 0;
  first_error error_;
};

}  // namespace lucid::inline v0::memory
