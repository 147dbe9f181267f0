// What a device's multipliers make of field arithmetic: gpu/<operation>/<field>/ptx, chains of one operation in registers, one a thread, on every multiprocessor.
// Counters: operations a second; percent_of_floor: the 32-bit multiplications of the textbook (for N words 2N² + N a product, 3N² + N two with one reduction,
// (3N² + 3N)/2 a square; of the quadratic extension 5N² + 2N, and 8N² + 2N two with one reduction) at 32 a clock and multiprocessor. Words of a modulus that
// are not multiplied bring it above 100. Chains' ends are compared to the host's.
#include <benchmark/benchmark.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <lucid/backend/gpu/launch.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/cuda_api/event.cuh>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>
#include <lucid/group/xyzz.hpp>
#include <lucid/memory/device_pool.cuh>

namespace {

using namespace lucid;

constexpr unsigned threads = 128;
constexpr int links = 2000;

// a becomes the result. words: of 32 bits, in the prime field below. reads: another b each time, as sums of points do; their number is a power of two.
struct product {
  static constexpr bool reads = false;
  LUCID_HOST_DEVICE static void link(auto& a, auto const& b) { a = a * b; }
  static constexpr double multiplications(double words) { return 2 * words * words + words; }
};
struct square_ {
  static constexpr bool reads = false;
  LUCID_HOST_DEVICE static void link(auto& a, auto const&) { a = square(a); }
  static constexpr double multiplications(double words) { return 1.5 * words * (words + 1); }
};
struct two_products {
  static constexpr bool reads = false;
  LUCID_HOST_DEVICE static void link(auto& a, auto const& b) { a = sum_of_products(a, b, b, b); }
  static constexpr double multiplications(double words) { return 3 * words * words + words; }
};
struct quadratic_product : product {
  static constexpr double multiplications(double words) { return 5 * words * words + 2 * words; }
};
struct quadratic_square : square_ {
  static constexpr double multiplications(double words) { return 4 * words * words + 2 * words; }
};
struct point_sum {
  static constexpr bool reads = true;
  LUCID_HOST_DEVICE static void link(auto& a, auto const& b) { a += b; }
  static constexpr double multiplications(double words) {
    return 6 * product::multiplications(words) + 2 * square_::multiplications(words) + two_products::multiplications(words);
  }
};
struct quadratic_point_sum : point_sum {
  static constexpr double multiplications(double words) {
    return 6 * quadratic_product::multiplications(words) + 2 * quadratic_square::multiplications(words) + 8 * words * words + 2 * words;
  }
};

template <class Operation, class A, class B>
__global__ void __launch_bounds__(threads) chain(view<A, memory_space::device> a, view<B const, memory_space::device> b) {
  std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  A x = a[i];
  B y = b[i % b.size()];
  LUCID_ROLLED
  for (int k = 0; k < links; ++k) {
    Operation::link(x, y);
    if constexpr (Operation::reads) y = b[(i + k) & (b.size() - 1)];
  }
  a[i] = x;
}

int attribute(cudaDeviceAttr which) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, 0) != cudaSuccess) throw no_device("no attribute of the device", 0);
  return value;
}

