// Eight 64-bit words in a register of AVX-512, with the multiply-and-add of 52-bit digits (IFMA): one instruction's work a function, no arithmetic of fields.
// Included by the CPU backend only. No unit is built with an instruction-set flag: each function here carries its target, and is inlined into an entry point that
// carries it too (LUCID_IFMA_ENTRY). Whether the machine has the instructions is the caller's affair: backend/cpu/instruction_set.hpp.
//
// Without <immintrin.h>, which costs a unit more to read than the rest of this library: vector types, and two built-in functions.
#pragma once

#include <lucid/config/target.hpp>

#if defined(__x86_64__) && !defined(__CUDACC__)
#define LUCID_HAS_IFMA 1

#include <cstddef>
#include <cstdint>

// One instruction's work.
#define LUCID_IFMA __attribute__((target("avx512f,avx512ifma"))) inline
// Where a program comes in: everything that it calls is inlined into it, and nothing of it outside.
#define LUCID_IFMA_ENTRY __attribute__((target("avx512f,avx512ifma"), flatten, noinline))

#if !defined(__clang__) && !defined(__has_builtin)
#error "lucid needs __has_builtin"
#endif

namespace lucid::inline v0::arch::ifma {

struct vector {
  using words = std::uint64_t __attribute__((vector_size(64)));
  using signed_words = std::int64_t __attribute__((vector_size(64)));
  using words_in_memory = std::uint64_t __attribute__((vector_size(64), may_alias));
  using half_in_memory = std::uint64_t __attribute__((vector_size(32), may_alias, aligned(8)));
  using quarter_in_memory = std::uint64_t __attribute__((vector_size(16), may_alias, aligned(8)));
  using bytes_in_memory = std::int8_t __attribute__((vector_size(8), may_alias, aligned(1)));

  words w;

  static LUCID_IFMA vector zero() noexcept { return {words{}}; }
  static LUCID_IFMA vector all(std::uint64_t x) noexcept { return {words{x, x, x, x, x, x, x, x}}; }
  // From and to 64-byte boundaries.
  static LUCID_IFMA vector load(std::uint64_t const* p) noexcept { return {*reinterpret_cast<words_in_memory const*>(p)}; }
  LUCID_IFMA void store(std::uint64_t* p) const noexcept { *reinterpret_cast<words_in_memory*>(p) = w; }
  // −1 where the bit of the byte is set, else 0.
  static LUCID_IFMA vector mask_of_bit(std::uint8_t const* bytes, unsigned bit) noexcept {
    signed_words const wide = __builtin_convertvector(*reinterpret_cast<bytes_in_memory const*>(bytes), signed_words);
    return {reinterpret_cast<words>((wide << (63 - bit)) >> 63)};
  }

  friend LUCID_IFMA vector operator+(vector const& a, vector const& b) noexcept { return {a.w + b.w}; }
  friend LUCID_IFMA vector operator-(vector const& a, vector const& b) noexcept { return {a.w - b.w}; }
  friend LUCID_IFMA vector operator&(vector const& a, vector const& b) noexcept { return {a.w & b.w}; }
  friend LUCID_IFMA vector operator|(vector const& a, vector const& b) noexcept { return {a.w | b.w}; }
  friend LUCID_IFMA vector operator^(vector const& a, vector const& b) noexcept { return {a.w ^ b.w}; }
  template <unsigned N>
  LUCID_IFMA vector shifted_left() const noexcept {
    return {w << N};
  }
  template <unsigned N>
  LUCID_IFMA vector shifted_right() const noexcept {
    return {w >> N};
  }
  // Of two's complement numbers: rounds down.
  template <unsigned N>
  LUCID_IFMA vector signed_shifted_right() const noexcept {
    return {reinterpret_cast<words>(reinterpret_cast<signed_words>(w) >> N)};
  }

  // acc + the low 52 bits, or the next 52, of the product of the low 52 bits of a and b.
  friend LUCID_IFMA vector multiply_add_low(vector const& acc, vector const& a, vector const& b) noexcept {
#if __has_builtin(__builtin_ia32_vpmadd52luq512)
    return {reinterpret_cast<words>(__builtin_ia32_vpmadd52luq512(as_argument(acc), as_argument(a), as_argument(b)))};
#else
    return {reinterpret_cast<words>(__builtin_ia32_vpmadd52luq512_mask(as_argument(acc), as_argument(a), as_argument(b), 0xff))};
#endif
  }
  friend LUCID_IFMA vector multiply_add_high(vector const& acc, vector const& a, vector const& b) noexcept {
#if __has_builtin(__builtin_ia32_vpmadd52huq512)
    return {reinterpret_cast<words>(__builtin_ia32_vpmadd52huq512(as_argument(acc), as_argument(a), as_argument(b)))};
#else
    return {reinterpret_cast<words>(__builtin_ia32_vpmadd52huq512_mask(as_argument(acc), as_argument(a), as_argument(b), 0xff))};
#endif
  }

  // Bit i: word i is zero.
  [[nodiscard]] LUCID_IFMA unsigned zeros() const noexcept {
#if __has_builtin(__builtin_ia32_cmpq512_mask)
    return static_cast<std::uint8_t>(__builtin_ia32_cmpq512_mask(as_argument(*this), argument{}, 0, 0xff));
#else
    unsigned m = 0;
    for (unsigned i = 0; i < 8; ++i) m |= static_cast<unsigned>(w[i] == 0) << i;
    return m;
#endif
  }

