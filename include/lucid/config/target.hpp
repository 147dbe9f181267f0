// What the compiler is asked for: where a function may run, and how hard it is inlined. No types, no arithmetic.
#pragma once

#if defined(__CUDACC__)
#define LUCID_HOST_DEVICE __host__ __device__
#define LUCID_DEVICE __device__
#else
#define LUCID_HOST_DEVICE
#define LUCID_DEVICE
#endif

#define LUCID_INLINE inline __attribute__((always_inline))
#define LUCID_NOINLINE __attribute__((noinline))

// What runs once a key, a circuit or a proof, calls others for its loops, or ends in a refusal: compiled for size, which is sooner done. First in a declaration.
#define LUCID_COLD __attribute__((cold))

// Before a loop of at most 8 turns: all of them, one after another.
#if defined(__CUDACC__)
#define LUCID_UNROLL _Pragma("unroll")
#else
#define LUCID_UNROLL _Pragma("GCC unroll 8")
#endif

// Before a loop of few turns that shall stay a loop.
#if defined(__CUDACC__)
#define LUCID_ROLLED _Pragma("unroll 1")
#else
#define LUCID_ROLLED _Pragma("GCC unroll 1")
#endif

// The same for what is written for devices and runs on the host in tests only: there nothing is gained, and much compiled.
#if defined(__CUDACC__)
#define LUCID_KERNEL_INLINE LUCID_INLINE
#define LUCID_KERNEL_UNROLL LUCID_UNROLL
#else
#define LUCID_KERNEL_INLINE inline
#define LUCID_KERNEL_UNROLL
#endif

// Whether the optimiser knows the value; false is always right.
#if defined(__CUDACC__)
#define LUCID_KNOWN(value) false
#else
#define LUCID_KNOWN(value) __builtin_constant_p(value)
#endif

#if !defined(__SIZEOF_INT128__)
#error "lucid needs a compiler with unsigned __int128 (g++ 12, clang 14 or newer on a 64-bit target)"
#endif
