// A clock that the test moves, for sinks whose times are then exact.
#pragma once

#include <atomic>
#include <chrono>

namespace support {

struct fake_clock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<fake_clock>;
  static constexpr bool is_steady = true;

  static inline std::atomic<rep> ticks = 0;

  static time_point now() noexcept { return time_point{duration{ticks.load()}}; }
  static void advance(duration by) noexcept { ticks += by.count(); }
};

}  // namespace support
