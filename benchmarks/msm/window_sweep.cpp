// The time of a sum at every window around the model's choice: by size, curve, group and kind of scalars, on one thread and on all. For bench_msm_pippenger's
// questions ("how fast?") that program is the place; here it is "which window, and does the model know?".
// Names: cpu/msm/<group>/<curve>/<scalars>/2^<k>/c=<window>, with /par before c where all threads work, and /copies=<t> where the bases are a table made before for
// that window (msm/precomputed_bases.hpp), `all`: one set of buckets. Counters: log2_n, c, copies (made), chosen (the model's window), model (its price of this c,
// in products of the coordinates' field), s/point. 2^12 and more are named large: a brief run leaves them out.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/backend/cpu/precomputed_bases.hpp>
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

// Kept for the repetitions that come back to it, a GiB of tables for each group.
template <class G>
precomputed_bases<G> const& table_of(unsigned log2_n, unsigned copies, unsigned c) {
  static std::map<std::tuple<unsigned, unsigned, unsigned>, precomputed_bases<G>> all;
  static std::size_t bytes = 0;
  auto const at = all.find({log2_n, copies, c});
  if (at != all.end()) return at->second;
  auto table = precompute{.copies = copies, .window = c}(lucid_bench::fast, lucid_bench::points<G>(std::size_t{1} << log2_n));
  bytes += table.bytes();
  if (bytes > std::size_t{1} << 30) {
    all.clear();
    bytes = table.bytes();
  }
  return all[{log2_n, copies, c}] = std::move(table);
}

void count(benchmark::State& state, unsigned log2_n, unsigned c, unsigned copies, unsigned chosen, double model) {
  std::size_t const n = std::size_t{1} << log2_n;
  state.counters["log2_n"] = log2_n;
  state.counters["c"] = c;
  state.counters["copies"] = copies;
  state.counters["chosen"] = chosen;
  state.counters["model"] = model;
  state.counters["s/point"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(n),
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class G>
void sum(benchmark::State& state, auto const& exec, scalars_like kind, unsigned log2_n, unsigned c) {
  auto const bases = lucid_bench::points<G>(std::size_t{1} << log2_n);
  auto const& terms = drawn<G>::of(kind, log2_n);
  for (auto _ : state) benchmark::DoNotOptimize(pippenger{.window = c}(exec, bases, terms.scalars));
  window_model const& model = cpu::window_prices();
  count(state, log2_n, c, 1, model.choose<short_parts<G>>(terms.widths), model.cost<short_parts<G>>(c, terms.widths));
}

constexpr unsigned all_copies = signed_digits<bn254::scalar>::bits;  // more than there are windows

template <class G>
void sum_over_table(benchmark::State& state, scalars_like kind, unsigned log2_n, unsigned copies, unsigned c) {
  auto const& table = table_of<G>(log2_n, copies, c);
  auto const& terms = drawn<G>::of(kind, log2_n);
  for (auto _ : state) benchmark::DoNotOptimize(pippenger{.window = c}(cpu::seq, table, terms.scalars));
  window_model const& model = cpu::window_prices();
  count(state, log2_n, c, table.copies(), model.choose_for_copies<short_parts<G>>(terms.widths, copies),
        model.cost<short_parts<G>>(c, terms.widths, table.stride() / c));
}

template <class G>
void add_tables(std::string const& name, unsigned k, scalars_like kind, unsigned copies) {
  std::string const copies_name = copies == all_copies ? "all" : std::to_string(copies);
  for (unsigned c = k - 3; c <= k + 3; ++c) {
    std::string const full = name + "/" + lucid_bench::name_of(kind) + "/2^" + std::to_string(k) + "/copies=" + copies_name +
                             "/c=" + std::to_string(c) + (k >= 12 ? "/large" : "");
    benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State& state) { sum_over_table<G>(state, kind, k, copies, c); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
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
    if (k == 8) add_tables<G>(name, k, scalars_like::uniform, 2);
    if (k < 12 || k > 16) continue;
    for (auto const kind : {scalars_like::uniform, scalars_like::witness}) {
      for (unsigned const copies : {2u, 3u, 4u, 8u, all_copies}) add_tables<G>(name, k, kind, copies);
    }
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
