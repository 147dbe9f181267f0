// Overwrites memory with zeros before it is given back, on the thread that gives it back: for witnesses. Stands above whatever keeps or hands on what it gets.
#pragma once

#include <cstddef>

#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/wipe.hpp>

namespace lucid::inline v0::memory {

// The upstream must outlive it. Cost: a pass over the bytes, about 0.1 s a gigabyte. Not for device memory, which only a device can overwrite.
template <memory_resource Upstream>
class wiping {
  static_assert(Upstream::space != memory_space::device, "the host cannot overwrite device memory");

 public:
  static constexpr memory_space space = Upstream::space;

  explicit constexpr wiping(Upstream& upstream) noexcept : upstream_(&upstream) {}

  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    return upstream_->allocate(stream, bytes, alignment);
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    wait_before_reuse(*upstream_, stream);
    wipe_bytes(p, bytes);
    upstream_->deallocate(stream, p, bytes, alignment);
  }
  void wait(stream_ref stream) noexcept
    requires(space == memory_space::pinned)
  {
    upstream_->wait(stream);
  }

 private:
  Upstream* upstream_;
};

static_assert(memory_resource<wiping<heap>>);

}  // namespace lucid::inline v0::memory
