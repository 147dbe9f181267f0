// Is the planner right? S(2^k): bytes planned before the proof, for these values and for any, beside the most that a tally has counted in each phase and the
// resident set. A proof is timed with each: planning must cost nothing that counts. Every buffer is in pages of its own, so that what is given back is gone.
//   plan/<k>         counters: planned_mib, measured_mib, off_percent (of planned − measured), any_mib (planned without the values), and with the key, the
//                    shape and the witness: total_mib, resident_mib (less what was resident before them), resident_off_percent, plan_ms
// The phases are printed in front of the table, one line each.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory/tally.hpp>

#include "circuits/sha256_chain.hpp"
#include "support/fast.hpp"
#include "support/process.hpp"
#include "support/small_page.hpp"

namespace {

using curve = lucid::bls12_381::curve;
using scalar = curve::scalar;
constexpr auto& threads = lucid_bench::fast;
constexpr double mib = 1024 * 1024;

using tally = lucid::memory::tally<benchmarks::small_page>;

// The most bytes of each part of a wrapper beyond those held before it: a sink.
class phase_peaks {
 public:
  explicit phase_peaks(tally& memory) noexcept : memory_(&memory) {}
  class scope {
   public:
    scope(phase_peaks& all, char const* name) noexcept : all_(&all), name_(name) {}
    scope(scope const&) = delete;
    ~scope() {
      if (--all_->depth_ != 1) return;
      double& most = all_->of[name_];
      most = std::max(most, static_cast<double>(all_->memory_->peak() - all_->base_) / mib);
    }

   private:
    phase_peaks* all_;
    char const* name_;
  };
  scope open(char const* name, lucid::stream_ref) {
    if (depth_ == 0) base_ = memory_->held();
    if (depth_++ == 1) memory_->restart_peak();
    return {*this, name};
  }
  static void count(char const*, std::uint64_t) {}

  std::map<std::string, double> of;

 private:
  friend class scope;
  tally* memory_;
  std::size_t base_ = 0;
  int depth_ = 0;
};

double percent(double planned, double measured) { return 100 * (planned - measured) / measured; }

void plan(benchmark::State& state) {
  benchmarks::small_page pages;
  tally memory{pages};
  auto const exec = threads.with(memory);
  lucid::seeded_entropy entropy{1};
  auto const circuit = circuits::sha256_chain::of_rows(std::size_t{1} << state.range(0));
  static_cast<void>(lucid::size_of<scalar>(circuit));
  double const resident_before = benchmarks::resident_mib("VmRSS:");

  auto const shape = lucid::shape_of<scalar>(exec, circuit);
  auto const z = lucid::assign(exec, shape, circuit);
  auto const keys = lucid::groth16::single_party_setup<curve>(exec, shape, entropy);

  auto const started = std::chrono::steady_clock::now();
  auto const any = lucid::groth16::plan(threads, keys.proving);
  auto const these = lucid::groth16::plan(threads, keys.proving, z);
  double const plan_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();

  phase_peaks phases{memory};
  benchmarks::restart_peak_resident();
  for (auto _ : state) benchmark::DoNotOptimize(lucid::groth16::prove(exec.with(phases), keys.proving, z, entropy));
  double const resident = benchmarks::resident_mib("VmHWM:") - resident_before;

  double measured = 0;
  for (auto const& phase : these.phases) {
    double const planned = static_cast<double>(phase.bytes) / mib;
    measured = std::max(measured, phases.of[phase.name]);
    std::printf("plan/%-4d %-23s planned %10.2f MiB   measured %10.2f MiB   %+7.2f %%\n", static_cast<int>(state.range(0)), phase.name,
                planned, phases.of[phase.name], percent(planned, phases.of[phase.name]));
  }
  state.counters["planned_mib"] = static_cast<double>(these.peak()) / mib;
  state.counters["measured_mib"] = measured;
  state.counters["off_percent"] = percent(static_cast<double>(these.peak()) / mib, measured);
  state.counters["any_mib"] = static_cast<double>(any.peak()) / mib;
  state.counters["total_mib"] = static_cast<double>(these.total()) / mib;
  state.counters["resident_mib"] = resident;
  state.counters["resident_off_percent"] = percent(static_cast<double>(these.total()) / mib, resident);
  state.counters["plan_ms"] = plan_ms;
}

BENCHMARK(plan)->Name("plan")->Arg(16)->Arg(17)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(plan)->Name("plan/large")->Arg(18)->Arg(19)->Arg(20)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
