// A number of bytes that threads add to and take from, and the most that it has been. Knows nothing of memory.
#pragma once

#include <atomic>
#include <cstddef>

namespace lucid::inline v0::memory {

class gauge {
 public:
  void add(std::size_t bytes) noexcept { raise_peak(now_.fetch_add(bytes, std::memory_order_relaxed) + bytes); }
  void subtract(std::size_t bytes) noexcept { now_.fetch_sub(bytes, std::memory_order_relaxed); }

  // Adds only where the sum stays within the limit; true when it did.
  [[nodiscard]] bool add_within(std::size_t bytes, std::size_t limit) noexcept {
    std::size_t now = now_.load(std::memory_order_relaxed);
    do {
      if (now > limit || bytes > limit - now) return false;
    } while (!now_.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed));
    raise_peak(now + bytes);
    return true;
  }

  [[nodiscard]] std::size_t now() const noexcept { return now_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t peak() const noexcept { return peak_.load(std::memory_order_relaxed); }
  // The peak counts anew from here.
  void restart_peak() noexcept { peak_.store(now(), std::memory_order_relaxed); }

 private:
  void raise_peak(std::size_t now) noexcept {
    for (std::size_t peak = peak_.load(std::memory_order_relaxed);
         peak < now && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed);) {}
  }

  std::atomic<std::size_t> now_ = 0, peak_ = 0;
};

}  // namespace lucid::inline v0::memory
