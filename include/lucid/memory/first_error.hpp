// The first exception of work that must not throw, kept until someone asks. Knows nothing of memory.
#pragma once

#include <exception>
#include <mutex>
#include <utility>

namespace lucid::inline v0::memory {

class first_error {
 public:
  // Inside a catch block: keeps what was caught, unless an earlier one is still kept.
  void keep() noexcept {
    std::lock_guard const lock{mutex_};
    if (!error_) error_ = std::current_exception();
  }
  // What is kept, and forgets it; null where there is nothing.
  [[nodiscard]] std::exception_ptr take() noexcept {
    std::lock_guard const lock{mutex_};
    return std::exchange(error_, nullptr);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace lucid::inline v0::memory
