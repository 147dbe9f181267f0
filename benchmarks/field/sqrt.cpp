// Square roots: the price of a compressed point.
#include <benchmark/benchmark.h>

#include <field/per_operation.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/sqrt.hpp>

namespace {

template <class F>
void root_of_square(benchmark::State& state) {
  F x = doubled(F::one()) + F::one();
  if constexpr (requires { x.c1; }) x.c1 = F::base::one();
  for (auto _ : state) {
    x = *sqrt_vartime(square(x)) + F::one();
    benchmark::DoNotOptimize(x);
  }
  bench::per_operation(state, 1);
}

BENCHMARK(root_of_square<lucid::bn254::scalar>);
BENCHMARK(root_of_square<lucid::bn254::base>);
BENCHMARK(root_of_square<lucid::bn254::fq2>);
BENCHMARK(root_of_square<lucid::bls12_381::scalar>);
BENCHMARK(root_of_square<lucid::bls12_381::base>);
BENCHMARK(root_of_square<lucid::bls12_381::fq2>);

}  // namespace

BENCHMARK_MAIN();
