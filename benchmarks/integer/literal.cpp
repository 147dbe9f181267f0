// Decimal text of 254-bit integers: what JSON files cost beside everything else.
#include <benchmark/benchmark.h>

#include <string>

#include <lucid/integer/literal.hpp>

namespace {

std::string const text = "21888242871839275222246405745257275088548364400416034343698204186575808495616";

void parse_decimal(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(lucid::parse_decimal<4>(text));
}
BENCHMARK(parse_decimal);

void to_decimal(benchmark::State& state) {
  auto const x = *lucid::parse_decimal<4>(text);
  for (auto _ : state) benchmark::DoNotOptimize(lucid::to_decimal(x));
}
BENCHMARK(to_decimal);

}  // namespace

BENCHMARK_MAIN();
