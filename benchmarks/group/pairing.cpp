// The pairing and its parts; the product of four is what a Groth16 verifier pays.
#include <benchmark/benchmark.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/group/pairing.hpp>
#include <lucid/group/scalar_mul.hpp>

#include <cstdint>
#include <vector>

namespace {

template <class Curve>
lucid::pairing_input<Curve> input(lucid::limb_t k) {
  return {multiply_vartime(lucid::affine<typename Curve::g1>::generator(), lucid::big_uint<1>{k}).to_affine(),
          multiply_vartime(lucid::affine<typename Curve::g2>::generator(), lucid::big_uint<1>{k + 1}).to_affine()};
}

template <class Curve>
void one_pairing(benchmark::State& state) {
  auto const pair = input<Curve>(12345);
  for (auto _ : state) benchmark::DoNotOptimize(lucid::pairing<Curve>(pair.p, pair.q));
}

template <class Curve>
void miller_loop(benchmark::State& state) {
  std::vector<lucid::pairing_input<Curve>> pairs;
  for (std::int64_t i = 0; i < state.range(0); ++i) pairs.push_back(input<Curve>(static_cast<lucid::limb_t>(i) + 5));
  for (auto _ : state) benchmark::DoNotOptimize(lucid::miller_loop<Curve>(lucid::view<lucid::pairing_input<Curve> const>{pairs}));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class Curve>
void final_exponentiation(benchmark::State& state) {
  auto f = lucid::pairing<Curve>(input<Curve>(5).p, input<Curve>(5).q);
  for (auto _ : state) benchmark::DoNotOptimize(f = lucid::final_exponentiation<Curve>(f));
}

template <class Curve>
void pairing_product_is_one(benchmark::State& state) {
  std::vector<lucid::pairing_input<Curve>> pairs;
  for (std::int64_t i = 0; i < state.range(0); ++i) pairs.push_back(input<Curve>(static_cast<lucid::limb_t>(i) + 5));
  for (auto _ : state)
    benchmark::DoNotOptimize(lucid::pairing_product_is_one<Curve>(lucid::view<lucid::pairing_input<Curve> const>{pairs}));
}

template <class Curve>
void cyclotomic_square(benchmark::State& state) {
  auto f = lucid::pairing<Curve>(input<Curve>(5).p, input<Curve>(5).q);
  for (auto _ : state) benchmark::DoNotOptimize(f = lucid::cyclotomic_square<Curve>(f));
}

template <class G>
void is_in_subgroup(benchmark::State& state) {
  auto const p = multiply_vartime(lucid::affine<G>::generator(), lucid::big_uint<1>{12345}).to_affine();
  for (auto _ : state) benchmark::DoNotOptimize(lucid::is_in_subgroup(p));
}

using bn254 = lucid::bn254::curve;
using bls12_381 = lucid::bls12_381::curve;

BENCHMARK(one_pairing<bn254>)->Unit(benchmark::kMicrosecond);
BENCHMARK(one_pairing<bls12_381>)->Unit(benchmark::kMicrosecond);
BENCHMARK(miller_loop<bn254>)->Arg(1)->Arg(4)->Arg(8)->Unit(benchmark::kMicrosecond);
BENCHMARK(miller_loop<bls12_381>)->Arg(1)->Arg(4)->Arg(8)->Unit(benchmark::kMicrosecond);
BENCHMARK(final_exponentiation<bn254>)->Unit(benchmark::kMicrosecond);
BENCHMARK(final_exponentiation<bls12_381>)->Unit(benchmark::kMicrosecond);
BENCHMARK(pairing_product_is_one<bn254>)->Arg(4)->Unit(benchmark::kMicrosecond);
BENCHMARK(pairing_product_is_one<bls12_381>)->Arg(4)->Unit(benchmark::kMicrosecond);
BENCHMARK(cyclotomic_square<bn254>);
BENCHMARK(cyclotomic_square<bls12_381>);
BENCHMARK(is_in_subgroup<bn254::g2>)->Unit(benchmark::kMicrosecond);
BENCHMARK(is_in_subgroup<bls12_381::g1>)->Unit(benchmark::kMicrosecond);
BENCHMARK(is_in_subgroup<bls12_381::g2>)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
