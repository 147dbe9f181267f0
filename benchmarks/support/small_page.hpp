// Host memory in pages of 4 KiB, whatever the machine's setting for huge ones, given back to the kernel at once: what a large vector costs where nobody has thought
// of it. A measure to compare with, no resource for use.
#pragma once

#include <cstddef>
#include <string>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>

namespace benchmarks {

// Requests below 64 KiB come from the heap.
class small_page {
 public:
  static constexpr lucid::memory_space space = lucid::memory_space::host;
  static constexpr std::size_t page = 4096;

  [[nodiscard]] static void* allocate(lucid::stream_ref stream, std::size_t bytes, std::size_t alignment) {
#if defined(__linux__)
    if (is_mapped(bytes, alignment)) {
      void* const p = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (p == MAP_FAILED) throw lucid::out_of_memory("small_page: " + std::to_string(bytes) + " bytes could not be had");
      ::madvise(p, bytes, MADV_NOHUGEPAGE);
      return p;
    }
#endif
    return lucid::heap::allocate(stream, bytes, alignment);
  }
  static void deallocate(lucid::stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
#if defined(__linux__)
    if (is_mapped(bytes, alignment)) {
      ::munmap(p, bytes);
      return;
    }
#endif
    lucid::heap::deallocate(stream, p, bytes, alignment);
  }

 private:
  static constexpr bool is_mapped(std::size_t bytes, std::size_t alignment) noexcept { return bytes >= 16 * page && alignment <= page; }
};

static_assert(lucid::memory_resource<small_page>);

}  // namespace benchmarks
