// Arithmetic of four and six limbs modulo p on x86-64. One row of a product is one piece of assembly: no compiler keeps the two carry chains of adcx and
// adox apart, and gcc 12 makes three times the instructions of a single one. Whether the machine has mulx, adcx and adox is asked once, when the program
// starts; sums and differences need nothing beyond the base instruction set. No unit needs an instruction-set flag.
//
// Results go to memory from inside the assembly. Left in registers, compilers pair them in vector registers at the cost of a third of a product. Sums and
// differences are paired on purpose: they are short, they are copied often, and a 16-byte load of two 8-byte stores waits until both have left the store buffer.
//
// p is a constant of the program, so that its limbs are not named as operands; two pieces of assembly instead of one for a sum, because a build without
// optimisation has no more than twelve registers to give.
#pragma once

// The memory sanitizer does not see what assembly writes. LUCID_NO_ASSEMBLY may be defined by a user as well, in every unit of a program.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define LUCID_NO_ASSEMBLY 1
#endif
#endif

#if defined(__x86_64__) && !defined(__CUDA_ARCH__) && !defined(LUCID_NO_ASSEMBLY)
#define LUCID_HAS_X86_64_ROWS 1

#include <cpuid.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <lucid/config/target.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0::arch::x86_64 {

// BMI2 (mulx) and ADX (adcx, adox), unless the environment says LUCID_ISA=portable.
inline bool detect_two_carry_chains() noexcept {
  char const* const isa = std::getenv("LUCID_ISA");
  if (isa != nullptr && std::strcmp(isa, "portable") == 0) return false;
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned bmi2_and_adx = 1u << 8 | 1u << 19;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bmi2_and_adx) == bmi2_and_adx;
}

// False until the initialisers have run, so that their order decides about speed only. Tests write to it; nothing else does.
inline bool has_two_carry_chains = detect_two_carry_chains();

// An accumulator of N + 1 limbs, in registers.
template <std::size_t N>
struct row;

template <std::size_t N>
void add(limb_t* out, limb_t const* a, limb_t const* b, limb_t const* p) noexcept;
template <std::size_t N>
void subtract(limb_t* out, limb_t const* a, limb_t const* b, limb_t const* p) noexcept;

template <>
struct row<4> {
  limb_t t0, t1, t2, t3, t4;

  [[nodiscard]] LUCID_INLINE limb_t low() const noexcept { return t0; }

