// An event: a mark in a stream's order that others can wait for, and whose time can be read. Owns the runtime's object; moves, never copies.
#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <utility>

#include <lucid/cuda_api/call.cuh>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::gpu {

struct event_options {
  bool timing = false;    // a time can be read off it; without, waiting is cheaper
  bool blocking = false;  // synchronize() sleeps instead of spinning
};

class event {
 public:
  explicit event(event_options options = {})
      : handle_(api::event_create_with_flags((options.timing ? 0U : static_cast<unsigned>(cudaEventDisableTiming)) |
                                             (options.blocking ? static_cast<unsigned>(cudaEventBlockingSync) : 0U))) {}
  event(event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  event& operator=(event&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  // Work that waits for it still does.
  ~event() {
    if (handle_ != nullptr) static_cast<void>(api::event_destroy(handle_));
  }

  // Marks the work now on the stream; an earlier mark is forgotten.
  void record(stream_ref stream) { api::event_record(handle_, native(stream)); }
  // Returns when the marked work is done; at once where nothing was marked.
  void synchronize() const { api::event_synchronize(handle_); }
  [[nodiscard]] bool is_done() const { return api::event_query(handle_); }

  [[nodiscard]] cudaEvent_t native_handle() const noexcept { return handle_; }

 private:
  cudaEvent_t handle_;
};

// Device time between two marks, in ms, with the resolution of the device (about 0.5 µs). Preconditions: both were made with timing and are done.
[[nodiscard]] inline std::chrono::duration<float, std::milli> elapsed(event const& from, event const& to) {
  return std::chrono::duration<float, std::milli>{api::event_elapsed_time(from.native_handle(), to.native_handle())};
}

}  // namespace lucid::inline v0::gpu
