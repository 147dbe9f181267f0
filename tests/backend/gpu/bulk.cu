#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;

namespace {

template <class T>
using on_device = view<T, memory_space::device>;

struct add_and_count {
  on_device<std::uint64_t> v;
  on_device<std::uint32_t> count;
  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    v[i] += i;
    gpu::atomic_add(count[i % count.size()], 1u);
  }
  template <class F>
  void touches(F&& f) const {
    f(v);
    f(count);
  }
};

}  // namespace

static_assert(working_space<policy<gpu::on_stream>> == memory_space::device);

TEST_CASE("gpu bulk: every element once, for every size") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  for (std::size_t const n : {0u, 1u, 127u, 128u, 129u, 100'000u}) {
    buffer<std::uint64_t, memory_space::device> v{exec, n};
    buffer<std::uint32_t, memory_space::device> count{exec, 3};
    gpu::fill_bytes(stream, v.all(), 0);
    gpu::fill_bytes(stream, count.all(), 0);
    for_each_index(exec, "add_and_count", n, add_and_count{v, count});
    std::vector<std::uint64_t> back(n, 1);
    std::vector<std::uint32_t> counted(3);
    gpu::copy(stream, v.all(), view<std::uint64_t>{back});
    gpu::copy(stream, count.all(), view<std::uint32_t>{counted});
    stream.synchronize();
    bool good = true;
    for (std::size_t i = 0; i < n; ++i) good = good && back[i] == i;
    CHECK(good);
    CHECK(counted[0] + counted[1] + counted[2] == n);
  }
}
