// Products and squares of the towers.
#include <benchmark/benchmark.h>

#include <field/per_operation.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>

namespace {

template <class F>
F sample(lucid::entropy_source auto& entropy) {
  if constexpr (lucid::prime_field_element<F>) {
    return lucid::random_element<F>(entropy);
  } else {
    F x;
    x.c0 = sample<typename F::base>(entropy);
    x.c1 = sample<typename F::base>(entropy);
    if constexpr (requires { x.c2; }) x.c2 = sample<typename F::base>(entropy);
    return x;
  }
}

template <class F>
void product(benchmark::State& state) {
  lucid::seeded_entropy entropy{1};
  F x = sample<F>(entropy);
  F const y = sample<F>(entropy);
  for (auto _ : state) {
    x *= y;
    benchmark::DoNotOptimize(x);
  }
  bench::per_operation(state, 1);
}

template <class F>
void square_(benchmark::State& state) {
  lucid::seeded_entropy entropy{1};
  F x = sample<F>(entropy);
  for (auto _ : state) {
    x = square(x);
    benchmark::DoNotOptimize(x);
  }
  bench::per_operation(state, 1);
}

template <class F>
void inverse_(benchmark::State& state) {
  lucid::seeded_entropy entropy{1};
  F x = sample<F>(entropy);
  for (auto _ : state) {
    x = inverse(x) + F::one();
    benchmark::DoNotOptimize(x);
  }
  bench::per_operation(state, 1);
}

#define LUCID_BENCH_TOWER(F) \
  BENCHMARK(product<F>);     \
  BENCHMARK(square_<F>);     \
  BENCHMARK(inverse_<F>)

LUCID_BENCH_TOWER(lucid::bn254::fq2);
LUCID_BENCH_TOWER(lucid::bn254::fq6);
LUCID_BENCH_TOWER(lucid::bn254::fq12);
LUCID_BENCH_TOWER(lucid::bls12_381::fq2);
LUCID_BENCH_TOWER(lucid::bls12_381::fq6);
LUCID_BENCH_TOWER(lucid::bls12_381::fq12);

}  // namespace

BENCHMARK_MAIN();