  // Words 0 … 3 of eight places, word k of place i in lane i of out[k]; and back.
  static LUCID_IFMA void load_four(std::uint64_t const* const* p, std::size_t offset, vector* out) noexcept {
    words const a = pair(p[0] + offset, p[2] + offset), b = pair(p[1] + offset, p[3] + offset);
    words const c = pair(p[4] + offset, p[6] + offset), d = pair(p[5] + offset, p[7] + offset);
    words const ab0 = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14),
                ab1 = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
    words const cd0 = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14),
                cd1 = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
    out[0].w = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5, 8, 9, 12, 13);
    out[1].w = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5, 8, 9, 12, 13);
    out[2].w = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7, 10, 11, 14, 15);
    out[3].w = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7, 10, 11, 14, 15);
  }
  static LUCID_IFMA void store_four(vector const* in, std::size_t offset, std::uint64_t* const* p) noexcept {
    words const even01 = __builtin_shufflevector(in[0].w, in[1].w, 0, 8, 2, 10, 4, 12, 6, 14);
    words const odd01 = __builtin_shufflevector(in[0].w, in[1].w, 1, 9, 3, 11, 5, 13, 7, 15);
    words const even23 = __builtin_shufflevector(in[2].w, in[3].w, 0, 8, 2, 10, 4, 12, 6, 14);
    words const odd23 = __builtin_shufflevector(in[2].w, in[3].w, 1, 9, 3, 11, 5, 13, 7, 15);
    unpair(__builtin_shufflevector(even01, even23, 0, 1, 8, 9, 2, 3, 10, 11), p[0] + offset, p[2] + offset);
    unpair(__builtin_shufflevector(even01, even23, 4, 5, 12, 13, 6, 7, 14, 15), p[4] + offset, p[6] + offset);
    unpair(__builtin_shufflevector(odd01, odd23, 0, 1, 8, 9, 2, 3, 10, 11), p[1] + offset, p[3] + offset);
    unpair(__builtin_shufflevector(odd01, odd23, 4, 5, 12, 13, 6, 7, 14, 15), p[5] + offset, p[7] + offset);
  }
  // The same of words 0 and 1.
  static LUCID_IFMA void load_two(std::uint64_t const* const* p, std::size_t offset, vector* out) noexcept {
    words const even = four(p[0] + offset, p[2] + offset, p[4] + offset, p[6] + offset);
    words const odd = four(p[1] + offset, p[3] + offset, p[5] + offset, p[7] + offset);
    out[0].w = __builtin_shufflevector(even, odd, 0, 8, 2, 10, 4, 12, 6, 14);
    out[1].w = __builtin_shufflevector(even, odd, 1, 9, 3, 11, 5, 13, 7, 15);
  }
  static LUCID_IFMA void store_two(vector const* in, std::size_t offset, std::uint64_t* const* p) noexcept {
    words const even = __builtin_shufflevector(in[0].w, in[1].w, 0, 8, 2, 10, 4, 12, 6, 14);
    words const odd = __builtin_shufflevector(in[0].w, in[1].w, 1, 9, 3, 11, 5, 13, 7, 15);
    quarter(p[0] + offset) = __builtin_shufflevector(even, even, 0, 1);
    quarter(p[2] + offset) = __builtin_shufflevector(even, even, 2, 3);
    quarter(p[4] + offset) = __builtin_shufflevector(even, even, 4, 5);
    quarter(p[6] + offset) = __builtin_shufflevector(even, even, 6, 7);
    quarter(p[1] + offset) = __builtin_shufflevector(odd, odd, 0, 1);
    quarter(p[3] + offset) = __builtin_shufflevector(odd, odd, 2, 3);
    quarter(p[5] + offset) = __builtin_shufflevector(odd, odd, 4, 5);
    quarter(p[7] + offset) = __builtin_shufflevector(odd, odd, 6, 7);
  }

 private:
  using argument = long long __attribute__((vector_size(64)));
  static LUCID_IFMA argument as_argument(vector const& x) noexcept { return reinterpret_cast<argument>(x.w); }
  static LUCID_IFMA half_in_memory& half(std::uint64_t* p) noexcept { return *reinterpret_cast<half_in_memory*>(p); }
  static LUCID_IFMA quarter_in_memory& quarter(std::uint64_t* p) noexcept { return *reinterpret_cast<quarter_in_memory*>(p); }
  static LUCID_IFMA words pair(std::uint64_t const* a, std::uint64_t const* b) noexcept {
    return __builtin_shufflevector(*reinterpret_cast<half_in_memory const*>(a), *reinterpret_cast<half_in_memory const*>(b), 0, 1, 2, 3, 4,
                                   5, 6, 7);
  }
  static LUCID_IFMA void unpair(words const& x, std::uint64_t* a, std::uint64_t* b) noexcept {
    half(a) = __builtin_shufflevector(x, x, 0, 1, 2, 3);
    half(b) = __builtin_shufflevector(x, x, 4, 5, 6, 7);
  }
  static LUCID_IFMA words four(std::uint64_t const* a, std::uint64_t const* b, std::uint64_t const* c, std::uint64_t const* d) noexcept {
    auto const ab =
        __builtin_shufflevector(*reinterpret_cast<quarter_in_memory const*>(a), *reinterpret_cast<quarter_in_memory const*>(b), 0, 1, 2, 3);
    auto const cd =
        __builtin_shufflevector(*reinterpret_cast<quarter_in_memory const*>(c), *reinterpret_cast<quarter_in_memory const*>(d), 0, 1, 2, 3);
    return __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 4, 5, 6, 7);
  }
};

}  // namespace lucid::inline v0::arch::ifma

#endif
