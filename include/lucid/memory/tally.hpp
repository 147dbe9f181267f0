// Counts what goes through: bytes held and their peak, calls, refusals. Changes nothing; stands above or below any other resource.
#pragma once

#include <atomic>
#include <cstddef>

#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/memory/gauge.hpp>

namespace lucid::inline v0::memory {

// The upstream must outlive it. Two atomic additions a call.
template <memory_resource Upstream>
class tally {
 public:
  static constexpr memory_space space = Upstream::space;

  explicit constexpr tally(Upstream& upstream) noexcept : upstream_(&upstream) {}

  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    try {
      void* const p = upstream_->allocate(stream, bytes, alignment);
      bytes_.add(bytes);
      allocations_.fetch_add(1, std::memory_order_relaxed);
      return p;
    } catch (...) {
      refusals_.fetch_add(1, std::memory_order_relaxed);
      throw;
    }
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    upstream_->deallocate(stream, p, bytes, alignment);
    bytes_.subtract(bytes);  // only now: who reads the peak may count on it
    releases_.fetch_add(1, std::memory_order_relaxed);
  }
  void wait(stream_ref stream) noexcept
    requires(space == memory_space::pinned)
  {
    upstream_->wait(stream);
  }
  [[nodiscard]] bool wipe(stream_ref stream, void* p, std::size_t bytes) noexcept
    requires(wipes_device_memory<Upstream>)
  {
    return upstream_->wipe(stream, p, bytes);
  }

  [[nodiscard]] std::size_t held() const noexcept { return bytes_.now(); }   // bytes
  [[nodiscard]] std::size_t peak() const noexcept { return bytes_.peak(); }  // bytes
  [[nodiscard]] std::size_t allocations() const noexcept { return allocations_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t releases() const noexcept { return releases_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t refusals() const noexcept { return refusals_.load(std::memory_order_relaxed); }
  // The peak counts anew from what is held now.
  void restart_peak() noexcept { bytes_.restart_peak(); }

 private:
  Upstream* upstream_;
  gauge bytes_;
  std::atomic<std::size_t> allocations_ = 0, releases_ = 0, refusals_ = 0;
};

static_assert(memory_resource<tally<heap>>);

}  // namespace lucid::inline v0::memory
