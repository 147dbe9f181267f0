// Any host resource as an allocator of the standard library, so that std::vector<F, memory::allocator<F>> takes part in a policy. Not the other way round:
// from_std_pmr.hpp.
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>

#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::memory {

// Three words. Containers carry it along when they are moved, swapped or assigned. allocate throws out_of_memory, or std::bad_array_new_length where the
// bytes cannot be counted.
template <class T, memory_space Space = memory_space::host>
class allocator {
  static_assert(Space != memory_space::device, "the standard library's containers touch what they own");

 public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  using is_always_equal = std::false_type;
  template <class U>
  struct rebind {
    using other = allocator<U, Space>;
  };

  explicit constexpr allocator(resource_ref<Space> resource, stream_ref stream = {}) noexcept : resource_(resource), stream_(stream) {}
  // What the policy gives for this space.
  template <execution_policy Exec>
  explicit constexpr allocator(Exec const& exec) noexcept : allocator(exec.template memory<Space>(), exec.stream()) {}
  template <class U>
  constexpr allocator(allocator<U, Space> const& other) noexcept  // NOLINT(google-explicit-constructor): the library's requirement
      : resource_(other.resource()), stream_(other.stream()) {}

  [[nodiscard]] T* allocate(std::size_t n) {
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length{};
    return static_cast<T*>(resource_.allocate(stream_, n * sizeof(T), alignof(T)));
  }
  void deallocate(T* p, std::size_t n) noexcept { resource_.deallocate(stream_, p, n * sizeof(T), alignof(T)); }

  [[nodiscard]] constexpr resource_ref<Space> resource() const noexcept { return resource_; }
  [[nodiscard]] constexpr stream_ref stream() const noexcept { return stream_; }

  // One may give back what the other has allocated.
  template <class U>
  friend constexpr bool operator==(allocator const& x, allocator<U, Space> const& y) noexcept {
    return x.resource() == y.resource() && x.stream() == y.stream();
  }

 private:
  resource_ref<Space> resource_;
  stream_ref stream_;
};

}  // namespace lucid::inline v0::memory
