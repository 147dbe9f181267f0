// Counters of a benchmark: seconds and core cycles for one operation. The core's rate is that of a chain of additions, timed in the same run: the time-stamp
// counter does not tick with the core, and counters of the hardware are not to be had on every machine.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>

namespace bench {

inline double core_hertz() {
  static double const hertz = [] {
    constexpr int links = 8'000'000;
    double fastest = 1;
    for (int attempt = 0; attempt < 9; ++attempt) {
      std::clock_t const start = std::clock();  // of this process, whoever else runs
      std::uint64_t x = 1, step = 3;
      asm volatile("" : "+r"(step));  // in a register: newer cores add a constant without spending a cycle
      for (int i = 0; i < links; i += 8) {
#pragma GCC unroll 8
        for (int j = 0; j < 8; ++j) {
          x += step;
          asm volatile("" : "+r"(x));  // a link of the chain, not a part of one large addition
        }
      }
      fastest = std::min(fastest, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return links / fastest;
  }();
  return hertz;
}

// Call after the loop. operations: in each of its turns.
inline void per_operation(benchmark::State& state, std::size_t operations) {
  auto const total = static_cast<double>(state.iterations()) * static_cast<double>(operations);
  state.counters["s/op"] = benchmark::Counter(total, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["cycles/op"] = benchmark::Counter(total / core_hertz(), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace bench
