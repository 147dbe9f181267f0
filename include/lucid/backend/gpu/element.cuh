// Elements of a field in device memory and in the memory that a block shares: moved sixteen bytes at a time, without bank conflicts. No arithmetic.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0::gpu::detail {

// The largest power of two that is at most i. Precondition: i ≠ 0.
[[nodiscard]] LUCID_HOST_DEVICE inline std::size_t floor_power_of_two(std::size_t i) noexcept {
#if defined(__CUDA_ARCH__)
  return std::size_t{1} << (63 - __clzll(static_cast<long long>(i)));
#else
  return std::size_t{1} << (63 - __builtin_clzll(i));
#endif
}

// The index with its `bits` low bits in reverse; the others must be zero. Precondition: 0 < bits.
[[nodiscard]] LUCID_HOST_DEVICE inline std::size_t reversed(std::size_t i, unsigned bits) noexcept {
#if defined(__CUDA_ARCH__)
  return static_cast<std::size_t>(__brevll(i)) >> (64 - bits);
#else
  std::size_t r = 0;
  for (unsigned b = 0; b < bits; ++b) r |= ((i >> b) & 1) << (bits - 1 - b);
  return r;
#endif
}

// An element's limbs in pieces of sixteen bytes, where their number is even.
template <class F>
struct pieces {
  static constexpr unsigned width = F::limbs % 2 == 0 ? 2 : 1;
  static constexpr unsigned count = F::limbs / width;
  struct alignas(width * sizeof(limb_t)) piece {
    limb_t limb[width];
  };
  static_assert(sizeof(F) == F::limbs * sizeof(limb_t), "an element is its limbs");
};

// *p. Precondition, on a device: p is aligned to sixteen bytes, as an element of a buffer is.
template <class F>
[[nodiscard]] LUCID_HOST_DEVICE LUCID_INLINE F load(F const* p) noexcept {
#if defined(__CUDA_ARCH__)
  using cut = pieces<F>;
  auto const* const from = reinterpret_cast<typename cut::piece const*>(p);
  typename F::integer x{v0::uninitialized{}};
  LUCID_UNROLL
  for (unsigned q = 0; q < cut::count; ++q) {
    typename cut::piece const v = from[q];
    for (unsigned i = 0; i < cut::width; ++i) x.limb[q * cut::width + i] = v.limb[i];
  }
  return F::from_montgomery(x);
#else
  return *p;
#endif
}
template <class F>
LUCID_HOST_DEVICE LUCID_INLINE void store(F* p, F const& x) noexcept {
#if defined(__CUDA_ARCH__)
  using cut = pieces<F>;
  auto* const to = reinterpret_cast<typename cut::piece*>(p);
  LUCID_UNROLL
  for (unsigned q = 0; q < cut::count; ++q) {
    typename cut::piece v;
    for (unsigned i = 0; i < cut::width; ++i) v.limb[i] = x.to_montgomery().limb[q * cut::width + i];
    to[q] = v;
  }
#else
  *p = x;
#endif
}

// 2^SizeLog2 elements, first pieces before second ones. Eight threads are served at once where their pieces lie in different columns of sixteen bytes; places are
// mixed so that this holds for eight neighbours among threads that leave out any one or two neighbouring bits of the index.
template <class F, unsigned SizeLog2>
class shared_elements {
  using cut = pieces<F>;

 public:
  [[nodiscard]] LUCID_HOST_DEVICE LUCID_INLINE F load(unsigned i) const noexcept {
    unsigned const place = mixed(i);
    typename F::integer x{v0::uninitialized{}};
    LUCID_UNROLL
    for (unsigned q = 0; q < cut::count; ++q) {
      typename cut::piece const v = piece_[q][place];
      for (unsigned j = 0; j < cut::width; ++j) x.limb[q * cut::width + j] = v.limb[j];
    }
    return F::from_montgomery(x);
  }
  LUCID_HOST_DEVICE LUCID_INLINE void store(unsigned i, F const& x) noexcept {
    unsigned const place = mixed(i);
    LUCID_UNROLL
    for (unsigned q = 0; q < cut::count; ++q) {
      typename cut::piece v;
      for (unsigned j = 0; j < cut::width; ++j) v.limb[j] = x.to_montgomery().limb[q * cut::width + j];
      piece_[q][place] = v;
    }
  }

  // A permutation of each eight.
  [[nodiscard]] LUCID_HOST_DEVICE static constexpr unsigned mixed(unsigned i) noexcept {
    return i ^ ((i >> 3 & 1) * 7) ^ ((i >> 4 & 1) * 5);
  }

 private:
  typename cut::piece piece_[cut::count][std::size_t{1} << SizeLog2];
};

}  // namespace lucid::inline v0::gpu::detail
