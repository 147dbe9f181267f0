#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include <lucid/backend/gpu/policy.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/pinned.cuh>
#include <lucid/trace/text.hpp>
#include <support/cuda_machine.hpp>

using namespace lucid;

TEST_CASE("gpu::on: a policy like any other: memory by space, a watcher, copies in stream order") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  memory::pinned pinned;
  gpu::stream const stream;
  trace::text watch;
  auto const exec = gpu::on(stream).with(pool).with(pinned).with(watch);
  CHECK(exec.stream() == stream.ref());
  std::vector<std::uint32_t> from(100'000);
  std::iota(from.begin(), from.end(), 3u);
  {
    auto const span = exec.open("there and back");
    auto const there = clone_to<memory_space::device, std::uint32_t>(exec, view<std::uint32_t const>{from});
    auto const twin = clone_to<memory_space::device, std::uint32_t>(exec, there.all());
    auto const back = clone_to<memory_space::pinned, std::uint32_t>(exec, twin.all());
    stream.synchronize();
    CHECK(std::vector<std::uint32_t>(back.begin(), back.end()) == from);
    CHECK(pool.held() == 2 * from.size() * 4);
    auto const here = clone<std::uint32_t>(exec, view<std::uint32_t const>{from});  // host to host needs no carrier
    CHECK(here[99] == from[99]);
  }
  CHECK(pool.held() == 0);
}

TEST_CASE("gpu::on: without memory of a space, its buffers are refused") {
  lucid_test::machine const fresh;
  gpu::stream const stream;
  auto const exec = gpu::on(stream);
  CHECK_THROWS_AS((buffer<int, memory_space::device>{exec, 10}), out_of_memory);
  CHECK_THROWS_AS((buffer<int, memory_space::pinned>{exec, 10}), out_of_memory);
  CHECK((buffer<int>{exec, 10}).size() == 10);
}
