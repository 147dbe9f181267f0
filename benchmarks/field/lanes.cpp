// Products in lanes: eight at a time, independent ones and chains, in digits of 52 bits (where the machine has the instructions) and in the portable lanes.
// "percent_of_floor": the multiplications of 52-bit digits alone, at the rate at which this machine does independent ones, by the time that the product takes.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <field/per_operation.hpp>
#include <lucid/backend/cpu/instruction_set.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/arch/ifma.hpp>
#include <lucid/field/lanes.hpp>
#include <lucid/field/lanes52.hpp>

namespace {

constexpr std::size_t vectors = 16;

template <class F>
void fill(F* a, F* b, std::size_t n) {
  F x{123456789};
  for (std::size_t i = 0; i < n; ++i, x = x * x + F{i + 1}) a[i] = x, b[i] = x + F{7};
}

template <class F>
void portable(benchmark::State& state) {
  F a[8 * vectors], b[8 * vectors];
  fill(a, b, 8 * vectors);
  for (auto _ : state) {
    for (std::size_t i = 0; i < vectors; ++i) (lucid::lanes<F>::load(a + 8 * i) * lucid::lanes<F>::load(b + 8 * i)).store(a + 8 * i);
    benchmark::ClobberMemory();
  }
  bench::per_operation(state, 8 * vectors);
}

#if defined(LUCID_HAS_IFMA)
using V = lucid::arch::ifma::vector;
namespace d52 = lucid::digits52;

struct product {
  template <class F>
  static constexpr double multiplications =
      4 * lucid::digits52::constants<F>::digits * lucid::digits52::constants<F>::digits + lucid::digits52::constants<F>::digits;
  template <class D>
  LUCID_LANES auto operator()(D const& a, D const& b) const noexcept {
    return d52::carry(d52::product(a, b));
  }
};
struct square_ {
  template <class F>
  static constexpr double multiplications =
      3 * lucid::digits52::constants<F>::digits * lucid::digits52::constants<F>::digits + 2 * lucid::digits52::constants<F>::digits;
  template <class D>
  LUCID_LANES auto operator()(D const& a, D const&) const noexcept {
    return d52::carry(d52::squared(a));
  }
};

template <class F>
struct operands {
  static constexpr std::size_t words = 8 * d52::constants<F>::digits;
  alignas(64) lucid::limb_t a[vectors * words];
  alignas(64) lucid::limb_t b[vectors * words];
  F elements[2][8 * vectors];
  operands() { fill(elements[0], elements[1], 8 * vectors); }
};

template <class F>
LUCID_IFMA_ENTRY void to_digits(operands<F>& x) {
  for (std::size_t i = 0; i < vectors; ++i) {
    for (std::size_t which = 0; which < 2; ++which) {
      lucid::limb_t const* p[8];
      for (std::size_t k = 0; k < 8; ++k) p[k] = x.elements[which][8 * i + k].to_montgomery().limb;
      d52::load<F, V>(p).store((which == 0 ? x.a : x.b) + i * operands<F>::words);
    }
  }
}
template <class F, class Operation>
LUCID_IFMA_ENTRY void independent_once(operands<F>& x) {
  using D = d52::carried<F, V, 2>;
  for (std::size_t i = 0; i < vectors * operands<F>::words; i += operands<F>::words) {
    D const ab = Operation{}(D::load(x.a + i), D::load(x.b + i));
    ab.store(x.a + i);
  }
}
template <class F, class Operation>
LUCID_IFMA_ENTRY void dependent_once(operands<F>& x) {
  using D = d52::carried<F, V, 2>;
  D chain = D::load(x.a);
  for (std::size_t i = 0; i < vectors * operands<F>::words; i += operands<F>::words) chain = Operation{}(chain, D::load(x.b + i));
  chain.store(x.a);
}

// Seconds of one multiplication among independent ones.
LUCID_IFMA_ENTRY void multiplications(V* x) {
  V const b = V::all(3), c = V::all(5);
  V a0 = x[0], a1 = x[1], a2 = x[2], a3 = x[3], a4 = x[4], a5 = x[5], a6 = x[6], a7 = x[7], a8 = x[8], a9 = x[9], a10 = x[10], a11 = x[11];
  for (int i = 0; i < 10000; ++i) {
    a0 = multiply_add_low(a0, b, c), a1 = multiply_add_high(a1, b, c), a2 = multiply_add_low(a2, b, c), a3 = multiply_add_high(a3, b, c);
    a4 = multiply_add_low(a4, b, c), a5 = multiply_add_high(a5, b, c), a6 = multiply_add_low(a6, b, c), a7 = multiply_add_high(a7, b, c);
    a8 = multiply_add_low(a8, b, c), a9 = multiply_add_high(a9, b, c), a10 = multiply_add_low(a10, b, c),
    a11 = multiply_add_high(a11, b, c);
  }
  x[0] = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11;
}
LUCID_IFMA_ENTRY void multiplication_chain(V* x) {
  V const b = V::all(3), c = V::all(5);
  V a0 = x[0];
  for (int i = 0; i < 120000; ++i) a0 = multiply_add_low(a0, b, c);
  x[0] = a0;
}
double seconds_of_a_multiplication() {
  static double const seconds = [] {
    V x[12] = {};
    double fastest = 1;
    for (int attempt = 0; attempt < 200; ++attempt) {
      std::clock_t const start = std::clock();
      multiplications(x);
      fastest = std::min(fastest, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / 120000);
    }
    return fastest;
  }();
  return seconds;
}

bool unavailable(benchmark::State& state) {
  bool const without = lucid::cpu::selected_instruction_set() != lucid::cpu::instruction_set::ifma;
  if (without) state.SkipWithError("no AVX-512 IFMA here");
  return without;
}

void multiplication(benchmark::State& state, void (*work)(V*)) {
  if (unavailable(state)) return;
  V x[12] = {};
  for (auto _ : state) work(x);
  bench::per_operation(state, 120000);
}
void digit_multiplication(benchmark::State& state) { multiplication(state, multiplications); }
void digit_multiplication_chain(benchmark::State& state) { multiplication(state, multiplication_chain); }

template <class F, class Operation, bool Independent>
void ifma(benchmark::State& state) {
  if (unavailable(state)) return;
  operands<F> x;
  to_digits(x);
  for (auto _ : state) {
    if constexpr (Independent) {
      independent_once<F, Operation>(x);
    } else {
      dependent_once<F, Operation>(x);
    }
    benchmark::ClobberMemory();
  }
  bench::per_operation(state, 8 * vectors);
  double const floor = Operation::template multiplications<F> / 8 * seconds_of_a_multiplication();
  state.counters["percent_of_floor"] =
      benchmark::Counter(100 * floor * static_cast<double>(state.iterations()) * 8 * vectors, benchmark::Counter::kIsRate);
}
BENCHMARK(digit_multiplication);
BENCHMARK(digit_multiplication_chain);
#define LUCID_BENCH_IFMA(F)                                           \
  BENCHMARK(ifma<F, product, true>)->Name("cpu/product/" #F "/ifma"); \
  BENCHMARK(ifma<F, square_, true>)->Name("cpu/square/" #F "/ifma");  \
  BENCHMARK(ifma<F, product, false>)->Name("cpu/product_chain/" #F "/ifma")
#else
#define LUCID_BENCH_IFMA(F)
#endif

#define LUCID_BENCH_LANES(F)                                            \
  BENCHMARK(portable<F>)->Name("cpu/product/" #F "/lanes of elements"); \
  LUCID_BENCH_IFMA(F)

using bn254 = lucid::bn254::scalar;
using bn254_base = lucid::bn254::base;
using bls12_381 = lucid::bls12_381::scalar;
using bls12_381_base = lucid::bls12_381::base;
LUCID_BENCH_LANES(bn254);
LUCID_BENCH_LANES(bn254_base);
LUCID_BENCH_LANES(bls12_381);
LUCID_BENCH_LANES(bls12_381_base);

}  // namespace

BENCHMARK_MAIN();
