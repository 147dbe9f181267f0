// 32-bit words with a carry flag: one instruction's work of a CUDA device a function, no arithmetic of fields.
// On a device the flag is the machine's; on the host it is a member, so that what is written over it is tried where there is no card.
#pragma once

#include <cstdint>

#include <lucid/config/target.hpp>

namespace lucid::inline v0::arch::ptx {

using word = std::uint32_t;

// Which of the two compilations of a function this is.
LUCID_HOST_DEVICE constexpr bool on_device() noexcept {
#if defined(__CUDA_ARCH__)
  return true;
#else
  return false;
#endif
}

// The flag of one thread. A chain is begun by a function without suffix, carried on by _on, and ended by _end, which reads the flag and leaves it alone.
// Nothing that is not of the chain may stand between two of its links. A pair of lo and hi is one multiplication (IMAD.WIDE): its two halves may not be parted.
class carry_chain {
 public:
  // a + b, a + b + carry
  LUCID_HOST_DEVICE LUCID_KERNEL_INLINE word add(word a, word b) noexcept {
#if defined(__CUDA_ARCH__)
    word r;
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return low_of(std::uint64_t{a} + b);
#endif
  }
  LUCID_HOST_DEVICE LUCID_KERNEL_INLINE word add_on(word a, word b) noexcept {
#if defined(__CUDA_ARCH__)
    word r;
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return low_of(std::uint64_t{a} + b + flag_);
#endif
  }
  LUCID_HOST_DEVICE LUCID_KERNEL_INLINE word add_end(word a, word b) noexcept {
#if defined(__CUDA_ARCH__)
    word r;
    asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return a + b + flag_;
#endif
  }

  // a − b, a − b − borrow
  LUCID_HOST_DEVICE LUCID_KERNEL_INLINE word subtract(word a, word b) noexcept {
#if defined(__CUDA_ARCH__)
    word r;
    asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return low_of(std::uint64_t{a} - b);
#endif
  }
  LUCID_HOST_DEVICE LUCID_KERNEL_INLINE word subtract_on(word a, word b) noexcept {
#if defined(__CUDA_ARCH__)
    word r;
    asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return low_of(std::uint64_t{a} - b - flag_);
#endif
  }
  LUCID_HOST_DEVICE LUCID_KERNEL_INLINE word subtract_end(word a, word b) noexcept {
#if defined(__CUDA_ARCH__)
    word r;
    asm volatile("subc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
#else
    return a - b - flag_;
#endif
  }

  // (lo, hi) = a·b + (c, d), with the carry out, and in.
  LUCID_HOST_DEVICE LUCID_KERNEL_INLINE void multiply_add(word& lo, word& hi, word a, word b, word c, word d) noexcept {
#if defined(__CUDA_ARCH__)
    word l, h;
    asm volatile("mad.lo.cc.u32 %0, %2, %3, %4;\n\tmadc.hi.cc.u32 %1, %2, %3, %5;" : "=&r"(l), "=r"(h) : "r"(a), "r"(b), "r"(c), "r"(d));
    lo = l, hi = h;
#else
    flag_ = 0;
    multiply_add_on(lo, hi, a, b, c, d);
#endif
  }
  LUCID_HOST_DEVICE LUCID_KERNEL_INLINE void multiply_add_on(word& lo, word& hi, word a, word b, word c, word d) noexcept {
#if defined(__CUDA_ARCH__)
    word l, h;
    asm volatile("madc.lo.cc.u32 %0, %2, %3, %4;\n\tmadc.hi.cc.u32 %1, %2, %3, %5;" : "=&r"(l), "=r"(h) : "r"(a), "r"(b), "r"(c), "r"(d));
    lo = l, hi = h;
#else
    std::uint64_t const product = std::uint64_t{a} * b;
    lo = low_of((product & ~word{0}) + c + flag_);
    hi = low_of((product >> 32) + d + flag_);
#endif
  }

 private:
#if !defined(__CUDA_ARCH__)
  LUCID_HOST_DEVICE word low_of(std::uint64_t x) noexcept {
    flag_ = static_cast<word>(x >> 32) & 1;
    return static_cast<word>(x);
  }
#endif
  word flag_ = 0;
};

}  // namespace lucid::inline v0::arch::ptx
