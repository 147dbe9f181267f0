// One point by one scalar, beside doubling and adding without windows.
#include <benchmark/benchmark.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/scalar_mul.hpp>

namespace {

template <class G>
typename G::scalar::integer full_width_scalar() {
  auto k = G::scalar::modulus();
  for (auto& limb : k.limb) limb ^= 0x5555555555555555;
  return shifted_right(k, 1);
}

template <class G>
void windowed(benchmark::State& state) {
  auto const p = lucid::affine<G>::generator();
  auto const k = full_width_scalar<G>();
  for (auto _ : state) benchmark::DoNotOptimize(lucid::multiply_vartime(p, k));
}

template <class G>
void double_and_add(benchmark::State& state) {
  auto const p = lucid::affine<G>::generator();
  auto const k = full_width_scalar<G>();
  for (auto _ : state) {
    lucid::jacobian<G> sum;
    for (std::size_t i = k.bit_width(); i-- > 0;) {
      sum = doubled(sum);
      if (k.bit(i)) sum += p;
    }
    benchmark::DoNotOptimize(sum);
  }
}

BENCHMARK(windowed<lucid::bn254::g1>)->Unit(benchmark::kMicrosecond);
BENCHMARK(windowed<lucid::bn254::g2>)->Unit(benchmark::kMicrosecond);
BENCHMARK(windowed<lucid::bls12_381::g1>)->Unit(benchmark::kMicrosecond);
BENCHMARK(windowed<lucid::bls12_381::g2>)->Unit(benchmark::kMicrosecond);
BENCHMARK(double_and_add<lucid::bn254::g1>)->Unit(benchmark::kMicrosecond);
BENCHMARK(double_and_add<lucid::bls12_381::g1>)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
