// The rows of sums on a device, gpu/msm/<group>/<curve>/<scalars>/2^k: bases and scalars are there already, the time is that until the host has the sum.
// Counters: the window; ms of each phase by the device's events; percent_of_floor: ten products a digit, at the rate at which an H200 does products that depend
// on nothing, by the time of the sum. Tables of multiples are not used.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lucid/backend/gpu/pippenger.cuh>
#include <lucid/memory/device_pool.cuh>

#include <msm/device_terms.cuh>
#include <support/phase_times.cuh>

namespace lucid_bench {

// What all rows of a group share: as many points as the largest needs.
template <class G>
struct device_terms {
  lucid::memory::device_pool pool;
  lucid::gpu::stream stream;
  lucid::buffer<lucid::affine<G>, lucid::memory_space::device> points;

  explicit device_terms(std::size_t n) : points(device_points<G>(lucid::gpu::on(stream).with(pool), n)) {}
};

template <class G>
void device_sum(benchmark::State& state, device_scalars kind, unsigned k, unsigned largest, double products_a_second) {
  using F = typename G::scalar;
  static device_terms<G> terms{std::size_t{1} << largest};
  std::size_t const n = std::size_t{1} << k;
  auto const exec = lucid::gpu::on(terms.stream).with(terms.pool);
  auto const host = make_scalars<F>(kind, n);
  auto const scalars = lucid::clone_to<lucid::memory_space::device, F>(exec, lucid::view<F const>{host});
  auto const points = std::as_const(terms.points).all().subview(0, n);
  phase_times phases;
  auto const watched = exec.with(phases);
  if (!(lucid::pippenger{}(watched, points, scalars).to_affine() == expected_sum<G>(host, n))) state.SkipWithError("the sum is wrong");
  terms.stream.synchronize();
  phases.take();
  double seconds = 0;
  std::map<std::string, double> of_phase;
  for (auto _ : state) {
    auto const begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(lucid::pippenger{}(watched, points, scalars));
    double const took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    state.SetIterationTime(took);
    seconds += took;
    terms.stream.synchronize();  // the ends of the outer spans
    for (auto const& [name, time] : phases.take()) of_phase[name] += time;
  }
  auto const turns = static_cast<double>(state.iterations());
  state.counters["window"] = static_cast<double>(phases.counted("window"));
  for (char const* const name : {"msm/recode", "msm/sort", "msm/accumulate", "msm/reduce"}) {
    state.counters[std::string{"ms_"} + (name + 4)] = of_phase[name] / turns;
  }
  state.counters["percent_of_floor"] = 100 * 10 * static_cast<double>(phases.counted("digits")) / products_a_second * turns / seconds;
}

template <class G>
void add_device_sums(std::string const& name, unsigned largest, double products_a_second) {
  for (unsigned k = 16; k <= largest; k += 2) {
    for (auto const kind : {device_scalars::uniform, device_scalars::witness}) {
      std::string const full = "gpu/msm/" + name + (kind == device_scalars::uniform ? "/uniform/2^" : "/witness/2^") + std::to_string(k) +
                               (k >= 22 ? "/large" : "");
      benchmark::RegisterBenchmark(full.c_str(),
                                   [=](benchmark::State& state) { device_sum<G>(state, kind, k, largest, products_a_second); })
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
    }
  }
}

// benchmarks/results: independent products of one card; of the quadratic extension a third, which is what three of the field's are.
inline constexpr double products_of_four_limbs = 61e9, products_of_six_limbs = 27.4e9;

}  // namespace lucid_bench
