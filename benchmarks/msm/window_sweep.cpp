// The time of a sum at every window around the model's choice: by size, curve, group and kind of scalars, on one thread and on all. For bench_msm_pippenger's
// questions ("how fast?") that program is the place; here it is "which window, and does the model know?".
// Names: cpu/msm/<group>/<curve>/<scalars>/2^<k>/c=<window>, with /par before c where all threads work. Counters: log2_n, c, chosen (the model's window),
// model (its price of this c, in products of the coordinates' field), s/point. 2^12 and more are named large: a brief run leaves them out.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>

#include <msm/terms.hpp>

namespace {

using namespace lucid;
using lucid_bench::scalars_like;

// Drawn once for each kind and size, since random interleaving comes back to each many times; and how many there are of each width.
template <class G>
struct drawn {
  std::vector<typename G::scalar> scalars;
  std::vector<std::size_t> widths;

  static drawn const& of(scalars_like kind, unsigned log2_n) {
    static std::map<std::pair<scalars_like, unsigned>, drawn> all;
    auto [at, is_new] = all.try_emplace({kind, log2_n});
    if (is_new) {
      at->second.scalars = lucid_bench::scalars_of<typename G::scalar>(kind, std::size_t{1} << log2_n);
      at->second.widths = cpu::scalar_widths<short_parts<G>>{cpu::seq, view<typename G::scalar const>{at->second.scalars}}.count;
    }
    return at->second;
  }
};

template <class G>
void sum(benchmark::State& state, auto const& exec, scalars_like kind, unsigned log2_n, unsigned c) {
  std::size_t const n = std::size_t{1} << log2_n;
  auto const bases = lucid_bench::points<G>(n);
  auto const& terms = drawn<G>::of(kind, log2_n);
  for (auto _ : state) benchmark::DoNotOptimize(pippenger{.window = c}(exec, bases, terms.scalars));
  window_model const& model = cpu::window_prices();
  state.counters["log2_n"] = log2_n;
  state.counters["c"] = c;
  state.counters["chosen"] = model.choose<short_parts<G>>(terms.widths);
  state.counters["model"] = model.cost<short_parts<G>>(c, terms.widths);
  state.counters["s/point"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(n),
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Windows from the first to the last are worth a look: the bottom of the curve and a little of either side.
template <class G>
void add_size(std::string const& name, unsigned k, scalars_like kind, unsigned first, unsigned last) {
  for (unsigned c = first; c <= last; ++c) {
    auto const add = [&](std::string const& threads, auto const& exec) {
      std::string const full = name + "/" + lucid_bench::name_of(kind) + "/2^" + std::to_string(k) + threads + "/c=" + std::to_string(c) +
                               (k >= 12 ? "/large" : "");
      benchmark::RegisterBenchmark(full.c_str(), [&exec, kind, k, c](benchmark::State& state) { sum<G>(state, exec, kind, k, c); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    add("", cpu::seq);
#if LUCID_BENCH_HAS_TBB
    if (kind == scalars_like::uniform && k >= 12) add("/par", cpu::par);
#endif
  }
}

template <class G>
void add_group(std::string const& name, unsigned largest) {
  for (unsigned k = 8; k <= largest; k += 2) {
    unsigned const last = std::min(k + 1, 20u);
    for (auto const kind : {scalars_like::uniform, scalars_like::equal}) add_size<G>(name, k, kind, k - 4, last);
    for (auto const kind : {scalars_like::witness, scalars_like::mostly_bits}) add_size<G>(name, k, kind, k - 6, last - 1);
    add_size<G>(name, k, scalars_like::bits, 1, 8);
  }
}

}  // namespace

int main(int argc, char** argv) {
  add_group<bn254::g1>("cpu/msm/g1/bn254", 20);
  add_group<bn254::g2>("cpu/msm/g2/bn254", 16);
  add_group<bls12_381::g1>("cpu/msm/g1/bls12_381", 20);
  add_group<bls12_381::g2>("cpu/msm/g2/bls12_381", 16);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  char const* const isa[] = {"portable", "mulx", "ifma"};
  benchmark::AddCustomContext("instruction_set", isa[static_cast<std::size_t>(cpu::selected_instruction_set())]);
  benchmark::AddCustomContext("compiler", __VERSION__);
  benchmark::RunSpecifiedBenchmarks();
}
