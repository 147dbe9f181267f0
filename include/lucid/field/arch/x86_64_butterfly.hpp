// Four limbs in registers, and the sums and differences of a transform's butterfly on them: compilers keep neither the carries nor the limbs in registers.
// Baseline x86-64: nothing to detect. Plain integers: what they are modulo is the caller's affair.
#pragma once

#include <lucid/field/arch/x86_64.hpp>

#if defined(LUCID_HAS_X86_64_ROWS)
#define LUCID_HAS_X86_64_BUTTERFLY 1

#include <lucid/config/target.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0::arch::x86_64 {

struct four_limbs {
  limb_t x0, x1, x2, x3;

  // x − q where x ≥ q, else x.
  LUCID_INLINE void reduce_once(limb_t const* q) noexcept {
    limb_t d0, d1, d2, d3;
    asm("movq %[x0], %[d0]\n\t"
        "subq (%[q]), %[d0]\n\t"
        "movq %[x1], %[d1]\n\t"
        "sbbq 8(%[q]), %[d1]\n\t"
        "movq %[x2], %[d2]\n\t"
        "sbbq 16(%[q]), %[d2]\n\t"
        "movq %[x3], %[d3]\n\t"
        "sbbq 24(%[q]), %[d3]\n\t"
        "cmovncq %[d0], %[x0]\n\t"
        "cmovncq %[d1], %[x1]\n\t"
        "cmovncq %[d2], %[x2]\n\t"
        "cmovncq %[d3], %[x3]"
        : [x0] "+&r"(x0), [x1] "+&r"(x1), [x2] "+&r"(x2), [x3] "+&r"(x3), [d0] "=&r"(d0), [d1] "=&r"(d1), [d2] "=&r"(d2), [d3] "=&r"(d3)
        : [q] "r"(q), "m"(*reinterpret_cast<limb_t const(*)[4]>(q))
        : "cc");
  }

  // x + y to memory. Precondition: the sum fits.
  LUCID_INLINE void store_sum(four_limbs const& y, limb_t* out) const noexcept {
    limb_t s;
    asm("movq %[x0], %[s]\n\t"
        "addq %[y0], %[s]\n\t"
        "movq %[s], (%[out])\n\t"
        "movq %[x1], %[s]\n\t"
        "adcq %[y1], %[s]\n\t"
        "movq %[s], 8(%[out])\n\t"
        "movq %[x2], %[s]\n\t"
        "adcq %[y2], %[s]\n\t"
        "movq %[s], 16(%[out])\n\t"
        "movq %[x3], %[s]\n\t"
        "adcq %[y3], %[s]\n\t"
        "movq %[s], 24(%[out])"
        : [s] "=&r"(s), "=m"(*reinterpret_cast<limb_t(*)[4]>(out))
        : [x0] "r"(x0), [x1] "r"(x1), [x2] "r"(x2), [x3] "r"(x3), [y0] "r"(y.x0), [y1] "r"(y.x1), [y2] "r"(y.x2), [y3] "r"(y.x3),
          [out] "r"(out)
        : "cc");
  }

  // x + q − y to memory; x is used up. Precondition: 0 ≤ x + q − y, and x + q fits.
  LUCID_INLINE void store_difference(limb_t const* q, four_limbs const& y, limb_t* out) noexcept {
    asm("addq (%[q]), %[x0]\n\t"
        "adcq 8(%[q]), %[x1]\n\t"
        "adcq 16(%[q]), %[x2]\n\t"
        "adcq 24(%[q]), %[x3]\n\t"
        "subq %[y0], %[x0]\n\t"
        "sbbq %[y1], %[x1]\n\t"
        "sbbq %[y2], %[x2]\n\t"
        "sbbq %[y3], %[x3]\n\t"
        "movq %[x0], (%[out])\n\t"
        "movq %[x1], 8(%[out])\n\t"
        "movq %[x2], 16(%[out])\n\t"
        "movq %[x3], 24(%[out])"
        : [x0] "+&r"(x0), [x1] "+&r"(x1), [x2] "+&r"(x2), [x3] "+&r"(x3), "=m"(*reinterpret_cast<limb_t(*)[4]>(out))
        : [y0] "r"(y.x0), [y1] "r"(y.x1), [y2] "r"(y.x2), [y3] "r"(y.x3), [q] "r"(q), [out] "r"(out),
          "m"(*reinterpret_cast<limb_t const(*)[4]>(q))
        : "cc");
  }
};

}  // namespace lucid::inline v0::arch::x86_64

#endif
