// A stretch of memory that somebody else owns, with the space it lives in as part of its type. std::span cannot be indexed in a kernel; this can.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lucid/config/assert.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/memory.hpp>

namespace lucid::inline v0 {

template <class T, memory_space Space = memory_space::host>
class view {
 public:
  using value_type = std::remove_const_t<T>;
  static constexpr memory_space space = Space;

  constexpr view() noexcept = default;
  LUCID_HOST_DEVICE constexpr view(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  // A view of mutable elements serves as a view of constant ones.
  template <class U>
    requires(std::is_same_v<T, U const>)
  LUCID_HOST_DEVICE constexpr view(view<U, Space> other) noexcept
      : data_(other.data()), size_(other.size()) {}  // NOLINT(google-explicit-constructor)

  // Any contiguous host container: std::vector, std::array, std::span.
  template <class Container>
    requires(
                Space == memory_space::host && !std::is_same_v<std::remove_cvref_t<Container>, view> &&
                requires(Container& c) {
                  { c.data() } -> std::convertible_to<T*>;
                  { c.size() } -> std::convertible_to<std::size_t>;
                } && !requires { std::remove_cvref_t<Container>::space; })
  constexpr view(Container&& c) noexcept : data_(c.data()), size_(c.size()) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] LUCID_HOST_DEVICE constexpr T* data() const noexcept { return data_; }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr bool empty() const noexcept { return size_ == 0; }
  LUCID_HOST_DEVICE constexpr T& operator[](std::size_t i) const noexcept { return data_[i]; }

  [[nodiscard]] LUCID_HOST_DEVICE constexpr T* begin() const noexcept { return data_; }
  [[nodiscard]] LUCID_HOST_DEVICE constexpr T* end() const noexcept { return data_ + size_; }

  // Elements [offset, offset + count). Precondition: the range lies inside.
  [[nodiscard]] LUCID_HOST_DEVICE constexpr view subview(std::size_t offset, std::size_t count) const noexcept {
    LUCID_EXPECTS(offset <= size_ && count <= size_ - offset);
    return {data_ + offset, count};
  }
  // Elements [offset, size).
  [[nodiscard]] LUCID_HOST_DEVICE constexpr view from(std::size_t offset) const noexcept {
    LUCID_EXPECTS(offset <= size_);
    return {data_ + offset, size_ - offset};
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
view(T*, std::size_t) -> view<T>;

}  // namespace lucid::inline v0
