// Independent parts of a circuit on one thread and on all: n parts, each the SHA-256 of 64 bytes (45,386 rows), as assign and synthesize carry them.
// `threads` is what the policy says; items are rows, and times are real ones.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lucid/backend/cpu.hpp>
#if LUCID_BENCH_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/independent.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/sha256.hpp>

namespace {

using F = lucid::bls12_381::scalar;

struct hashes {
  std::size_t count = 16;
  std::uint8_t secret = 0;

  void operator()(lucid::constraint_system auto& cs) const {
    std::vector<std::array<lucid::boolean, 256>> digests(count);
    lucid::independent(cs, count, [&](auto& part, std::size_t i) {
      std::array<std::uint8_t, 64> bytes{};
      for (std::size_t j = 0; j < bytes.size(); ++j) bytes[j] = static_cast<std::uint8_t>(37 * j + 11 * i + secret);
      auto const message = lucid::witness_bytes(part, bytes);
      digests[i] = lucid::sha256(part, std::span<lucid::boolean const>{message});
    });
    for (auto const& digest : digests) lucid::pack_into_inputs(cs, digest);
  }
};

template <class Exec, class Work>
void measured(benchmark::State& state, Exec const& exec, lucid::circuit_size const& size, Work const& work) {
  for (auto _ : state) work();
  state.counters["threads"] = exec.concurrency();
  state.SetItemsProcessed(static_cast<std::int64_t>(size.constraints) * static_cast<std::int64_t>(state.iterations()));
}

template <class Exec>
void synthesize(benchmark::State& state, Exec const& exec) {
  hashes const circuit{static_cast<std::size_t>(state.range(0)), 5};
  auto const size = lucid::size_of<F>(circuit);
  measured(state, exec, size, [&] { benchmark::DoNotOptimize(lucid::synthesize<F>(exec, circuit, size).a.data()); });
}
template <class Exec>
void assign(benchmark::State& state, Exec const& exec) {
  hashes const circuit{static_cast<std::size_t>(state.range(0)), 5};
  auto const shape = lucid::shape_of<F>(lucid::cpu::seq, circuit);
  measured(state, exec, {shape.constraints(), shape.variables(), shape.public_inputs()},
           [&] { benchmark::DoNotOptimize(lucid::assign(exec, shape, circuit).all().data()); });
}
void count(benchmark::State& state) {
  hashes const circuit{static_cast<std::size_t>(state.range(0)), 5};
  measured(state, lucid::cpu::seq, lucid::size_of<F>(circuit), [&] { benchmark::DoNotOptimize(lucid::size_of<F>(circuit)); });
}

}  // namespace

BENCHMARK(count)->Name("circuit/size_of")->Arg(4)->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(synthesize, seq, lucid::cpu::seq)
    ->Name("circuit/synthesize/seq")
    ->Arg(4)
    ->Arg(16)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(assign, seq, lucid::cpu::seq)->Name("circuit/assign/seq")->Arg(4)->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();
#if LUCID_BENCH_HAS_TBB
BENCHMARK_CAPTURE(synthesize, par, lucid::cpu::par)
    ->Name("circuit/synthesize/par")
    ->Arg(4)
    ->Arg(16)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(assign, par, lucid::cpu::par)->Name("circuit/assign/par")->Arg(4)->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();
#endif

BENCHMARK_MAIN();
