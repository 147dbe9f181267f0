// Whole proofs on a device with a resident key: upload of the values inside, self-verification outside or inside, and where the time goes.
// Names: gpu/groth16/<curve>/<circuit>/2^k and the same with /self_verified; wall clock, since the host takes part. Counters: ms of each part of one proof more, the
// stream waited for at its end; MiB on the device. LUCID_BENCH_LOG2_ROWS=20 (or another) instead of 2^16 rows: their keys are made on the CPU first.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include <lucid/backend/cpu.hpp>
#include <lucid/backend/gpu.cuh>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/pinned.cuh>

#include "circuits/mixed.hpp"
#include "circuits/sha256_chain.hpp"
#include "support/fast.hpp"

namespace {

using namespace lucid;
using clock_type = std::chrono::steady_clock;

double milliseconds_since(clock_type::time_point began) {
  return std::chrono::duration<double, std::milli>(clock_type::now() - began).count();
}

// Milliseconds of each span, the work on its stream included.
class part_times {
 public:
  class scope {
   public:
    scope(part_times& all, char const* name, stream_ref stream) : all_(&all), name_(name), stream_(stream), began_(clock_type::now()) {}
    scope(scope const&) = delete;
    ~scope() {
      gpu::synchronize(stream_);
      all_->milliseconds[name_] += milliseconds_since(began_);
    }

   private:
    part_times* all_;
    char const* name_;
    stream_ref stream_;
    clock_type::time_point began_;
  };
  scope open(char const* name, stream_ref stream) { return {*this, name, stream}; }
  static void count(char const*, std::uint64_t) noexcept {}

  std::map<std::string, double> milliseconds;
};

template <class Curve, class Circuit>
struct proof_case {
  using F = typename Curve::scalar;
  memory::device_pool pool;
  memory::pinned pinned;
  gpu::stream stream;
  policy<gpu::on_stream> exec = gpu::on(stream).with(pool).with(pinned);
  shape<F> circuit;
  groth16::key_pair<Curve, qap::circom_reduction> keys;
  decltype(groth16::prepare(exec, keys.proving)) key;
  assignment<F> z;

  explicit proof_case(Circuit const& c)
      : circuit(shape_of<F>(lucid_bench::fast, c)),
        keys(made(circuit)),
        key(groth16::prepare(exec, keys.proving)),
        z(assign(exec, circuit, c)) {}
  static auto made(shape<F> const& circuit) {
    seeded_entropy entropy{1};
    return groth16::single_party_setup<Curve>(lucid_bench::fast, circuit, entropy);
  }
};

template <class Curve, class Circuit>
void prove(benchmark::State& state, unsigned log2_rows, groth16::self_verification verification) {
  // One case is there at a time.
  static std::unique_ptr<proof_case<Curve, Circuit>> made;
  if (made == nullptr) made = std::make_unique<proof_case<Curve, Circuit>>(Circuit::of_rows((std::size_t{1} << log2_rows) - 8));
  auto& c = *made;
  os_entropy entropy;
  groth16::prove_options const options{.self_verify = verification};
  for (auto _ : state) {
    auto const began = clock_type::now();
    benchmark::DoNotOptimize(groth16::prove(c.exec, c.key, c.z, entropy, options));
    state.SetIterationTime(milliseconds_since(began) / 1000);
  }
  part_times parts;
  benchmark::DoNotOptimize(groth16::prove(c.exec.with(parts), c.key, c.z, entropy, options));
  for (auto const& [name, ms] : parts.milliseconds) {
    if (name.starts_with("groth16/") || name == "qap/multiply" || name == "qap/quotient") state.counters[name] = ms;
  }
  state.counters["constraints"] = static_cast<double>(c.circuit.constraints());
  state.counters["peak_MiB"] = static_cast<double>(c.pool.peak() >> 20);
}

template <class Curve, class Circuit>
void add(std::string const& name) {
  char const* const said = std::getenv("LUCID_BENCH_LOG2_ROWS");
  unsigned const log2_rows = said == nullptr ? 16 : static_cast<unsigned>(std::atoi(said));
  std::string const full = "gpu/groth16/" + std::string{Curve::name} + "/" + name + "/2^" + std::to_string(log2_rows);
  for (bool const verified : {false, true}) {
    benchmark::RegisterBenchmark((full + (verified ? "/self_verified" : "")).c_str(),
                                 [=](benchmark::State& state) {
                                   prove<Curve, Circuit>(state, log2_rows,
                                                         verified ? groth16::self_verification::on : groth16::self_verification::off);
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace

int main(int argc, char** argv) {
  add<bn254::curve, circuits::mixed>("mixed");
  add<bls12_381::curve, circuits::sha256_chain>("sha256_chain");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
