// A std::pmr::memory_resource as a resource of ours: whoever has one already keeps it. The way back is allocator.hpp.
#pragma once

#include <cstddef>
#include <exception>
#include <limits>
#include <memory_resource>
#include <new>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/memory/first_error.hpp>

namespace lucid::inline v0::memory {

// The upstream must outlive it, and must serve several threads at once where a policy with threads uses it (std::pmr::monotonic_buffer_resource does not).
// Its std::bad_alloc becomes out_of_memory. Its release may throw: the first such exception is thrown by the next allocate.
class from_std_pmr {
 public:
  static constexpr memory_space space = memory_space::host;

  explicit from_std_pmr(std::pmr::memory_resource& upstream) noexcept : upstream_(&upstream) {}

  [[nodiscard]] void* allocate(stream_ref, std::size_t bytes, std::size_t alignment) {
    if (auto const error = error_.take()) std::rethrow_exception(error);
    try {
      if (bytes <= std::numeric_limits<std::ptrdiff_t>::max()) return upstream_->allocate(rounded(bytes, alignment), alignment);
    } catch (std::bad_alloc const&) {}
    throw out_of_memory("from_std_pmr: " + std::to_string(bytes) + " bytes could not be had");
  }
  void deallocate(stream_ref, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    try {
      upstream_->deallocate(p, rounded(bytes, alignment), alignment);
    } catch (...) {
      error_.keep();
    }
  }

  // The first exception of a release since the last report; null where there was none.
  [[nodiscard]] std::exception_ptr take_error() noexcept { return error_.take(); }

 private:
  // The pools of libstdc++ before 15 honour an alignment only where the size is a multiple of it.
  static constexpr std::size_t rounded(std::size_t bytes, std::size_t alignment) noexcept {
    return (bytes + alignment - 1) / alignment * alignment;
  }

  std::pmr::memory_resource* upstream_;
  first_error error_;
};

static_assert(memory_resource<from_std_pmr>);

}  // namespace lucid::inline v0::memory
