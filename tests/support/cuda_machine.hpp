// What the tests of the CUDA rooms share, on a card and on the runtime that is none (fake_cuda): a fresh machine each case, and work on the device that is slow on
// purpose, so that what does not wait for it goes wrong.
#pragma once

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lucid/cuda_api/call.cuh>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/view.hpp>
#if defined(LUCID_FAKE_CUDA)
#include <support/fake_cuda/fake_cuda.hpp>
#endif

namespace lucid_test {

#if defined(LUCID_FAKE_CUDA)

inline constexpr bool on_a_card = false;

// At its end all that was taken is given back, and nothing undefined was done.
class machine {
 public:
  explicit machine(fake_cuda::machine m = {}) {
    fake_cuda::start(m);
    lucid::gpu::faults().clear();
  }
  machine(machine const&) = delete;
  machine& operator=(machine const&) = delete;
  ~machine() {
    lucid::gpu::faults().clear();
    finish();
    for (std::string const& complaint : fake_cuda::complaints()) FAIL_CHECK(complaint);
    CHECK(fake_cuda::alive() == fake_cuda::census{});
  }

 private:
  static void finish() {
    try {
      lucid::gpu::api::device_synchronize();
    } catch (lucid::device_error const&) {}  // a machine that is broken on purpose
    if (fake_cuda::alive().pending != 0) fake_cuda::start();
  }
};

// Every word becomes `value`.
inline void slow_fill(lucid::stream_ref stream, lucid::view<std::uint32_t, lucid::memory_space::device> v, std::uint32_t value) {
  fake_cuda::work(lucid::gpu::native(stream), v.data(), v.size() * sizeof(std::uint32_t), [v, value] {
    for (std::uint32_t& x : v) x = value;
  });
}

// Adds to *bad the number of words that are not `value`.
inline void slow_check(lucid::stream_ref stream, lucid::view<std::uint32_t, lucid::memory_space::device> v, std::uint32_t value,
                       lucid::view<std::uint32_t, lucid::memory_space::device> bad) {
  fake_cuda::work(lucid::gpu::native(stream), v.data(), v.size() * sizeof(std::uint32_t), [v, value, bad] {
    for (std::uint32_t const& x : v) bad[0] += x != value;
  });
}

#else

inline constexpr bool on_a_card = true;

class machine {
 public:
  machine() { lucid::gpu::faults().clear(); }
  machine(machine const&) = delete;
  machine& operator=(machine const&) = delete;
  ~machine() { lucid::gpu::faults().clear(); }
};

// Some tens of microseconds before the first word, so that whoever does not wait comes first.
inline constexpr long long delay = 100'000;  // cycles

static __global__ void fill_late(std::uint32_t* p, std::size_t n, std::uint32_t value) {
  for (long long const begin = clock64(); clock64() - begin < delay;) {}
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += std::size_t{gridDim.x} * blockDim.x) p[i] = value;
}
static __global__ void check_late(std::uint32_t const* p, std::size_t n, std::uint32_t value, std::uint32_t* bad) {
  for (long long const begin = clock64(); clock64() - begin < delay;) {}
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += std::size_t{gridDim.x} * blockDim.x) {
    if (p[i] != value) atomicAdd(bad, 1U);
  }
}

inline void slow_fill(lucid::stream_ref stream, lucid::view<std::uint32_t, lucid::memory_space::device> v, std::uint32_t value) {
  fill_late<<<16, 256, 0, lucid::gpu::native(stream)>>>(v.data(), v.size(), value);
  lucid::gpu::api::check_launch("fill_late");
}
inline void slow_check(lucid::stream_ref stream, lucid::view<std::uint32_t, lucid::memory_space::device> v, std::uint32_t value,
                       lucid::view<std::uint32_t, lucid::memory_space::device> bad) {
  check_late<<<16, 256, 0, lucid::gpu::native(stream)>>>(v.data(), v.size(), value, bad.data());
  lucid::gpu::api::check_launch("check_late");
}

#endif

}  // namespace lucid_test
