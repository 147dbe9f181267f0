// Reading a key of 2^14 rows from memory: bytes/s, and the share of one core. Keys grow by about 560 bytes a row on BN254.
#include <benchmark/benchmark.h>

#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include <lucid/backend/cpu.hpp>
#if LUCID_BENCH_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/groth16/setup.hpp>
#include <lucid/interop/mapped_file.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/interop/zkey_writer.hpp>

namespace {

using curve = lucid::bn254::curve;
using scalar = curve::scalar;
namespace iden3 = lucid::iden3;

// w_{i+2} = w_{i+1}·w_i with coefficients of every kind: ±1, small, full.
lucid::shape<scalar> chain(std::size_t rows) {
  lucid::shape_builder<scalar> builder{rows + 3, 1, rows};
  scalar k{3};
  for (std::size_t i = 0; i < rows; ++i) {
    k = k * k;
    builder.add(lucid::matrix_name::a, i, i + 1, scalar::one());
    builder.add(lucid::matrix_name::a, i, 0, i % 8 == 0 ? k : scalar{i % 5});
    builder.add(lucid::matrix_name::b, i, i + 2, -scalar::one());
    builder.add(lucid::matrix_name::c, i, i + 3 < rows + 3 ? i + 3 : 2, scalar::one());
  }
  return builder.finish(rows);
}

lucid::mapped_file const& key_file() {
  static lucid::mapped_file const file = [] {
    lucid::seeded_entropy entropy{1};
    auto const key = lucid::groth16::single_party_setup<curve>(lucid::cpu::seq, chain(std::size_t{1} << 14), entropy).proving;
    auto const path = (std::filesystem::temp_directory_path() / ("lucid-bench-" + std::to_string(::getpid()) + ".zkey")).string();
    lucid::atomic_file out{path};
    iden3::write_zkey<curve>(lucid::cpu::seq, out, key);
    out.commit();
    lucid::mapped_file mapped{path};
    std::filesystem::remove(path);
    return mapped;
  }();
  return file;
}

template <class Exec>
void read_zkey(benchmark::State& state, Exec const& exec) {
  auto const bytes = key_file().bytes();
  for (auto _ : state) benchmark::DoNotOptimize(iden3::read_zkey<curve>(exec, bytes, "key"));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

void on_one_core(benchmark::State& state) { read_zkey(state, lucid::cpu::seq); }
BENCHMARK(on_one_core)->Name("interop/read zkey/seq")->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

#if LUCID_BENCH_HAS_TBB
void on_all_cores(benchmark::State& state) { read_zkey(state, lucid::cpu::par); }
BENCHMARK(on_all_cores)->Name("interop/read zkey/par")->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
#endif

}  // namespace

BENCHMARK_MAIN();
