#include <doctest/doctest.h>

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <laws/resource.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/memory.hpp>
#include <lucid/trace/text.hpp>
#include <support/counting_memory.hpp>
#include <support/heap_calls.hpp>
#include <support/watchful_memory.hpp>

using namespace lucid;
using namespace std::chrono_literals;
using lucid_test::counting_memory;
using lucid_test::watchful_memory;

namespace {

using deferred = memory::deferred_release<watchful_memory>;

constexpr std::size_t all_blocks = 1;  // from: however small

// Gives back when it is told to.
struct gated {
  static constexpr memory_space space = memory_space::host;
  std::mutex gate;
  std::atomic<std::size_t> releases = 0;
  std::string name;  // of the thread that gave back last

  static void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) { return heap::allocate(s, bytes, alignment); }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    std::lock_guard const lock{gate};
    char text[16] = "";
    ::pthread_getname_np(::pthread_self(), text, sizeof text);
    name = text;
    heap::deallocate(s, p, bytes, alignment);
    ++releases;
  }
};

// A block of more bytes than ordinary is known by their number.
struct remembering {
  static constexpr memory_space space = memory_space::host;
  static constexpr std::size_t blocks = 240, ordinary = 500;
  std::array<std::atomic<bool>, blocks> gone{};

  static void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) { return heap::allocate(s, bytes, alignment); }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    std::this_thread::sleep_for(200us);
    heap::deallocate(s, p, bytes, alignment);
    if (bytes > ordinary) gone[bytes - ordinary - 1] = true;
  }
};

void give(memory_resource auto& resource, std::size_t bytes) { resource.deallocate({}, resource.allocate({}, bytes, 64), bytes, 64); }

// Six threads, `rounds` blocks each.
void stays_within(std::size_t limit, int rounds, std::chrono::microseconds delay) {
  watchful_memory upstream{delay};
  std::atomic<std::size_t> blocks = 0, bytes_given = 0;
  std::atomic<bool> within = true;
  {
    deferred resource{upstream, {.limit = limit, .from = 100}};
    auto const work = [&](std::uint32_t state) {
      for (int i = 0; i < rounds; ++i) {
        state = state * 1'664'525u + 1'013'904'223u;
        std::size_t const bytes = 1 + (state >> 8) % 9'000;
        give(resource, bytes);
        ++blocks;
        bytes_given += bytes;
        // Counted from outside: what callers are rid of, and what the upstream has.
        std::size_t const rid_of = bytes_given, gone = upstream.given_back();
        if (rid_of > gone + limit || resource.queued() > limit) within = false;
        if (i % 40 == 0) resource.flush();
      }
    };
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < 6; ++t) threads.emplace_back(work, 91 * t + 7);
    for (auto& t : threads) t.join();
    resource.flush();
    CHECK(within);
    CHECK(resource.queued() == 0);
    CHECK(upstream.held() == 0);
    CHECK(resource.deferred() + resource.immediate() == blocks);
    CHECK(resource.peak_queued() <= limit);
  }
  CHECK(upstream.releases() == blocks);
  CHECK(upstream.faults() == 0);
}

}  // namespace

