// Transforms on a card, data resident, device time between events. "percent_of_floor" is the time that the multiplier alone would need for (n/2)·log2 n − n
// products a transform (as many as with 1 left out) at 8·17 multiplications of 32-bit words each, at the card's greatest clock.
#include <benchmark/benchmark.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lucid/backend/gpu/policy.cuh>
#include <lucid/backend/gpu/radix2_ntt.cuh>
#include <lucid/cuda_api/call.cuh>
#include <lucid/cuda_api/event.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/radix2_ntt.hpp>

namespace {

using namespace lucid;

// Products of four limbs a second that the card's multiplier could do: 32 multiplications of 32-bit words a clock and multiprocessor.
double products_per_second() {
  int const device = gpu::api::get_device();
  double const clocks = 1e3 * gpu::api::device_get_attribute(cudaDevAttrClockRate, device);
  return clocks * gpu::api::device_get_attribute(cudaDevAttrMultiProcessorCount, device) * 32 / (8 * 17);
}

template <class F, std::size_t Vectors, class Body>
void transform(benchmark::State& state, unsigned k, double transforms, Body const& body) {
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  poly::domain<F> const points{k, two_adic<typename F::spec>::root};
  std::vector<F> values(points.size());
  poly::for_progression(0, values.size(), F{3}, F{1234567891011}, [&](std::size_t i, F const& x) { values[i] = x; });
  buffer<F, memory_space::device> x[Vectors];
  for (auto& v : x) v = clone_to<memory_space::device, F>(exec, view<F const>{values});
  auto const plan = radix2_ntt{}.prepare(exec, points);
  gpu::event begin{{.timing = true}}, end{{.timing = true}};
  body(exec, plan, x, points);
  double total = 0;  // seconds
  for (auto _ : state) {
    begin.record(stream);
    body(exec, plan, x, points);
    end.record(stream);
    stream.synchronize();
    double const seconds = static_cast<double>(gpu::elapsed(begin, end).count()) * 1e-3;
    state.SetIterationTime(seconds);
    total += seconds;
  }
  auto const n = static_cast<double>(points.size());
  double const floor = Vectors * transforms * n * (k / 2.0 - 1) / products_per_second();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(Vectors * points.size()));
  state.counters["percent_of_floor"] = 100 * floor * static_cast<double>(state.iterations()) / total;
}

template <class F>
void forward(benchmark::State& state, unsigned k) {
  transform<F, 1>(state, k, 1, [](auto const& exec, auto const& plan, auto& x, auto const&) { plan.forward(exec, x[0]); });
}
template <class F>
void inverse_then_coset(benchmark::State& state, unsigned k) {
  transform<F, 1>(state, k, 2, [](auto const& exec, auto const& plan, auto& x, auto const& points) {
    plan.inverse_then_coset(exec, x[0], points.root_of_twice());
  });
}
template <class F>
void three_at_once(benchmark::State& state, unsigned k) {
  transform<F, 3>(state, k, 2, [](auto const& exec, auto const& plan, auto& x, auto const& points) {
    plan.inverse_then_coset(exec, {x[0], x[1], x[2]}, points.root_of_twice());
  });
}
template <class F>
void prepare(benchmark::State& state, unsigned k) {
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  poly::domain<F> const points{k, two_adic<typename F::spec>::root};
  gpu::event begin{{.timing = true}}, end{{.timing = true}};
  for (auto _ : state) {
    begin.record(stream);
    {
      auto const plan = radix2_ntt{}.prepare(exec, points);
      end.record(stream);
    }
    stream.synchronize();
    state.SetIterationTime(static_cast<double>(gpu::elapsed(begin, end).count()) * 1e-3);
  }
}

template <class F>
void add(std::string const& field) {
  auto const rows = [&](std::string const& name, void (*run)(benchmark::State&, unsigned), unsigned first) {
    for (unsigned k = first; k <= 24; k += 2) {
      benchmark::RegisterBenchmark((name + "/" + field + "/2^" + std::to_string(k)).c_str(), run, k)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
  };
  rows("gpu/ntt", forward<F>, 16);
  rows("gpu/ntt/inverse_then_coset", inverse_then_coset<F>, 16);
  rows("gpu/ntt/inverse_then_coset_of_three", three_at_once<F>, 16);
  rows("gpu/ntt/prepare", prepare<F>, 20);
}

}  // namespace

int main(int argc, char** argv) {
  add<bls12_381::scalar>("bls12_381");
  add<bn254::scalar>("bn254");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
