// What it takes to have a shape of a chain of SHA-256: from its circuit, from its file with everything checked, and from its file believed.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include <unistd.h>

#include <circuits/sha256_chain.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/interop/shape_file.hpp>
#if LUCID_BENCH_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using F = lucid::bls12_381::scalar;

circuits::sha256_chain chain(benchmark::State const& state) { return circuits::sha256_chain::of_rows(std::size_t{1} << state.range(0)); }

void count(benchmark::State& state, lucid::shape<F> const& shape) {
  state.SetBytesProcessed(static_cast<std::int64_t>(shape.bytes()) * static_cast<std::int64_t>(state.iterations()));
  state.counters["rows"] = static_cast<double>(shape.constraints());
  state.counters["bytes_per_row"] = static_cast<double>(shape.bytes()) / static_cast<double>(shape.constraints());
}

void from_circuit(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(lucid::shape_of<F>(lucid::cpu::seq, chain(state)));
  count(state, lucid::shape_of<F>(lucid::cpu::seq, chain(state)));
}

// A file of this run's own in the folder for such files, gone at the end.
template <class Exec>
void mapped(benchmark::State& state, Exec const& exec, lucid::trust believed) {
  std::string const path = "/tmp/lucid-bench-" + std::to_string(::getpid()) + ".shape";
  lucid::save_shape(lucid::cpu::seq, path, lucid::shape_of<F>(lucid::cpu::seq, chain(state)));
  for (auto _ : state) benchmark::DoNotOptimize(lucid::map_shape<F>(exec, path, believed));
  count(state, lucid::map_shape<F>(exec, path, believed));
  std::remove(path.c_str());
}

void checked(benchmark::State& state) { mapped(state, lucid::cpu::seq, lucid::trust::checked); }
void unchecked(benchmark::State& state) { mapped(state, lucid::cpu::seq, lucid::trust::unchecked_from_self); }

BENCHMARK(from_circuit)->Name("shape/from_circuit")->Arg(16)->Unit(benchmark::kMillisecond);
BENCHMARK(from_circuit)->Name("shape/from_circuit/large")->Arg(20)->Unit(benchmark::kMillisecond);
BENCHMARK(checked)->Name("shape/mapped")->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(checked)->Name("shape/mapped/large")->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(unchecked)->Name("shape/mapped/unchecked")->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(unchecked)->Name("shape/mapped/unchecked/large")->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();
#if LUCID_BENCH_HAS_TBB
void checked_on_all_threads(benchmark::State& state) { mapped(state, lucid::cpu::par, lucid::trust::checked); }
BENCHMARK(checked_on_all_threads)->Name("shape/mapped/par")->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(checked_on_all_threads)->Name("shape/mapped/par/large")->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();
#endif

}  // namespace

BENCHMARK_MAIN();
