// Allocations and releases as spans, on whichever thread they happen: "memory/allocate" and "memory/release", with the bytes counted on them.
#pragma once

#include <cstddef>
#include <exception>

#include <lucid/exec/memory.hpp>
#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/memory/first_error.hpp>

namespace lucid::inline v0::memory {

// Upstream and sink must outlive it. Below deferred_release it shows when memory really goes, on the track of the release thread; above, what the caller waits.
// A sink that throws in a release does not keep the memory from going: the first such exception is kept.
template <memory_resource Upstream, span_sink Sink>
class traced {
 public:
  static constexpr memory_space space = Upstream::space;

  constexpr traced(Upstream& upstream, Sink& sink) noexcept : upstream_(&upstream), sink_(&sink) {}

  // Throws what the upstream or the sink throws; nothing is lost.
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    [[maybe_unused]] auto const span = sink_->open("memory/allocate", stream);
    void* const p = upstream_->allocate(stream, bytes, alignment);
    try {
      sink_->count("bytes allocated", bytes);
    } catch (...) {
      upstream_->deallocate(stream, p, bytes, alignment);
      throw;
    }
    return p;
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    try {
      [[maybe_unused]] auto const span = sink_->open("memory/release", stream);
      sink_->count("bytes released", bytes);
      upstream_->deallocate(stream, p, bytes, alignment);
      return;
    } catch (...) {
      error_.keep();
    }
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

  // The first exception of the sink in a release since the last call; null where there was none.
  [[nodiscard]] std::exception_ptr take_error() noexcept { return error_.take(); }

 private:
  Upstream* upstream_;
  Sink* sink_;
  first_error error_;
};

static_assert(memory_resource<traced<heap, no_spans>>);

}  // namespace lucid::inline v0::memory
