// Failures on demand: the n-th call of the CUDA runtime, or the n-th of one name, fails as if the runtime had said so. Only for programs whose every unit is
// compiled with LUCID_CUDA_FAULTS; call.cuh asks here then, and holds no trace of it otherwise. Works on a card and on a runtime that is not one.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace lucid::inline v0::gpu {

class fault_plan {
 public:
  // The call number `nth` (from 0) of that name, or of any name where it is empty, fails with e: once, or from then on.
  void fail(std::size_t nth, cudaError_t e, std::string_view name = {}, bool from_then_on = false) {
    std::lock_guard const lock{mutex_};
    name_ = name;
    error_ = e;
    left_ = nth;
    from_then_on_ = from_then_on;
    armed_ = true;
  }
  void clear() {
    std::lock_guard const lock{mutex_};
    armed_ = false;
    calls_ = failed_ = 0;
  }

  // What call.cuh asks at each call: success means "make it".
  [[nodiscard]] cudaError_t next(char const* name) noexcept {
    std::lock_guard const lock{mutex_};
    ++calls_;
    if (!armed_ || (!name_.empty() && name_ != name)) return cudaSuccess;
    if (left_ != 0) {
      --left_;
      return cudaSuccess;
    }
    armed_ = from_then_on_;
    ++failed_;
    return error_;
  }

  [[nodiscard]] std::size_t calls() const {  // since clear()
    std::lock_guard const lock{mutex_};
    return calls_;
  }
  [[nodiscard]] std::size_t failed() const {
    std::lock_guard const lock{mutex_};
    return failed_;
  }

 private:
  mutable std::mutex mutex_;
  std::string name_;
  cudaError_t error_ = cudaSuccess;
  std::size_t left_ = 0, calls_ = 0, failed_ = 0;
  bool armed_ = false, from_then_on_ = false;
};

// The one plan of a test program.
[[nodiscard]] inline fault_plan& faults() {
  static fault_plan plan;
  return plan;
}

}  // namespace lucid::inline v0::gpu
