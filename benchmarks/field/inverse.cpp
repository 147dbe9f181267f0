// Inverses: of one element, in constant and in variable time and by Fermat's power, and of many at once.
#include <benchmark/benchmark.h>

#include <cstddef>

#include <field/per_operation.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/batch_inverse.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/random.hpp>

namespace {

struct constant_time {
  auto operator()(auto const& x) const { return inverse(x); }
};
struct variable_time {
  auto operator()(auto const& x) const { return inverse_vartime(x); }
};
struct fermat {
  template <class F>
  F operator()(F const& x) const {
    auto exponent = F::modulus();
    subtract_from(exponent, typename F::integer{2});
    return power(x, exponent);
  }
};

template <class F, class Inverse>
void one(benchmark::State& state) {
  lucid::seeded_entropy entropy{1};
  F x = lucid::random_element<F>(entropy);
  for (auto _ : state) {
    x = Inverse{}(x) + F::one();  // another element each time, as a branch predictor must not learn it
    benchmark::DoNotOptimize(x);
  }
  bench::per_operation(state, 1);
}

template <class F>
void many(benchmark::State& state) {
  auto const n = static_cast<std::size_t>(state.range(0));
  lucid::seeded_entropy entropy{1};
  lucid::buffer<F> x{lucid::cpu::seq, n};
  for (F& e : x) e = lucid::random_nonzero<F>(entropy);
  for (auto _ : state) {
    batch_inverse(lucid::cpu::seq, x.all());
    benchmark::ClobberMemory();
  }
  bench::per_operation(state, n);
}

#define LUCID_BENCH_INVERSE(F)      \
  BENCHMARK(one<F, constant_time>); \
  BENCHMARK(one<F, variable_time>); \
  BENCHMARK(one<F, fermat>);        \
  BENCHMARK(many<F>)->Arg(64)->Arg(4096)

LUCID_BENCH_INVERSE(lucid::bn254::scalar);
LUCID_BENCH_INVERSE(lucid::bls12_381::scalar);
LUCID_BENCH_INVERSE(lucid::bls12_381::base);

}  // namespace

BENCHMARK_MAIN();