TEST_CASE("deferred_release: a resource like any other, with and without a limit") {
  heap upstream;
  for (std::size_t const limit : {std::size_t{0}, std::size_t{10'000}, std::size_t{1} << 30}) {
    for (std::size_t const from : {all_blocks, std::size_t{1} << 16}) {
      memory::deferred_release resource{upstream, {.limit = limit, .from = from}};
      laws::resource(resource);
      CHECK(resource.peak_queued() <= limit);
      resource.flush();
      CHECK(resource.queued() == 0);
    }
  }
  for (std::size_t const limit : {std::size_t{100'000}, std::size_t{1} << 30}) {
    memory::deferred_release_options const options{.limit = limit, .from = all_blocks};
    laws::refusals_lose_nothing<counting_memory>(
        [&](auto& up) { return std::make_unique<memory::deferred_release<counting_memory>>(up, options); });
    laws::gives_back_what_it_took([&](auto& up) { return std::make_unique<deferred>(up, options); });
  }
}

TEST_CASE("deferred_release: large blocks are handed over, small ones and what exceeds the limit are not") {
  watchful_memory upstream;
  memory::deferred_release resource{upstream, {.limit = 10'000, .from = 1000}};
  for (std::size_t const bytes : {999u, 1000u, 10'000u, 10'001u}) {
    give(resource, bytes);
    resource.flush();
    CHECK(upstream.held() == 0);
  }
  CHECK(resource.deferred() == 2);
  CHECK(resource.immediate() == 2);
  CHECK(resource.take_error() == nullptr);
}

TEST_CASE("deferred_release: the caller does not wait, until the limit is reached; then it gives back itself") {
  gated upstream;
  memory::deferred_release resource{upstream, {.limit = 1000, .from = all_blocks}};
  void* const last = resource.allocate({}, 1, 64);
  {
    std::lock_guard const closed{upstream.gate};
    give(resource, 600);  // may be under way: it counts
    give(resource, 300);
    give(resource, 100);
    CHECK(resource.queued() == 1000);
    CHECK(upstream.releases == 0);
  }
  std::thread caller;
  {
    upstream.gate.lock();
    while (resource.queued() != 1000) give(resource, 1000 - resource.queued());
    std::size_t const before = resource.immediate();
    caller = std::thread{[&] { resource.deallocate({}, last, 1, 64); }};
    while (resource.immediate() == before) std::this_thread::yield();  // it waits at the gate, like any immediate release
    CHECK(resource.queued() == 1000);
    upstream.gate.unlock();
  }
  caller.join();
  resource.flush();
  CHECK(resource.queued() == 0);
  CHECK(resource.peak_queued() == 1000);
  CHECK(upstream.releases == resource.deferred() + resource.immediate());
}

TEST_CASE("deferred_release: the thread has a name, and one is enough") {
  gated upstream;
  memory::deferred_release resource{upstream, {.limit = 1000, .from = all_blocks}};
  give(resource, 100);
  while (upstream.releases == 0) std::this_thread::yield();
  std::lock_guard const closed{upstream.gate};
  CHECK(upstream.name == "lucid-release");
}

TEST_CASE("deferred_release: a producer much faster than the upstream never has more out than one working set and the limit") {
  constexpr std::size_t block = 1 << 20, limit = 8 * block;
  watchful_memory upstream{1ms};
  {
    deferred resource{upstream, {.limit = limit}};
    for (int i = 0; i < 100; ++i) {
      give(resource, block);
      CHECK(resource.queued() <= limit);
    }
    CHECK(resource.immediate() > 0);
    CHECK(resource.caller_seconds() > 0);
    CHECK(resource.deferred() > 8);
    CHECK(resource.peak_queued() == limit);
  }
  CHECK(upstream.peak() <= block + limit);
  CHECK(upstream.held() == 0);
  CHECK(upstream.faults() == 0);
}

TEST_CASE("deferred_release: many threads, blocks of all sizes, and what is out never exceeds the limit") {
  for (std::size_t const limit : {1u, 5'000u, 40'000u}) stays_within(limit, 150, 20us);
}
TEST_CASE("deferred_release: a million blocks from many threads never exceed the limit [heavy]") {
  for (std::size_t const limit : {9'000u, 100'000u}) stays_within(limit, 85'000, 0us);
}

TEST_CASE("deferred_release: flush waits for what was queued before it, however much is queued meanwhile") {
  constexpr std::size_t ordinary = remembering::ordinary;
  remembering upstream;
  memory::deferred_release resource{upstream, {.limit = 20'000, .from = all_blocks}};
  std::atomic<bool> stop = false, good = true;
  std::thread producer{[&] {
    while (!stop) give(resource, ordinary);
  }};
  auto const flusher = [&](std::size_t t) {
    for (std::size_t first = t * 80; first < (t + 1) * 80; first += 8) {
      for (std::size_t i = first; i < first + 8; ++i) give(resource, ordinary + 1 + i);
      resource.flush();
      for (std::size_t i = first; i < first + 8; ++i) {
        if (!upstream.gone[i]) good = false;
      }
    }
  };
  std::vector<std::thread> flushers;
  for (std::size_t t = 0; t < 3; ++t) flushers.emplace_back(flusher, t);
  for (auto& t : flushers) t.join();
  stop = true;
  producer.join();
  CHECK(good);
}

TEST_CASE("deferred_release: when the upstream has no more, what is queued goes back first") {
  watchful_memory lender{1ms};
  memory::limit upstream{lender, 1000};
  memory::deferred_release resource{upstream, {.limit = 1000, .from = all_blocks}};
  for (int i = 0; i < 20; ++i) give(resource, 700);  // each needs the one before to be gone
  CHECK(lender.peak() <= 1000);
  void* const p = resource.allocate({}, 700, 8);
  CHECK_THROWS_AS(static_cast<void>(resource.allocate({}, 700, 8)), out_of_memory);
  resource.deallocate({}, p, 700, 8);
}

TEST_CASE("deferred_release: handing over takes nothing from the heap, and a full queue is no failure") {
  gated upstream;
  memory::deferred_release resource{upstream, {.limit = std::size_t{1} << 40, .from = all_blocks}};
  give(resource, 64);
  resource.flush();
  std::vector<void*> blocks(memory::release_queue::capacity);
  for (void*& p : blocks) p = resource.allocate({}, 64, 64);
  {
    std::lock_guard const closed{upstream.gate};
    CHECK(lucid_test::heap_calls([&] {
            for (void* p : blocks) resource.deallocate({}, p, 64, 64);
          }) == 0);
    CHECK(resource.immediate() == 0);
  }
  void* const p = resource.allocate({}, 64, 64);
  upstream.gate.lock();
  std::size_t const room = memory::release_queue::capacity + 1;  // and one may be under way
  std::vector<void*> more(room);
  for (void*& q : more) q = resource.allocate({}, 64, 64);
  std::thread caller{[&] {
    for (void* q : more) resource.deallocate({}, q, 64, 64);
    resource.deallocate({}, p, 64, 64);
  }};
  while (resource.immediate() == 0) std::this_thread::yield();
  upstream.gate.unlock();
  caller.join();
  resource.flush();
  CHECK(upstream.releases == 1 + memory::release_queue::capacity + room + 1);
}

TEST_CASE("deferred_release: no thread to be had: the caller gives back, the error is kept, the next block tries again") {
  watchful_memory upstream;
  deferred resource{upstream, {.limit = 1'000'000, .from = all_blocks}};
  pthread_attr_t before, absurd;
  REQUIRE(::pthread_getattr_default_np(&before) == 0);
  REQUIRE(::pthread_attr_init(&absurd) == 0);
  REQUIRE(::pthread_attr_setstacksize(&absurd, std::size_t{1} << 60) == 0);  // more than can be mapped
  REQUIRE(::pthread_setattr_default_np(&absurd) == 0);
  for (int i = 0; i < 3; ++i) give(resource, 1000);
  REQUIRE(::pthread_setattr_default_np(&before) == 0);
  ::pthread_attr_destroy(&absurd);
  ::pthread_attr_destroy(&before);
  CHECK(resource.immediate() == 3);
  CHECK(resource.queued() == 0);
  CHECK(upstream.held() == 0);
  auto const error = resource.take_error();
  REQUIRE(error != nullptr);
  CHECK_THROWS_AS(std::rethrow_exception(error), std::system_error);
  CHECK(resource.take_error() == nullptr);
  give(resource, 1000);
  CHECK(resource.deferred() == 1);
  CHECK(resource.take_error() == nullptr);
}

TEST_CASE("deferred_release: above and below every other resource, in any order") {
  watchful_memory lender{50us};
  {
    trace::text sink;
    memory::tally below_all{lender};
    memory::traced below_traced{below_all, sink};
    memory::recycling below_kept{below_traced, {.limit = 20'000}};
    memory::deferred_release lower{below_kept, {.limit = 30'000, .from = 100}};
    memory::poisoning watched{lower, 10'000};
    memory::limit limited{watched, 10'000'000};
    memory::deferred_release upper{limited, {.limit = 40'000, .from = 50}};
    memory::recycling kept{upper, {.limit = 10'000, .wipe = true}};
    memory::wiping wiped{kept};
    memory::tally top{wiped};
    laws::threads_do_not_meet(top);
    auto const exec = cpu::seq.with(top);
    { buffer<int> const numbers{exec, 10'000}; }
    CHECK(top.held() == 0);
    CHECK(upper.peak_queued() <= 40'000);
    CHECK(lower.peak_queued() <= 30'000);
    kept.flush();
    upper.flush();
    CHECK(limited.held() == 0);
    watched.flush();
    CHECK(watched.faults() == 0);
    CHECK(watched.live() == 0);
    lower.flush();
    below_kept.flush();
    CHECK(below_all.held() == 0);
    CHECK(below_all.peak() == lender.peak());
    CHECK(sink.seconds("memory/release") > 0);
  }
  CHECK(lender.held() == 0);
  CHECK(lender.faults() == 0);
}

TEST_CASE("deferred_release: a secret wiped above it is gone before it waits in the queue") {
  static constexpr unsigned char secret = 0xa7;
  gated upstream;
  memory::deferred_release queue{upstream, {.limit = 1'000'000, .from = all_blocks}};
  memory::wiping resource{queue};
  std::lock_guard const closed{upstream.gate};
  auto* const p = static_cast<unsigned char*>(resource.allocate({}, 1000, 64));
  std::memset(p, secret, 1000);
  resource.deallocate({}, p, 1000, 64);  // still there: nothing passes the gate
  CHECK(std::none_of(p, p + 1000, [](unsigned char b) { return b == secret; }));
}

TEST_CASE("deferred_release: a release that takes long is within the caller's span when immediate, and not when deferred") {
  watchful_memory slow{50ms};
  trace::text sink;
  memory::traced releases{slow, sink};
  memory::deferred_release later{releases, {.limit = std::size_t{1} << 30}};
  auto const watched = cpu::seq.with(sink);
  {
    auto const exec = watched.with(releases);
    auto const span = exec.open("immediate");
    std::array<buffer<int>, 3> numbers;
    for (auto& n : numbers) n = buffer<int>{exec, 100'000};
  }
  {
    auto const exec = watched.with(later);
    auto const span = exec.open("deferred");
    std::array<buffer<int>, 3> numbers;
    for (auto& n : numbers) n = buffer<int>{exec, 100'000};
  }
  CHECK(slow.releases_here() == 3);  // by the caller, and no more of them; how long it took is the machine's affair
  later.flush();
  CHECK(sink.seconds("immediate") >= 0.15);
  CHECK(sink.seconds("memory/release") >= 0.3);
  CHECK(later.thread_seconds() + later.caller_seconds() >= 0.15);  // moved, not gone
}
