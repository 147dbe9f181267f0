// C in the rows or in the key: do two transforms fewer a proof (three, in libsnark's form) pay? One circuit, its keys of the same secrets in both forms, proofs
// in turn (plain, folded, plain, folded, …) with the same blinding, which must be equal byte for byte. Processor milliseconds, least of `turns`:
//   quotient/<reduction>/<circuit>/<k>  plain_quotient_ms, folded_quotient_ms   rows to scalars: qap/multiply and qap/quotient, where C is left out
//                                        plain_ms, folded_ms                     a whole proof without its self-verification
//                                        saved_percent                           of the whole
//                                        plain_MiB, folded_MiB                   the most that a proof holds beside key and witness, as planned
//   prepare/<reduction>/<k>              fold_ms, the preparation of a key whose points alone are known; from a trapdoor it is free
// Circuits: field (field_heavy.hpp), values of full size; sha256, almost all bits, so that sums are cheap and transforms count.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <stdexcept>
#include <utility>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/qap/folded_reduction.hpp>

#include "circuits/field_heavy.hpp"
#include "circuits/sha256_chain.hpp"

namespace {

using curve = lucid::bn254::curve;
using scalar = curve::scalar;
using lucid::qap::circom_reduction;
using lucid::qap::folded_reduction;
using lucid::qap::libsnark_reduction;

constexpr double mib = 1024 * 1024;

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

template <class Reduction>
auto key_of(lucid::shape<scalar> const& circuit) {
  lucid::seeded_entropy entropy{1};
  return lucid::groth16::single_party_setup<curve, Reduction>(lucid::cpu::seq, circuit, entropy).proving;
}

template <class Reduction>
class proofs {
 public:
  explicit proofs(lucid::shape<scalar> const& circuit) : key_(key_of<Reduction>(circuit)) {}

  auto turn(lucid::assignment<scalar> const& z) {
    auto const& exec = lucid::cpu::seq;
    static_cast<void>(timed(quotient_ms, [&] {
      return lucid::qap::quotient<Reduction>(exec, lucid::radix2_ntt{}, key_.domain,
                                             lucid::qap::multiply(exec, key_.matrices, key_.domain, z.all(), Reduction::c));
    }));
    return timed(proof_ms, [&] {
      lucid::seeded_entropy entropy{2};
      return lucid::groth16::prove(exec, key_, z, entropy, {.self_verify = lucid::groth16::self_verification::off});
    });
  }
  [[nodiscard]] double planned_mib() const { return static_cast<double>(lucid::groth16::plan(lucid::cpu::seq, key_).peak()) / mib; }

  double quotient_ms = 1e12, proof_ms = 1e12;

 private:
  lucid::groth16::proving_key<curve, Reduction> key_;
};

template <class Reduction, class Circuit>
void quotient(benchmark::State& state) {
  std::size_t const rows = (std::size_t{1} << state.range(0)) - 64;
  Circuit const circuit = [&] {
    if constexpr (requires { Circuit::of_rows(rows); }) {
      return Circuit::of_rows(rows);
    } else {
      return Circuit{rows};
    }
  }();
  auto const shape = lucid::shape_of<scalar>(lucid::cpu::seq, circuit);
  auto const z = lucid::assign(lucid::cpu::seq, shape, circuit);
  proofs<Reduction> plain{shape};
  proofs<folded_reduction<Reduction>> folded{shape};
  for (auto _ : state) {
    if (plain.turn(z) != folded.turn(z)) throw std::runtime_error("two proofs of one statement and one blinding differ");
  }
  state.counters["rows"] = static_cast<double>(shape.constraints());
  state.counters["plain_quotient_ms"] = plain.quotient_ms;
  state.counters["folded_quotient_ms"] = folded.quotient_ms;
  state.counters["plain_ms"] = plain.proof_ms;
  state.counters["folded_ms"] = folded.proof_ms;
  state.counters["saved_percent"] = 100 * (plain.proof_ms - folded.proof_ms) / plain.proof_ms;
  state.counters["plain_MiB"] = plain.planned_mib();
  state.counters["folded_MiB"] = folded.planned_mib();
}

template <class Reduction>
void prepare(benchmark::State& state) {
  auto const shape = lucid::shape_of<scalar>(lucid::cpu::seq, circuits::field_heavy<scalar>{(std::size_t{1} << state.range(0)) - 64});
  double least = 1e12;
  for (auto _ : state) {
    auto key = key_of<Reduction>(shape);
    static_cast<void>(timed(least, [&] { return lucid::groth16::fold(lucid::cpu::seq, std::move(key)); }));
  }
  state.counters["fold_ms"] = least;
}

constexpr int turns = 9;

template <class Reduction>
void field_heavy(benchmark::State& state) {
  quotient<Reduction, circuits::field_heavy<scalar>>(state);
}
template <class Reduction>
void sha256(benchmark::State& state) {
  quotient<Reduction, circuits::sha256_chain>(state);
}

#define LUCID_BENCH_FOLD(Reduction)                  \
  BENCHMARK(field_heavy<Reduction##_reduction>)      \
      ->Name("quotient/" #Reduction "/field")        \
      ->Arg(10)                                      \
      ->Iterations(turns)                            \
      ->Unit(benchmark::kMillisecond);               \
  BENCHMARK(field_heavy<Reduction##_reduction>)      \
      ->Name("quotient/" #Reduction "/field/large")  \
      ->Arg(12)                                      \
      ->Arg(14)                                      \
      ->Arg(16)                                      \
      ->Iterations(turns)                            \
      ->Unit(benchmark::kMillisecond);               \
  BENCHMARK(sha256<Reduction##_reduction>)           \
      ->Name("quotient/" #Reduction "/sha256/large") \
      ->Arg(15)                                      \
      ->Arg(16)                                      \
      ->Arg(17)                                      \
      ->Iterations(turns)                            \
      ->Unit(benchmark::kMillisecond)
LUCID_BENCH_FOLD(circom);
LUCID_BENCH_FOLD(libsnark);

BENCHMARK(prepare<circom_reduction>)->Name("prepare/circom")->Arg(8)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(prepare<libsnark_reduction>)->Name("prepare/libsnark")->Arg(8)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(prepare<circom_reduction>)->Name("prepare/circom/large")->Arg(10)->Arg(12)->Arg(14)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