  // a·b
  static LUCID_INLINE row product(limb_t const* a, limb_t b) noexcept {
    row r;
    limb_t low;
    asm("mulx (%[a]), %[t0], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[t2]; addq %[low], %[t1]\n\t"
        "mulx 16(%[a]), %[low], %[t3]; adcq %[low], %[t2]\n\t"
        "mulx 24(%[a]), %[low], %[t4]; adcq %[low], %[t3]\n\t"
        "adcq $0, %[t4]"
        : [t0] "=&r"(r.t0), [t1] "=&r"(r.t1), [t2] "=&r"(r.t2), [t3] "=&r"(r.t3), [t4] "=&r"(r.t4), [low] "=&r"(low)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(a))
        : "cc");
    return r;
  }

  // t0 … t3 += a·b; t4 becomes the carry out.
  LUCID_INLINE void add_product(limb_t const* a, limb_t b) noexcept {
    limb_t low, high;
    asm("xorl %k[t4], %k[t4]\n\t"
        "mulx (%[a]), %[low], %[high]; adoxq %[low], %[t0]; adcxq %[high], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[high]; adoxq %[low], %[t1]; adcxq %[high], %[t2]\n\t"
        "mulx 16(%[a]), %[low], %[high]; adoxq %[low], %[t2]; adcxq %[high], %[t3]\n\t"
        "mulx 24(%[a]), %[low], %[high]; adoxq %[low], %[t3]; adcxq %[t4], %[high]\n\t"
        "adoxq %[high], %[t4]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "=&r"(t4), [low] "=&r"(low), [high] "=&r"(high)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(a))
        : "cc");
  }

  // t += a·b, the carry out added to t4.
  LUCID_INLINE void add_another_product(limb_t const* a, limb_t b) noexcept {
    limb_t low, high;
    asm("xorl %k[low], %k[low]\n\t"
        "mulx (%[a]), %[low], %[high]; adoxq %[low], %[t0]; adcxq %[high], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[high]; adoxq %[low], %[t1]; adcxq %[high], %[t2]\n\t"
        "mulx 16(%[a]), %[low], %[high]; adoxq %[low], %[t2]; adcxq %[high], %[t3]\n\t"
        "mulx 24(%[a]), %[low], %[high]; adoxq %[low], %[t3]\n\t"
        "movl $0, %k[low]; adcxq %[low], %[high]; adoxq %[high], %[t4]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [low] "=&r"(low), [high] "=&r"(high)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(a))
        : "cc");
  }

  // (t + m·p)/2^64 in t0 … t3. Precondition: m = −t0/p mod 2^64, and the quotient fits.
  LUCID_INLINE void reduce(limb_t const* p, limb_t m) noexcept {
    limb_t low, next;
    asm("xorl %k[next], %k[next]\n\t"
        "mulx (%[p]), %[low], %[next]; adcxq %[t0], %[low]; adcxq %[t1], %[next]\n\t"
        "mulx 8(%[p]), %[low], %[t1]; adoxq %[low], %[next]; adcxq %[t2], %[t1]\n\t"
        "mulx 16(%[p]), %[low], %[t2]; adoxq %[low], %[t1]; adcxq %[t3], %[t2]\n\t"
        "mulx 24(%[p]), %[low], %[t3]; adoxq %[low], %[t2]\n\t"
        "movl $0, %k[low]; adcxq %[low], %[t3]; adoxq %[t4], %[t3]"
        : [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [low] "=&r"(low), [next] "=&r"(next)
        : [t0] "r"(t0), [t4] "r"(t4), [p] "r"(p), "d"(m)
        : "cc");
    t0 = next;
  }

  // t − p where t0 … t3 ≥ p, else t, to memory.
  LUCID_INLINE void store_reduced_once(limb_t const* p, limb_t* out) const noexcept {
    limb_t s0, s1, s2, s3;
    asm("movq %[t0], %[s0]; subq (%[p]), %[s0]\n\t"
        "movq %[t1], %[s1]; sbbq 8(%[p]), %[s1]\n\t"
        "movq %[t2], %[s2]; sbbq 16(%[p]), %[s2]\n\t"
        "movq %[t3], %[s3]; sbbq 24(%[p]), %[s3]\n\t"
        "cmovcq %[t0], %[s0]; cmovcq %[t1], %[s1]\n\t"
        "cmovcq %[t2], %[s2]; cmovcq %[t3], %[s3]\n\t"
        "movq %[s0], (%[out]); movq %[s1], 8(%[out])\n\t"
        "movq %[s2], 16(%[out]); movq %[s3], 24(%[out])"
        : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3), "=m"(*reinterpret_cast<limb_t(*)[4]>(out))
        : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [p] "r"(p), [out] "r"(out)
        : "cc");
  }
};

// a + b mod p for a, b < p; out may be a or b.
template <>
LUCID_INLINE void add<4>(limb_t* out, limb_t const* a, limb_t const* b, limb_t const* p) noexcept {
  limb_t t0, t1, t2, t3;
  asm("movq (%[a]), %[t0]; movq 8(%[a]), %[t1]\n\t"
      "movq 16(%[a]), %[t2]; movq 24(%[a]), %[t3]\n\t"
      "addq (%[b]), %[t0]; adcq 8(%[b]), %[t1]\n\t"
      "adcq 16(%[b]), %[t2]; adcq 24(%[b]), %[t3]"
      : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3)
      : [a] "r"(a), [b] "r"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(a)), "m"(*reinterpret_cast<limb_t const(*)[4]>(b))
      : "cc");
  limb_t s0, s1, s2, s3;
  asm("movq %[t0], %[s0]; subq (%[p]), %[s0]\n\t"
      "movq %[t1], %[s1]; sbbq 8(%[p]), %[s1]\n\t"
      "movq %[t2], %[s2]; sbbq 16(%[p]), %[s2]\n\t"
      "movq %[t3], %[s3]; sbbq 24(%[p]), %[s3]\n\t"
      "cmovcq %[t0], %[s0]; cmovcq %[t1], %[s1]\n\t"
      "cmovcq %[t2], %[s2]; cmovcq %[t3], %[s3]\n\t"
      "movq %[s0], %%xmm0; movq %[s1], %%xmm1; punpcklqdq %%xmm1, %%xmm0; movups %%xmm0, (%[out])\n\t"
      "movq %[s2], %%xmm2; movq %[s3], %%xmm3; punpcklqdq %%xmm3, %%xmm2; movups %%xmm2, 16(%[out])"
      : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3), "=m"(*reinterpret_cast<limb_t(*)[4]>(out))
      : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [p] "r"(p), [out] "r"(out)
      : "cc", "xmm0", "xmm1", "xmm2", "xmm3");
}

