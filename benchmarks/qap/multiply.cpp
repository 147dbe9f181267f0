// A·z and B·z for rows like those of compiled circuits: two or three terms, most coefficients ±1, columns near the row with a few far away.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/qap/multiply.hpp>
#if LUCID_BENCH_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using F = lucid::bn254::scalar;

lucid::shape<F> circuit_of(std::size_t rows) {
  lucid::shape_builder<F> builder{rows, 1, rows};
  std::uint64_t random = 1;
  auto const draw = [&](std::size_t below) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((random >> 33) % below);
  };
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto const name : {lucid::matrix_name::a, lucid::matrix_name::b}) {
      std::size_t const terms = 2 + draw(2);
      for (std::size_t t = 0; t < terms; ++t) {
        std::size_t const column = draw(4) == 0 ? draw(rows) : (row + draw(16)) % rows;
        std::size_t const kind = draw(8);
        builder.add(name, row, column, kind < 4 ? F::one() : kind < 7 ? -F::one() : F{3 + draw(30)});
      }
    }
  }
  return builder.finish(rows);
}

template <class Exec>
void multiply(benchmark::State& state, Exec const& exec) {
  auto const k = static_cast<unsigned>(state.range(0));
  lucid::qap::matrices<F> const matrices{circuit_of((std::size_t{1} << k) - 2)};
  lucid::poly::domain<F> const points{k, lucid::two_adic<F::spec>::root};
  std::vector<F> z(matrices.variables());
  lucid::poly::fill_progression<F>(exec, z, F::one(), F{5} * F{1234567891011});
  for (auto _ : state) benchmark::DoNotOptimize(lucid::qap::multiply(exec, matrices, points, z));
  std::size_t const terms = matrices.shape().a().terms() + matrices.shape().b().terms();
  state.counters["s/term"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(terms),
                                                benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void on_one_thread(benchmark::State& state) { multiply(state, lucid::cpu::seq); }
BENCHMARK(on_one_thread)->Name("multiply/seq")->Arg(14)->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(on_one_thread)->Name("multiply/seq/large")->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();
#if LUCID_BENCH_HAS_TBB
void on_all_threads(benchmark::State& state) { multiply(state, lucid::cpu::par); }
BENCHMARK(on_all_threads)->Name("multiply/par")->Arg(14)->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(on_all_threads)->Name("multiply/par/large")->Arg(20)->Unit(benchmark::kMillisecond)->UseRealTime();
#endif

}  // namespace

BENCHMARK_MAIN();
