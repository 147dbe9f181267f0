// Overwrites memory with zeros before it is given back, by the thread that gives it back, or on its stream: for witnesses. Stands above whatever keeps
// or hands on what it gets.
#pragma once

#include <cstddef>

#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/wipe.hpp>

namespace lucid::inline v0::memory {

// The upstream must outlive it. What a device would not overwrite goes on all the same, and the next allocation tells: where nobody may then find the secret,
// recycling with its own option stands here instead, which does not keep it. Cost: a pass over the bytes, about 0.1 s a gigabyte; for device memory one call, and the pass on its stream.
template <memory_resource Upstream>
class wiping {
  static_assert(wipes_memory<Upstream>, "the host cannot overwrite device memory, and this resource does not offer to (exec/wipe.hpp)");

 public:
  static constexpr memory_space space = Upstream::space;

  explicit constexpr wiping(Upstream& upstream) noexcept : upstream_(&upstream) {}

  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    return upstream_->allocate(stream, bytes, alignment);
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    static_cast<void>(wipe_memory(*upstream_, stream, p, bytes));
    upstream_->deallocate(stream, p, bytes, alignment);
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

 private:
  Upstream* upstream_;
};

static_assert(memory_resource<wiping<heap>>);

}  // namespace lucid::inline v0::memory
