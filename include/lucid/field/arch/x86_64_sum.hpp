// A sum of four limbs modulo p that stays in registers from one term to the next: half the instructions of sums that go through memory.
#pragma once

#include <lucid/field/arch/x86_64.hpp>

#if defined(LUCID_HAS_X86_64_ROWS)

namespace lucid::inline v0::arch::x86_64 {

struct sum4 {
  limb_t t0, t1, t2, t3;

  // t += b
  LUCID_INLINE void add(limb_t const* b, limb_t const* p) noexcept {
    asm("addq (%[b]), %[t0]; adcq 8(%[b]), %[t1]; adcq 16(%[b]), %[t2]; adcq 24(%[b]), %[t3]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
        : [b] "r"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(b))
        : "cc");
    reduce_once(p);
  }
  // t += t
  LUCID_INLINE void double_in_place(limb_t const* p) noexcept {
    asm("addq %[t0], %[t0]; adcq %[t1], %[t1]; adcq %[t2], %[t2]; adcq %[t3], %[t3]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
        :
        : "cc");
    reduce_once(p);
  }
  // t −= b. The carry out of t − b + p is the borrow of t − b.
  LUCID_INLINE void subtract(limb_t const* b, limb_t const* p) noexcept {
    asm("subq (%[b]), %[t0]; sbbq 8(%[b]), %[t1]; sbbq 16(%[b]), %[t2]; sbbq 24(%[b]), %[t3]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
        : [b] "r"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(b))
        : "cc");
    limb_t s0, s1, s2, s3;
    asm("movq %[t0], %[s0]; addq (%[p]), %[s0]; movq %[t1], %[s1]; adcq 8(%[p]), %[s1]\n\t"
        "movq %[t2], %[s2]; adcq 16(%[p]), %[s2]; movq %[t3], %[s3]; adcq 24(%[p]), %[s3]\n\t"
        "cmovcq %[s0], %[t0]; cmovcq %[s1], %[t1]; cmovcq %[s2], %[t2]; cmovcq %[s3], %[t3]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3)
        : [p] "r"(p)
        : "cc");
  }

 private:
  // t − p where t ≥ p, else t.
  LUCID_INLINE void reduce_once(limb_t const* p) noexcept {
    limb_t s0, s1, s2, s3;
    asm("movq %[t0], %[s0]; subq (%[p]), %[s0]; movq %[t1], %[s1]; sbbq 8(%[p]), %[s1]\n\t"
        "movq %[t2], %[s2]; sbbq 16(%[p]), %[s2]; movq %[t3], %[s3]; sbbq 24(%[p]), %[s3]\n\t"
        "cmovncq %[s0], %[t0]; cmovncq %[s1], %[t1]; cmovncq %[s2], %[t2]; cmovncq %[s3], %[t3]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3)
        : [p] "r"(p)
        : "cc");
  }
};

}  // namespace lucid::inline v0::arch::x86_64

#endif
