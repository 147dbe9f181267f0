// Sums of points in each representation, and the way back to affine.
#include <benchmark/benchmark.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/xyzz.hpp>

#include <vector>

namespace {

// Point + Other, over and over.
template <class Point, class Other>
void sum(benchmark::State& state) {
  using G = typename Point::group;
  Point accumulator = Point{lucid::affine<G>::generator()};
  accumulator = doubled(accumulator);
  Other const other = lucid::affine<G>::generator();
  for (auto _ : state) benchmark::DoNotOptimize(accumulator = accumulator + other);
}

template <class Point>
void twice(benchmark::State& state) {
  Point p = lucid::affine<typename Point::group>::generator();
  for (auto _ : state) benchmark::DoNotOptimize(p = doubled(p));
}

template <class G>
void to_affine(benchmark::State& state) {
  lucid::jacobian<G> p = doubled(lucid::jacobian<G>::generator());
  for (auto _ : state) benchmark::DoNotOptimize(p.to_affine());
}

template <class G>
void normalize(benchmark::State& state) {
  std::vector<lucid::jacobian<G>> points(static_cast<std::size_t>(state.range(0)), doubled(lucid::jacobian<G>::generator()));
  for (auto _ : state) benchmark::DoNotOptimize(lucid::normalize(lucid::cpu::seq, lucid::view<lucid::jacobian<G> const>{points}).data());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

#define LUCID_BENCH_POINTS(G)                             \
  BENCHMARK(sum<lucid::jacobian<G>, lucid::jacobian<G>>); \
  BENCHMARK(sum<lucid::jacobian<G>, lucid::affine<G>>);   \
  BENCHMARK(sum<lucid::xyzz<G>, lucid::xyzz<G>>);         \
  BENCHMARK(sum<lucid::xyzz<G>, lucid::affine<G>>);       \
  BENCHMARK(twice<lucid::jacobian<G>>);                   \
  BENCHMARK(twice<lucid::xyzz<G>>);                       \
  BENCHMARK(to_affine<G>)->Unit(benchmark::kMicrosecond); \
  BENCHMARK(normalize<G>)->Arg(1 << 12)->Unit(benchmark::kMicrosecond)

LUCID_BENCH_POINTS(lucid::bn254::g1);
LUCID_BENCH_POINTS(lucid::bn254::g2);
LUCID_BENCH_POINTS(lucid::bls12_381::g1);
LUCID_BENCH_POINTS(lucid::bls12_381::g2);

}  // namespace

BENCHMARK_MAIN();
