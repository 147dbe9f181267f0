// Host memory beside operator new, which a test may count: it counts too, and refuses on demand.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include <lucid/exec/memory.hpp>

namespace lucid_test {

class refusing_memory {
 public:
  static constexpr lucid::memory_space space = lucid::memory_space::host;

  void* allocate(lucid::stream_ref stream, std::size_t bytes, std::size_t alignment) {
    if (calls_ >= limit_) throw lucid::out_of_memory("refusing_memory: refused on demand");
    static_cast<void>(stream);
    void* const p = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (p == nullptr) throw lucid::out_of_memory("refusing_memory: the machine has no more");
    ++calls_;
    std::size_t const now = held_ += bytes;
    for (std::size_t peak = peak_; peak < now && !peak_.compare_exchange_weak(peak, now);) {}
    return p;
  }
  void deallocate(lucid::stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    held_ -= bytes;
    static_cast<void>(stream);
    static_cast<void>(alignment);
    std::free(p);
  }

  // Allows so many more allocations.
  void refuse_after(std::size_t more) { limit_ = calls_ + more; }

  [[nodiscard]] std::size_t held() const noexcept { return held_; }    // bytes
  [[nodiscard]] std::size_t peak() const noexcept { return peak_; }    // bytes
  [[nodiscard]] std::size_t calls() const noexcept { return calls_; }  // successful allocations

 private:
  std::atomic<std::size_t> held_ = 0, peak_ = 0, calls_ = 0;
  std::size_t limit_ = std::numeric_limits<std::size_t>::max();
};

static_assert(lucid::memory_resource<refusing_memory>);

}  // namespace lucid_test
