#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;

TEST_CASE("copy.cuh: there, across and back, for every size around a page, and none") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  for (std::size_t const n : {0u, 1u, 1000u, 1024u, 1025u, 100'000u}) {
    std::vector<std::uint32_t> from(n), back(n, 7);
    std::iota(from.begin(), from.end(), 1u);
    std::size_t const bytes = (n + 1) * sizeof(std::uint32_t);
    view<std::uint32_t, memory_space::device> const a{static_cast<std::uint32_t*>(pool.allocate(stream, bytes, 64)), n};
    view<std::uint32_t, memory_space::device> const b{static_cast<std::uint32_t*>(pool.allocate(stream, bytes, 64)), n};
    gpu::copy(stream, view<std::uint32_t const>{from}, a);
    gpu::copy(stream, a, b);
    gpu::fill_bytes(stream, a, 0xff);
    gpu::copy(stream, view<std::uint32_t const, memory_space::device>{b}, view<std::uint32_t>{back});
    stream.synchronize();
    CHECK(back == from);
    gpu::copy(stream, a, view<std::uint32_t>{back});
    stream.synchronize();
    CHECK(back == std::vector<std::uint32_t>(n, 0xffffffffu));
    pool.deallocate(stream, a.data(), bytes, 64);
    pool.deallocate(stream, b.data(), bytes, 64);
  }
}
