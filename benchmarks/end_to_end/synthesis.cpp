// What a row of a circuit costs on one thread: the old style with temporaries and with what was done about them (benchmarks/old_style), and this library's
// synthesize, assign and sparse product, on the same witness. Before anything is timed, a, b and c of each variant are compared with those of `synthesize`.
//   ns_per_row, ns_per_row_most   processor time of the quickest and of the slowest run, on memory that the process already holds
//   heap_calls_per_row, peak_bytes_per_row   of one run of its own, results included
//   bytes_per_nonzero    of a stored shape
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/qap/sparse_product.hpp>

#include "circuits/mixed.hpp"
#include "circuits/sha256_chain.hpp"
#include "circuits/storage_proof.hpp"
#include "old_style/circuits.hpp"
#include "support/heap_counter.hpp"

namespace {

using F = lucid::bls12_381::scalar;
constexpr auto const& exec = lucid::cpu::seq;

template <class X, class Y>
bool equal(X const& x, Y const& y) {
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != y[i]) return false;
  }
  return true;
}

// What is counted of one run, outside of the timing.
template <class Work>
void count_heap(benchmark::State& state, double rows, Work const& work) {
  benchmarks::heap.start();
  work();
  benchmarks::heap.stop();
  state.counters["heap_calls_per_row"] = static_cast<double>(benchmarks::heap.calls) / rows;
  state.counters["peak_bytes_per_row"] = static_cast<double>(benchmarks::heap.peak) / rows;
}

// Of this thread, in nanoseconds: what other programs take of the processor does not count.
double processor_time() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <class Work>
void measured(benchmark::State& state, std::size_t rows, Work const& work) {
  count_heap(state, static_cast<double>(rows), work);
  double least = 1e18;
  double most = 0;
  for (auto _ : state) {
    double const start = processor_time();
    work();
    double const taken = (processor_time() - start) / static_cast<double>(rows);
    least = std::min(least, taken);
    most = std::max(most, taken);
  }
  state.counters["ns_per_row"] = least;
  state.counters["ns_per_row_most"] = most;
}

template <old_style::style Style, class Circuit>
void old(benchmark::State& state, Circuit const& circuit) {
  {
    auto const expected = lucid::synthesize<F>(exec, circuit);
    old_style::proving_assignment<F, Style> cs;
    old_style::synthesize(cs, circuit);
    if (!equal(cs.a, expected.a) || !equal(cs.b, expected.b) || !equal(cs.c, expected.c) || !equal(cs.aux(), expected.z.witness())) {
      return state.SkipWithError("the rows differ from those of synthesize");
    }
  }
  measured(state, circuit.rows(), [&] {
    old_style::proving_assignment<F, Style> cs;
    old_style::synthesize(cs, circuit);
    benchmark::DoNotOptimize(cs.a.data());
  });
}

template <class Circuit>
void synthesize(benchmark::State& state, Circuit const& circuit) {
  auto const size = lucid::size_of<F>(circuit);
  measured(state, circuit.rows(), [&] { benchmark::DoNotOptimize(lucid::synthesize<F>(exec, circuit, size).a.data()); });
}

template <class Circuit>
lucid::shape<F> shape_of(benchmark::State& state, Circuit const& circuit) {
  auto shape = lucid::shape_of<F>(exec, circuit);
  std::size_t const terms = shape.a().terms() + shape.b().terms() + shape.c().terms();
  state.counters["bytes_per_nonzero"] = static_cast<double>(shape.bytes()) / static_cast<double>(terms);
  return shape;
}

template <class Circuit>
void assign(benchmark::State& state, Circuit const& circuit) {
  auto const shape = shape_of(state, circuit);
  if (!equal(lucid::assign(exec, shape, circuit).all(), lucid::synthesize<F>(exec, circuit).z.all())) {
    return state.SkipWithError("the values differ from those of synthesize");
  }
  measured(state, circuit.rows(), [&] { benchmark::DoNotOptimize(lucid::assign(exec, shape, circuit).all().data()); });
}

