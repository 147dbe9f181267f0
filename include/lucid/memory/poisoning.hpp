// Finds what is done wrong with memory: written past its end, written or given back after it was given back, given back with another size. For tests and for
// hunting faults: a pass over the bytes at either end of a buffer's life, and released memory is held for a while.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <mutex>
#include <string>
#include <unordered_map>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::memory {

// New memory is filled with one pattern, released memory with another and kept back until more than `quarantine` bytes wait; then, or at flush(), a pattern that
// has changed is a fault. Fences stand behind every buffer. Faults are counted and the first described; nothing is thrown and nothing ends.
// The upstream must outlive it.
template <memory_resource Upstream>
class poisoning {
  static_assert(Upstream::space != memory_space::device, "the host cannot look into device memory");

 public:
  static constexpr memory_space space = Upstream::space;

  explicit poisoning(Upstream& upstream, std::size_t quarantine = std::size_t{64} << 20) noexcept
      : upstream_(&upstream), quarantine_(quarantine) {}
  poisoning(poisoning const&) = delete;
  poisoning& operator=(poisoning const&) = delete;
  ~poisoning() { flush(); }

  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    if (bytes > std::numeric_limits<std::size_t>::max() - fence)
      throw out_of_memory("poisoning: " + std::to_string(bytes) + " bytes cannot be addressed");
    std::lock_guard const lock{mutex_};
    void* const p = upstream_->allocate(stream, bytes + fence, alignment);
    try {
      live_.insert_or_assign(p, buffer_facts{bytes, alignment, stream});
    } catch (...) {  // bad_alloc
      upstream_->deallocate(stream, p, bytes + fence, alignment);
      throw out_of_memory("poisoning: no memory for its own list");
    }
    std::memset(p, fresh_byte, bytes);
    std::memset(static_cast<std::byte*>(p) + bytes, fence_byte, fence);
    return p;
  }

  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    std::lock_guard const lock{mutex_};
    auto const found = live_.find(p);
    if (found == live_.end()) {
      blame(std::any_of(waiting_.begin(), waiting_.end(), [p](waiting const& w) { return w.begin == p; })
                ? "memory is given back twice"
                : "memory is given back that was never had, or had long ago");
      return;
    }
    buffer_facts const facts = found->second;
    live_.erase(found);
    if (facts.bytes != bytes || facts.alignment != alignment) blame("memory is given back with another size or alignment");
    if (facts.stream != stream) blame("memory is given back on another stream");
    wait_before_reuse(*upstream_, stream);
    if (!holds(p, facts.bytes, fence, fence_byte)) blame("a buffer was written past its end");
    std::memset(p, released_byte, facts.bytes + fence);
    try {
      waiting_.push_back({p, facts});
      waiting_bytes_ += facts.bytes;
    } catch (...) {
      upstream_->deallocate(facts.stream, p, facts.bytes + fence, facts.alignment);
    }
    while (waiting_bytes_ > quarantine_) release_oldest();
  }
  void wait(stream_ref stream) noexcept
    requires(space == memory_space::pinned)
  {
    upstream_->wait(stream);
  }

  // Looks at everything in quarantine and gives it back.
  void flush() noexcept {
    std::lock_guard const lock{mutex_};
    while (!waiting_.empty()) release_oldest();
  }

  [[nodiscard]] std::size_t faults() const noexcept {
    std::lock_guard const lock{mutex_};
    return faults_;
  }
  // Empty where there was none.
  [[nodiscard]] char const* first_fault() const noexcept {
    std::lock_guard const lock{mutex_};
    return first_fault_;
  }
  // Buffers that are still out.
  [[nodiscard]] std::size_t live() const noexcept {
    std::lock_guard const lock{mutex_};
    return live_.size();
  }

 private:
  static constexpr int fresh_byte = 0xa5, released_byte = 0xdd, fence_byte = 0xfe;
  static constexpr std::size_t fence = 64;  // bytes

  struct buffer_facts {
    std::size_t bytes;
    std::size_t alignment;
    stream_ref stream;
  };
  struct waiting {
    void* begin;
    buffer_facts facts;
  };

  static bool holds(void const* p, std::size_t offset, std::size_t bytes, int pattern) noexcept {
    auto const* const begin = static_cast<unsigned char const*>(p) + offset;
    return std::all_of(begin, begin + bytes, [pattern](unsigned char b) { return b == pattern; });
  }
  void release_oldest() noexcept {
    waiting const oldest = waiting_.front();
    waiting_.pop_front();
    waiting_bytes_ -= oldest.facts.bytes;
    if (!holds(oldest.begin, 0, oldest.facts.bytes + fence, released_byte)) blame("memory was written after it was given back");
    upstream_->deallocate(oldest.facts.stream, oldest.begin, oldest.facts.bytes + fence, oldest.facts.alignment);
  }
  void blame(char const* what) noexcept {
    ++faults_;
    if (faults_ == 1) first_fault_ = what;
  }

  Upstream* upstream_;
  std::size_t quarantine_;
  mutable std::mutex mutex_;
  std::unordered_map<void*, buffer_facts> live_;
  std::deque<waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t faults_ = 0;
  char const* first_fault_ = "";
};

static_assert(memory_resource<poisoning<heap>>);

}  // namespace lucid::inline v0::memory
