#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/gpu/block.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;

namespace {

// Each block turns its own stretch around, with every element on its way through another thread.
struct reverse_stretches {
  static constexpr unsigned threads = 64;
  static constexpr unsigned phases = 2;
  struct shared {
    std::uint64_t x[threads];
  };
  struct local {
    std::uint64_t first;
  };
  view<std::uint64_t, memory_space::device> v;

  template <unsigned P>
  LUCID_HOST_DEVICE void phase(std::size_t block, unsigned thread, local& mine, shared& ours) const {
    std::uint64_t& place = v[block * threads + thread];
    if constexpr (P == 0) {
      mine.first = place;
      ours.x[thread] = place;
    } else {
      place = 1000 * mine.first + ours.x[threads - 1 - thread];
    }
  }
  template <class F>
  void touches(F&& f) const {
    f(v);
  }
};

}  // namespace

TEST_CASE("gpu blocks: a phase is over in a whole block before the next begins, and what a thread keeps stays its own") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  for (std::size_t const n : {0u, 1u, 2u, 300u}) {
    std::vector<std::uint64_t> x(n * reverse_stretches::threads);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = i;
    buffer<std::uint64_t, memory_space::device> v{exec, x.size()};
    gpu::copy(stream, view<std::uint64_t>{x}, v.all());
    gpu::blocks(stream, "reverse_stretches", n, reverse_stretches{v});
    std::vector<std::uint64_t> back(x.size());
    gpu::copy(stream, v.all(), view<std::uint64_t>{back});
    stream.synchronize();
    bool good = true;
    for (std::size_t i = 0; i < x.size(); ++i) good = good && back[i] == 1000 * i + (i / 64 * 64 + 63 - i % 64);
    CHECK(good);
  }
}
