// Host memory that counts, and that refuses on demand, over any source of bytes.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>

#include <lucid/exec/memory.hpp>

namespace lucid_test {

// Source: allocate and deallocate of a host resource, without state.
template <class Source>
class counting {
 public:
  static constexpr lucid::memory_space space = lucid::memory_space::host;

  void* allocate(lucid::stream_ref stream, std::size_t bytes, std::size_t alignment) {
    if (calls_ >= limit_) throw lucid::out_of_memory("counting: refused on demand");
    void* const p = Source::allocate(stream, bytes, alignment);
    ++calls_;
    std::size_t const now = held_ += bytes;
    for (std::size_t peak = peak_; peak < now && !peak_.compare_exchange_weak(peak, now);) {}
    return p;
  }
  void deallocate(lucid::stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    held_ -= bytes;
    Source::deallocate(stream, p, bytes, alignment);
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

using counting_memory = counting<lucid::heap>;
static_assert(lucid::memory_resource<counting_memory>);

}  // namespace lucid_test
