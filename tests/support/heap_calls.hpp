// Counts the calls of operator new on this thread, and the bytes that all threads ask of it. Whatever program includes this has its operators new and delete replaced, as [new.delete] allows; weak, so
// that several of its files may.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace lucid_test {

inline thread_local std::size_t heap_call_count = 0;
inline std::atomic<std::size_t> heap_byte_count = 0;

// Calls made by f().
template <class Function>
std::size_t heap_calls(Function const& f) {
  std::size_t const before = heap_call_count;
  f();
  return heap_call_count - before;
}

// Bytes asked for during f(), given back or not, on all threads.
template <class Function>
std::size_t heap_bytes(Function const& f) {
  std::size_t const before = heap_byte_count;
  f();
  return heap_byte_count - before;
}

// The first call of operator new on this thread during f() is refused. True where operator new is ours: a sanitizer may have its own, and then f() is not called.
inline thread_local bool next_heap_call_fails = false;
template <class Function>
bool without_next_heap_call(Function const& f) {
  if (heap_calls([] { ::operator delete(::operator new(1)); }) == 0) return false;
  next_heap_call_fails = true;
  f();
  next_heap_call_fails = false;
  return true;
}

inline void* counted_allocation(std::size_t bytes, std::size_t alignment) noexcept {
  if (std::exchange(next_heap_call_fails, false)) return nullptr;
  ++heap_call_count;
  heap_byte_count.fetch_add(bytes, std::memory_order_relaxed);
  std::size_t const whole = (bytes + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
}
inline void* counted_allocation_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const p = counted_allocation(bytes, alignment);
  if (p == nullptr) throw std::bad_alloc{};
  return p;
}

}  // namespace lucid_test

// clang-format off
#define LUCID_TEST_WEAK __attribute__((weak))
LUCID_TEST_WEAK void* operator new(std::size_t n) { return lucid_test::counted_allocation_or_throw(n, alignof(std::max_align_t)); }
LUCID_TEST_WEAK void* operator new[](std::size_t n) { return lucid_test::counted_allocation_or_throw(n, alignof(std::max_align_t)); }
LUCID_TEST_WEAK void* operator new(std::size_t n, std::align_val_t a) { return lucid_test::counted_allocation_or_throw(n, static_cast<std::size_t>(a)); }
LUCID_TEST_WEAK void* operator new[](std::size_t n, std::align_val_t a) { return lucid_test::counted_allocation_or_throw(n, static_cast<std::size_t>(a)); }
LUCID_TEST_WEAK void* operator new(std::size_t n, std::nothrow_t const&) noexcept { return lucid_test::counted_allocation(n, alignof(std::max_align_t)); }
LUCID_TEST_WEAK void* operator new[](std::size_t n, std::nothrow_t const&) noexcept { return lucid_test::counted_allocation(n, alignof(std::max_align_t)); }
LUCID_TEST_WEAK void* operator new(std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept { return lucid_test::counted_allocation(n, static_cast<std::size_t>(a)); }
LUCID_TEST_WEAK void* operator new[](std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept { return lucid_test::counted_allocation(n, static_cast<std::size_t>(a)); }
LUCID_TEST_WEAK void operator delete(void* p) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete[](void* p) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete(void* p, std::size_t) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete(void* p, std::nothrow_t const&) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete[](void* p, std::nothrow_t const&) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete(void* p, std::align_val_t, std::nothrow_t const&) noexcept { std::free(p); }
LUCID_TEST_WEAK void operator delete[](void* p, std::align_val_t, std::nothrow_t const&) noexcept { std::free(p); }
#undef LUCID_TEST_WEAK
// clang-format on
