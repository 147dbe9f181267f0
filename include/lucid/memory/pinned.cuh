// Host memory that a device reads and writes by itself: huge pages of our own, registered with the driver, which costs 40 ms a GiB more than the pages, taken and
// given back; asking the driver for memory costs 270 (an H200's host, benchmarks/memory/device.cu). Where registration is refused it is asked after all.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/cuda_api/call.cuh>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/memory/gauge.hpp>
#include <lucid/memory/huge_page.hpp>

namespace lucid::inline v0::memory {

struct pinned_options {
  huge_pages pages = huge_pages::transparent;
  bool portable = true;  // pinned for every device of the process
};

// A release waits for its stream, since a copy that still runs would go on reading: release behind the work, or leave it to deferred_release above this.
// Requests below a huge page (2 MiB) become whole pages of 4 KiB, registered alike, at 0.1 ms each: stack arena or recycling above it where they are many.
class pinned {
 public:
  static constexpr memory_space space = memory_space::pinned;

  // Makes no call: a program may name it on a machine without a device.
  explicit pinned(pinned_options options = {}) noexcept : pages_(options.pages), portable_(options.portable) {}
  pinned(pinned const&) = delete;
  pinned& operator=(pinned const&) = delete;

  // Throws out_of_memory; device_error where the driver cannot be asked; argument_error for an alignment above 256 where it has to serve.
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    if (void* const p = registered(stream, bytes, alignment)) return p;
    return from_driver(bytes, alignment);
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    wait(stream);
    if (is_drivers(p)) {
      static_cast<void>(gpu::api::free_host(p));
    } else {
      static_cast<void>(gpu::api::host_unregister(p));
      pages_.deallocate(stream, p, in_pages(bytes), at_least_a_page(alignment));
    }
    bytes_.subtract(bytes);  // only now: who reads what is held may count on it
  }
  // Returns when the work on the stream is done; at once where there is no device any more.
  static void wait(stream_ref stream) noexcept { static_cast<void>(gpu::api::stream_drain(gpu::native(stream))); }

  [[nodiscard]] std::size_t held() const noexcept { return bytes_.now(); }   // bytes
  [[nodiscard]] std::size_t peak() const noexcept { return bytes_.peak(); }  // bytes
  // Requests that the driver served, because it would not register our pages.
  [[nodiscard]] std::size_t fallbacks() const noexcept { return fallbacks_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t page = 4096, driver_alignment = 256;

  // What is registered must not share a page with anything else.
  static constexpr std::size_t in_pages(std::size_t bytes) noexcept {
    return bytes > ~std::size_t{0} - page ? bytes : (bytes + page - 1) / page * page;
  }
  static constexpr std::size_t at_least_a_page(std::size_t alignment) noexcept { return std::max(alignment, page); }

  // Null where registration is refused: if that was no accident, the driver says so again when it is asked for memory of its own.
  [[nodiscard]] void* registered(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    void* const p = pages_.allocate(stream, in_pages(bytes), at_least_a_page(alignment));
    try {
      gpu::api::host_register(p, in_pages(bytes), portable_ ? cudaHostRegisterPortable : 0);
    } catch (error const&) {
      pages_.deallocate(stream, p, in_pages(bytes), at_least_a_page(alignment));
      return nullptr;
    }
    bytes_.add(bytes);
    return p;
  }
  [[nodiscard]] void* from_driver(std::size_t bytes, std::size_t alignment) {
    if (alignment > driver_alignment) refuse_alignment(alignment);
    std::lock_guard const lock{mutex_};
    try {
      drivers_.reserve(drivers_.size() + 1);
    } catch (std::bad_alloc const&) {
      throw out_of_memory("pinned: no memory for its own list");
    }
    void* const p = gpu::api::host_alloc(bytes, portable_ ? cudaHostAllocPortable : 0);
    drivers_.push_back(p);
    fallbacks_.fetch_add(1, std::memory_order_relaxed);
    bytes_.add(bytes);
    return p;
  }
  // And forgets it.
  [[nodiscard]] bool is_drivers(void* p) noexcept {
    if (fallbacks() == 0) return false;
    std::lock_guard const lock{mutex_};
    return std::erase(drivers_, p) != 0;
  }
  [[noreturn]] LUCID_NOINLINE static void refuse_alignment(std::size_t alignment) {
    throw argument_error("pinned: an alignment of " + std::to_string(alignment) + " bytes; the driver aligns to " +
                         std::to_string(driver_alignment));
  }

  huge_page pages_;
  bool portable_;
  std::mutex mutex_;
  std::vector<void*> drivers_;  // blocks that are not ours
  std::atomic<std::size_t> fallbacks_ = 0;
  gauge bytes_;
};

static_assert(memory_resource<pinned>);

}  // namespace lucid::inline v0::memory
