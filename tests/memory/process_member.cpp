// A background thread and the end of its process, or its fork: told of by process_member, obeyed by release_queue.
#include <doctest/doctest.h>

#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <lucid/memory/deferred_release.hpp>
#include <support/child_process.hpp>
#include <support/sanitizers.hpp>
#include <support/watchful_memory.hpp>

using namespace lucid;
using namespace std::chrono_literals;
using lucid_test::in_child;
using lucid_test::in_new_process;
using lucid_test::watchful_memory;

namespace {

// An instrumented child costs tens of milliseconds.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int repeats = 60;
#else
constexpr int repeats = 1000;
#endif

// ThreadSanitizer refuses threads in the child of a program with threads.
#if defined(__SANITIZE_THREAD__)
constexpr bool no_threads_in_child = true;
#else
constexpr bool no_threads_in_child = false;
#endif

constexpr int touched_after_death = 90, died_holding = 91, wrong_answer = 92;  // exit codes

// An upstream that says when it is used after its death, or dies while it lends something.
class mortal {
 public:
  static constexpr memory_space space = memory_space::host;
  mortal() = default;
  ~mortal() {
    if (held_ != 0) ::_exit(died_holding);
    alive_ = false;
  }
  void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) {
    held_ += bytes;
    return heap::allocate(s, bytes, alignment);
  }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    if (!alive_) ::_exit(touched_after_death);
    if (slow_-- > 0) std::this_thread::sleep_for(20us);  // so that the end meets a queue
    heap::deallocate(s, p, bytes, alignment);
    held_ -= bytes;
  }

 private:
  std::atomic<bool> alive_ = true;
  std::atomic<int> slow_ = 10;
  std::atomic<std::size_t> held_ = 0;
};
using policy_type = memory::deferred_release<mortal>;
constexpr memory::deferred_release_options everything{.limit = std::size_t{1} << 30, .from = 1};

void give(memory_resource auto& resource, std::size_t count, std::size_t bytes = 256) {
  std::vector<void*> blocks(count);
  for (void*& p : blocks) p = resource.allocate({}, bytes, 64);
  for (void* p : blocks) resource.deallocate({}, p, bytes, 64);
}

// Is inside for a while, in either direction, and holds a lock meanwhile.
struct lingering {
  static constexpr memory_space space = memory_space::host;
  std::mutex mutex;
  std::atomic<int> entered = 0;

  void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) {
    linger();
    return heap::allocate(s, bytes, alignment);
  }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    linger();
    heap::deallocate(s, p, bytes, alignment);
  }
  void linger() noexcept {
    std::lock_guard const lock{mutex};
    ++entered;
    std::this_thread::sleep_for(30ms);
  }
};

// How a child ends that is forked when another thread has come into the upstream for the `calls`-th time, and whose children are forked likewise.
int fork_meets(lingering& upstream, memory::deferred_release<lingering>& policy, int calls, int generations) {
  upstream.entered = 0;
  std::atomic<bool> forked = false;
  std::thread other{[&] {
    policy.deallocate({}, policy.allocate({}, 100, 64), 100, 64);
    while (!forked) std::this_thread::yield();  // to end is to be in the heap
  }};
  while (upstream.entered < calls) std::this_thread::yield();
  int const ended = in_child([&] {
    policy.deallocate({}, policy.allocate({}, 100, 64), 100, 64);
    policy.flush();
    ::_exit(generations > 1 && fork_meets(upstream, policy, calls, generations - 1) != 0 ? wrong_answer : 0);
  });
  forked = true;
  other.join();
  return ended;
}

// A static object with memory of a policy.
struct late_owner {
  policy_type* policy = nullptr;
  void* p = nullptr;
  explicit late_owner(policy_type& from) : policy(&from), p(from.allocate({}, 256, 64)) {}
  ~late_owner() { policy->deallocate({}, p, 256, 64); }
};

enum class lifetime { automatic, constant, leaked };
enum class way { by_return, by_exit, by_quick_exit, by_abort };

void leave(way how) {
  if (how == way::by_exit) std::exit(0);
  if (how == way::by_quick_exit) std::quick_exit(0);
  if (how == way::by_abort) std::abort();
}

// Ends the process with about so many releases queued; by_return comes back.
void end_with(lifetime life, way how, std::size_t queued) {
  if (life == lifetime::automatic) {
    mortal upstream;
    policy_type policy{upstream, everything};
    give(policy, queued);
    leave(how);
  } else if (life == lifetime::constant) {
    static mortal upstream;
    static policy_type policy{upstream, everything};
    static late_owner before{policy};  // dies after the thread has ended
    give(policy, queued);
    static late_owner after{policy};  // dies while it runs
    leave(how);
  } else {
    static mortal upstream;  // dies, although the policy does not
    static auto* const policy = new policy_type{upstream, everything};
    give(*policy, queued);
    leave(how);
  }
}

// Ends the program instead of giving back.
struct leaving {
  static constexpr memory_space space = memory_space::host;
  static void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) { return heap::allocate(s, bytes, alignment); }
  static void deallocate(stream_ref, void*, std::size_t, std::size_t) noexcept { std::exit(0); }
};