// a − b mod p for a, b < p; out may be a or b. The carry out of a − b + p is the borrow of a − b.
template <>
LUCID_INLINE void subtract<4>(limb_t* out, limb_t const* a, limb_t const* b, limb_t const* p) noexcept {
  limb_t t0, t1, t2, t3;
  asm("movq (%[a]), %[t0]; movq 8(%[a]), %[t1]\n\t"
      "movq 16(%[a]), %[t2]; movq 24(%[a]), %[t3]\n\t"
      "subq (%[b]), %[t0]; sbbq 8(%[b]), %[t1]\n\t"
      "sbbq 16(%[b]), %[t2]; sbbq 24(%[b]), %[t3]"
      : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3)
      : [a] "r"(a), [b] "r"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(a)), "m"(*reinterpret_cast<limb_t const(*)[4]>(b))
      : "cc");
  limb_t s0, s1, s2, s3;
  asm("movq %[t0], %[s0]; addq (%[p]), %[s0]\n\t"
      "movq %[t1], %[s1]; adcq 8(%[p]), %[s1]\n\t"
      "movq %[t2], %[s2]; adcq 16(%[p]), %[s2]\n\t"
      "movq %[t3], %[s3]; adcq 24(%[p]), %[s3]\n\t"
      "cmovncq %[t0], %[s0]; cmovncq %[t1], %[s1]\n\t"
      "cmovncq %[t2], %[s2]; cmovncq %[t3], %[s3]\n\t"
      "movq %[s0], %%xmm0; movq %[s1], %%xmm1; punpcklqdq %%xmm1, %%xmm0; movups %%xmm0, (%[out])\n\t"
      "movq %[s2], %%xmm2; movq %[s3], %%xmm3; punpcklqdq %%xmm3, %%xmm2; movups %%xmm2, 16(%[out])"
      : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3), "=m"(*reinterpret_cast<limb_t(*)[4]>(out))
      : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [p] "r"(p), [out] "r"(out)
      : "cc", "xmm0", "xmm1", "xmm2", "xmm3");
}

template <>
struct row<6> {
  limb_t t0, t1, t2, t3, t4, t5, t6;

  [[nodiscard]] LUCID_INLINE limb_t low() const noexcept { return t0; }

