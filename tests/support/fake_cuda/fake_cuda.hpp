// A CUDA runtime that is none: device memory is host memory, and each stream is a list of work that is done later, in an order drawn at random among all that
// stream order allows. It complains of what a real runtime leaves undefined: memory used after its release on another stream, a buffer given back twice, pinned
// memory freed under a running copy. Any number of host threads. runtime.cpp carries out the calls.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace fake_cuda {

struct machine {
  int devices = 1;
  std::size_t memory = std::size_t{1} << 30;  // bytes of each device
  std::uint64_t seed = 1;                     // of the order of work
};

// A new machine. Complains if anything of the old one is still there.
void start(machine m = {});

// What no program may do, in words, since start(). Empty is good.
[[nodiscard]] std::vector<std::string> complaints();

struct census {
  std::size_t streams = 0, events = 0, pools = 0, device_buffers = 0, pinned_buffers = 0, pending = 0;
  friend bool operator==(census const&, census const&) = default;
};
// What is alive now; {} when all is given back and done.
[[nodiscard]] census alive();

// Stands for a kernel that touches [p, p + bytes).
void work(cudaStream_t stream, void* p, std::size_t bytes, std::function<void()> f);

struct stretch {
  void const* begin;
  std::size_t bytes;
};
// Blocks in random order, one thread after another; `thread` finds its place in threadIdx and its like.
cudaError_t start_threads(cudaStream_t stream, unsigned blocks, unsigned threads, std::vector<stretch> const& touched,
                          std::function<void()> thread);

// What an argument of a kernel lets it touch: a view its elements, a body the views that its touches() names, anything else nothing.
template <class A>
void note(std::vector<stretch>& touched, A const& argument) {
  if constexpr (requires {
                  argument.data();
                  argument.size();
                }) {
    if (argument.size() != 0) touched.push_back({argument.data(), argument.size() * sizeof(*argument.data())});
  } else if constexpr (requires { argument.touches([](auto const&) {}); }) {
    argument.touches([&](auto const& v) { note(touched, v); });
  }
}

// From here on every call fails with e, as after a kernel's crash or a card's loss. start() ends it.
void fail_from_now_on(cudaError_t e);

// Pinning of memory that somebody else mapped is refused, as where a process may lock none.
void refuse_registration(bool refused);

}  // namespace fake_cuda

// What <<<...>>> is to nvcc.
template <class... P>
cudaError_t start_kernel(cudaStream_t stream, unsigned blocks, unsigned threads, std::size_t, void (*kernel)(P...),
                         std::type_identity_t<P>... arguments) {
  std::vector<fake_cuda::stretch> touched;
  (fake_cuda::note(touched, arguments), ...);
  return fake_cuda::start_threads(stream, blocks, threads, touched, [=] { kernel(arguments...); });
}

// Which block a kernel runs in that does a whole block's work as one thread.
#if defined(LUCID_FAKE_CUDA)
inline unsigned stand_in_block(cudaStream_t) { return blockIdx.x; }
#endif
