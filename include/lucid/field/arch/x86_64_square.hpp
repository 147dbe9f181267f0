// Rows of a square on x86-64: each product of two different limbs is made once and counted twice, 10 products of limbs instead of 16, or 21 instead of 36.
// The reduction, and the question whether the machine has the instructions, are those of x86_64.hpp.
#pragma once

#include <lucid/field/arch/x86_64.hpp>

#if defined(LUCID_HAS_X86_64_ROWS)

namespace lucid::inline v0::arch::x86_64 {

// t += a_I·(a_I + 2·(a_{I+1} B + a_{I+2} B² + …))·B^I with B = 2^64, after I rows have been reduced; the row 0 sets t. d = 2a, of which limbs 2 … N − 1 are read:
// the limb behind a_I is doubled without what a_I would carry into it. Precondition: a < B^N/4.
template <std::size_t N, std::size_t I>
void add_row_of_square(row<N>& t, limb_t const* a, limb_t const* d) noexcept;

template <>
LUCID_INLINE void add_row_of_square<4, 0>(row<4>& t, limb_t const* a, limb_t const* d) noexcept {
  limb_t low;
  asm("mulx %%rdx, %[t0], %[t1]\n\t"
      "movq 8(%[a]), %[low]; addq %[low], %[low]; mulx %[low], %[low], %[t2]; addq %[low], %[t1]\n\t"
      "mulx 16(%[d]), %[low], %[t3]; adcq %[low], %[t2]\n\t"
      "mulx 24(%[d]), %[low], %[t4]; adcq %[low], %[t3]\n\t"
      "adcq $0, %[t4]"
      : [t0] "=&r"(t.t0), [t1] "=&r"(t.t1), [t2] "=&r"(t.t2), [t3] "=&r"(t.t3), [t4] "=&r"(t.t4), [low] "=&r"(low)
      : "d"(a[0]), [a] "r"(a), [d] "r"(d), "m"(*reinterpret_cast<limb_t const(*)[4]>(a)), "m"(*reinterpret_cast<limb_t const(*)[4]>(d))
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<4, 1>(row<4>& t, limb_t const* a, limb_t const* d) noexcept {
  limb_t low, high;
  asm("xorl %k[t4], %k[t4]\n\t"
      "mulx %%rdx, %[low], %[high]; adoxq %[low], %[t1]; adcxq %[high], %[t2]\n\t"
      "movq 16(%[a]), %[low]; leaq (%[low],%[low]), %[low]; mulx %[low], %[low], %[high]; adoxq %[low], %[t2]; adcxq %[high], %[t3]\n\t"
      "mulx 24(%[d]), %[low], %[high]; adoxq %[low], %[t3]; adcxq %[t4], %[high]\n\t"
      "adoxq %[high], %[t4]"
      : [t1] "+&r"(t.t1), [t2] "+&r"(t.t2), [t3] "+&r"(t.t3), [t4] "=&r"(t.t4), [low] "=&r"(low), [high] "=&r"(high)
      : "d"(a[1]), [a] "r"(a), [d] "r"(d), "m"(*reinterpret_cast<limb_t const(*)[4]>(a)), "m"(*reinterpret_cast<limb_t const(*)[4]>(d))
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<4, 2>(row<4>& t, limb_t const* a, limb_t const*) noexcept {
  limb_t low, high;
  asm("xorl %k[t4], %k[t4]\n\t"
      "mulx %%rdx, %[low], %[high]; adoxq %[low], %[t2]; adcxq %[high], %[t3]\n\t"
      "movq 24(%[a]), %[low]; leaq (%[low],%[low]), %[low]; mulx %[low], %[low], %[high]; adoxq %[low], %[t3]; adcxq %[t4], %[high]\n\t"
      "adoxq %[high], %[t4]"
      : [t2] "+&r"(t.t2), [t3] "+&r"(t.t3), [t4] "=&r"(t.t4), [low] "=&r"(low), [high] "=&r"(high)
      : "d"(a[2]), [a] "r"(a), "m"(*reinterpret_cast<limb_t const(*)[4]>(a))
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<4, 3>(row<4>& t, limb_t const* a, limb_t const*) noexcept {
  limb_t low;
  asm("mulx %%rdx, %[low], %[t4]; addq %[low], %[t3]; adcq $0, %[t4]"
      : [t3] "+&r"(t.t3), [t4] "=&r"(t.t4), [low] "=&r"(low)
      : "d"(a[3])
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<6, 0>(row<6>& t, limb_t const* a, limb_t const* d) noexcept {
  limb_t low;
  asm("mulx %%rdx, %[t0], %[t1]\n\t"
      "movq 8(%[a]), %[low]; addq %[low], %[low]; mulx %[low], %[low], %[t2]; addq %[low], %[t1]\n\t"
      "mulx 16(%[d]), %[low], %[t3]; adcq %[low], %[t2]\n\t"
      "mulx 24(%[d]), %[low], %[t4]; adcq %[low], %[t3]\n\t"
      "mulx 32(%[d]), %[low], %[t5]; adcq %[low], %[t4]\n\t"
      "mulx 40(%[d]), %[low], %[t6]; adcq %[low], %[t5]\n\t"
      "adcq $0, %[t6]"
      : [t0] "=&r"(t.t0), [t1] "=&r"(t.t1), [t2] "=&r"(t.t2), [t3] "=&r"(t.t3), [t4] "=&r"(t.t4), [t5] "=&r"(t.t5), [t6] "=&r"(t.t6),
        [low] "=&r"(low)
      : "d"(a[0]), [a] "r"(a), [d] "r"(d), "m"(*reinterpret_cast<limb_t const(*)[6]>(a)), "m"(*reinterpret_cast<limb_t const(*)[6]>(d))
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<6, 1>(row<6>& t, limb_t const* a, limb_t const* d) noexcept {
  limb_t low, high;
  asm("xorl %k[t6], %k[t6]\n\t"
      "mulx %%rdx, %[low], %[high]; adoxq %[low], %[t1]; adcxq %[high], %[t2]\n\t"
      "movq 16(%[a]), %[low]; leaq (%[low],%[low]), %[low]; mulx %[low], %[low], %[high]; adoxq %[low], %[t2]; adcxq %[high], %[t3]\n\t"
      "mulx 24(%[d]), %[low], %[high]; adoxq %[low], %[t3]; adcxq %[high], %[t4]\n\t"
      "mulx 32(%[d]), %[low], %[high]; adoxq %[low], %[t4]; adcxq %[high], %[t5]\n\t"
      "mulx 40(%[d]), %[low], %[high]; adoxq %[low], %[t5]; adcxq %[t6], %[high]\n\t"
      "adoxq %[high], %[t6]"
      : [t1] "+&r"(t.t1), [t2] "+&r"(t.t2), [t3] "+&r"(t.t3), [t4] "+&r"(t.t4), [t5] "+&r"(t.t5), [t6] "=&r"(t.t6), [low] "=&r"(low),
        [high] "=&r"(high)
      : "d"(a[1]), [a] "r"(a), [d] "r"(d), "m"(*reinterpret_cast<limb_t const(*)[6]>(a)), "m"(*reinterpret_cast<limb_t const(*)[6]>(d))
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<6, 2>(row<6>& t, limb_t const* a, limb_t const* d) noexcept {
  limb_t low, high;
  asm("xorl %k[t6], %k[t6]\n\t"
      "mulx %%rdx, %[low], %[high]; adoxq %[low], %[t2]; adcxq %[high], %[t3]\n\t"
      "movq 24(%[a]), %[low]; leaq (%[low],%[low]), %[low]; mulx %[low], %[low], %[high]; adoxq %[low], %[t3]; adcxq %[high], %[t4]\n\t"
      "mulx 32(%[d]), %[low], %[high]; adoxq %[low], %[t4]; adcxq %[high], %[t5]\n\t"
      "mulx 40(%[d]), %[low], %[high]; adoxq %[low], %[t5]; adcxq %[t6], %[high]\n\t"
      "adoxq %[high], %[t6]"
      : [t2] "+&r"(t.t2), [t3] "+&r"(t.t3), [t4] "+&r"(t.t4), [t5] "+&r"(t.t5), [t6] "=&r"(t.t6), [low] "=&r"(low), [high] "=&r"(high)
      : "d"(a[2]), [a] "r"(a), [d] "r"(d), "m"(*reinterpret_cast<limb_t const(*)[6]>(a)), "m"(*reinterpret_cast<limb_t const(*)[6]>(d))
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<6, 3>(row<6>& t, limb_t const* a, limb_t const* d) noexcept {
  limb_t low, high;
  asm("xorl %k[t6], %k[t6]\n\t"
      "mulx %%rdx, %[low], %[high]; adoxq %[low], %[t3]; adcxq %[high], %[t4]\n\t"
      "movq 32(%[a]), %[low]; leaq (%[low],%[low]), %[low]; mulx %[low], %[low], %[high]; adoxq %[low], %[t4]; adcxq %[high], %[t5]\n\t"
      "mulx 40(%[d]), %[low], %[high]; adoxq %[low], %[t5]; adcxq %[t6], %[high]\n\t"
      "adoxq %[high], %[t6]"
      : [t3] "+&r"(t.t3), [t4] "+&r"(t.t4), [t5] "+&r"(t.t5), [t6] "=&r"(t.t6), [low] "=&r"(low), [high] "=&r"(high)
      : "d"(a[3]), [a] "r"(a), [d] "r"(d), "m"(*reinterpret_cast<limb_t const(*)[6]>(a)), "m"(*reinterpret_cast<limb_t const(*)[6]>(d))
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<6, 4>(row<6>& t, limb_t const* a, limb_t const*) noexcept {
  limb_t low, high;
  asm("xorl %k[t6], %k[t6]\n\t"
      "mulx %%rdx, %[low], %[high]; adoxq %[low], %[t4]; adcxq %[high], %[t5]\n\t"
      "movq 40(%[a]), %[low]; leaq (%[low],%[low]), %[low]; mulx %[low], %[low], %[high]; adoxq %[low], %[t5]; adcxq %[t6], %[high]\n\t"
      "adoxq %[high], %[t6]"
      : [t4] "+&r"(t.t4), [t5] "+&r"(t.t5), [t6] "=&r"(t.t6), [low] "=&r"(low), [high] "=&r"(high)
      : "d"(a[4]), [a] "r"(a), "m"(*reinterpret_cast<limb_t const(*)[6]>(a))
      : "cc");
}

template <>
LUCID_INLINE void add_row_of_square<6, 5>(row<6>& t, limb_t const* a, limb_t const*) noexcept {
  limb_t low;
  asm("mulx %%rdx, %[low], %[t6]; addq %[low], %[t5]; adcq $0, %[t6]"
      : [t5] "+&r"(t.t5), [t6] "=&r"(t.t6), [low] "=&r"(low)
      : "d"(a[5])
      : "cc");
}

}  // namespace lucid::inline v0::arch::x86_64

#endif