  // a·b
  static LUCID_INLINE row product(limb_t const* a, limb_t b) noexcept {
    row r;
    limb_t low;
    asm("mulx (%[a]), %[t0], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[t2]; addq %[low], %[t1]\n\t"
        "mulx 16(%[a]), %[low], %[t3]; adcq %[low], %[t2]\n\t"
        "mulx 24(%[a]), %[low], %[t4]; adcq %[low], %[t3]\n\t"
        "mulx 32(%[a]), %[low], %[t5]; adcq %[low], %[t4]\n\t"
        "mulx 40(%[a]), %[low], %[t6]; adcq %[low], %[t5]\n\t"
        "adcq $0, %[t6]"
        : [t0] "=&r"(r.t0), [t1] "=&r"(r.t1), [t2] "=&r"(r.t2), [t3] "=&r"(r.t3), [t4] "=&r"(r.t4), [t5] "=&r"(r.t5), [t6] "=&r"(r.t6),
          [low] "=&r"(low)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[6]>(a))
        : "cc");
    return r;
  }

  // t0 … t5 += a·b; t6 becomes the carry out.
  LUCID_INLINE void add_product(limb_t const* a, limb_t b) noexcept {
    limb_t low, high;
    asm("xorl %k[t6], %k[t6]\n\t"
        "mulx (%[a]), %[low], %[high]; adoxq %[low], %[t0]; adcxq %[high], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[high]; adoxq %[low], %[t1]; adcxq %[high], %[t2]\n\t"
        "mulx 16(%[a]), %[low], %[high]; adoxq %[low], %[t2]; adcxq %[high], %[t3]\n\t"
        "mulx 24(%[a]), %[low], %[high]; adoxq %[low], %[t3]; adcxq %[high], %[t4]\n\t"
        "mulx 32(%[a]), %[low], %[high]; adoxq %[low], %[t4]; adcxq %[high], %[t5]\n\t"
        "mulx 40(%[a]), %[low], %[high]; adoxq %[low], %[t5]; adcxq %[t6], %[high]\n\t"
        "adoxq %[high], %[t6]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5), [t6] "=&r"(t6), [low] "=&r"(low),
          [high] "=&r"(high)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[6]>(a))
        : "cc");
  }

  // t += a·b, the carry out added to t6.
  LUCID_INLINE void add_another_product(limb_t const* a, limb_t b) noexcept {
    limb_t low, high;
    asm("xorl %k[low], %k[low]\n\t"
        "mulx (%[a]), %[low], %[high]; adoxq %[low], %[t0]; adcxq %[high], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[high]; adoxq %[low], %[t1]; adcxq %[high], %[t2]\n\t"
        "mulx 16(%[a]), %[low], %[high]; adoxq %[low], %[t2]; adcxq %[high], %[t3]\n\t"
        "mulx 24(%[a]), %[low], %[high]; adoxq %[low], %[t3]; adcxq %[high], %[t4]\n\t"
        "mulx 32(%[a]), %[low], %[high]; adoxq %[low], %[t4]; adcxq %[high], %[t5]\n\t"
        "mulx 40(%[a]), %[low], %[high]; adoxq %[low], %[t5]\n\t"
        "movl $0, %k[low]; adcxq %[low], %[high]; adoxq %[high], %[t6]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5), [t6] "+&r"(t6), [low] "=&r"(low),
          [high] "=&r"(high)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[6]>(a))
        : "cc");
  }

  // (t + m·p)/2^64 in t0 … t5. Precondition: m = −t0/p mod 2^64, and the quotient fits.
  LUCID_INLINE void reduce(limb_t const* p, limb_t m) noexcept {
    limb_t low, next;
    asm("xorl %k[next], %k[next]\n\t"
        "mulx (%[p]), %[low], %[next]; adcxq %[t0], %[low]; adcxq %[t1], %[next]\n\t"
        "mulx 8(%[p]), %[low], %[t1]; adoxq %[low], %[next]; adcxq %[t2], %[t1]\n\t"
        "mulx 16(%[p]), %[low], %[t2]; adoxq %[low], %[t1]; adcxq %[t3], %[t2]\n\t"
        "mulx 24(%[p]), %[low], %[t3]; adoxq %[low], %[t2]; adcxq %[t4], %[t3]\n\t"
        "mulx 32(%[p]), %[low], %[t4]; adoxq %[low], %[t3]; adcxq %[t5], %[t4]\n\t"
        "mulx 40(%[p]), %[low], %[t5]; adoxq %[low], %[t4]\n\t"
        "movl $0, %k[low]; adcxq %[low], %[t5]; adoxq %[t6], %[t5]"
        : [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5), [low] "=&r"(low), [next] "=&r"(next)
        : [t0] "r"(t0), [t6] "r"(t6), [p] "r"(p), "d"(m)
        : "cc");
    t0 = next;
  }

  // t − p where t0 … t5 ≥ p, else t, to memory.
  LUCID_INLINE void store_reduced_once(limb_t const* p, limb_t* out) noexcept {
    asm("movq %[t0], (%[out]); movq %[t1], 8(%[out]); movq %[t2], 16(%[out])\n\t"
        "movq %[t3], 24(%[out]); movq %[t4], 32(%[out]); movq %[t5], 40(%[out])\n\t"
        "subq (%[p]), %[t0]; sbbq 8(%[p]), %[t1]; sbbq 16(%[p]), %[t2]\n\t"
        "sbbq 24(%[p]), %[t3]; sbbq 32(%[p]), %[t4]; sbbq 40(%[p]), %[t5]\n\t"
        "cmovcq (%[out]), %[t0]; cmovcq 8(%[out]), %[t1]; cmovcq 16(%[out]), %[t2]\n\t"
        "cmovcq 24(%[out]), %[t3]; cmovcq 32(%[out]), %[t4]; cmovcq 40(%[out]), %[t5]\n\t"
        "movq %[t0], (%[out]); movq %[t1], 8(%[out]); movq %[t2], 16(%[out])\n\t"
        "movq %[t3], 24(%[out]); movq %[t4], 32(%[out]); movq %[t5], 40(%[out])"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
          "=m"(*reinterpret_cast<limb_t(*)[6]>(out))
        : [p] "r"(p), [out] "r"(out)
        : "cc");
  }
};

