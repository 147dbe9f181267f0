// Overwrites a secret so that the compiler cannot drop the writes. Copies that the compiler kept in registers or on the stack are beyond it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
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

// Only a device can overwrite its memory: a resource for it offers wipe(stream, p, bytes), ordered after the work already on the stream, or what stands above it
// refuses to wipe. False where the device did not take the order; why is told by the resource's next call that can throw.
template <class M>
concept wipes_device_memory = M::space == memory_space::device && requires(M& m, stream_ref s, void* p, std::size_t n) {
  { m.wipe(s, p, n) } noexcept -> std::same_as<bool>;
};
template <class M>
concept wipes_memory = M::space != memory_space::device || wipes_device_memory<M>;

// Zeros over memory of the resource that is about to be given back on the stream. False where the device did not take the order.
template <wipes_memory M>
[[nodiscard]] bool wipe_memory(M& resource, stream_ref stream, void* p, std::size_t bytes) noexcept {
  if constexpr (M::space == memory_space::device) {
    return resource.wipe(stream, p, bytes);
  } else {
    wait_before_reuse(resource, stream);
    wipe_bytes(p, bytes);
    return true;
  }
}

}  // namespace lucid::inline v0
