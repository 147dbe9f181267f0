// An owner of n elements in the memory of a policy: moves, never copies, gives back on its own stream. Elements start uninitialised.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

namespace detail {

// What a buffer does whatever its elements are, compiled once for all of them: many functions own many buffers.
template <memory_space Space>
class raw_buffer {
 protected:
  raw_buffer() noexcept = default;
  raw_buffer(resource_ref<Space> resource, stream_ref stream) noexcept : resource_(resource), stream_(stream) {}
  raw_buffer(raw_buffer&& other) noexcept
      : resource_(other.resource_),
        stream_(other.stream_),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  ~raw_buffer() = default;

  // Precondition: nothing is held.
  LUCID_NOINLINE void allocate(std::size_t n, std::size_t element, std::size_t alignment) {
    if (n > std::numeric_limits<std::size_t>::max() / element) {
      throw out_of_memory(std::to_string(n) + " elements of " + std::to_string(element) + " bytes cannot be addressed");
    }
    if (n != 0) data_ = resource_.allocate(stream_, n * element, alignment);
    size_ = n;
  }
  // Precondition: something is held.
  LUCID_NOINLINE void deallocate(std::size_t element, std::size_t alignment) noexcept {
    resource_.deallocate(stream_, data_, size_ * element, alignment);
    data_ = nullptr;
  }
  // The place of another, which has nothing afterwards.
  void take(raw_buffer& other) noexcept {
    resource_ = other.resource_;
    stream_ = other.stream_;
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }

  resource_ref<Space> resource_;
  stream_ref stream_;
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace detail

template <class T, memory_space Space = memory_space::host>
class buffer : detail::raw_buffer<Space> {
  using raw = detail::raw_buffer<Space>;
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                "a buffer holds plain values: nothing is constructed or destroyed");

 public:
  using value_type = T;
  static constexpr memory_space space = Space;
  static constexpr std::size_t alignment = alignof(T) > 64 ? alignof(T) : 64;  // a cache line, and a vector register

  buffer() noexcept = default;

  // n uninitialised elements from the slot of this space. Throws out_of_memory, also when n elements cannot be addressed.
  template <class Exec>
    requires requires(Exec const& e) { e.template memory<Space>(); }
  buffer(Exec const& exec, std::size_t n) : raw(exec.template memory<Space>(), exec.stream()) {
    raw::allocate(n, sizeof(T), alignment);
  }

  buffer(buffer const&) = delete;
  buffer& operator=(buffer const&) = delete;

  buffer(buffer&& other) noexcept = default;
  buffer& operator=(buffer&& other) noexcept {
    if (this != &other) {
      reset();
      raw::take(other);
    }
    return *this;
  }
  ~buffer() { reset(); }

  // Gives the memory back now; the buffer is empty afterwards.
  void reset() noexcept {
    if (raw::data_ != nullptr) raw::deallocate(sizeof(T), alignment);
    raw::size_ = 0;
  }

  [[nodiscard]] T* data() noexcept { return static_cast<T*>(raw::data_); }
  [[nodiscard]] T const* data() const noexcept { return static_cast<T const*>(raw::data_); }
  [[nodiscard]] std::size_t size() const noexcept { return raw::size_; }
  [[nodiscard]] bool empty() const noexcept { return raw::size_ == 0; }

  T& operator[](std::size_t i) noexcept
    requires(Space != memory_space::device)
  {
    return data()[i];
  }
  T const& operator[](std::size_t i) const noexcept
    requires(Space != memory_space::device)
  {
    return data()[i];
  }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + size(); }
  T const* begin() const noexcept { return data(); }
  T const* end() const noexcept { return data() + size(); }

  [[nodiscard]] view<T, Space> all() noexcept { return {data(), size()}; }
  [[nodiscard]] view<T const, Space> all() const noexcept { return {data(), size()}; }
  operator view<T, Space>() noexcept { return all(); }              // NOLINT(google-explicit-constructor)
  operator view<T const, Space>() const noexcept { return all(); }  // NOLINT(google-explicit-constructor)
};

}  // namespace lucid::inline v0