// a + b mod p for a, b < p; out may be a or b.
template <>
LUCID_INLINE void add<6>(limb_t* out, limb_t const* a, limb_t const* b, limb_t const* p) noexcept {
  limb_t t0, t1, t2, t3, t4, t5;
  asm("movq (%[a]), %[t0]; movq 8(%[a]), %[t1]; movq 16(%[a]), %[t2]\n\t"
      "movq 24(%[a]), %[t3]; movq 32(%[a]), %[t4]; movq 40(%[a]), %[t5]\n\t"
      "addq (%[b]), %[t0]; adcq 8(%[b]), %[t1]; adcq 16(%[b]), %[t2]\n\t"
      "adcq 24(%[b]), %[t3]; adcq 32(%[b]), %[t4]; adcq 40(%[b]), %[t5]"
      : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5)
      : [a] "r"(a), [b] "r"(b), "m"(*reinterpret_cast<limb_t const(*)[6]>(a)), "m"(*reinterpret_cast<limb_t const(*)[6]>(b))
      : "cc");
  asm("movq %[t0], (%[out]); movq %[t1], 8(%[out]); movq %[t2], 16(%[out])\n\t"
      "movq %[t3], 24(%[out]); movq %[t4], 32(%[out]); movq %[t5], 40(%[out])\n\t"
      "subq (%[p]), %[t0]; sbbq 8(%[p]), %[t1]; sbbq 16(%[p]), %[t2]\n\t"
      "sbbq 24(%[p]), %[t3]; sbbq 32(%[p]), %[t4]; sbbq 40(%[p]), %[t5]\n\t"
      "cmovcq (%[out]), %[t0]; cmovcq 8(%[out]), %[t1]; cmovcq 16(%[out]), %[t2]\n\t"
      "cmovcq 24(%[out]), %[t3]; cmovcq 32(%[out]), %[t4]; cmovcq 40(%[out]), %[t5]\n\t"
      "movq %[t0], %%xmm0; movq %[t1], %%xmm1; punpcklqdq %%xmm1, %%xmm0; movups %%xmm0, (%[out])\n\t"
      "movq %[t2], %%xmm2; movq %[t3], %%xmm3; punpcklqdq %%xmm3, %%xmm2; movups %%xmm2, 16(%[out])\n\t"
      "movq %[t4], %%xmm4; movq %[t5], %%xmm5; punpcklqdq %%xmm5, %%xmm4; movups %%xmm4, 32(%[out])"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
        "=m"(*reinterpret_cast<limb_t(*)[6]>(out))
      : [p] "r"(p), [out] "r"(out)
      : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5");
}

// a − b mod p for a, b < p; out may be a or b. The carry out of a − b + p is the borrow of a − b.
template <>
LUCID_INLINE void subtract<6>(limb_t* out, limb_t const* a, limb_t const* b, limb_t const* p) noexcept {
  limb_t t0, t1, t2, t3, t4, t5;
  asm("movq (%[a]), %[t0]; movq 8(%[a]), %[t1]; movq 16(%[a]), %[t2]\n\t"
      "movq 24(%[a]), %[t3]; movq 32(%[a]), %[t4]; movq 40(%[a]), %[t5]\n\t"
      "subq (%[b]), %[t0]; sbbq 8(%[b]), %[t1]; sbbq 16(%[b]), %[t2]\n\t"
      "sbbq 24(%[b]), %[t3]; sbbq 32(%[b]), %[t4]; sbbq 40(%[b]), %[t5]"
      : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5)
      : [a] "r"(a), [b] "r"(b), "m"(*reinterpret_cast<limb_t const(*)[6]>(a)), "m"(*reinterpret_cast<limb_t const(*)[6]>(b))
      : "cc");
  asm("movq %[t0], (%[out]); movq %[t1], 8(%[out]); movq %[t2], 16(%[out])\n\t"
      "movq %[t3], 24(%[out]); movq %[t4], 32(%[out]); movq %[t5], 40(%[out])\n\t"
      "addq (%[p]), %[t0]; adcq 8(%[p]), %[t1]; adcq 16(%[p]), %[t2]\n\t"
      "adcq 24(%[p]), %[t3]; adcq 32(%[p]), %[t4]; adcq 40(%[p]), %[t5]\n\t"
      "cmovncq (%[out]), %[t0]; cmovncq 8(%[out]), %[t1]; cmovncq 16(%[out]), %[t2]\n\t"
      "cmovncq 24(%[out]), %[t3]; cmovncq 32(%[out]), %[t4]; cmovncq 40(%[out]), %[t5]\n\t"
      "movq %[t0], %%xmm0; movq %[t1], %%xmm1; punpcklqdq %%xmm1, %%xmm0; movups %%xmm0, (%[out])\n\t"
      "movq %[t2], %%xmm2; movq %[t3], %%xmm3; punpcklqdq %%xmm3, %%xmm2; movups %%xmm2, 16(%[out])\n\t"
      "movq %[t4], %%xmm4; movq %[t5], %%xmm5; punpcklqdq %%xmm5, %%xmm4; movups %%xmm4, 32(%[out])"
      : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
        "=m"(*reinterpret_cast<limb_t(*)[6]>(out))
      : [p] "r"(p), [out] "r"(out)
      : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5");
}

}  // namespace lucid::inline v0::arch::x86_64

#endif
