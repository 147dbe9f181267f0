// A kernel's start: on a policy's stream, checked, under the name that an error and a trace will show. Chooses no sizes.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include <lucid/cuda_api/call.cuh>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::gpu {

struct launch_shape {
  unsigned blocks = 1;
  unsigned threads = 128;        // of each block
  std::size_t shared_bytes = 0;  // of each block, dynamic
};

// Blocks of that many threads for n elements, one each; none for n = 0, which launch() takes for "nothing to do". Precondition: n ≤ 2^31 · threads.
[[nodiscard]] constexpr launch_shape one_thread_each(std::size_t n, unsigned threads = 128) noexcept {
  return {static_cast<unsigned>((n + threads - 1) / threads), threads, 0};
}

// Starts kernel(arguments...), converted to its parameters. Throws launch_error where the card cannot start it so, wrong_architecture where the program holds no
// code for the card, and whatever went wrong on the device before. What goes wrong while it runs is thrown by a later call.
template <class... Parameters, class... Arguments>
void launch(stream_ref stream, char const* name, void (*kernel)(Parameters...), launch_shape const& shape, Arguments&&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes as many arguments as it has parameters");
  if (shape.blocks == 0) return;
  detail::checked(name, [&] {
#if defined(__CUDACC__)
    kernel<<<shape.blocks, shape.threads, shape.shared_bytes, native(stream)>>>(static_cast<Parameters>(arguments)...);
    cudaError_t const e = detail::last_error();
#else
    // Without nvcc whoever stands in for the runtime starts what stands in for a kernel: found by the type of the stream.
    cudaError_t const e =
        start_kernel(native(stream), shape.blocks, shape.threads, shape.shared_bytes, kernel, static_cast<Parameters>(arguments)...);
#endif
    return e == cudaErrorInvalidValue ? cudaErrorInvalidConfiguration : e;  // the name that CUDA 13 gives to too many threads
  });
}

}  // namespace lucid::inline v0::gpu
