// Sums of 2^10 to 2^20 terms (2^16 in the second groups) on one thread and on all: uniform scalars, a witness's, and nine zeros or ones in ten, which are judged by
// uniform ones of the same run; and of 1 to 1024 terms beside double-and-add. Other windows: window_sweep.cpp.
// Counters: s a point, the window used. Names: cpu/msm/<group>/<curve>/<scalars>/2^<k>, with /par where all threads work; …/{few,naive}/<n>.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/msm/naive_msm.hpp>

#include <msm/terms.hpp>

namespace {

using namespace lucid;

template <class G>
void sum(benchmark::State& state, auto const& exec, unsigned log2_n, lucid_bench::scalars_like kind) {
  std::size_t const n = std::size_t{1} << log2_n;
  auto const bases = lucid_bench::points<G>(n);
  auto const scalars = lucid_bench::scalars_of<typename G::scalar>(kind, n);
  lucid_bench::window_seen seen;
  for (auto _ : state) benchmark::DoNotOptimize(pippenger{}(exec.with(seen), bases, scalars));
  state.counters["window"] = seen.window;
  state.counters["s/point"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(n),
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class G>
void few(benchmark::State& state, std::size_t n, bool naive) {
  auto const bases = lucid_bench::points<G>(n);
  auto const scalars = lucid_bench::dense_scalars<typename G::scalar>(n);
  for (auto _ : state) benchmark::DoNotOptimize(naive ? naive_msm{}(bases, scalars) : pippenger{}(cpu::seq, bases, scalars));
}

template <class G>
void add_group(std::string const& name, unsigned largest) {
  // A brief run leaves out what is named large.
  auto const add = [](std::string const& what, unsigned k, std::string const& threads, auto body) {
    std::string const full_name = what + "/2^" + std::to_string(k) + threads + (k >= 16 ? "/large" : "");
    benchmark::RegisterBenchmark(full_name.c_str(), body)->Unit(benchmark::kMillisecond)->UseRealTime();
  };
  using lucid_bench::scalars_like;
  for (unsigned k = 10; k <= largest; k += 2) {
    for (auto const kind : {scalars_like::uniform, scalars_like::witness, scalars_like::mostly_bits}) {
      std::string const what = name + "/" + lucid_bench::name_of(kind);
      add(what, k, "", [=](benchmark::State& state) { sum<G>(state, cpu::seq, k, kind); });
#if LUCID_BENCH_HAS_TBB
      add(what, k, "/par", [=](benchmark::State& state) { sum<G>(state, cpu::par, k, kind); });
#endif
    }
  }
  for (std::size_t const n : {1u, 2u, 4u, 8u, 16u, 64u, 256u, 1024u}) {
    for (bool const naive : {false, true}) {
      std::string const full_name = name + (naive ? "/naive/" : "/few/") + std::to_string(n);
      benchmark::RegisterBenchmark(full_name.c_str(), [=](benchmark::State& state) { few<G>(state, n, naive); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  add_group<bn254::g1>("cpu/msm/g1/bn254", 20);
  add_group<bn254::g2>("cpu/msm/g2/bn254", 16);
  add_group<bls12_381::g1>("cpu/msm/g1/bls12_381", 20);
  add_group<bls12_381::g2>("cpu/msm/g2/bls12_381", 16);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
