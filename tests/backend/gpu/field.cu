// The host's own field types in kernels: the same class, the same bytes, the same values.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <lucid/backend/gpu/launch.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;

namespace {

template <class F>
using on_device = view<F, memory_space::device>;

// Sum, difference, product and square of each pair, in four rows.
template <class F>
__global__ void four_results(on_device<F const> x, on_device<F const> y, on_device<F> out) {
  std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= x.size()) return;
  out[i] = x[i] + y[i];
  out[x.size() + i] = x[i] - y[i];
  out[2 * x.size() + i] = x[i] * y[i];
  out[3 * x.size() + i] = square(x[i]);
}

// The edges of the field, each with each, and multiples of the generator.
template <class F>
void agrees_with_the_host() {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  std::vector<F> const edges{F{}, F{1}, -F{1}, F{2}, -F{2}, F{1} + F{0xffffffffu}, F{~std::uint64_t{0}}, -F{~std::uint64_t{0}}};
  std::vector<F> x, y;
  for (F const& a : edges) {
    for (F const& b : edges) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  F walk = F{0x9e3779b97f4a7c15u};
  for (int i = 0; i < 2000; ++i) {
    x.push_back(walk);
    walk = walk * walk + F{7};
    y.push_back(walk);
  }
  std::size_t const n = x.size();
  auto const a = clone_to<memory_space::device, F>(exec, view<F const>{x});
  auto const b = clone_to<memory_space::device, F>(exec, view<F const>{y});
  buffer<F, memory_space::device> out{exec, 4 * n};
  gpu::launch(stream, "four_results", four_results<F>, gpu::one_thread_each(n), a.all(), b.all(), out.all());
  std::vector<F> back(4 * n);
  gpu::copy(stream, out.all(), view<F>{back});
  stream.synchronize();
  std::size_t bad = 0;
  for (std::size_t i = 0; i < n; ++i) {
    bad += back[i] != x[i] + y[i];
    bad += back[n + i] != x[i] - y[i];
    bad += back[2 * n + i] != x[i] * y[i];
    bad += back[3 * n + i] != x[i] * x[i];
  }
  CHECK(bad == 0);
}

}  // namespace

TEST_CASE("fields on a device: sums, differences, products and squares are the host's") {
  agrees_with_the_host<bn254::scalar>();
  agrees_with_the_host<bls12_381::scalar>();
  agrees_with_the_host<bls12_381::base>();
}
