// The quotient of a satisfied system in both reductions: six transforms and seven.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/radix2_ntt.hpp>
#include <lucid/qap/quotient.hpp>
#if LUCID_BENCH_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using F = lucid::bn254::scalar;

template <class Reduction, class Exec>
void quotient(benchmark::State& state, Exec const& exec) {
  lucid::poly::domain<F> const points{static_cast<unsigned>(state.range(0)), Reduction::template full_order_root<F>()};
  lucid::buffer<F> a{exec, points.size()};
  lucid::buffer<F> c{exec, points.size()};
  lucid::poly::fill_progression<F>(exec, a, F{3}, F{5} * F{1234567891011});
  for (std::size_t i = 0; i < a.size(); ++i) c[i] = square(a[i]);
  for (auto _ : state) {
    state.PauseTiming();
    lucid::qap::evaluations<F> e{lucid::clone<F>(exec, a), lucid::clone<F>(exec, a), lucid::clone<F>(exec, c)};
    state.ResumeTiming();
    benchmark::DoNotOptimize(lucid::qap::quotient<Reduction>(exec, lucid::radix2_ntt{}, points, std::move(e)));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points.size()));
}

template <class Reduction>
void on_one_thread(benchmark::State& state) {
  quotient<Reduction>(state, lucid::cpu::seq);
}
#define LUCID_BENCH_QUOTIENT(threads, Reduction) \
  BENCHMARK(threads<lucid::qap::Reduction>)      \
      ->Name(#threads "/" #Reduction)            \
      ->Arg(12)                                  \
      ->Arg(16)                                  \
      ->Unit(benchmark::kMillisecond)            \
      ->UseRealTime();                           \
  BENCHMARK(threads<lucid::qap::Reduction>)      \
      ->Name(#threads "/" #Reduction "/large")   \
      ->Arg(18)                                  \
      ->Arg(20)                                  \
      ->Unit(benchmark::kMillisecond)            \
      ->UseRealTime()
LUCID_BENCH_QUOTIENT(on_one_thread, circom_reduction);
LUCID_BENCH_QUOTIENT(on_one_thread, libsnark_reduction);
#if LUCID_BENCH_HAS_TBB
template <class Reduction>
void on_all_threads(benchmark::State& state) {
  quotient<Reduction>(state, lucid::cpu::par);
}
LUCID_BENCH_QUOTIENT(on_all_threads, circom_reduction);
LUCID_BENCH_QUOTIENT(on_all_threads, libsnark_reduction);
#endif

}  // namespace

BENCHMARK_MAIN();
