// Montgomery products on x86-64 with mulx, adcx and adox: one row of a product is one piece of assembly, because no compiler keeps two carry chains apart.
// Four and six limbs. Whether the machine has these instructions is asked once, when the program starts; no unit needs an instruction-set flag.
#pragma once

#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
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
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr unsigned bmi2_and_adx = 1u << 8 | 1u << 19;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bmi2_and_adx) == bmi2_and_adx;
}

// False until the initialisers have run, so that the order of initialisation decides about speed only. Tests write to it; nothing else does.
inline bool has_two_carry_chains = detect_two_carry_chains();

// An accumulator of N + 1 limbs, in registers.
template <std::size_t N>
struct row;

template <>
struct row<4> {
  limb_t t0, t1, t2, t3, t4;

  [[nodiscard]] LUCID_INLINE limb_t low() const noexcept { return t0; }

  // a·b
  static LUCID_INLINE row product(limb_t const* a, limb_t b) noexcept {
    row r;
    limb_t low;
    asm("mulx (%[a]), %[t0], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[t2]\n\t"
        "addq %[low], %[t1]\n\t"
        "mulx 16(%[a]), %[low], %[t3]\n\t"
        "adcq %[low], %[t2]\n\t"
        "mulx 24(%[a]), %[low], %[t4]\n\t"
        "adcq %[low], %[t3]\n\t"
        "adcq $0, %[t4]"
        : [t0] "=&r"(r.t0), [t1] "=&r"(r.t1), [t2] "=&r"(r.t2), [t3] "=&r"(r.t3), [t4] "=&r"(r.t4), [low] "=&r"(low)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(a))
        : "cc");
    return r;
  }

  // t0 … t3 += a·b; t4 becomes the carry out. Precondition: the sum fits 5 limbs.
  LUCID_INLINE void add_product(limb_t const* a, limb_t b) noexcept {
    limb_t low;
    limb_t high;
    asm("xorl %k[t4], %k[t4]\n\t"
        "mulx (%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t0]\n\t"
        "adcxq %[high], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t1]\n\t"
        "adcxq %[high], %[t2]\n\t"
        "mulx 16(%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t2]\n\t"
        "adcxq %[high], %[t3]\n\t"
        "mulx 24(%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t3]\n\t"
        "adcxq %[t4], %[high]\n\t"
        "adoxq %[high], %[t4]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "=&r"(t4), [low] "=&r"(low), [high] "=&r"(high)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[4]>(a))
        : "cc");
  }

  // (t + m·p)/2^64 in t0 … t3. Precondition: m = −t0/p mod 2^64, and the quotient fits 4 limbs.
  LUCID_INLINE void reduce(limb_t const* p, limb_t m) noexcept {
    limb_t low;
    limb_t next;
    asm("xorl %k[next], %k[next]\n\t"
        "mulx (%[p]), %[low], %[next]\n\t"
        "adcxq %[t0], %[low]\n\t"
        "adcxq %[t1], %[next]\n\t"
        "mulx 8(%[p]), %[low], %[t1]\n\t"
        "adoxq %[low], %[next]\n\t"
        "adcxq %[t2], %[t1]\n\t"
        "mulx 16(%[p]), %[low], %[t2]\n\t"
        "adoxq %[low], %[t1]\n\t"
        "adcxq %[t3], %[t2]\n\t"
        "mulx 24(%[p]), %[low], %[t3]\n\t"
        "adoxq %[low], %[t2]\n\t"
        "movl $0, %k[low]\n\t"
        "adcxq %[low], %[t3]\n\t"
        "adoxq %[t4], %[t3]"
        : [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [low] "=&r"(low), [next] "=&r"(next)
        : [t0] "r"(t0), [t4] "r"(t4), [p] "r"(p), "d"(m), "m"(*reinterpret_cast<limb_t const(*)[4]>(p))
        : "cc");
    t0 = next;
  }

  // t − p where t0 … t3 ≥ p, else t, to memory. In assembly because compilers pair the limbs in vector registers for the store.
  LUCID_INLINE void store_reduced_once(limb_t const* p, limb_t* out) const noexcept {
    limb_t s0, s1, s2, s3;
    asm("movq %[t0], %[s0]\n\t"
        "subq (%[p]), %[s0]\n\t"
        "movq %[t1], %[s1]\n\t"
        "sbbq 8(%[p]), %[s1]\n\t"
        "movq %[t2], %[s2]\n\t"
        "sbbq 16(%[p]), %[s2]\n\t"
        "movq %[t3], %[s3]\n\t"
        "sbbq 24(%[p]), %[s3]\n\t"
        "cmovcq %[t0], %[s0]\n\t"
        "cmovcq %[t1], %[s1]\n\t"
        "cmovcq %[t2], %[s2]\n\t"
        "cmovcq %[t3], %[s3]\n\t"
        "movq %[s0], (%[out])\n\t"
        "movq %[s1], 8(%[out])\n\t"
        "movq %[s2], 16(%[out])\n\t"
        "movq %[s3], 24(%[out])"
        : [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3), "=m"(*reinterpret_cast<limb_t(*)[4]>(out))
        : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [p] "r"(p), [out] "r"(out), "m"(*reinterpret_cast<limb_t const(*)[4]>(p))
        : "cc");
  }
};

template <>
struct row<6> {
  limb_t t0, t1, t2, t3, t4, t5, t6;

  [[nodiscard]] LUCID_INLINE limb_t low() const noexcept { return t0; }

