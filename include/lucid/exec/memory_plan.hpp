// What an algorithm is going to hold, counted before it runs: planned buffers in the places of buffers, and no memory. Knows nothing of time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace lucid::inline v0 {

// Bytes held and the most that they have been, as memory::tally counts them when the same buffers are made. Sums that cannot be addressed stay at the largest
// number there is.
class memory_plan {
 public:
  [[nodiscard]] std::size_t held() const noexcept { return held_; }  // bytes
  [[nodiscard]] std::size_t peak() const noexcept { return peak_; }  // bytes
  // The peak counts anew from what is held now.
  void restart_peak() noexcept { peak_ = held_; }

  void take(std::size_t bytes) noexcept {
    held_ = bytes > most - held_ ? most : held_ + bytes;
    peak_ = std::max(peak_, held_);
  }
  void give_back(std::size_t bytes) noexcept {
    if (held_ != most) held_ -= bytes;
  }

 private:
  static constexpr std::size_t most = std::numeric_limits<std::size_t>::max();

  std::size_t held_ = 0, peak_ = 0;
};

// The twin of buffer<T>: the same sizes, moves and end, for a function that plans what another allocates. Stands beside it, so that both change together.
template <class T>
class planned_buffer {
 public:
  planned_buffer() noexcept = default;
  planned_buffer(memory_plan& plan, std::size_t n) noexcept
      : plan_(&plan),
        bytes_(n > std::numeric_limits<std::size_t>::max() / sizeof(T) ? std::numeric_limits<std::size_t>::max() : n * sizeof(T)) {
    plan.take(bytes_);
  }
  planned_buffer(planned_buffer&& other) noexcept : plan_(other.plan_), bytes_(std::exchange(other.bytes_, 0)) {}
  planned_buffer& operator=(planned_buffer&& other) noexcept {
    if (this != &other) {
      reset();
      plan_ = other.plan_;
      bytes_ = std::exchange(other.bytes_, 0);
    }
    return *this;
  }
  ~planned_buffer() { reset(); }

  void reset() noexcept {
    if (bytes_ != 0) plan_->give_back(std::exchange(bytes_, 0));
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  memory_plan* plan_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace lucid::inline v0
