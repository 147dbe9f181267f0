// Tables of multiples beside a key: what do they spare a proof, and what do they take? One circuit and key, proofs in turn (without, with, without, …) from the same
// blinding, which must be equal byte for byte. Processor milliseconds, least of `turns`:
//   key_tables/<circuit>/<k>/copies:<c>  plain_ms, tabled_ms   a whole proof without its self-verification
//                                        saved_percent         of it
//                                        prepare_ms            making the table, once
//                                        table_MiB, key_MiB    beside it, the points of the key
// copies=200: as many as scalars have windows, which leaves one set of buckets. Circuits as in fold.cpp.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <stdexcept>

#include <lucid/backend/cpu.hpp>
#include <lucid/backend/cpu/precomputed_bases.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>

#include "circuits/field_heavy.hpp"
#include "circuits/sha256_chain.hpp"

namespace {

using curve = lucid::bn254::curve;
using scalar = curve::scalar;
namespace groth16 = lucid::groth16;

constexpr double mib = 1024 * 1024;
constexpr int turns = 9;

double processor_ms() {
  timespec t{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

// least ← the processor time of work(), where that is less.
template <class Work>
auto timed(double& least, Work const& work) {
  double const began = processor_ms();
  auto result = work();
  least = std::min(least, processor_ms() - began);
  return result;
}

template <class Circuit>
void key_tables(benchmark::State& state) {
  auto const& exec = lucid::cpu::seq;
  std::size_t const rows = (std::size_t{1} << state.range(0)) - 64;
  Circuit const circuit = [&] {
    if constexpr (requires { Circuit::of_rows(rows); }) {
      return Circuit::of_rows(rows);
    } else {
      return Circuit{rows};
    }
  }();
  auto const shape = lucid::shape_of<scalar>(exec, circuit);
  auto const z = lucid::assign(exec, shape, circuit);
  lucid::seeded_entropy secrets{1};
  auto const key = groth16::single_party_setup<curve, lucid::qap::circom_reduction>(exec, shape, secrets).proving;
  double prepare_ms = 1e12, plain_ms = 1e12, tabled_ms = 1e12;
  auto const tabled =
      timed(prepare_ms, [&] { return groth16::prepare(exec, key, {.h = {.copies = static_cast<unsigned>(state.range(1))}}); });
  auto const turn = [&](double& least, auto const& some_key) {
    return timed(least, [&] {
      lucid::seeded_entropy entropy{2};
      return groth16::prove(exec, some_key, z, entropy, {.self_verify = groth16::self_verification::off});
    });
  };
  for (auto _ : state) {
    if (turn(plain_ms, key) != turn(tabled_ms, tabled)) throw std::runtime_error("two proofs of one statement and one blinding differ");
  }
  state.counters["rows"] = static_cast<double>(shape.constraints());
  state.counters["plain_ms"] = plain_ms;
  state.counters["tabled_ms"] = tabled_ms;
  state.counters["saved_percent"] = 100 * (plain_ms - tabled_ms) / plain_ms;
  state.counters["prepare_ms"] = prepare_ms;
  state.counters["table_MiB"] = static_cast<double>(tabled.bytes()) / mib;
  state.counters["key_MiB"] = static_cast<double>(groth16::plan(exec, key).key) / mib;
}

using field = circuits::field_heavy<scalar>;
using sha256 = circuits::sha256_chain;

// Of these brief runs have time for the first.
BENCHMARK(key_tables<field>)
    ->Name("key_tables/field")
    ->ArgNames({"", "copies"})
    ->Args({10, 200})
    ->Iterations(turns)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(key_tables<field>)
    ->Name("key_tables/field/large")
    ->ArgNames({"", "copies"})
    ->ArgsProduct({{12, 14, 16}, {4, 200}})
    ->Iterations(turns)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(key_tables<sha256>)
    ->Name("key_tables/sha256/large")
    ->ArgNames({"", "copies"})
    ->ArgsProduct({{15, 16}, {4, 200}})
    ->Iterations(turns)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
