// A stream that somebody owns, and the ways in which streams wait for one another. The handle that travels is exec/stream.hpp's.
#pragma once

#include <cuda_runtime_api.h>

#include <utility>

#include <lucid/cuda_api/call.cuh>
#include <lucid/cuda_api/event.cuh>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::gpu {

inline constexpr int current_device = -1;  // the calling thread's

struct stream_options {
  int priority = 0;  // lower numbers go first; a card clamps what it does not have
  int device = current_device;
};

// Does not wait for the default stream, nor that for it. Buffers, and whatever else keeps its handle, must be gone before it is.
class stream {
 public:
  explicit stream(stream_options options = {}) : handle_(create(options)) {}
  stream(stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  stream& operator=(stream&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  // Waits for the work on it: nothing may be in flight behind a handle that the next stream may be given again.
  ~stream() {
    if (handle_ == nullptr) return;
    static_cast<void>(api::stream_drain(handle_));
    static_cast<void>(api::stream_destroy(handle_));
  }

  operator stream_ref() const noexcept { return {handle_}; }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] stream_ref ref() const noexcept { return {handle_}; }

  // Returns when the work on it is done. Throws what went wrong on the device in the meantime.
  void synchronize() const { api::stream_synchronize(handle_); }
  [[nodiscard]] bool is_done() const { return api::stream_query(handle_); }

 private:
  static cudaStream_t create(stream_options const& options) {
    if (options.device == current_device) return api::stream_create_with_priority(cudaStreamNonBlocking, options.priority);
    device_scope const there{options.device};
    return api::stream_create_with_priority(cudaStreamNonBlocking, options.priority);
  }

  cudaStream_t handle_;
};

inline void synchronize(stream_ref s) { api::stream_synchronize(native(s)); }

// Later work on s starts after what the event marks. The host does not wait.
inline void wait(stream_ref s, event const& e) { api::stream_wait_event(native(s), e.native_handle()); }

// Later work on `then` starts after the work now on `first`.
inline void order(stream_ref first, stream_ref then) {
  if (first == then) return;
  event mark;
  mark.record(first);
  wait(then, mark);
}

}  // namespace lucid::inline v0::gpu
