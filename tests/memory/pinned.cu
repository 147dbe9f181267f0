#include <doctest/doctest.h>

#include <cstring>
#include <laws/resource.hpp>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/memory/arena.hpp>
#include <lucid/memory/deferred_release.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/limit.hpp>
#include <lucid/memory/pinned.cuh>
#include <lucid/memory/poisoning.hpp>
#include <lucid/memory/recycling.hpp>
#include <lucid/memory/tally.hpp>
#include <lucid/memory/wiping.hpp>
#include <support/cuda_machine.hpp>

using namespace lucid;

namespace {

// A copy from pinned memory is still to come when the memory is given back, and the next owner writes to it at once: what arrives must be the first owner's.
// A policy that keeps or queues has to give back before the stream is gone: flush, from the top down.
template <memory_resource M, class... Below>
void copies_are_waited_for(M& resource, Below&... below) {
  memory::device_pool pool;
  gpu::stream const stream;
  constexpr std::size_t count = 700'000;  // words, above a huge page
  auto* const device = static_cast<std::uint32_t*>(pool.allocate(stream, 8 * count * 4, 64));
  view<std::uint32_t, memory_space::device> const scratch{device, count};
  for (std::uint32_t round = 1; round < 8; ++round) {
    auto* const p = static_cast<std::uint32_t*>(resource.allocate(stream, count * 4, 64));
    std::fill_n(p, count, round);
    lucid_test::slow_fill(stream, scratch, 0);
    gpu::copy(stream, view<std::uint32_t, memory_space::pinned>{p, count},
              view<std::uint32_t, memory_space::device>{device + round * count, count});
    resource.deallocate(stream, p, count * 4, 64);
  }
  std::vector<std::uint32_t> back(8 * count);
  gpu::copy(stream, view<std::uint32_t, memory_space::device>{device, back.size()}, view<std::uint32_t>{back});
  stream.synchronize();
  std::size_t bad = 0;
  for (std::size_t i = count; i < back.size(); ++i) bad += back[i] != i / count;
  CHECK(bad == 0);
  pool.deallocate(stream, device, 8 * count * 4, 64);
  if constexpr (requires { resource.flush(); }) resource.flush();
  (below.flush(), ...);
}

}  // namespace

TEST_CASE("pinned: a resource like any other, of both kinds of pages") {
  lucid_test::machine const fresh;
  for (auto const kind : {memory::huge_pages::transparent, memory::huge_pages::reserved}) {
    memory::pinned pinned{{.pages = kind}};
    memory::recycling recycling{pinned};  // or every small buffer is a call of the driver
    laws::resource(recycling);
    recycling.flush();
    laws::buffers_are_apart(pinned);
    laws::absurd_requests_are_refused(pinned);
    CHECK(pinned.held() == 0);
    CHECK(pinned.fallbacks() == 0);
  }
}

TEST_CASE("pinned: under every policy, memory is not handed on under a copy") {
  lucid_test::machine const fresh;
  memory::pinned pinned;
  copies_are_waited_for(pinned);
  memory::recycling recycling{pinned};
  copies_are_waited_for(recycling);
  CHECK(recycling.hits() > 0);
  memory::recycling wiped{pinned, {.wipe = true}};
  copies_are_waited_for(wiped);
  memory::tally tally{pinned};
  memory::limit limit{tally, std::size_t{64} << 20};
  memory::wiping wiping{limit};
  copies_are_waited_for(wiping);
  memory::poisoning poisoning{limit};
  copies_are_waited_for(poisoning);
  CHECK(poisoning.faults() == 0);
  memory::deferred_release deferred{pinned, {.limit = std::size_t{64} << 20}};
  copies_are_waited_for(deferred);
  memory::recycling both{deferred};
  copies_are_waited_for(both, deferred);
  CHECK(pinned.held() == 0);
}

TEST_CASE("pinned: as the slot of a policy") {
  lucid_test::machine const fresh;
  memory::pinned pinned;
  memory::arena arena{pinned};
  auto const exec = cpu::seq.with(arena);
  buffer<int, memory_space::pinned> b{exec, 1000};
  b[999] = 1;
  CHECK(arena.held() == 4000);
  b.reset();
  arena.flush();
  CHECK(pinned.held() == 0);
}

TEST_CASE("pinned: where pages cannot be registered the driver serves") {
  lucid_test::machine const fresh;
  memory::pinned pinned;
  constexpr std::size_t large = std::size_t{3} << 20;
  gpu::faults().fail(0, cudaErrorNotSupported, "cudaHostRegister");
  void* const first = pinned.allocate({}, large, 64);
  void* const second = pinned.allocate({}, large, 64);
  std::memset(first, 1, large);
  std::memset(second, 2, large);
  CHECK(pinned.fallbacks() == 1);
  CHECK(pinned.held() == 2 * large);
  CHECK_THROWS_AS(static_cast<void>([&] {
                    gpu::faults().fail(0, cudaErrorNotSupported, "cudaHostRegister");
                    return pinned.allocate({}, large, 4096);
                  }()),
                  argument_error);
  gpu::faults().clear();
  pinned.deallocate({}, first, large, 64);
  pinned.deallocate({}, second, large, 64);
  gpu::faults().fail(0, cudaErrorMemoryAllocation, {}, true);
  CHECK_THROWS_AS(static_cast<void>(pinned.allocate({}, large, 64)), out_of_memory);
  gpu::faults().fail(0, cudaErrorIllegalAddress, {}, true);
  CHECK_THROWS_AS(static_cast<void>(pinned.allocate({}, large, 64)), context_lost);
  gpu::faults().clear();
  CHECK(pinned.held() == 0);
}
