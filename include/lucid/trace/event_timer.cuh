// When a device passed a point of a stream, by CUDA events, on the clock of the host: what puts kernels and copies on their own tracks of a trace (chrome.hpp).
#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include <lucid/cuda_api/event.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/stream.hpp>
#include <lucid/trace/device_timer.hpp>

namespace lucid::inline v0::trace {

// For streams of the device that was current when it was made: basic_chrome<event_timer>{path, event_timer{}}. A mark costs about 2 µs of the host and nothing of
// the device. Times are within some 10 µs of the host's clock, and within 0.1 µs of one another.
class event_timer {
  using clock = std::chrono::steady_clock;

 public:
  using mark = gpu::event;

  // Throws no_device.
  event_timer() : base_(synchronised()) {}

  [[nodiscard]] mark record(stream_ref stream) const {
    gpu::event e{{.timing = true}};
    e.record(stream);
    return e;
  }
  // On the steady clock, since its epoch. Not from several threads at once.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> passed(mark const& m) {
    if (!m.is_done()) return std::nullopt;
    auto since_base = gpu::elapsed(base_.event, m);
    // A float of milliseconds is exact to 0.06 µs within a second: further away a new base is taken, which also follows two clocks that drift apart.
    if (since_base > std::chrono::seconds{1}) {
      base_ = synchronised();
      since_base = gpu::elapsed(base_.event, m);
    }
    return base_.time + std::chrono::duration_cast<std::chrono::nanoseconds>(since_base);
  }
  void wait(mark const& m) const { m.synchronize(); }

 private:
  // One moment on both clocks.
  struct base {
    gpu::event event{{.timing = true}};
    std::chrono::nanoseconds time{};
  };
  // Of a few attempts on an idle stream, that whose way there and back was the shortest.
  [[nodiscard]] base synchronised() const {
    base best;
    auto shortest = clock::duration::max();
    for (int attempt = 0; attempt < 5; ++attempt) {
      base b;
      auto const before = clock::now();
      b.event.record(stream_);
      b.event.synchronize();
      auto const there_and_back = clock::now() - before;
      if (there_and_back >= shortest) continue;
      shortest = there_and_back;
      b.time = std::chrono::duration_cast<std::chrono::nanoseconds>((before + there_and_back / 2).time_since_epoch());
      best = std::move(b);
    }
    return best;
  }

  gpu::stream stream_;
  base base_;
};

static_assert(device_timer<event_timer>);

}  // namespace lucid::inline v0::trace