struct registered : watchful_memory {
  static constexpr memory_space space = memory_space::pinned;
  using watchful_memory::watchful_memory;
  static void wait(stream_ref) noexcept {}
};

// Many forks are cheap only in a small process: runs the case in a new one, true in the old.
bool runs_elsewhere(char const* test_case) {
  if (std::getenv("LUCID_TEST_CHILD") != nullptr) return false;
  CHECK(in_new_process(test_case, "small", 600) == 0);
  return true;
}

std::size_t some_count(int i) {
  constexpr std::size_t counts[] = {0, 1, 2, 17, 1000, 300, 40};
  return counts[static_cast<std::size_t>(i) % std::size(counts)];
}

}  // namespace

TEST_CASE("process_member: a process ends with releases queued, in every way, whatever the policy's lifetime") {
  if (runs_elsewhere("process_member: a process ends with releases queued*")) return;
  int bad = 0;
  for (int i = 0; i < repeats; ++i) {
    auto const life = static_cast<lifetime>(i % 3);
    auto const how = static_cast<way>(1 + i / 3 % 3);
    int const ended = in_child([&] { end_with(life, how, some_count(i / 9)); });
    if (ended != (how == way::by_abort ? -SIGABRT : 0)) {
      ++bad;
      CAPTURE(i);
      REQUIRE(ended == 0);
    }
  }
  CHECK(bad == 0);
}

// "LIFETIME WAY COUNT", for the next case.
TEST_CASE("process_member: child that ends" * doctest::skip()) {
  char const* const variable = std::getenv("LUCID_TEST_CHILD");
  if (variable == nullptr) return;
  unsigned life = 0, how = 0, count = 0;
  REQUIRE(std::sscanf(variable, "%u %u %u", &life, &how, &count) == 3);
  end_with(static_cast<lifetime>(life), static_cast<way>(how), count);
}

TEST_CASE("process_member: so does a program of its own that returns from main") {
  for (int i = 0; i < 42; ++i) {  // each of seven counts
    std::string const task = std::to_string(i % 3) + " " + std::to_string(i / 3 % 2) + " " + std::to_string(some_count(i / 6));
    CAPTURE(task);
    CHECK(in_new_process("process_member: child that ends", task) == 0);
  }
}

TEST_CASE("process_member: exit on one thread while others give back") {
  for (int i = 0; i < repeats / 60; ++i) {
    int const ended = in_child([] {
      static auto* const upstream = new mortal;
      static auto* const policy = new policy_type{*upstream, everything};
      for (int t = 0; t < 3; ++t) {
        std::thread{[] {
          for (;;) give(*policy, 20);
        }}.detach();
      }
      give(*policy, 100);
      std::exit(0);
    });
    REQUIRE(ended == 0);
  }
}

TEST_CASE("process_member: two thousand ends at moments of chance [heavy]") {
  if (runs_elsewhere("process_member: two thousand ends*")) return;
  int bad = 0;
  for (int i = 0; i < 2 * repeats; ++i) {
    int const ended = in_child([i] {
      static auto* const upstream = new mortal;
      static auto* const policy = new policy_type{*upstream, everything};
      std::thread{[i] {
        std::this_thread::sleep_for(std::chrono::microseconds(i * 37 % 1500));
        leave(static_cast<way>(1 + i % 2));
      }}.detach();
      for (;;) give(*policy, 20);
    });
    bad += ended == 0 ? 0 : 1;
  }
  CHECK(bad == 0);
}

TEST_CASE("process_member: exit called by what is being given back") {
  int const ended = in_child([] {
    leaving upstream;
    memory::deferred_release policy{upstream, everything};
    give(policy, 1);
    for (;;) ::pause();
  });
  CHECK(ended == 0);
}

TEST_CASE("process_member: fork with releases queued: the child gives back its copies, and goes on" * doctest::skip(no_threads_in_child)) {
  if (runs_elsewhere("process_member: fork with releases queued*")) return;
  for (int i = 0; i < repeats / 20; ++i) {
    watchful_memory upstream{20us};
    auto policy = std::make_unique<memory::deferred_release<watchful_memory>>(upstream, everything);
    give(*policy, 60);
    while (upstream.releases() == 0) std::this_thread::yield();  // the thread is at work
    int const ended = in_child([&] {
      // Whoever gave back at the fork had finished: the upstream's lock is free, its books agree with the queue.
      if (upstream.held() != policy->queued()) ::_exit(wrong_answer);
      if (i % 4 != 0) policy->flush();
      if (i % 4 != 0 && (policy->queued() != 0 || upstream.held() != 0)) ::_exit(wrong_answer);
      if (i % 4 != 1) give(*policy, 10);
      if (i % 4 == 2) std::exit(0);  // with a queue again
      policy.reset();
      ::_exit(upstream.held() == 0 && upstream.faults() == 0 ? 0 : wrong_answer);
    });
    REQUIRE(ended == 0);
    policy->flush();
    CHECK(upstream.held() == 0);
  }
}

