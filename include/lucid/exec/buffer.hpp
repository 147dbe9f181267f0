// An owner of n elements in the memory of a policy: moves, never copies, gives back on its own stream. Elements start uninitialised.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

template <class T, memory_space Space = memory_space::host>
class buffer {
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
  buffer(Exec const& exec, std::size_t n) : resource_(exec.template memory<Space>()), stream_(exec.stream()), size_(n) {
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
      throw out_of_memory(std::to_string(n) + " elements of " + std::to_string(sizeof(T)) + " bytes cannot be addressed");
    }
    if (n != 0) data_ = static_cast<T*>(resource_.allocate(stream_, n * sizeof(T), alignment));
  }

  buffer(buffer const&) = delete;
  buffer& operator=(buffer const&) = delete;

  buffer(buffer&& other) noexcept
      : resource_(other.resource_),
        stream_(other.stream_),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  buffer& operator=(buffer&& other) noexcept {
    if (this != &other) {
      reset();
      resource_ = other.resource_;
      stream_ = other.stream_;
      data_ = std::exchange(other.data_, nullptr);
      size_ = std::exchange(other.size_, 0);
    }
    return *this;
  }
  ~buffer() { reset(); }

  // Gives the memory back now; the buffer is empty afterwards.
  void reset() noexcept {
    if (data_ != nullptr) resource_.deallocate(stream_, data_, size_ * sizeof(T), alignment);
    data_ = nullptr;
    size_ = 0;
  }

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] T const* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  T& operator[](std::size_t i) noexcept
    requires(Space != memory_space::device)
  {
    return data_[i];
  }
  T const& operator[](std::size_t i) const noexcept
    requires(Space != memory_space::device)
  {
    return data_[i];
  }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  T const* begin() const noexcept { return data_; }
  T const* end() const noexcept { return data_ + size_; }

  [[nodiscard]] view<T, Space> all() noexcept { return {data_, size_}; }
  [[nodiscard]] view<T const, Space> all() const noexcept { return {data_, size_}; }
  operator view<T, Space>() noexcept { return all(); }              // NOLINT(google-explicit-constructor)
  operator view<T const, Space>() const noexcept { return all(); }  // NOLINT(google-explicit-constructor)

 private:
  resource_ref<Space> resource_;
  stream_ref stream_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lucid::inline v0
