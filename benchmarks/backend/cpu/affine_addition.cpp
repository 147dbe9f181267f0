// One affine addition with a shared inverse, all operands in the cache: the price that everything else here is a multiple of.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <vector>

#include <lucid/backend/cpu/affine_addition.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>

#include <msm/terms.hpp>

namespace {

using namespace lucid;

template <class G>
void additions(benchmark::State& state) {
  using adder = cpu::affine_adder<G>;
  auto const points = lucid_bench::points<G>(2 * adder::capacity);
  std::vector<affine<G>> sums(adder::capacity);
  auto const storage = std::make_unique<typename adder::storage>();
  adder batch{*storage};
  std::size_t const n = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    for (std::size_t i = 0; i < n; ++i) batch.add(points[2 * i], points[2 * i + 1], sums[i], state.range(1) != 0 ? i % 4 : 0);
    batch.flush();
    benchmark::ClobberMemory();
  }
  state.counters["s/addition"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(n),
                                                    benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Batch, and whether points are subtracted too.
BENCHMARK(additions<bn254::g1>)->ArgsProduct({{16, 128, 1024}, {0, 1}});
BENCHMARK(additions<bn254::g2>)->ArgsProduct({{1024}, {0, 1}});
BENCHMARK(additions<bls12_381::g1>)->ArgsProduct({{1024}, {0, 1}});
BENCHMARK(additions<bls12_381::g2>)->ArgsProduct({{1024}, {0, 1}});

}  // namespace

BENCHMARK_MAIN();
