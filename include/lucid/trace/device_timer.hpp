// When a device passed a point of a stream: the concept that a sink times device work with, and the timer that knows no device.
#pragma once

#include <chrono>
#include <concepts>
#include <optional>

#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::trace {

// record(stream) puts a mark behind the work that is on the stream now, and does not wait. passed(mark) is when the device came by, on the clock of the sink
// (time since its epoch), or nothing as long as it has not; wait(mark) returns when it has. Of two marks on one stream the later one is passed later.
// Only record() is called from several threads at once. All may throw: a sink then loses the span, and the work goes on.
template <class T>
concept device_timer = requires(T& timer, stream_ref stream, typename T::mark const& mark) {
  { timer.record(stream) } -> std::same_as<typename T::mark>;
  { timer.passed(mark) } -> std::same_as<std::optional<std::chrono::nanoseconds>>;
  timer.wait(mark);
};

// Never asked for a mark where streams are null; elsewhere its spans are timed on the host only.
struct no_device_timer {
  struct mark {};
  [[nodiscard]] static constexpr mark record(stream_ref) noexcept { return {}; }
  [[nodiscard]] static constexpr std::optional<std::chrono::nanoseconds> passed(mark) noexcept { return std::nullopt; }
  static constexpr void wait(mark) noexcept {}
};

static_assert(device_timer<no_device_timer>);

}  // namespace lucid::inline v0::trace
