// What being watched costs a proof: spans a proof × nanoseconds a span, as a share of the proof's time. The claim: the text sink costs less than 0.5 % at 2^16
// constraints (231 spans, 155 ns each, of 1.4 s on two cores: 0.003 %). Timing a watched proof against one that is not would say less: the difference is below what two equal proofs differ by.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory/traced.hpp>
#include <lucid/trace/text.hpp>

#include "circuits/field_heavy.hpp"
#include "support/fast.hpp"

namespace {

using curve = lucid::bn254::curve;
using scalar = curve::scalar;
constexpr auto& exec = lucid_bench::fast;

std::uint64_t spans_in(lucid::trace::span_node const& node) {
  std::uint64_t sum = 0;
  for (auto const& part : node.parts) sum += part.calls + spans_in(part);
  return sum;
}
std::uint64_t memory_spans_in(lucid::trace::span_node const& node) {
  std::uint64_t sum = 0;
  for (auto const& part : node.parts) sum += (part.is_memory() ? part.calls : 0) + memory_spans_in(part);
  return sum;
}

// Inside a few others, with a counter now and then; the least of seven runs.
double nanoseconds_a_span() {
  constexpr int spans = 20'000, runs = 7;
  double least = 1e9;
  for (int run = 0; run < runs; ++run) {
    lucid::trace::text sink;
    auto const began = std::chrono::steady_clock::now();
    for (int i = 0; i < spans; i += 4) {
      auto const a = sink.open("a", {});
      auto const b = sink.open("b", {});
      sink.count("elements", 1);
      { auto const c = sink.open("c", {}); }
      auto const d = sink.open("d", {});
    }
    std::chrono::duration<double, std::nano> const time = std::chrono::steady_clock::now() - began;
    least = std::min(least, time.count() / spans);
  }
  return least;
}

void proof(benchmark::State& state) {
  circuits::field_heavy<scalar> const circuit{(std::size_t{1} << state.range(0)) - 2};  // and two rows for the inputs
  lucid::seeded_entropy entropy{1};
  auto const shape = lucid::shape_of<scalar>(exec, circuit);
  auto const keys = lucid::groth16::single_party_setup<curve>(exec, shape, entropy);
  auto const z = lucid::assign(exec, shape, circuit);

  // Every allocation and release is watched, too: the most that a trace can ask for.
  lucid::trace::text sink;
  lucid::memory::traced memory{lucid::plain_heap, sink};
  auto const watched = exec.with(sink).with(memory);
  double seconds = 1e9;
  for (auto _ : state) {
    auto const began = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(lucid::groth16::prove(watched, keys.proving, z, entropy));
    seconds = std::min(seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }
  auto const proofs = static_cast<double>(state.iterations());
  auto const root = sink.snapshot();
  double const spans = static_cast<double>(spans_in(root)) / proofs, ns = nanoseconds_a_span();
  state.counters["constraints"] = static_cast<double>(shape.constraints());
  state.counters["spans_a_proof"] = spans;
  state.counters["of_memory"] = static_cast<double>(memory_spans_in(root)) / proofs;
  state.counters["ns_a_span"] = ns;
  state.counters["percent_of_proof"] = 100 * spans * ns * 1e-9 / seconds;
}
BENCHMARK(proof)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(proof)->Name("proof/large")->Arg(16)->Iterations(7)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
