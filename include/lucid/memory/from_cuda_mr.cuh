// A memory resource of CCCL or RMM as one of ours: whoever has one already keeps it. Includes neither: both spellings of the calls are recognised by their form.
#pragma once

#include <cuda_runtime_api.h>

#include <concepts>
#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/cuda_api/call.cuh>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/memory/first_error.hpp>

namespace lucid::inline v0::memory {

namespace detail {

// allocate(stream, bytes, alignment): the order of today's cuda::mr::resource.
template <class R>
concept allocates_stream_first = requires(R& r, cudaStream_t s, void* p, std::size_t n) {
  { r.allocate(s, n, n) } -> std::convertible_to<void*>;
  r.deallocate(s, p, n, n);
};
// allocate_async(bytes, alignment, stream): that of the CCCL in CUDA 12 and 13.0.
template <class R>
concept allocates_stream_last = requires(R& r, cudaStream_t s, void* p, std::size_t n) {
  { r.allocate_async(n, n, s) } -> std::convertible_to<void*>;
  r.deallocate_async(p, n, n, s);
};

}  // namespace detail

// The upstream must outlive it and serve several threads at once. Say Space where the upstream's memory is pinned; then a release waits for its stream.
// Its std::bad_alloc becomes out_of_memory, what else it throws device_error; what a release throws is kept and told by the next call.
template <class Resource, memory_space Space = memory_space::device>
  requires(detail::allocates_stream_first<Resource> || detail::allocates_stream_last<Resource>)
class from_cuda_mr {
 public:
  static constexpr memory_space space = Space;

  explicit from_cuda_mr(Resource& upstream) noexcept : upstream_(&upstream) {}

  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    if (auto const earlier = first_.take()) in_our_words([&]() -> void* { std::rethrow_exception(earlier); });
    return in_our_words([&]() -> void* {
      if constexpr (detail::allocates_stream_first<Resource>) {
        return upstream_->allocate(gpu::native(stream), bytes, alignment);
      } else {
        return upstream_->allocate_async(bytes, alignment, gpu::native(stream));
      }
    });
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    if constexpr (space == memory_space::pinned) wait(stream);
    try {
      if constexpr (detail::allocates_stream_first<Resource>) {
        upstream_->deallocate(gpu::native(stream), p, bytes, alignment);
      } else {
        upstream_->deallocate_async(p, bytes, alignment, gpu::native(stream));
      }
    } catch (...) {
      first_.keep();
    }
  }
  void wait(stream_ref stream) noexcept
    requires(space == memory_space::pinned)
  {
    static_cast<void>(gpu::api::stream_drain(gpu::native(stream)));
  }
  [[nodiscard]] bool wipe(stream_ref stream, void* p, std::size_t bytes) noexcept
    requires(space == memory_space::device)
  {
    try {
      if (cudaError_t const e = gpu::api::wipe_async(p, bytes, gpu::native(stream)); e != cudaSuccess)
        gpu::throw_failure("an earlier wipe by cudaMemsetAsync", e);
      return true;
    } catch (...) {
      first_.keep();
      return false;
    }
  }

 private:
  template <class Call>
  static void* in_our_words(Call&& call) {
    try {
      return call();
    } catch (error const&) {
      throw;
    } catch (std::bad_alloc const& e) {
      throw out_of_memory(std::string{"from_cuda_mr: "} + e.what());
    } catch (std::exception const& e) {
      throw device_error(std::string{"from_cuda_mr: "} + e.what(), cudaErrorUnknown);
    }
  }

  Resource* upstream_;
  first_error first_;
};

}  // namespace lucid::inline v0::memory
