// Memory that is given back all at once: allocating moves a mark, releasing does nothing. For a batch of work whose buffers die together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/memory/gauge.hpp>

namespace lucid::inline v0::memory {

// The upstream must outlive it. Takes chunks from the upstream, each at least twice the one before, and never more than it must for a request that is larger.
// Host and pinned memory: what a device still uses cannot be given back by a mark that knows no stream.
template <memory_resource Upstream>
class arena {
  static_assert(Upstream::space != memory_space::device, "device memory is ordered by streams; an arena knows none");

 public:
  static constexpr memory_space space = Upstream::space;

  explicit arena(Upstream& upstream, std::size_t first_chunk = std::size_t{1} << 20) noexcept
      : upstream_(&upstream), next_chunk_(std::max<std::size_t>(first_chunk, 1)) {}
  arena(arena const&) = delete;
  arena& operator=(arena const&) = delete;
  ~arena() { flush(); }

  // Throws out_of_memory when the upstream does; what was allocated before stays.
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    std::lock_guard const lock{mutex_};
    if (!fits(bytes, alignment)) add_chunk(stream, bytes, alignment);
    mark_ += padding(alignment);
    void* const p = mark_;
    mark_ += bytes;
    bytes_.add(bytes);
    return p;
  }
  void deallocate(stream_ref, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    static_cast<void>(p);
    static_cast<void>(alignment);
    bytes_.subtract(bytes);
  }
  void wait(stream_ref stream) noexcept
    requires(space == memory_space::pinned)
  {
    upstream_->wait(stream);
  }

  // Gives every chunk back. Precondition: nothing that was allocated is used any more.
  void flush() noexcept {
    std::lock_guard const lock{mutex_};
    for (auto const& c : chunks_) upstream_->deallocate(c.stream, c.begin, c.bytes, chunk_alignment);
    chunks_.clear();
    reserved_.subtract(reserved_.now());
    mark_ = end_ = nullptr;
  }

  [[nodiscard]] std::size_t held() const noexcept { return bytes_.now(); }         // bytes in use by others
  [[nodiscard]] std::size_t reserved() const noexcept { return reserved_.now(); }  // bytes taken from the upstream
  [[nodiscard]] std::size_t peak() const noexcept { return reserved_.peak(); }

 private:
  static constexpr std::size_t chunk_alignment = 4096;

  struct chunk {
    std::byte* begin;
    std::size_t bytes;
    stream_ref stream;
  };

  [[nodiscard]] std::size_t padding(std::size_t alignment) const noexcept {
    return (alignment - reinterpret_cast<std::uintptr_t>(mark_) % alignment) % alignment;
  }
  [[nodiscard]] bool fits(std::size_t bytes, std::size_t alignment) const noexcept {
    std::size_t const left = static_cast<std::size_t>(end_ - mark_);
    std::size_t const pad = padding(alignment);
    return mark_ != nullptr && pad <= left && bytes <= left - pad;
  }
  void add_chunk(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    std::size_t const extra = alignment > chunk_alignment ? alignment - chunk_alignment : 0;
    if (bytes > std::numeric_limits<std::size_t>::max() - extra)
      throw out_of_memory("arena: " + std::to_string(bytes) + " bytes cannot be addressed");
    std::size_t const size = std::max(next_chunk_, bytes + extra);
    try {
      chunks_.reserve(chunks_.size() + 1);
    } catch (std::bad_alloc const&) {
      throw out_of_memory("arena: no memory for its own list");
    }
    auto* const begin = static_cast<std::byte*>(upstream_->allocate(stream, size, chunk_alignment));
    chunks_.push_back({begin, size, stream});
    reserved_.add(size);
    mark_ = begin;
    end_ = begin + size;
    next_chunk_ = size > std::numeric_limits<std::size_t>::max() / 2 ? size : 2 * size;
  }

  Upstream* upstream_;
  std::size_t next_chunk_;
  std::mutex mutex_;
  std::vector<chunk> chunks_;
  std::byte* mark_ = nullptr;  // the first free byte of the last chunk
  std::byte* end_ = nullptr;
  gauge bytes_, reserved_;
};

static_assert(memory_resource<arena<heap>>);

}  // namespace lucid::inline v0::memory
