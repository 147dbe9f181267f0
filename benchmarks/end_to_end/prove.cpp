// Whole processes side by side: `circom_prover prove` and `snarkjs groth16 prove` on the same key and witness, from files to files, in turn (A B A B),
// so that whatever else the machine does meets both. Per circuit: seconds of wall clock and CPU, peak resident memory, and the ratios.
// Keys come from the library's own setup, so that circuits of 2^16 and more need no ceremony. snarkjs is found under build/npm (script/test puts it
// there) or where LUCID_SNARKJS points; without it only our own figures are shown. A path of a key and a witness may be given instead:
// LUCID_BENCH_KEY, LUCID_BENCH_WITNESS.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey_writer.hpp>

#include "circuits/field_heavy.hpp"
#include "support/fast.hpp"

namespace {

using curve = lucid::bn254::curve;
using scalar = curve::scalar;
constexpr auto& exec = lucid_bench::fast;

struct files {
  std::string key, witness;
  std::size_t constraints = 0;
};

template <class Circuit>
files make_files(std::string const& name, Circuit const& circuit) {
  auto const folder = std::filesystem::temp_directory_path() / ("lucid-bench-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  files made{(folder / (name + ".zkey")).string(), (folder / (name + ".wtns")).string(), 0};
  lucid::seeded_entropy entropy{1};
  auto const shape = lucid::shape_of<scalar>(exec, circuit);
  made.constraints = shape.constraints();
  auto const keys = lucid::groth16::single_party_setup<curve>(exec, shape, entropy);
  lucid::atomic_file key_file{made.key}, witness_file{made.witness};
  lucid::iden3::write_zkey(exec, key_file, keys.proving);
  key_file.commit();
  auto const z = lucid::assign(exec, shape, circuit);
  lucid::iden3::write_wtns<scalar>(exec, witness_file, z.all());
  witness_file.commit();
  return made;
}

struct cost {
  double wall = 0, cpu = 0, peak_mib = 0;
};

// Runs a program to its end, its output thrown away. Throws when it fails.
cost run(std::vector<std::string> const& command) {
  std::vector<char*> arguments;
  for (auto const& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  auto const began = std::chrono::steady_clock::now();
  pid_t const child = ::fork();
  if (child == 0) {
    int const nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, 0), ::dup2(nowhere, 1), ::dup2(nowhere, 2);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  double const wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error(command[0] + " failed");
  auto const seconds = [](timeval const& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return {wall, seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1024.0};
}

std::string own_prover() { return (std::filesystem::canonical("/proc/self/exe").parent_path() / "circom_prover").string(); }

std::string snarkjs() {
  if (char const* const named = std::getenv("LUCID_SNARKJS")) return named;
  auto const beside = std::filesystem::canonical("/proc/self/exe").parent_path() / "../../npm/node_modules/snarkjs/build/cli.cjs";
  return std::filesystem::exists(beside) ? std::filesystem::canonical(beside).string() : "";
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void prove_side_by_side(benchmark::State& state, files const& inputs) {
  std::string const proof = inputs.witness + ".proof.json", publics = inputs.witness + ".public.json";
  std::string const theirs = snarkjs();
  std::vector<double> ours_wall, theirs_wall, ratio;
  cost ours_least{1e9, 1e9, 0}, theirs_least{1e9, 1e9, 0};
  auto const keep = [](cost& least, cost const& now) {
    least = {std::min(least.wall, now.wall), std::min(least.cpu, now.cpu), std::max(least.peak_mib, now.peak_mib)};
  };
  for (auto _ : state) {
    cost const ours = run({own_prover(), "prove", inputs.key, inputs.witness, proof, publics});
    state.SetIterationTime(ours.wall);
    keep(ours_least, ours);
    if (theirs.empty()) continue;
    cost const other = run({"node", theirs, "groth16", "prove", inputs.key, inputs.witness, proof, publics});
    keep(theirs_least, other);
    ratio.push_back(other.wall / ours.wall);
  }
  state.counters["constraints"] = static_cast<double>(inputs.constraints);
  state.counters["wall_s"] = ours_least.wall;
  state.counters["cpu_s"] = ours_least.cpu;
  state.counters["peak_MiB"] = ours_least.peak_mib;
  if (theirs.empty()) {
    state.SetLabel("snarkjs is not here: nothing to compare with");
    return;
  }
  state.counters["snarkjs_wall_s"] = theirs_least.wall;
  state.counters["snarkjs_cpu_s"] = theirs_least.cpu;
  state.counters["snarkjs_peak_MiB"] = theirs_least.peak_mib;
  state.counters["times_faster"] = median(ratio);
  state.counters["times_faster_least"] = *std::min_element(ratio.begin(), ratio.end());
  state.counters["peak_share"] = ours_least.peak_mib / theirs_least.peak_mib;
}

void field_heavy_proof(benchmark::State& state) {
  std::size_t const rows = std::size_t{1} << state.range(0);
  prove_side_by_side(state, make_files("field_heavy", circuits::field_heavy<scalar>{rows - 2}));
}
BENCHMARK(field_heavy_proof)->Arg(10)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(field_heavy_proof)
    ->Name("field_heavy_proof/large")
    ->Arg(16)
    ->Arg(17)
    ->Iterations(7)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

void given_files_proof(benchmark::State& state) {
  prove_side_by_side(state, {std::getenv("LUCID_BENCH_KEY"), std::getenv("LUCID_BENCH_WITNESS"), 0});
}

}  // namespace

int main(int argc, char** argv) {
  if (std::getenv("LUCID_BENCH_KEY") != nullptr && std::getenv("LUCID_BENCH_WITNESS") != nullptr) {
    benchmark::RegisterBenchmark("given_files_proof/large", given_files_proof)
        ->Iterations(7)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
