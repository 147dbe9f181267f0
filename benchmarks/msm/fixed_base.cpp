// Multiples of one point for 2^10 to 2^18 scalars, on one thread and on all; and every window around the chosen one at 2^14 ("sweep"). Counter: s a multiple.
#include <benchmark/benchmark.h>

#include <cstddef>

#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>

#include <msm/terms.hpp>

namespace {

using namespace lucid;

template <class G>
void multiples(benchmark::State& state, auto const& exec, unsigned window) {
  std::size_t const n = std::size_t{1} << state.range(0);
  auto const scalars = lucid_bench::dense_scalars<typename G::scalar>(n);
  for (auto _ : state) benchmark::DoNotOptimize(fixed_base{.window = window}(exec, affine<G>::generator(), scalars).data());
  state.counters["s/point"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(n),
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class G>
void one_thread(benchmark::State& state) {
  multiples<G>(state, cpu::seq, 0);
}
template <class G>
void all_threads(benchmark::State& state) {
  multiples<G>(state, lucid_bench::fast, 0);
}
template <class G>
void sweep(benchmark::State& state) {
  multiples<G>(state, cpu::seq, static_cast<unsigned>(state.range(1)));
}

#define LUCID_BENCH_GROUP(...)                                                                              \
  BENCHMARK(one_thread<__VA_ARGS__>)->DenseRange(10, 18, 4)->Unit(benchmark::kMillisecond)->UseRealTime();  \
  BENCHMARK(all_threads<__VA_ARGS__>)->DenseRange(10, 18, 4)->Unit(benchmark::kMillisecond)->UseRealTime(); \
  BENCHMARK(sweep<__VA_ARGS__>)->ArgsProduct({{14}, {9, 10, 11, 12, 13, 14}})->Unit(benchmark::kMillisecond)->UseRealTime()

LUCID_BENCH_GROUP(bn254::g1);
LUCID_BENCH_GROUP(bn254::g2);
LUCID_BENCH_GROUP(bls12_381::g1);
LUCID_BENCH_GROUP(bls12_381::g2);

}  // namespace

BENCHMARK_MAIN();
