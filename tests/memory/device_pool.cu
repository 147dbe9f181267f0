#include <doctest/doctest.h>

#include <laws/device_resource.hpp>
#include <string>

#include <lucid/memory/deferred_release.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/limit.hpp>
#include <lucid/memory/recycling.hpp>
#include <lucid/memory/tally.hpp>
#include <lucid/memory/wiping.hpp>
#include <support/cuda_machine.hpp>

using namespace lucid;

namespace {

// Below a policy: adds to *bad the words that are not zero when memory comes back.
struct looking {
  static constexpr memory_space space = memory_space::device;
  memory::device_pool& pool;
  laws::device::device_view<std::uint32_t> bad;

  void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) { return pool.allocate(s, bytes, alignment); }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    lucid_test::slow_check(s, {static_cast<std::uint32_t*>(p), bytes / 4}, 0, bad);
    pool.deallocate(s, p, bytes, alignment);
  }
  [[nodiscard]] bool wipe(stream_ref s, void* p, std::size_t bytes) noexcept { return pool.wipe(s, p, bytes); }
};

struct cannot_wipe {
  static constexpr memory_space space = memory_space::device;
  memory::device_pool& pool;
  void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) { return pool.allocate(s, bytes, alignment); }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept { pool.deallocate(s, p, bytes, alignment); }
};
static_assert(wipes_memory<memory::wiping<memory::recycling<memory::limit<memory::device_pool>>>>);
static_assert(!wipes_memory<memory::tally<cannot_wipe>>);

}  // namespace

TEST_CASE("device_pool: a resource like any other, alone and under the policies that stack") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  laws::device::resource(pool);
  CHECK(pool.held() == 0);
  CHECK(pool.peak() > 0);
  memory::tally tally{pool};
  memory::limit limit{tally, std::size_t{1} << 29};
  memory::recycling recycling{limit};
  {
    gpu::stream const stream;
    laws::device::buffers_are_apart(recycling, stream);
    recycling.flush();
  }
  CHECK(tally.held() == 0);
}

TEST_CASE("device_pool: the byte too much is refused with both numbers") {
  lucid_test::machine const fresh;
  memory::device_pool pool{{.limit = 1000}};
  CHECK(pool.most() == 1000);
  gpu::stream const stream;
  void* const p = pool.allocate(stream, 600, 64);
  std::string said;
  try {
    static_cast<void>(pool.allocate(stream, 401, 64));
  } catch (out_of_memory const& e) {
    said = e.what();
  }
  CHECK(said.find("401") != std::string::npos);
  CHECK(said.find("600 of 1000") != std::string::npos);
  pool.deallocate(stream, p, 600, 64);
  CHECK(pool.held() == 0);
  CHECK(pool.peak() == 600);
  CHECK_THROWS_AS(static_cast<void>(pool.allocate(stream, 8, 4096)), argument_error);
}

TEST_CASE("device_pool: keeps what is given back until it is told to give it on") {
  lucid_test::machine const fresh;
  gpu::stream const stream;
  constexpr std::size_t much = std::size_t{40} << 20;
  for (bool const keeps : {true, false}) {
    memory::device_pool pool{{.kept = keeps ? ~std::size_t{0} : 0}};
    void* const p = pool.allocate(stream, much, 64);
    CHECK(pool.reserved() >= much);
    pool.deallocate(stream, p, much, 64);
    stream.synchronize();
    CHECK((pool.reserved() >= much) == keeps);
    pool.flush();
    CHECK(pool.reserved() == 0);
    CHECK(pool.peak_reserved() >= much);
  }
}

TEST_CASE("device_pool: a release that fails is told by the next call that can") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  void* const p = pool.allocate(stream, 100, 64);
  gpu::faults().fail(0, cudaErrorInvalidValue, "cudaFreeAsync");
  pool.deallocate(stream, p, 100, 64);
  CHECK(pool.held() == 0);
  CHECK_THROWS_AS(static_cast<void>(pool.allocate(stream, 100, 64)), device_error);
  pool.deallocate(stream, pool.allocate(stream, 100, 64), 100, 64);
  pool.flush();
}

TEST_CASE("device_pool: a secret is overwritten on its stream, after the last work that reads it and before anyone else has the memory") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto* const bad = static_cast<std::uint32_t*>(pool.allocate(stream, 64, 64));
  gpu::fill_bytes(stream, laws::device::device_view<std::uint32_t>{bad, 1}, 0);
  looking upstream{pool, {bad, 1}};
  memory::tally tally{upstream};
  memory::limit limit{tally, std::size_t{1} << 29};
  memory::deferred_release deferred{limit, {.limit = std::size_t{1} << 29, .from = 1}};
  memory::wiping wiping{deferred};
  memory::recycling recycling{limit, {.wipe = true}};
  auto const use = [&](auto& resource) {
    laws::device::words const secret{resource, stream, 10'000, 0x5ec2e7};
    lucid_test::slow_check(stream, secret.all(), secret.value(), upstream.bad);
  };
  use(wiping);
  deferred.flush();
  use(recycling);
  {
    void* const next = recycling.allocate(stream, 40'000, 64);
    CHECK(recycling.hits() == 1);
    lucid_test::slow_check(stream, {static_cast<std::uint32_t*>(next), 10'000}, 0, upstream.bad);
    recycling.deallocate(stream, next, 40'000, 64);
  }
  recycling.flush();
  std::uint32_t found = 1;
  gpu::copy(stream, laws::device::device_view<std::uint32_t>{bad, 1}, view<std::uint32_t>{&found, 1});
  stream.synchronize();
  CHECK(found == 0);
  pool.deallocate(stream, bad, 64, 64);
}

TEST_CASE("device_pool: a wipe that fails is told by the next call, and one that nobody offers is refused") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  memory::wiping wiping{pool};
  void* const p = wiping.allocate(stream, 1000, 64);
  gpu::faults().fail(0, cudaErrorInvalidValue, "cudaMemsetAsync");
  wiping.deallocate(stream, p, 1000, 64);
  CHECK_THROWS_AS(static_cast<void>(wiping.allocate(stream, 1000, 64)), error);
  CHECK(pool.held() == 0);
  {
    memory::tally tally{pool};
    memory::limit limit{tally, std::size_t{1} << 20};
    memory::deferred_release deferred{limit, {.limit = std::size_t{1} << 20}};
    memory::recycling recycling{deferred, {.wipe = true}};
    void* const first = recycling.allocate(stream, 1000, 64);
    void* const second = recycling.allocate(stream, 1000, 64);
    gpu::faults().fail(0, cudaErrorInvalidValue, "cudaMemsetAsync");
    recycling.deallocate(stream, first, 1000, 64);  // not zero: it is not kept
    CHECK(recycling.kept() == 0);
    CHECK(tally.held() == 1000);
    gpu::faults().clear();
    recycling.deallocate(stream, second, 1000, 64);
    CHECK(recycling.kept() == 1000);
    CHECK_THROWS_AS(static_cast<void>(pool.allocate(stream, 1000, 64)), error);
  }
  cannot_wipe upstream{pool};
  CHECK_THROWS_AS((memory::recycling<cannot_wipe>{upstream, {.wipe = true}}), argument_error);
  memory::recycling<cannot_wipe> const unasked{upstream};
  CHECK(unasked.kept() == 0);
}
