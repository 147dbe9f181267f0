// Kernels whose threads work together: a body cut into phases at its barriers, so that a host can run it too, one thread after another in each phase.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#if !defined(__CUDACC__)
#include <vector>
#endif

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/launch.cuh>
#include <lucid/config/target.hpp>

namespace lucid::inline v0::gpu {

namespace detail {

template <class Body>
concept in_rounds = requires(Body const& body) { body.rounds(); };

template <class Body>
[[nodiscard]] unsigned threads_of(Body const& body) noexcept {
  if constexpr (requires { body.threads_here(); }) {
    return body.threads_here();
  } else {
    return static_cast<void>(body), Body::threads;
  }
}

#if defined(__CUDACC__)

// How many blocks a multiprocessor shall have registers for.
template <class Body>
inline constexpr unsigned least_blocks = [] {
  if constexpr (requires { Body::blocks_at_once; }) {
    return Body::blocks_at_once;
  } else {
    return 1U;
  }
}();

template <class Body, unsigned... P>
__device__ inline void run_phases(Body const& body, typename Body::shared& shared, std::integer_sequence<unsigned, P...>) {
  typename Body::local local;  // in registers, where the phases use it so
  ((P == 0 ? void() : __syncthreads(), body.template phase<P>(std::size_t{blockIdx.x}, threadIdx.x, local, shared)), ...);
}

template <class Body>
__global__ void __launch_bounds__(Body::threads, least_blocks<Body>) block(__grid_constant__ Body const body) {
  // Bytes, since a shared object is not constructed.
  alignas(16) __shared__ unsigned char bytes[sizeof(typename Body::shared)];
  auto& shared = reinterpret_cast<typename Body::shared&>(bytes);
  if constexpr (in_rounds<Body>) {
    typename Body::local local;
    LUCID_ROLLED
    for (unsigned r = 0; r < body.rounds(); ++r) {
      if (r != 0) __syncthreads();
      body.round(r, std::size_t{blockIdx.x}, threadIdx.x, local, shared);
    }
  } else {
    run_phases(body, shared, std::make_integer_sequence<unsigned, Body::phases>{});
  }
}

#else

// One block; whoever stands in for the runtime runs it as a block of one thread, and says which block in blockIdx. Every other phase goes backwards: no thread may
// wait for a neighbour within a phase.
template <class Body>
void block(Body body) {
  auto const shared = std::make_unique_for_overwrite<typename Body::shared>();
  unsigned const threads = threads_of(body);
  std::vector<typename Body::local> local(threads);
  std::size_t const index = stand_in_block(std::enable_if_t<sizeof(Body) != 0, cudaStream_t>{});
  auto const all = [&](unsigned turn, auto&& one) {
    for (unsigned t = 0; t < threads; ++t) {
      unsigned const thread = turn % 2 == 0 ? t : threads - 1 - t;
      one(thread, local[thread]);
    }
  };
  if constexpr (in_rounds<Body>) {
    for (unsigned r = 0; r < body.rounds(); ++r) {
      all(r, [&](unsigned thread, typename Body::local& mine) { body.round(r, index, thread, mine, *shared); });
    }
  } else {
    [&]<unsigned... P>(std::integer_sequence<unsigned, P...>) {
      (all(P, [&](unsigned thread, typename Body::local& mine) { body.template phase<P>(index, thread, mine, *shared); }), ...);
    }(std::make_integer_sequence<unsigned, Body::phases>{});
  }
}

#endif

}  // namespace detail

// `blocks` blocks of Body::threads threads, in no order, after the work already on the stream. Body: trivially copyable, with
//   threads, phases         constants
//   shared                  what a block's threads share, uninitialised at first; at most 48 KiB
//   local                   what a thread keeps from phase to phase
//   phase<P>(std::size_t block, unsigned thread, local&, shared&) const, LUCID_HOST_DEVICE, for P < phases
// All threads of a block end a phase before one begins the next. Throws as launch does.
// Where only the body knows how many there are, it has, instead of phases and phase<P>,
//   rounds() const, round(unsigned r, std::size_t block, unsigned thread, local&, shared&) const    one copy of the code for all of them
// and where a block needs fewer threads than that, threads_here() const says how many. blocks_at_once, a constant, is how many blocks of all its threads a
// multiprocessor shall have registers for; without it the compiler takes as many registers as it likes.
template <class Body>
void blocks(stream_ref stream, char const* name, std::size_t count, Body const& body) {
  static_assert(std::is_trivially_copyable_v<Body>, "a body travels to the device as bytes");
  static_assert(sizeof(typename Body::shared) <= std::size_t{48} << 10, "a block has 48 KiB to share");
#if defined(__CUDACC__)
  launch(stream, name, detail::block<Body>, launch_shape{static_cast<unsigned>(count), detail::threads_of(body), 0}, body);
#else
  launch(stream, name, detail::block<Body>, launch_shape{static_cast<unsigned>(count), 1, 0}, body);
#endif
}

}  // namespace lucid::inline v0::gpu
