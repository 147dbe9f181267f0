// Overwrites a secret so that the compiler cannot drop the writes. Copies that the compiler kept in registers or on the stack are beyond it.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

inline void wipe_bytes(void* data, std::size_t bytes) noexcept {
  if (bytes == 0) return;
  std::memset(data, 0, bytes);
  asm volatile("" : : "r"(data) : "memory");  // the bytes count as read
}

template <class T>
  requires std::is_trivially_copyable_v<T>
void wipe(T& secret) noexcept {
  wipe_bytes(static_cast<void*>(&secret), sizeof secret);
}

template <class T>
void wipe_all(view<T> secrets) noexcept {
  wipe_bytes(static_cast<void*>(secrets.data()), secrets.size() * sizeof(T));
}

}  // namespace lucid::inline v0