template <class Operation, class A, class B>
void run(benchmark::State& state, std::vector<A> const& first, std::vector<B> const& second, double words) {
  static memory::device_pool pool;
  static gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  int resident = 0;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, chain<Operation, A, B>, threads, 0) != cudaSuccess)
    return state.SkipWithError("no occupancy");
  int const multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
  auto const blocks = static_cast<unsigned>(multiprocessors * resident);
  std::vector<A> host(std::size_t{blocks} * threads);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = first[i % first.size()];
  auto a = clone_to<memory_space::device, A>(exec, view<A const>{host});
  auto const b = clone_to<memory_space::device, B>(exec, view<B const>{second});
  auto const start = [&] {
    gpu::launch(stream, "chain", chain<Operation, A, B>, {.blocks = blocks, .threads = threads}, a.all(), b.all());
  };
  start();
  std::vector<A> back(host.size());
  gpu::copy(stream, std::as_const(a).all(), view<A>{back});
  stream.synchronize();
  for (std::size_t i : {std::size_t{0}, std::size_t{37}, host.size() - 1}) {
    A x = host[i];
    B y = second[i % second.size()];
    for (int k = 0; k < links; ++k) {
      Operation::link(x, y);
      if constexpr (Operation::reads) y = second[(i + static_cast<std::size_t>(k)) & (second.size() - 1)];
    }
    if (!(x == back[i])) return state.SkipWithError("the device is wrong");
  }
  gpu::event begin{{.timing = true}}, end{{.timing = true}};
  double seconds = 0;
  for (auto _ : state) {
    begin.record(stream);
    start();
    end.record(stream);
    end.synchronize();
    double const took = gpu::elapsed(begin, end).count() / 1e3;
    state.SetIterationTime(took);
    seconds += took;
  }
  double const done = static_cast<double>(host.size()) * links * static_cast<double>(state.iterations());
  double const floor = 32e3 * multiprocessors * attribute(cudaDevAttrClockRate) / Operation::multiplications(words);
  state.counters["operations"] = benchmark::Counter(done / seconds, benchmark::Counter::kDefaults, benchmark::Counter::kIs1000);
  state.counters["percent_of_floor"] = 100 * done / seconds / floor;
}

template <class F>
F some(entropy_source auto& entropy) {
  if constexpr (prime_field_element<F>) {
    return random_element<F>(entropy);
  } else {
    auto const c0 = some<typename F::base>(entropy);
    return {c0, some<typename F::base>(entropy)};
  }
}
template <class Operation, class F>
void elements(benchmark::State& state) {
  seeded_entropy entropy{1};
  std::vector<F> a(256), b(256);
  for (F& x : a) x = some<F>(entropy);
  for (F& x : b) x = some<F>(entropy);
  double const parts = prime_field_element<F> ? 1 : 2;
  run<Operation>(state, a, b, sizeof(F) / sizeof(std::uint32_t) / parts);
}
template <class Operation, class G>
void points(benchmark::State& state) {
  std::vector<xyzz<G>> a;
  std::vector<affine<G>> b;
  auto const generator = affine<G>::generator();
  for (jacobian<G> p = generator; b.size() < 64; p = doubled(p) + generator) {
    a.push_back(doubled(xyzz<G>{p.to_affine()}));
    b.push_back((p + generator).to_affine());
  }
  double const parts = prime_field_element<typename G::field> ? 1 : 2;
  run<Operation>(state, a, b, sizeof(typename G::field) / sizeof(std::uint32_t) / parts);
}

template <class F>
void add_prime_field(std::string const& field) {
  auto const add = [&](char const* operation, void (*f)(benchmark::State&)) {
    benchmark::RegisterBenchmark(("gpu/" + std::string{operation} + "/" + field + "/ptx").c_str(), f)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  };
  add("product", elements<product, F>);
  add("square", elements<square_, F>);
  add("two_products", elements<two_products, F>);
}
template <class Curve>
void add_points(std::string const& curve) {
  auto const add = [&](std::string const& row, void (*f)(benchmark::State&)) {
    benchmark::RegisterBenchmark(("gpu/" + row + "/ptx").c_str(), f)->UseManualTime()->Unit(benchmark::kMillisecond);
  };
  add("product/" + curve + "/fq2", elements<quadratic_product, typename Curve::fq2>);
  add("square/" + curve + "/fq2", elements<quadratic_square, typename Curve::fq2>);
  add("sum/" + curve + "/g1", points<point_sum, typename Curve::g1>);
  add("sum/" + curve + "/g2", points<quadratic_point_sum, typename Curve::g2>);
}

}  // namespace

int main(int argc, char** argv) {
  add_prime_field<bls12_381::base>("bls12_381/base");
  add_prime_field<bls12_381::scalar>("bls12_381/scalar");
  add_prime_field<bn254::base>("bn254/base");
  add_prime_field<bn254::scalar>("bn254/scalar");
  add_points<bls12_381::curve>("bls12_381");
  add_points<bn254::curve>("bn254");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
