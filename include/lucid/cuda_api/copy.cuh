// Bytes between host, pinned and device memory, in stream order. The spaces are in the views' types, so that a direction cannot be said wrongly.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <type_traits>

#include <lucid/config/assert.hpp>
#include <lucid/cuda_api/call.cuh>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::gpu {

namespace detail {

[[nodiscard]] constexpr cudaMemcpyKind direction(memory_space from, memory_space to) noexcept {
  bool const from_device = from == memory_space::device;
  bool const to_device = to == memory_space::device;
  if (from_device) return to_device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost;
  return to_device ? cudaMemcpyHostToDevice : cudaMemcpyHostToHost;
}

}  // namespace detail

// to[i] = from[i], after the work already on the stream. Preconditions: equal sizes, no overlap.
// Between pinned and device the host goes on at once and must leave both alone until the stream is done. Pageable host memory is staged by the driver: the host
// waits, and may use `from` again on return; what comes back is there on return.
template <class T, memory_space From, memory_space To>
void copy(stream_ref stream, view<T const, From> from, view<T, To> to) {
  static_assert(std::is_trivially_copyable_v<T>, "elements travel as bytes");
  LUCID_EXPECTS(from.size() == to.size());
  if (from.empty()) return;
  api::memcpy_async(to.data(), from.data(), from.size() * sizeof(T), detail::direction(From, To), native(stream));
}
template <class T, memory_space From, memory_space To>
void copy(stream_ref stream, view<T, From> from, view<T, To> to) {
  copy(stream, view<T const, From>{from}, to);
}

// Every byte becomes `byte`, after the work already on the stream.
template <class T>
void fill_bytes(stream_ref stream, view<T, memory_space::device> to, unsigned char byte) {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);
  if (!to.empty()) api::memset_async(to.data(), byte, to.size() * sizeof(T), native(stream));
}

}  // namespace lucid::inline v0::gpu
