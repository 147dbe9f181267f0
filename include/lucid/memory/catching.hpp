// A boundary for a resource whose release may throw: what it throws is kept and reported by the next call. Such a resource does not meet the concept by
// itself, as an exception in a destructor or on the release thread would end the program.
#pragma once

#include <cstddef>
#include <exception>

#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/memory/first_error.hpp>

namespace lucid::inline v0::memory {

// Upstream: allocate, deallocate and space as in memory_resource, where deallocate need not be noexcept. It must outlive this.
// Stands directly above it: the others ask for a memory_resource.
template <class Upstream>
class catching {
 public:
  static constexpr memory_space space = Upstream::space;

  explicit constexpr catching(Upstream& upstream) noexcept : upstream_(&upstream) {}

  // Throws what a release has thrown since the last report, before anything is allocated; else what the upstream throws.
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    if (auto const error = error_.take()) std::rethrow_exception(error);
    return upstream_->allocate(stream, bytes, alignment);
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    try {
      upstream_->deallocate(stream, p, bytes, alignment);
    } catch (...) {
      error_.keep();
    }
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

  // The first exception of a release since the last report; null where there was none.
  [[nodiscard]] std::exception_ptr take_error() noexcept { return error_.take(); }

 private:
  Upstream* upstream_;
  first_error error_;
};

static_assert(memory_resource<catching<heap>>);

}  // namespace lucid::inline v0::memory
