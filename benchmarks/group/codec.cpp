// Reading points: the curve equation, the subgroup, and a square root where only x is given.
#include <benchmark/benchmark.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/scalar_mul.hpp>

namespace {

using namespace lucid;

template <class G>
affine<G> some_point() {
  return multiply_vartime(affine<G>::generator(), big_uint<1>{123456789}).to_affine();
}

template <class Format, class G, subgroup_check Check>
void decode_uncompressed(benchmark::State& state) {
  auto const bytes = encode_uncompressed<Format>(some_point<G>());
  for (auto _ : state) benchmark::DoNotOptimize(lucid::decode_uncompressed<Format, G>(bytes, Check));
}

template <class Format, class G>
void decode_compressed(benchmark::State& state) {
  auto const bytes = encode_compressed<Format>(some_point<G>());
  for (auto _ : state) benchmark::DoNotOptimize(lucid::decode_compressed<Format, G>(bytes));
}

template <class Format, class G>
void encode_compressed(benchmark::State& state) {
  auto const p = some_point<G>();
  for (auto _ : state) benchmark::DoNotOptimize(lucid::encode_compressed<Format>(p));
}

constexpr auto checked = subgroup_check::required;
constexpr auto unchecked = subgroup_check::unchecked_subgroup;

BENCHMARK(decode_uncompressed<iden3_format, bn254::g1, checked>);
BENCHMARK(decode_uncompressed<iden3_format, bn254::g2, checked>);
BENCHMARK(decode_uncompressed<iden3_format, bn254::g2, unchecked>);
BENCHMARK(decode_uncompressed<zcash_format, bls12_381::g1, checked>);
BENCHMARK(decode_uncompressed<zcash_format, bls12_381::g1, unchecked>);
BENCHMARK(decode_uncompressed<zcash_format, bls12_381::g2, checked>);
BENCHMARK(decode_uncompressed<zcash_format, bls12_381::g2, unchecked>);
BENCHMARK(decode_compressed<gnark_format, bn254::g1>);
BENCHMARK(decode_compressed<gnark_format, bn254::g2>);
BENCHMARK(decode_compressed<zcash_format, bls12_381::g1>);
BENCHMARK(decode_compressed<zcash_format, bls12_381::g2>);
BENCHMARK(encode_compressed<zcash_format, bls12_381::g1>);
BENCHMARK(encode_compressed<zcash_format, bls12_381::g2>);

}  // namespace

BENCHMARK_MAIN();
