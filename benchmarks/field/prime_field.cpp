// One operation of each prime field. "dependent" waits for a result before the next begins, "independent" does not.
#include <benchmark/benchmark.h>

#include <cstddef>

#include <field/per_operation.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>

namespace {

constexpr std::size_t count = 64;

template <class F>
struct operands {
  F a[count], b[count], c[count];
  operands() {
    lucid::seeded_entropy entropy{1};
    for (std::size_t i = 0; i < count; ++i) {
      a[i] = lucid::random_element<F>(entropy);
      b[i] = lucid::random_element<F>(entropy);
    }
  }
};

// a and b → an element
struct product {
  auto operator()(auto const& a, auto const& b) const { return a * b; }
};
struct portable_product {
  template <class F>
  F operator()(F const& a, F const& b) const {
    return F::from_montgomery(F::arithmetic::multiply_portable(a.to_montgomery(), b.to_montgomery()));
  }
};
struct square_ {
  auto operator()(auto const& a, auto const&) const { return square(a); }
};
struct two_products {
  auto operator()(auto const& a, auto const& b) const { return sum_of_products(a, b, b, b); }
};
struct sum {
  auto operator()(auto const& a, auto const& b) const { return a + b; }
};
struct difference {
  auto operator()(auto const& a, auto const& b) const { return a - b; }
};

template <class F, class Operation>
void independent(benchmark::State& state) {
  operands<F> x;
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) x.c[i] = Operation{}(x.a[i], x.b[i]);
    benchmark::DoNotOptimize(x.c);
    benchmark::ClobberMemory();
  }
  bench::per_operation(state, count);
}

// a and b, a becomes the result
struct times {
  void operator()(auto& a, auto const& b) const { a *= b; }
};
struct plus {
  void operator()(auto& a, auto const& b) const { a += b; }
};

template <class F, class Operation>
void dependent(benchmark::State& state) {
  operands<F> x;
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) Operation{}(x.a[0], x.b[i]);
    benchmark::DoNotOptimize(x.a[0]);
    benchmark::ClobberMemory();
  }
  bench::per_operation(state, count);
}

#define LUCID_BENCH_FIELD(F)                   \
  BENCHMARK(dependent<F, times>);              \
  BENCHMARK(independent<F, product>);          \
  BENCHMARK(independent<F, portable_product>); \
  BENCHMARK(independent<F, square_>);          \
  BENCHMARK(independent<F, two_products>);     \
  BENCHMARK(dependent<F, plus>);               \
  BENCHMARK(independent<F, sum>);              \
  BENCHMARK(independent<F, difference>)

LUCID_BENCH_FIELD(lucid::bn254::scalar);
LUCID_BENCH_FIELD(lucid::bn254::base);
LUCID_BENCH_FIELD(lucid::bls12_381::scalar);
LUCID_BENCH_FIELD(lucid::bls12_381::base);

}  // namespace

BENCHMARK_MAIN();
