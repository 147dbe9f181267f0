// What a Poseidon permutation costs: of values, as the paper writes it and with the partial rounds' short form, and a row of its circuit in the builders.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/poseidon.hpp>

namespace {

using F = lucid::bls12_381::scalar;

struct chain {
  lucid::poseidon_parameters<F> const* parameters;
  std::size_t length;
  void operator()(lucid::constraint_system auto& cs) const {
    std::array<lucid::number<F>, 40> inputs;
    for (std::size_t i = 0; i < parameters->arity(); ++i) inputs[i] = lucid::witness_number(cs, F{i + 1});
    for (std::size_t i = 0; i < length; ++i) {
      inputs[0] = lucid::poseidon(cs, *parameters, std::span<lucid::number<F> const>{inputs}.first(parameters->arity()));
    }
  }
};

template <class Permute>
void permutation(benchmark::State& state, Permute const& permute) {
  auto const parameters = lucid::filecoin_poseidon<F>(static_cast<std::size_t>(state.range(0)));
  std::array<F, 40> values;
  for (std::size_t i = 0; i < 40; ++i) values[i] = F{i + 1};
  for (auto _ : state) {
    permute(parameters, std::span{values}.first(parameters.width()));
    benchmark::DoNotOptimize(values);
  }
}
void naive(benchmark::State& state) {
  permutation(state, [](auto const& parameters, std::span<F> values) { lucid::poseidon_permutation_naive(parameters, values); });
}
void fast(benchmark::State& state) {
  permutation(state, [](auto const& parameters, std::span<F> values) { lucid::poseidon_permutation(parameters, values); });
}

template <class Work>
void rows(benchmark::State& state, Work const& work) {
  auto const parameters = lucid::filecoin_poseidon<F>(static_cast<std::size_t>(state.range(0)));
  chain const circuit{&parameters, 20};
  auto const shape = lucid::shape_of<F>(lucid::cpu::seq, circuit);
  for (auto _ : state) work(shape, circuit);
  state.SetItemsProcessed(static_cast<std::int64_t>(shape.constraints()) * state.iterations());
}
void assign(benchmark::State& state) {
  rows(state, [](auto const& shape, chain const& circuit) {
    benchmark::DoNotOptimize(lucid::assign(lucid::cpu::seq, shape, circuit).all().data());
  });
}
void synthesize(benchmark::State& state) {
  rows(state, [](auto const& shape, chain const& circuit) {
    benchmark::DoNotOptimize(
        lucid::synthesize<F>(lucid::cpu::seq, circuit, {shape.constraints(), shape.variables(), shape.public_inputs()}).a.data());
  });
}
void shape(benchmark::State& state) {
  rows(state, [](auto const&, chain const& circuit) { benchmark::DoNotOptimize(lucid::shape_of<F>(lucid::cpu::seq, circuit)); });
}

}  // namespace

BENCHMARK(naive)->Name("gadget/poseidon/permutation/naive")->Arg(2)->Arg(8)->Arg(11);
BENCHMARK(fast)->Name("gadget/poseidon/permutation")->Arg(2)->Arg(8)->Arg(11);
BENCHMARK(assign)->Name("gadget/poseidon/assign")->Arg(2)->Arg(8)->Arg(11);
BENCHMARK(synthesize)->Name("gadget/poseidon/synthesize")->Arg(2)->Arg(8)->Arg(11);
BENCHMARK(shape)->Name("gadget/poseidon/shape")->Arg(2)->Arg(8)->Arg(11);

BENCHMARK_MAIN();
