// Sums of 2^10 to 2^20 terms (2^16 in the second groups), dense and witness-like scalars, on one thread and on all; and every window around the chosen one
// ("sweep"). Counters: ns a point, the window used.
// Names: msm/<curve>/<group>/<scalars>/<threads>/2^<k>, and msm/sweep/…/c<window>.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>

#include <msm/terms.hpp>

namespace {

using namespace lucid;

template <class G>
void sum(benchmark::State& state, auto const& exec, unsigned log2_n, unsigned window, bool dense) {
  std::size_t const n = std::size_t{1} << log2_n;
  auto const bases = lucid_bench::points<G>(n);
  auto const scalars = dense ? lucid_bench::dense_scalars<typename G::scalar>(n) : lucid_bench::witness_scalars<typename G::scalar>(n);
  lucid_bench::window_seen seen;
  for (auto _ : state) benchmark::DoNotOptimize(pippenger{.window = window}(exec.with(seen), bases, scalars));
  state.counters["window"] = seen.window;
  state.counters["s/point"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(n),
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class G>
void add_group(std::string const& name, unsigned largest) {
  // A brief run leaves out what is named large.
  auto const add = [](std::string const& what, unsigned k, std::string const& rest, auto body) {
    std::string const full_name = what + "/2^" + std::to_string(k) + rest + (k >= 16 ? "/large" : "");
    benchmark::RegisterBenchmark(full_name.c_str(), body)->Unit(benchmark::kMillisecond)->UseRealTime();
  };
  for (bool const dense : {true, false}) {
    for (unsigned k = 10; k <= largest; k += 2) {
      std::string const what = "msm/" + name + (dense ? "/dense" : "/witness");
      add(what + "/seq", k, "", [=](benchmark::State& state) { sum<G>(state, cpu::seq, k, 0, dense); });
#if LUCID_BENCH_HAS_TBB
      add(what + "/par", k, "", [=](benchmark::State& state) { sum<G>(state, cpu::par, k, 0, dense); });
#endif
    }
  }
  for (unsigned k = 12; k <= largest && k <= 18; k += 2) {
    for (unsigned c = k - 5; c <= k + 1 && c <= 17; ++c) {
      add("msm/sweep/" + name, k, "/c" + std::to_string(c), [=](benchmark::State& state) { sum<G>(state, cpu::seq, k, c, true); });
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  add_group<bn254::g1>("bn254/g1", 20);
  add_group<bn254::g2>("bn254/g2", 16);
  add_group<bls12_381::g1>("bls12_381/g1", 20);
  add_group<bls12_381::g2>("bls12_381/g2", 16);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
