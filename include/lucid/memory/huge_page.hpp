// Host memory in pages of 2 MiB: five hundred times fewer to fault in and to give back. Transparent ones (the kernel makes them where it can) or explicit ones
// (from the pool that the machine's owner reserved), which fall back to transparent and say so. Where there is no mmap it is the heap.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>
#endif

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::memory {

enum class huge_pages { transparent, reserved };

// Requests below a huge page come from the heap, as do alignments above one. Sizes are rounded up to 2 MiB.
class huge_page {
 public:
  static constexpr memory_space space = memory_space::host;
  static constexpr std::size_t page = std::size_t{1} << 21;

  explicit huge_page(huge_pages kind = huge_pages::transparent) noexcept : kind_(kind) {}

  // Throws out_of_memory.
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
#if defined(__linux__)
    if (is_mapped(bytes, alignment)) return map(bytes);
#endif
    return heap::allocate(stream, bytes, alignment);
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
#if defined(__linux__)
    if (is_mapped(bytes, alignment)) {
      ::munmap(p, rounded(bytes));
      return;
    }
#endif
    heap::deallocate(stream, p, bytes, alignment);
  }

  // Mappings in explicit pages, and those that did not get what they were asked for in: explicit ones where the pool was empty or there is none, transparent ones
  // where the kernel makes none for this process.
  [[nodiscard]] std::size_t from_pool() const noexcept { return from_pool_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t fallbacks() const noexcept { return fallbacks_.load(std::memory_order_relaxed); }

 private:
  // Both ends of a buffer's life must answer alike.
  static constexpr bool is_mapped(std::size_t bytes, std::size_t alignment) noexcept {
    return bytes >= page && alignment <= page && bytes <= ~std::size_t{0} - 2 * page;
  }
  static constexpr std::size_t rounded(std::size_t bytes) noexcept { return (bytes + page - 1) / page * page; }

#if defined(__linux__)
  // The kernel takes the wish for transparent pages even where this process, or everyone, has none. The latter is read once: it is the machine's.
  // Since Linux 6.8 each size may have a setting of its own, hugepages-2048kB/enabled, which can still give huge pages where this one says never: then a
  // mapping counts as a fallback that is none.
  [[nodiscard]] static bool makes_huge_pages() noexcept {
    static bool const is_never = [] {
      char text[64] = {};
      int const file = ::open("/sys/kernel/mm/transparent_hugepage/enabled", O_RDONLY | O_CLOEXEC);
      if (file < 0) return false;
      bool const is_read = ::read(file, text, sizeof text - 1) > 0;
      ::close(file);
      return is_read && std::strstr(text, "[never]") != nullptr;
    }();
    return !is_never && ::prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) != 1;
  }
  [[nodiscard]] void* map(std::size_t bytes) {
    std::size_t const size = rounded(bytes);
    constexpr int access = PROT_READ | PROT_WRITE;
    constexpr int own = MAP_PRIVATE | MAP_ANONYMOUS;
    if (kind_ == huge_pages::reserved) {
      void* const p = ::mmap(nullptr, size, access, own | MAP_HUGETLB | (21 << MAP_HUGE_SHIFT), -1, 0);
      if (p != MAP_FAILED) {
        from_pool_.fetch_add(1, std::memory_order_relaxed);
        return p;
      }
    }
    // One page more, so that whole huge pages lie inside; what sticks out on either side goes back.
    void* const wide = ::mmap(nullptr, size + page, access, own, -1, 0);
    if (wide == MAP_FAILED) throw out_of_memory("huge_page: " + std::to_string(bytes) + " bytes could not be had");
    auto* const begin = static_cast<std::byte*>(wide);
    std::size_t const head = (page - reinterpret_cast<std::uintptr_t>(wide) % page) % page;
    if (head != 0) ::munmap(begin, head);
    ::munmap(begin + head + size, page - head);                                                     // head < page
    bool const is_heard = ::madvise(begin + head, size, MADV_HUGEPAGE) == 0 && makes_huge_pages();  // otherwise the pages are small ones
    if (kind_ == huge_pages::reserved || !is_heard) fallbacks_.fetch_add(1, std::memory_order_relaxed);
    return begin + head;
  }
#endif

  huge_pages kind_;
  std::atomic<std::size_t> from_pool_ = 0, fallbacks_ = 0;
};

static_assert(memory_resource<huge_page>);

}  // namespace lucid::inline v0::memory
