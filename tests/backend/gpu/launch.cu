#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <lucid/backend/gpu/launch.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;

namespace {

__global__ void write_squares(view<std::uint64_t, memory_space::device> v) {
  std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < v.size()) v[i] = i * i;
}

}  // namespace

TEST_CASE("launch: every element of every size, none at all too") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  for (std::size_t const n : {0u, 1u, 127u, 128u, 129u, 100'000u}) {
    buffer<std::uint64_t, memory_space::device> v{exec, n};
    gpu::launch(stream, "write_squares", write_squares, gpu::one_thread_each(n), v.all());
    std::vector<std::uint64_t> back(n, 1);
    gpu::copy(stream, v.all(), view<std::uint64_t>{back});
    stream.synchronize();
    bool good = true;
    for (std::size_t i = 0; i < n; ++i) good = good && back[i] == i * i;
    CHECK(good);
  }
}

TEST_CASE("launch: what a card cannot start is a typed no that names the kernel, and the next one starts") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  buffer<std::uint64_t, memory_space::device> v{exec, 100};
  std::string said;
  try {
    gpu::launch(stream, "write_squares", write_squares, {.blocks = 1, .threads = 4096}, v.all());
  } catch (launch_error const& e) {
    said = e.what();
  }
  CHECK(said.find("write_squares") == 0);
  gpu::faults().fail(0, cudaErrorNoKernelImageForDevice, "write_squares");
  CHECK_THROWS_AS(gpu::launch(stream, "write_squares", write_squares, gpu::one_thread_each(100), v.all()), wrong_architecture);
  CHECK_THROWS_AS(gpu::launch(stream, "write_squares", write_squares, {.blocks = 1, .threads = 0}, v.all()), launch_error);
  gpu::launch(stream, "write_squares", write_squares, gpu::one_thread_each(100), v.all());
  stream.synchronize();
}
