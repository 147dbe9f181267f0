// Pairs of 32-bit words in the order of their keys: CUB's radix sort where nvcc compiles, a stable sort by one thread on what stands in for a device.
#pragma once

#if defined(__CUDACC__)
#include <cub/device/device_radix_sort.cuh>
#else
#include <algorithm>
#include <vector>
#endif

#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/cuda_api/call.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::gpu {

struct device_pairs {
  buffer<std::uint32_t, memory_space::device> key, value;

  device_pairs() noexcept = default;
  template <class Exec>
  device_pairs(Exec const& exec, std::size_t n) : key(exec, n), value(exec, n) {}
};

namespace detail {

#if defined(__CUDACC__)
struct radix_sort {
  cub::DoubleBuffer<std::uint32_t> key, value;
  std::uint32_t n;
  int bits;

  cudaError_t operator()(void* scratch, std::size_t& bytes, cudaStream_t stream) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, key, value, n, 0, bits, stream);
  }
};
#else
struct sort_alone {
  view<std::uint32_t const, memory_space::device> key, value;
  view<std::uint32_t, memory_space::device> sorted_key, sorted_value;
  std::uint32_t mask;

  void operator()(std::size_t) const {
    std::vector<std::uint32_t> order(key.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) { return (key[a] & mask) < (key[b] & mask); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      sorted_key[i] = key[order[i]];
      sorted_value[i] = value[order[i]];
    }
  }
  template <class F>
  void touches(F&& f) const {
    f(key), f(value), f(sorted_key), f(sorted_value);
  }
};
#endif

// Bytes of scratch memory for n pairs.
[[nodiscard]] inline std::size_t sort_scratch([[maybe_unused]] std::size_t n, [[maybe_unused]] unsigned bits) {
#if defined(__CUDACC__)
  std::size_t bytes = 0;
  radix_sort sort{{nullptr, nullptr}, {nullptr, nullptr}, static_cast<std::uint32_t>(n), static_cast<int>(bits)};
  checked("cub::DeviceRadixSort", [&] { return sort(nullptr, bytes, nullptr); });
  return bytes;
#else
  return 0;
#endif
}

}  // namespace detail

// By the lowest `bits` of each key; those of one key stay in order. Holds as many pairs again. Precondition: fewer than 2^32 pairs, 1 ≤ bits ≤ 32.
template <class Exec>
void sort_pairs(Exec const& exec, device_pairs& pairs, unsigned bits) {
  std::size_t const n = pairs.key.size();
  if (n == 0) return;
  device_pairs other{exec, n};
#if defined(__CUDACC__)
  std::size_t bytes = detail::sort_scratch(n, bits);
  buffer<unsigned char, memory_space::device> scratch{exec, bytes + 1};  // no scratch would be a question
  detail::radix_sort sort{{pairs.key.data(), other.key.data()},
                          {pairs.value.data(), other.value.data()},
                          static_cast<std::uint32_t>(n),
                          static_cast<int>(bits)};
  detail::checked("cub::DeviceRadixSort", [&] { return sort(scratch.data(), bytes, native(exec.stream())); });
  if (sort.key.selector != 0) std::swap(pairs.key, other.key);
  if (sort.value.selector != 0) std::swap(pairs.value, other.value);
#else
  std::uint32_t const mask = bits >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << bits) - 1;
  bulk(exec.stream(), "sort_alone", 1, detail::sort_alone{pairs.key, pairs.value, other.key, other.value, mask});
  std::swap(pairs, other);
#endif
}

// The bytes that it holds beside the pairs.
inline void plan_sort_pairs(memory_plan& memory, std::size_t n, unsigned bits) {
  if (n == 0) return;
  planned_buffer<std::uint32_t> const key{memory, n}, value{memory, n};
#if defined(__CUDACC__)
  planned_buffer<unsigned char> const scratch{memory, detail::sort_scratch(n, bits) + 1};
#else
  static_cast<void>(bits);
#endif
}

}  // namespace lucid::inline v0::gpu