TEST_CASE("process_member: fork from one thread while others give back, and flush" * doctest::skip(no_threads_in_child)) {
  if (runs_elsewhere("process_member: fork from one thread*")) return;
  watchful_memory upstream;  // with a lock, which a child must find free
  memory::deferred_release policy{upstream, {.limit = 10'000, .from = 200}};
  give(policy, 1);  // from now on it hears of forks
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  // At a fork no thread may be in the heap but by way of the policy, nor begin or end, as that is to be in it too: AddressSanitizer's heap, unlike the C
  // library's, leaves a child the locks that others held.
  std::array<std::array<void*, 20>, 3> blocks{};
  std::atomic<int> begun = 0;
  for (std::size_t t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      std::size_t const bytes = t == 1 ? 100 : 256;
      ++begun;
      while (!stop) {
        for (void*& p : blocks[t]) p = policy.allocate({}, bytes, 64);
        for (void* p : blocks[t]) policy.deallocate({}, p, bytes, 64);
        if (t == 0) policy.flush();
      }
    });
  }
  while (begun != 3) std::this_thread::yield();
  for (int i = 0; i < repeats / 20; ++i) {
    int const ended = in_child([&] {
      give(policy, 50);
      policy.flush();
      if (policy.queued() != 0) ::_exit(wrong_answer);
      if (in_child([&] {  // a child's child
            give(policy, 5);
            policy.flush();
            ::_exit(0);
          }) != 0)
        ::_exit(wrong_answer);
      ::_exit(0);
    });
    REQUIRE(ended == 0);
  }
  stop = true;
  for (auto& t : threads) t.join();
  policy.flush();
  CHECK(upstream.held() == 0);
  CHECK(upstream.faults() == 0);
}

// Forks while it gives back.
struct forking : watchful_memory {
  int ended = -1;
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    if (bytes == 500) {
      ended = in_child([&] {
        watchful_memory::deallocate(s, p, bytes, alignment);
        then();
        ::_exit(held() == 0 ? 0 : wrong_answer);
      });
    }
    watchful_memory::deallocate(s, p, bytes, alignment);
  }
  std::function<void()> then;
};

TEST_CASE("process_member: fork by a caller whose block is being given back" * doctest::skip(no_threads_in_child)) {
  forking upstream;
  memory::deferred_release policy{upstream, {.limit = 400, .from = 1}};
  upstream.then = [&] {
    give(policy, 5);
    policy.flush();
  };
  give(policy, 1);
  policy.flush();
  give(policy, 1, 500);  // above the limit
  CHECK(upstream.ended == 0);
  give(policy, 1);
  policy.flush();
  CHECK(upstream.held() == 0);
}

TEST_CASE("process_member: fork before the first release") {
  watchful_memory upstream;
  memory::deferred_release policy{upstream, everything};
  CHECK(in_child([&] {
          give(policy, 10);
          policy.flush();
          ::_exit(policy.deferred() == 10 && upstream.held() == 0 ? 0 : wrong_answer);
        }) == 0);
  give(policy, 10);
  policy.flush();
  CHECK(policy.deferred() == 10);
}

TEST_CASE("process_member: fork while another thread is inside the upstream, when nothing was ever handed over" *
          doctest::skip(no_threads_in_child)) {
  for (int const calls : {1, 2}) {
    lingering upstream;
    memory::deferred_release policy{upstream, {.limit = 1000, .from = 1000}};
    CHECK(fork_meets(upstream, policy, calls, 2) == 0);
    CHECK(policy.deferred() == 0);
  }
}

TEST_CASE("process_member: a child that could not be made has not ended well") {
  CHECK(lucid_test::wait_for(-1, 1) == lucid_test::no_child);
  CHECK(lucid_test::wait_for(::getpid(), 1) == lucid_test::no_child);  // no child of ours
}

TEST_CASE("process_member: in a child, queued memory of a device is the parent's alone") {
  registered upstream{100us};
  memory::deferred_release policy{upstream, everything};
  give(policy, 50);
  CHECK(in_child([&] {
          std::size_t const held = upstream.held();
          if (policy.queued() != 0) ::_exit(wrong_answer);
          policy.flush();
          ::_exit(upstream.held() == held ? 0 : wrong_answer);
        }) == 0);
  policy.flush();
  CHECK(upstream.held() == 0);
}

TEST_CASE("process_member: one policy on another: fork and exit tell the upper first" * doctest::skip(no_threads_in_child)) {
  if (runs_elsewhere("process_member: one policy on another*")) return;
  for (int i = 0; i < repeats / 20; ++i) {
    watchful_memory upstream{20us};
    memory::deferred_release lower{upstream, everything};
    memory::deferred_release upper{lower, everything};
    if (i % 2 == 0) give(lower, 1);  // the lower may be known first, or last
    give(upper, 50);
    int const ended = in_child([&] {
      give(upper, 10);
      if (i % 3 == 0) std::exit(0);
      upper.flush();
      lower.flush();
      ::_exit(upstream.held() == 0 ? 0 : wrong_answer);
    });
    REQUIRE(ended == 0);
    upper.flush();
    lower.flush();
    CHECK(upstream.held() == 0);
  }
}
