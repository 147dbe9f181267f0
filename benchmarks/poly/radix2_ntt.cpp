// Transforms of every size, on one thread and on all. "s/butterfly" is time by (n/2)·log2 n a transform, products by 1 counted as if they were made.
#include <benchmark/benchmark.h>

#include <cstddef>

#include <field/per_operation.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/radix2_ntt.hpp>
#if LUCID_BENCH_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

struct seq {
  static constexpr auto const& exec = lucid::cpu::seq;
};
#if LUCID_BENCH_HAS_TBB
struct par {
  static constexpr auto const& exec = lucid::cpu::par;
};
#endif

template <class F, class On, int Transforms, class Body>
void transform(benchmark::State& state, Body&& body) {
  lucid::poly::domain<F> const points{static_cast<unsigned>(state.range(0)), lucid::two_adic<typename F::spec>::root};
  lucid::buffer<F> x{On::exec, points.size()};
  lucid::poly::fill_progression<F>(On::exec, x, F{3}, F{5} * F{1234567891011});
  auto const plan = lucid::radix2_ntt{}.prepare(On::exec, points);
  for (auto _ : state) {
    body(plan, x.all(), points);
    benchmark::ClobberMemory();
  }
  double const butterflies = Transforms * (static_cast<double>(points.size()) / 2) * static_cast<double>(state.range(0));
  auto const total = static_cast<double>(state.iterations()) * butterflies;
  state.counters["s/butterfly"] = benchmark::Counter(total, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["cycles/butterfly"] =
      benchmark::Counter(total / bench::core_hertz(), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class F, class On>
void forward(benchmark::State& state) {
  transform<F, On, 1>(state, [](auto const& plan, auto x, auto const&) { plan.forward(On::exec, x); });
}
template <class F, class On>
void inverse_then_coset(benchmark::State& state) {
  transform<F, On, 2>(state,
                      [](auto const& plan, auto x, auto const& points) { plan.inverse_then_coset(On::exec, x, points.root_of_twice()); });
}
template <class F, class On>
void prepare(benchmark::State& state) {
  lucid::poly::domain<F> const points{static_cast<unsigned>(state.range(0)), lucid::two_adic<typename F::spec>::root};
  for (auto _ : state) benchmark::DoNotOptimize(lucid::radix2_ntt{}.prepare(On::exec, points));
}

#define LUCID_BENCH_SIZES(...)                                                                 \
  BENCHMARK(__VA_ARGS__)->DenseRange(10, 16, 2)->Unit(benchmark::kMillisecond)->UseRealTime(); \
  BENCHMARK(__VA_ARGS__)->Name(#__VA_ARGS__ "/large")->DenseRange(18, 22, 2)->Unit(benchmark::kMillisecond)->UseRealTime()
#define LUCID_BENCH_TRANSFORMS(F, On)           \
  LUCID_BENCH_SIZES(inverse_then_coset<F, On>); \
  LUCID_BENCH_SIZES(forward<F, On>);            \
  LUCID_BENCH_SIZES(prepare<F, On>)

LUCID_BENCH_TRANSFORMS(lucid::bn254::scalar, seq);
LUCID_BENCH_TRANSFORMS(lucid::bls12_381::scalar, seq);
#if LUCID_BENCH_HAS_TBB
LUCID_BENCH_TRANSFORMS(lucid::bn254::scalar, par);
LUCID_BENCH_TRANSFORMS(lucid::bls12_381::scalar, par);
#endif

}  // namespace

BENCHMARK_MAIN();
