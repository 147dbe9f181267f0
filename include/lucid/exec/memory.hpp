// Where memory comes from: the concept of a memory resource, the three spaces, the plain host heap, and a two-word reference to any resource.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0 {

enum class memory_space : std::uint8_t { host, pinned, device };

// allocate(stream, bytes, alignment) returns memory usable by work submitted to the stream afterwards, or throws.
// deallocate is *ordered after* the work already on the stream: the memory may be reused or unmapped only when that work is done, now or later.
// Both may be called from several threads at once. Zero bytes are never asked for.
// Pinned memory is written by the host and read by copies that run behind its back: wait(stream) returns when the work on the stream is done. Whoever writes
// to memory that was given back, or hands it out again, waits first.
template <class M>
concept memory_resource = requires(M& m, stream_ref s, void* p, std::size_t n) {
  { m.allocate(s, n, n) } -> std::same_as<void*>;
  { m.deallocate(s, p, n, n) } noexcept -> std::same_as<void>;
  { M::space } -> std::convertible_to<memory_space>;
  requires M::space != memory_space::pinned || requires {
    { m.wait(s) } noexcept;
  };
};

// Before the host touches memory that was given back on the stream; nothing to wait for where a device does not share it.
template <memory_resource M>
void wait_before_reuse([[maybe_unused]] M& resource, [[maybe_unused]] stream_ref stream) noexcept {
  if constexpr (M::space == memory_space::pinned) resource.wait(stream);
}

// The C++ heap, released at once on the caller. No state.
struct heap {
  static constexpr memory_space space = memory_space::host;

  static void* allocate(stream_ref, std::size_t bytes, std::size_t alignment) {
    constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();  // of one object
    void* const p = bytes > most ? nullptr : ::operator new(bytes, std::align_val_t{alignment}, std::nothrow);
    if (p == nullptr) refuse(bytes);
    return p;
  }
  static void deallocate(stream_ref, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    static_cast<void>(bytes);
    ::operator delete(p, std::align_val_t{alignment});
  }

 private:
  [[noreturn]] LUCID_NOINLINE static void refuse(std::size_t bytes) {
    throw out_of_memory("heap: " + std::to_string(bytes) + " bytes could not be had");
  }
};

static_assert(memory_resource<heap>);

inline constinit heap plain_heap{};  // stateless: a name to point at, not a default to change

// A resource by reference, its type forgotten: two words, one indirect call per (large) allocation. The resource must outlive it.
template <memory_space Space>
class resource_ref {
 public:
  constexpr resource_ref() noexcept = default;

  template <memory_resource M>
    requires(M::space == Space)
  constexpr resource_ref(M& resource) noexcept : object_(&resource), calls_(&calls_of<M>) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] constexpr bool has_value() const noexcept { return calls_ != nullptr; }

  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) const {
    if (!has_value()) refuse();
    return calls_->allocate(object_, stream, bytes, alignment);
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    calls_->deallocate(object_, stream, p, bytes, alignment);
  }

  // The same resource.
  friend constexpr bool operator==(resource_ref const& x, resource_ref const& y) noexcept {
    return x.object_ == y.object_ && x.calls_ == y.calls_;
  }

 private:
  [[noreturn]] LUCID_NOINLINE static void refuse() { throw out_of_memory("this policy has no memory of the space asked for"); }

  struct calls {
    void* (*allocate)(void*, stream_ref, std::size_t, std::size_t);
    void (*deallocate)(void*, stream_ref, void*, std::size_t, std::size_t) noexcept;
  };
  template <class M>
  static constexpr calls calls_of{
      [](void* m, stream_ref s, std::size_t n, std::size_t a) { return static_cast<M*>(m)->allocate(s, n, a); },
      [](void* m, stream_ref s, void* p, std::size_t n, std::size_t a) noexcept { static_cast<M*>(m)->deallocate(s, p, n, a); }};

  void* object_ = nullptr;
  calls const* calls_ = nullptr;
};

}  // namespace lucid::inline v0
