// Device memory in stream order, from a pool of its own: taken and given back without waiting for the device. Kept by the driver's pool between uses, so that
// a second proof asks the system for nothing.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/cuda_api/call.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/memory/gauge.hpp>

namespace lucid::inline v0::memory {

struct device_pool_options {
  std::size_t limit = std::numeric_limits<std::size_t>::max();  // bytes that callers may hold at once; the card's memory at most
  std::size_t kept =
      std::numeric_limits<std::size_t>::max();  // bytes the pool keeps, unused, when the device is waited for; the rest goes back
  int device = gpu::current_device;
};

// A release takes effect on the stream given with it, after the work then on it: give back on the stream that used the memory last, or make that stream wait
// (gpu::order). Released memory serves the same stream at once, and others when the device has come that far. Memory is aligned to 256 bytes.
// Cost on an H200: about 0.4 µs each way from what is kept; from the system 80 µs a MiB and 2 ms a GiB (benchmarks/memory/device.cu).
class device_pool {
 public:
  static constexpr memory_space space = memory_space::device;
  static constexpr std::size_t alignment = 256;  // what the runtime gives

  // Throws no_device.
  explicit device_pool(device_pool_options options = {})
      : device_(options.device == gpu::current_device ? gpu::api::get_device() : options.device) {
    gpu::device_scope const here{device_};
    limit_ = std::min(options.limit, gpu::api::mem_get_info().total);
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device_;
    pool_ = gpu::api::mem_pool_create(properties);
    try {
      gpu::api::mem_pool_set_attribute(pool_, cudaMemPoolAttrReleaseThreshold, options.kept);
    } catch (...) {
      static_cast<void>(gpu::api::mem_pool_destroy(pool_));
      throw;
    }
  }
  device_pool(device_pool const&) = delete;
  device_pool& operator=(device_pool const&) = delete;
  // Precondition: everything allocated has been given back. Does not wait: the driver takes the memory when the releases on their streams are done.
  ~device_pool() { static_cast<void>(gpu::api::mem_pool_destroy(pool_)); }

  // Throws out_of_memory, above the limit with both numbers and before the driver is asked; argument_error for an alignment above 256; and what an earlier
  // release met with.
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t aligned_to) {
    report();
    if (aligned_to > alignment) refuse_alignment(aligned_to);
    if (!bytes_.add_within(bytes, limit_)) refuse(bytes);
    try {
      return gpu::api::malloc_from_pool_async(bytes, pool_, gpu::native(stream));
    } catch (out_of_memory const& e) {
      bytes_.subtract(bytes);
      throw out_of_memory("device_pool: " + std::to_string(bytes) + " bytes asked for, " + std::to_string(held()) + " held: " + e.what());
    } catch (...) {
      bytes_.subtract(bytes);
      throw;
    }
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t aligned_to) noexcept {
    static_cast<void>(aligned_to);
    keep_first(gpu::api::free_async(p, gpu::native(stream)));
    bytes_.subtract(bytes);
  }
  // Zeros, after the work already on the stream. False where the stream did not take it.
  [[nodiscard]] bool wipe(stream_ref stream, void* p, std::size_t bytes) noexcept {
    cudaError_t const e = gpu::api::wipe_async(p, bytes, gpu::native(stream));
    keep_first(e);
    return e == cudaSuccess;
  }

  // Gives unused memory above `kept` bytes back to the system: what is free by now. Does not wait.
  void trim(std::size_t kept = 0) { gpu::api::mem_pool_trim_to(pool_, kept); }
  // The same when all that was released is free: waits for the device. Throws what went wrong on it, and what an earlier release met with.
  void flush() {
    {
      gpu::device_scope const here{device_};
      gpu::api::device_synchronize();
    }
    trim();
    report();
  }

  [[nodiscard]] std::size_t held() const noexcept { return bytes_.now(); }   // bytes callers hold
  [[nodiscard]] std::size_t peak() const noexcept { return bytes_.peak(); }  // bytes
  [[nodiscard]] std::size_t most() const noexcept { return limit_; }         // bytes
  [[nodiscard]] int device() const noexcept { return device_; }
  void restart_peak() noexcept { bytes_.restart_peak(); }
  // Bytes the pool has from the system, in use or kept.
  [[nodiscard]] std::size_t reserved() const { return gpu::api::mem_pool_get_attribute(pool_, cudaMemPoolAttrReservedMemCurrent); }
  [[nodiscard]] std::size_t peak_reserved() const { return gpu::api::mem_pool_get_attribute(pool_, cudaMemPoolAttrReservedMemHigh); }

  [[nodiscard]] cudaMemPool_t native_handle() const noexcept { return pool_; }

 private:
  [[noreturn]] LUCID_NOINLINE void refuse(std::size_t bytes) const {
    throw out_of_memory("device_pool: " + std::to_string(bytes) + " bytes asked for, " + std::to_string(held()) + " of " +
                        std::to_string(limit_) + " held");
  }
  [[noreturn]] LUCID_NOINLINE static void refuse_alignment(std::size_t aligned_to) {
    throw argument_error("device_pool: an alignment of " + std::to_string(aligned_to) + " bytes; device memory is aligned to " +
                         std::to_string(alignment));
  }
  // A release cannot throw: the first failure waits here for the next call that can.
  void keep_first(cudaError_t e) noexcept {
    cudaError_t none = cudaSuccess;
    if (e != cudaSuccess) first_failure_.compare_exchange_strong(none, e, std::memory_order_relaxed);
  }
  void report() {
    if (first_failure_.load(std::memory_order_relaxed) == cudaSuccess) [[likely]]
      return;
    cudaError_t const e = first_failure_.exchange(cudaSuccess, std::memory_order_relaxed);
    if (e != cudaSuccess) gpu::throw_failure("an earlier release by cudaMemsetAsync or cudaFreeAsync", e);
  }

  int device_;
  std::size_t limit_ = 0;
  cudaMemPool_t pool_ = nullptr;
  gauge bytes_;
  std::atomic<cudaError_t> first_failure_ = cudaSuccess;
};

static_assert(memory_resource<device_pool>);

}  // namespace lucid::inline v0::memory
