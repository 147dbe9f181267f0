// What happens to device and pinned memory where the rest of a program goes wrong: every call refused in turn, a lost device, many threads, the end of the process.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <laws/device_resource.hpp>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/memory/deferred_release.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/pinned.cuh>
#include <lucid/memory/recycling.hpp>
#include <support/child_process.hpp>
#include <support/cuda_machine.hpp>

using namespace lucid;

namespace {

// A bit of everything: pools, streams, events, pinned memory, copies there and back. True when the right words came back.
bool some_work() {
  memory::device_pool pool;
  memory::pinned pinned;
  gpu::stream const stream, other;
  auto const exec = cpu::seq.with(pool).with(pinned);
  constexpr std::size_t count = 600'000;
  buffer<std::uint32_t, memory_space::pinned> from{exec, count}, back{exec, count};
  for (std::size_t i = 0; i < count; ++i) from[i] = static_cast<std::uint32_t>(i);
  auto* const p = static_cast<std::uint32_t*>(pool.allocate(stream, count * 4, 64));
  struct release {
    memory::device_pool& pool;
    stream_ref stream;
    void* p;
    ~release() { pool.deallocate(stream, p, count * 4, 64); }
  } const released{pool, stream, p};
  // Whatever fails: nothing of the work may outlive the buffers that it uses.
  struct finish {
    gpu::stream const &first, &second;
    ~finish() {
      static_cast<void>(gpu::api::stream_drain(gpu::native(first)));
      static_cast<void>(gpu::api::stream_drain(gpu::native(second)));
    }
  } const finished{stream, other};
  view<std::uint32_t, memory_space::device> const device{p, count};
  gpu::copy(stream, view<std::uint32_t const, memory_space::pinned>{from.all()}, device);
  gpu::order(stream, other);
  gpu::copy(other, device, back.all());
  gpu::order(other, stream);
  stream.synchronize();
  pool.flush();
  for (std::size_t i = 0; i < count; i += 997) {
    if (back[i] != i) return false;
  }
  return pool.held() == count * 4;
}

}  // namespace

TEST_CASE("device memory: every call of the runtime refused in turn is a typed error that leaves nothing behind, and the next try works") {
  lucid_test::machine const fresh;
  REQUIRE(some_work());
  for (auto const failure : {cudaErrorMemoryAllocation, cudaErrorInvalidValue, cudaErrorLaunchFailure}) {
    std::size_t n = 0, silent = 0;
    for (bool done = false; !done; ++n) {
      REQUIRE(n < 200);
      gpu::faults().clear();
      gpu::faults().fail(n, failure);
      bool threw = false;
      try {
        CHECK(some_work());
      } catch (error const& e) {
        threw = true;
        CHECK(std::string{e.what()}.find("cuda") != std::string::npos);
      }
      if (gpu::faults().failed() == 0) {
        done = true;
      } else {
        silent += !threw;  // a release that failed after its work was done, a registration that had a substitute
      }
      gpu::faults().clear();
#if defined(LUCID_FAKE_CUDA)
      CHECK(fake_cuda::alive() == fake_cuda::census{});
#endif
    }
    CHECK(n > 20);
    CHECK(silent <= 16);
    CHECK(some_work());
  }
}

TEST_CASE("device memory: from the n-th call on the device is lost: typed, nothing thrown by a destructor, no hang") {
  lucid_test::machine const fresh;
  REQUIRE(some_work());  // what a process does once is done, and no longer among the calls counted
  std::size_t n = 0;
  for (bool lost = true; lost; ++n) {
    gpu::faults().fail(n, cudaErrorECCUncorrectable, {}, true);
    lost = false;
    try {
      CHECK(some_work());
    } catch (device_lost const&) {
      lost = true;
    }
  }
  CHECK(n > 15);
  gpu::faults().clear();
  CHECK(some_work());
}

TEST_CASE("device memory: eight threads, three streams each, one pool, with and without policies above it [stress]") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  int const rounds = lucid_test::on_a_card ? 300 : 60;
  laws::device::threads_do_not_meet(pool, 8, rounds);
  CHECK(pool.held() == 0);
  pool.flush();
  CHECK(pool.reserved() == 0);
}

TEST_CASE("device memory: recycled on its own stream only") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  memory::recycling recycling{pool};
  for (std::uint32_t seed = 1; seed < 4; ++seed) {
    // Streams come and go under a policy that keeps blocks under their handles: it is flushed before they go.
    gpu::stream const a, b;
    memory::recycling<memory::recycling<memory::device_pool>> own{recycling};
    for (int round = 0; round < 30; ++round) {
      laws::device::words const first{own, a, 10'000, 0x11111111u * seed};
      laws::device::words const second{own, b, 10'000, 0x22222222u * seed};
      CHECK(first.is_intact());
      CHECK(second.is_intact());
    }
    CHECK(own.hits() > 50);
    own.flush();
    recycling.flush();
  }
  CHECK(pool.held() == 0);
}

TEST_CASE("child: device memory at the end") {
  char const* const word = std::getenv("LUCID_TEST_CHILD");
  if (word == nullptr) return;
  int const pending = std::atoi(word);
  // Left to the end of the process, in every order of life: pools older and younger than the first call, queued releases, work under way.
  static std::unique_ptr<memory::device_pool> older_pool;
  static std::unique_ptr<memory::pinned> older_pinned;
  older_pool = std::make_unique<memory::device_pool>();
  older_pinned = std::make_unique<memory::pinned>();
  static memory::device_pool pool;
  static gpu::stream const stream;
  static memory::deferred_release deferred{pool, {.limit = std::size_t{1} << 30, .from = 1}};
  static memory::deferred_release deferred_pinned{*older_pinned, {.limit = std::size_t{1} << 30, .from = 1}};
  static std::uint32_t* const kept = static_cast<std::uint32_t*>(older_pool->allocate(stream, 1 << 22, 64));
  static void* const kept_pinned = older_pinned->allocate(stream, 1 << 22, 64);
  static_cast<void>(kept_pinned);
  for (int i = 0; i < pending; ++i) {
    lucid_test::slow_fill(stream, {kept, lucid_test::on_a_card ? 1 << 20 : 1 << 8}, 1);
    deferred.deallocate(stream, deferred.allocate(stream, 1 << 16, 64), 1 << 16, 64);
    if (i % 8 == 0) deferred_pinned.deallocate(stream, deferred_pinned.allocate(stream, 1 << 21, 64), 1 << 21, 64);
  }
  if (pending % 3 == 0) std::exit(0);
  if (pending % 3 == 1) std::quick_exit(0);
  // and here by the end of main
}
TEST_CASE("device memory: a process may end with releases queued and work under way [process]") {
  int const repeats = lucid_test::on_a_card ? 2 : 4;
  for (char const* pending : {"0", "1", "2", "90", "91", "92", "600"}) {
    for (int i = 0; i < repeats; ++i) CHECK(lucid_test::in_new_process("child: device memory at the end", pending) == 0);
  }
}
