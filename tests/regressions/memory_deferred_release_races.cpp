// Two moments of deferred_release that were wrong: a queue that empties between a refusal and its handler, and exit() called by what a policy of static lifetime
// gives back.
#include <doctest/doctest.h>

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <thread>

#include <lucid/memory/deferred_release.hpp>
#include <support/child_process.hpp>

using namespace lucid;

namespace {

constexpr memory::deferred_release_options everything{.limit = 1'000'000, .from = 1};

// Gives back nothing before it has been asked for more, and refuses that when all is back.
struct hesitating {
  static constexpr memory_space space = memory_space::host;
  std::atomic<bool> is_full = false;
  std::size_t (*queued)(void*) = nullptr;
  void* policy = nullptr;

  void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) {
    if (is_full.exchange(false)) {
      while (queued(policy) != 0) std::this_thread::yield();
      throw out_of_memory("hesitating: too early");
    }
    return heap::allocate(s, bytes, alignment);
  }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    while (is_full) std::this_thread::yield();
    heap::deallocate(s, p, bytes, alignment);
  }
};

// Ends the program instead of giving back, when nobody is busy with what will be destroyed.
struct leaving {
  static constexpr memory_space space = memory_space::host;
  static inline std::atomic<bool> may_leave = true;
  static void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) { return heap::allocate(s, bytes, alignment); }
  static void deallocate(stream_ref, void*, std::size_t, std::size_t) noexcept {
    while (!may_leave) std::this_thread::yield();
    std::exit(0);
  }
};

}  // namespace

TEST_CASE("regression: what was queued at the request is gone when its refusal is heard: the upstream is asked again all the same") {
  hesitating upstream;
  memory::deferred_release policy{upstream, everything};
  upstream.policy = &policy;
  upstream.queued = [](void* p) { return static_cast<decltype(policy)*>(p)->queued(); };
  void* const first = policy.allocate({}, 1000, 8);
  upstream.is_full = true;
  policy.deallocate({}, first, 1000, 8);
  void* second = nullptr;
  CHECK_NOTHROW(second = policy.allocate({}, 1000, 8));
  if (second != nullptr) policy.deallocate({}, second, 1000, 8);
}

TEST_CASE("regression: exit() by what a policy of static lifetime gives back, on its thread or the caller's, ends the process as asked") {
  for (std::size_t const from : {std::size_t{1}, std::size_t{1000}}) {
    CHECK(lucid_test::in_child([&] {
            static leaving upstream;
            static memory::deferred_release policy{upstream, {.limit = 1'000'000, .from = from}};
            leaving::may_leave = from > 100;
            policy.deallocate({}, policy.allocate({}, 100, 8), 100, 8);
            leaving::may_leave = true;
            for (;;) ::pause();
          }) == 0);
  }
}

TEST_CASE("regression: exit() by what flush() gives back") {
  CHECK(lucid_test::in_child([] {
          static leaving upstream;
          memory::release_queue queue{
              &upstream,
              [](void*, memory::queued_block const& b) noexcept { leaving::deallocate(b.stream, b.begin, b.bytes, b.alignment); },
              1'000'000, true};
          if (queue.push({nullptr, 100, 8, {}})) queue.flush();
          for (;;) ::pause();
        }) == 0);
}
