// Heap calls and live bytes of a program that has one thread: replaces the global operator new. To be included by one unit of a program. While it is off it
// costs a branch that is never taken; times are taken with it off.
#pragma once

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <lucid/config/target.hpp>

namespace benchmarks {

struct heap_counter {
  bool on = false;
  std::size_t calls = 0;  // of operator new
  std::ptrdiff_t live = 0;
  std::ptrdiff_t peak = 0;

  void start() noexcept { *this = {.on = true}; }
  void stop() noexcept { on = false; }
  void taken(void* p) noexcept {
    ++calls;
    live += static_cast<std::ptrdiff_t>(malloc_usable_size(p));
    peak = std::max(peak, live);
  }
  void given_back(void* p) noexcept { live -= static_cast<std::ptrdiff_t>(malloc_usable_size(p)); }
};
inline heap_counter heap;

// The C library's malloc keeps freed memory from now on, so that repetitions do not measure the kernel's page faults.
inline void keep_pages() noexcept {
#if defined(__GLIBC__)
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

namespace detail {

inline void* counted(void* p) noexcept {
  if (heap.on && p != nullptr) [[unlikely]]
    heap.taken(p);
  return p;
}
inline void release(void* p) noexcept {
  if (heap.on && p != nullptr) [[unlikely]]
    heap.given_back(p);
  std::free(p);
}
inline void* aligned(std::size_t bytes, std::size_t alignment) noexcept {
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

}  // namespace detail
}  // namespace benchmarks

// Not inlined: g++ would take free() for a mistake.
LUCID_NOINLINE void* operator new(std::size_t n) {
  if (void* const p = benchmarks::detail::counted(std::malloc(n))) return p;
  throw std::bad_alloc{};
}
LUCID_NOINLINE void* operator new(std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept {
  return benchmarks::detail::counted(benchmarks::detail::aligned(n, static_cast<std::size_t>(a)));
}
LUCID_NOINLINE void operator delete(void* p) noexcept { benchmarks::detail::release(p); }
LUCID_NOINLINE void operator delete(void* p, std::size_t) noexcept { benchmarks::detail::release(p); }
LUCID_NOINLINE void operator delete(void* p, std::align_val_t) noexcept { benchmarks::detail::release(p); }
