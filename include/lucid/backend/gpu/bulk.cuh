// "Do this for each of n" on a device: one thread an element, on a policy's stream. The body is a plain struct that a host can call as well.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lucid/backend/gpu/launch.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/config/target.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::gpu {

namespace detail {

template <class T>
using on_device = view<T, memory_space::device>;

#if defined(__CUDACC__)
template <class Body>
__global__ void each(__grid_constant__ Body const body, std::size_t n) {
  std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) body(i);
}
#else
// Whoever stands in for the runtime runs this as one thread of one block.
template <class Body>
void each(Body body, std::size_t n) {
  for (std::size_t i = n; i-- > 0;) body(i);  // backwards: no element may wait for one before it
}
#endif

}  // namespace detail

// body(i) for every i in [0, n), in no order, after the work already on the stream; the host does not wait. Body: trivially copyable, with a const
// operator()(std::size_t) that is LUCID_HOST_DEVICE, and views of device memory in it. Throws as launch does.
// Where a body has touches(f), which calls f with each view that it holds, tests without a card check these.
template <class Body>
void bulk(stream_ref stream, char const* name, std::size_t n, Body const& body, unsigned threads = 128) {
  static_assert(std::is_trivially_copyable_v<Body>, "a body travels to the device as bytes");
#if defined(__CUDACC__)
  launch(stream, name, detail::each<Body>, one_thread_each(n, threads), body, n);
#else
  launch(stream, name, detail::each<Body>, launch_shape{n == 0 ? 0u : 1u, 1, 0}, body, n);
  static_cast<void>(threads);
#endif
}

// x ← x + y of whatever other threads add to at once; the value before. On the host, where one body runs after another, a plain sum.
template <class T>
LUCID_HOST_DEVICE T atomic_add(T& x, T y) noexcept {
#if defined(__CUDA_ARCH__)
  return atomicAdd(&x, y);
#else
  T const before = x;
  x = static_cast<T>(before + y);
  return before;
#endif
}

}  // namespace lucid::inline v0::gpu

namespace lucid::inline v0 {

template <>
struct implementation<each_index, gpu::backend> {
  template <class Exec, class Body>
  static void run(Exec const& exec, char const* name, std::size_t n, Body const& body) {
    gpu::bulk(exec.stream(), name, n, body);
  }
};

static_assert(runs_on<each_index, policy<gpu::on_stream>>);

}  // namespace lucid::inline v0
