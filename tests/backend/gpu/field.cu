// The host's own field types in kernels: the same class, the same bytes, the same values.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include <lucid/backend/gpu/launch.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>
#include <support/field_samples.hpp>

using namespace lucid;

namespace {

template <class F>
using on_device = view<F, memory_space::device>;

constexpr std::size_t results = 7;

template <class F>
LUCID_HOST_DEVICE F result(std::size_t which, F const& a, F const& b, F const& c, F const& d) {
  switch (which) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return -a;
    case 3:
      return a * b;
    case 4:
      return square(a);
    case 5:
      return doubled(a);
    default:
      return difference_of_products(a, b, c, d);
  }
}

// Each with each, and with two others.
template <class F>
__global__ void all_results(on_device<F const> x, on_device<F> out) {
  std::size_t const n = x.size();
  std::size_t const at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= n * n) return;
  std::size_t const i = at / n, j = at % n;
  for (std::size_t k = 0; k < results; ++k) out[at * results + k] = result(k, x[i], x[j], x[(i + 3 * j) % n], x[(2 * i + j + 1) % n]);
}

template <class F>
void agrees_with_the_host(std::vector<F> const& x) {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  std::size_t const n = x.size();
  auto const elements = clone_to<memory_space::device, F>(exec, view<F const>{x});
  buffer<F, memory_space::device> out{exec, n * n * results};
  gpu::launch(stream, "all_results", all_results<F>, gpu::one_thread_each(n * n), elements.all(), out.all());
  std::vector<F> back(out.size());
  gpu::copy(stream, std::as_const(out).all(), view<F>{back});
  stream.synchronize();
  std::size_t bad[results] = {};
  for (std::size_t at = 0; at < n * n; ++at) {
    std::size_t const i = at / n, j = at % n;
    for (std::size_t k = 0; k < results; ++k) {
      F const expected = result(k, x[i], x[j], x[(i + 3 * j) % n], x[(2 * i + j + 1) % n]);
      bad[k] += std::memcmp(&expected, &back[at * results + k], sizeof(F)) != 0 ? 1 : 0;
    }
  }
  for (std::size_t k = 0; k < results; ++k) {
    CAPTURE(k);
    CHECK(bad[k] == 0);
  }
}

}  // namespace

TEST_CASE("fields on a device: all edges with each other take the host's values") {
  agrees_with_the_host(lucid_test::edge_elements<bn254::scalar>());
  agrees_with_the_host(lucid_test::edge_elements<bn254::base>());
  agrees_with_the_host(lucid_test::edge_elements<bls12_381::scalar>());
  agrees_with_the_host(lucid_test::edge_elements<bls12_381::base>());
}

TEST_CASE("fields on a device: quadratic extensions take the host's values") {
  agrees_with_the_host(lucid_test::samples<bn254::fq2>(40));
  agrees_with_the_host(lucid_test::samples<bls12_381::fq2>(40));
}
