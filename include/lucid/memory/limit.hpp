// Refuses what would exceed a number of bytes, and says both numbers. Keeps nothing, frees nothing.
#pragma once

#include <cstddef>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/memory/gauge.hpp>

namespace lucid::inline v0::memory {

// The upstream must outlive it. allocate throws out_of_memory where more than `bytes` would be held at once, before the upstream is asked.
template <memory_resource Upstream>
class limit {
 public:
  static constexpr memory_space space = Upstream::space;

  constexpr limit(Upstream& upstream, std::size_t bytes) noexcept : upstream_(&upstream), limit_(bytes) {}

  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    if (!bytes_.add_within(bytes, limit_)) refuse(bytes);
    try {
      return upstream_->allocate(stream, bytes, alignment);
    } catch (...) {
      bytes_.subtract(bytes);
      throw;
    }
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    upstream_->deallocate(stream, p, bytes, alignment);
    bytes_.subtract(bytes);
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

  [[nodiscard]] std::size_t held() const noexcept { return bytes_.now(); }
  [[nodiscard]] std::size_t peak() const noexcept { return bytes_.peak(); }
  [[nodiscard]] std::size_t most() const noexcept { return limit_; }

 private:
  [[noreturn]] LUCID_NOINLINE void refuse(std::size_t bytes) const {
    throw out_of_memory("limit: " + std::to_string(bytes) + " bytes asked for, " + std::to_string(held()) + " of " +
                        std::to_string(limit_) + " held");
  }

  Upstream* upstream_;
  std::size_t limit_;
  gauge bytes_;
};

static_assert(memory_resource<limit<heap>>);

}  // namespace lucid::inline v0::memory
