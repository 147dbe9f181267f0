// Plain elements whose number is not known beforehand: a buffer that doubles. For owners that outlive the policy they were given, or forget its type.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// Where buffers come from, and nothing else of a policy: its host resource and its stream, or the heap. The resource must outlive what is made with it.
class memory_source {
 public:
  constexpr memory_source() noexcept = default;
  template <class Exec>
    requires requires(Exec const& e) {
      e.template memory<memory_space::host>();
      e.stream();
    }
  constexpr memory_source(Exec const& exec) noexcept  // NOLINT(google-explicit-constructor): a policy is one
      : resource_(exec.template memory<memory_space::host>()), stream_(exec.stream()) {}

  template <memory_space Space>
    requires(Space == memory_space::host)
  [[nodiscard]] constexpr resource_ref<Space> memory() const noexcept {
    return resource_;
  }
  [[nodiscard]] constexpr stream_ref stream() const noexcept { return stream_; }

 private:
  resource_ref<memory_space::host> resource_{plain_heap};
  stream_ref stream_;
};

// Moves, never copies. Elements beyond size() are uninitialised. Growing throws out_of_memory and leaves everything as it was.
template <class T>
class growing_buffer {
 public:
  explicit growing_buffer(memory_source const& from = {}) noexcept : from_(from) {}
  growing_buffer(growing_buffer&& other) noexcept
      : from_(other.from_), elements_(std::move(other.elements_)), size_(std::exchange(other.size_, 0)) {}
  growing_buffer& operator=(growing_buffer&& other) noexcept {
    from_ = other.from_;
    elements_ = std::move(other.elements_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  LUCID_INLINE void push_back(T const& x) {
    if (size_ == elements_.size()) [[unlikely]] {
      T const kept = x;  // it may be an element
      grow(size_ + 1);
      elements_[size_++] = kept;
      return;
    }
    elements_[size_++] = x;
  }
  // Room for n elements in all; their values stay.
  void reserve(std::size_t n) {
    if (n > elements_.size()) grow(n);
  }
  // Exactly n elements, the new ones uninitialised.
  void resize(std::size_t n) {
    reserve(n);
    size_ = n;
  }
  void clear() noexcept { size_ = 0; }  // the memory is kept

  // The elements in a buffer of exactly their number; nothing is left here.
  [[nodiscard]] buffer<T> take() {
    if (size_ != elements_.size()) {
      buffer<T> exact{from_, size_};
      if (size_ != 0) std::memcpy(static_cast<void*>(exact.data()), elements_.data(), size_ * sizeof(T));
      elements_ = std::move(exact);
    }
    size_ = 0;
    return std::move(elements_);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* data() noexcept { return elements_.data(); }
  [[nodiscard]] T const* data() const noexcept { return elements_.data(); }
  T& operator[](std::size_t i) noexcept { return elements_[i]; }
  T const& operator[](std::size_t i) const noexcept { return elements_[i]; }
  T* begin() noexcept { return elements_.begin(); }
  T* end() noexcept { return elements_.begin() + size_; }
  T const* begin() const noexcept { return elements_.begin(); }
  T const* end() const noexcept { return elements_.begin() + size_; }
  [[nodiscard]] view<T const> all() const noexcept { return {elements_.data(), size_}; }

 private:
  LUCID_NOINLINE void grow(std::size_t least) {
    constexpr std::size_t first = 16;
    buffer<T> larger{from_, std::max({first, 2 * elements_.size(), least})};
    if (size_ != 0) std::memcpy(static_cast<void*>(larger.data()), elements_.data(), size_ * sizeof(T));
    elements_ = std::move(larger);
  }

  memory_source from_;
  buffer<T> elements_;
  std::size_t size_ = 0;
};

}  // namespace lucid::inline v0