  // a·b
  static LUCID_INLINE row product(limb_t const* a, limb_t b) noexcept {
    row r;
    limb_t low;
    asm("mulx (%[a]), %[t0], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[t2]\n\t"
        "addq %[low], %[t1]\n\t"
        "mulx 16(%[a]), %[low], %[t3]\n\t"
        "adcq %[low], %[t2]\n\t"
        "mulx 24(%[a]), %[low], %[t4]\n\t"
        "adcq %[low], %[t3]\n\t"
        "mulx 32(%[a]), %[low], %[t5]\n\t"
        "adcq %[low], %[t4]\n\t"
        "mulx 40(%[a]), %[low], %[t6]\n\t"
        "adcq %[low], %[t5]\n\t"
        "adcq $0, %[t6]"
        : [t0] "=&r"(r.t0), [t1] "=&r"(r.t1), [t2] "=&r"(r.t2), [t3] "=&r"(r.t3), [t4] "=&r"(r.t4), [t5] "=&r"(r.t5), [t6] "=&r"(r.t6), [low] "=&r"(low)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[6]>(a))
        : "cc");
    return r;
  }

  // t0 … t5 += a·b; t6 becomes the carry out. Precondition: the sum fits 7 limbs.
  LUCID_INLINE void add_product(limb_t const* a, limb_t b) noexcept {
    limb_t low;
    limb_t high;
    asm("xorl %k[t6], %k[t6]\n\t"
        "mulx (%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t0]\n\t"
        "adcxq %[high], %[t1]\n\t"
        "mulx 8(%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t1]\n\t"
        "adcxq %[high], %[t2]\n\t"
        "mulx 16(%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t2]\n\t"
        "adcxq %[high], %[t3]\n\t"
        "mulx 24(%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t3]\n\t"
        "adcxq %[high], %[t4]\n\t"
        "mulx 32(%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t4]\n\t"
        "adcxq %[high], %[t5]\n\t"
        "mulx 40(%[a]), %[low], %[high]\n\t"
        "adoxq %[low], %[t5]\n\t"
        "adcxq %[t6], %[high]\n\t"
        "adoxq %[high], %[t6]"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5), [t6] "=&r"(t6), [low] "=&r"(low), [high] "=&r"(high)
        : [a] "r"(a), "d"(b), "m"(*reinterpret_cast<limb_t const(*)[6]>(a))
        : "cc");
  }

  // (t + m·p)/2^64 in t0 … t5. Precondition: m = −t0/p mod 2^64, and the quotient fits 6 limbs.
  LUCID_INLINE void reduce(limb_t const* p, limb_t m) noexcept {
    limb_t low;
    limb_t next;
    asm("xorl %k[next], %k[next]\n\t"
        "mulx (%[p]), %[low], %[next]\n\t"
        "adcxq %[t0], %[low]\n\t"
        "adcxq %[t1], %[next]\n\t"
        "mulx 8(%[p]), %[low], %[t1]\n\t"
        "adoxq %[low], %[next]\n\t"
        "adcxq %[t2], %[t1]\n\t"
        "mulx 16(%[p]), %[low], %[t2]\n\t"
        "adoxq %[low], %[t1]\n\t"
        "adcxq %[t3], %[t2]\n\t"
        "mulx 24(%[p]), %[low], %[t3]\n\t"
        "adoxq %[low], %[t2]\n\t"
        "adcxq %[t4], %[t3]\n\t"
        "mulx 32(%[p]), %[low], %[t4]\n\t"
        "adoxq %[low], %[t3]\n\t"
        "adcxq %[t5], %[t4]\n\t"
        "mulx 40(%[p]), %[low], %[t5]\n\t"
        "adoxq %[low], %[t4]\n\t"
        "movl $0, %k[low]\n\t"
        "adcxq %[low], %[t5]\n\t"
        "adoxq %[t6], %[t5]"
        : [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5), [low] "=&r"(low), [next] "=&r"(next)
        : [t0] "r"(t0), [t6] "r"(t6), [p] "r"(p), "d"(m), "m"(*reinterpret_cast<limb_t const(*)[6]>(p))
        : "cc");
    t0 = next;
  }

  // t − p where t0 … t5 ≥ p, else t, to memory. In assembly because compilers pair the limbs in vector registers for the store.
  LUCID_INLINE void store_reduced_once(limb_t const* p, limb_t* out) noexcept {
    asm("movq %[t0], (%[out])\n\t"
        "movq %[t1], 8(%[out])\n\t"
        "movq %[t2], 16(%[out])\n\t"
        "movq %[t3], 24(%[out])\n\t"
        "movq %[t4], 32(%[out])\n\t"
        "movq %[t5], 40(%[out])\n\t"
        "subq (%[p]), %[t0]\n\t"
        "sbbq 8(%[p]), %[t1]\n\t"
        "sbbq 16(%[p]), %[t2]\n\t"
        "sbbq 24(%[p]), %[t3]\n\t"
        "sbbq 32(%[p]), %[t4]\n\t"
        "sbbq 40(%[p]), %[t5]\n\t"
        "cmovcq (%[out]), %[t0]\n\t"
        "cmovcq 8(%[out]), %[t1]\n\t"
        "cmovcq 16(%[out]), %[t2]\n\t"
        "cmovcq 24(%[out]), %[t3]\n\t"
        "cmovcq 32(%[out]), %[t4]\n\t"
        "cmovcq 40(%[out]), %[t5]\n\t"
        "movq %[t0], (%[out])\n\t"
        "movq %[t1], 8(%[out])\n\t"
        "movq %[t2], 16(%[out])\n\t"
        "movq %[t3], 24(%[out])\n\t"
        "movq %[t4], 32(%[out])\n\t"
        "movq %[t5], 40(%[out])"
        : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5), "=m"(*reinterpret_cast<limb_t(*)[6]>(out))
        : [p] "r"(p), [out] "r"(out), "m"(*reinterpret_cast<limb_t const(*)[6]>(p))
        : "cc");
  }
};

}  // namespace lucid::inline v0::arch::x86_64

#endif