// A·z, B·z and C·z.
template <class Circuit>
void product(benchmark::State& state, Circuit const& circuit) {
  auto const shape = shape_of(state, circuit);
  auto const z = lucid::assign(exec, shape, circuit);
  auto const multiply = [&](lucid::sparse_matrix<F> const& m) {
    lucid::buffer<F> out{exec, shape.constraints()};
    lucid::qap::sparse_product{}(exec, lucid::qap::coded_rows<F>{m, shape.dictionary()}, z.all(), out.all());
    return out;
  };
  {
    auto const expected = lucid::synthesize<F>(exec, circuit);
    if (!equal(multiply(shape.a()), expected.a) || !equal(multiply(shape.b()), expected.b) || !equal(multiply(shape.c()), expected.c)) {
      return state.SkipWithError("the rows differ from those of synthesize");
    }
  }
  measured(state, circuit.rows(), [&] {
    auto const a = multiply(shape.a());
    auto const b = multiply(shape.b());
    auto const c = multiply(shape.c());
    benchmark::DoNotOptimize(a.data());
    benchmark::DoNotOptimize(b.data());
    benchmark::DoNotOptimize(c.data());
  });
}

// A style may show its time only if it does what the description says.
template <class Circuit>
std::optional<std::string> unfaithful(Circuit const& circuit) {
  old_style::proving_assignment<F, old_style::style{.counts = true}> cs;
  old_style::synthesize(cs, circuit);
  auto const rows = static_cast<double>(circuit.rows());
  auto const off = [&](std::size_t count, double wanted) {
    double const found = static_cast<double>(count) / rows;
    return found < wanted - 0.1 || found > wanted + 0.1;
  };
  if (off(cs.counts.calls, 2.0)) return "the old style does not make 2.0 helper calls a row";
  if (off(cs.counts.temporaries, 1.93)) return "the old style does not make 1.93 temporaries a row";
  if (off(cs.counts.base_buffers, 3.0)) return "the old style does not make 3.0 base buffers a row";
  return std::nullopt;
}

// P(n), which has no old style: Poseidon was not among its gadgets.
struct storage_proof {
  using circuit = circuits::storage_proof<F>;
  std::size_t parts;

  static storage_proof of_rows(std::size_t n) noexcept { return {circuit::parts_for(n)}; }
  [[nodiscard]] std::size_t rows() const noexcept { return parts * circuit::rows_of_part; }
  void operator()(lucid::constraint_system auto& cs) const {
    static auto const of_columns = lucid::filecoin_poseidon<F>(circuit::labels);
    static auto const of_trees = lucid::filecoin_poseidon<F>(circuit::arity);
    static circuit::tree const hash{of_trees};
    circuit{&of_columns, &hash, parts}(cs);
  }
};

template <class Circuit>
using variant = std::pair<char const*, void (*)(benchmark::State&, Circuit const&)>;

template <class Circuit>
constexpr variant<Circuit> old_variants[] = {
    {"baseline", old<old_style::temporaries, Circuit>},
    {"append", old<old_style::append, Circuit>},
    {"append_recycle", old<old_style::append_recycle, Circuit>},
    {"append_recycle_prefetch", old<old_style::append_recycle_prefetch, Circuit>},
};
template <class Circuit>
constexpr variant<Circuit> our_variants[] = {
    {"synthesize", synthesize<Circuit>},
    {"assign", assign<Circuit>},
    {"product", product<Circuit>},
};

template <class Circuit>
void add(char const* circuit, unsigned log2_rows, std::span<variant<Circuit> const> variants) {
  for (auto const& [variant, f] : variants) {
    auto const name =
        std::string{"synthesis/"} + variant + '/' + circuit + "/2^" + std::to_string(log2_rows) + (log2_rows > 18 ? "/large" : "");
    benchmark::RegisterBenchmark(name.c_str(), [f = f, log2_rows](benchmark::State& state) {
      f(state, Circuit::of_rows(std::size_t{1} << log2_rows));
    })->Unit(benchmark::kMillisecond);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmarks::keep_pages();
  if (auto const complaint = unfaithful(circuits::sha256_chain{3})) {
    std::fprintf(stderr, "%s\n", complaint->c_str());
    return 1;
  }
  for (unsigned const k : {16u, 18u, 20u, 22u, 24u}) {
    add<circuits::sha256_chain>("S", k, old_variants<circuits::sha256_chain>);
    add<circuits::sha256_chain>("S", k, our_variants<circuits::sha256_chain>);
    add<circuits::mixed>("M", k, old_variants<circuits::mixed>);
    add<circuits::mixed>("M", k, our_variants<circuits::mixed>);
    add<storage_proof>("P", k, our_variants<storage_proof>);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
