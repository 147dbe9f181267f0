// What it costs to give memory back, and who waits for it: immediately, later on a thread of its own, or not at all because it is kept;
// in pages of 4 KiB and of 2 MiB.
//   release/POLICY/PAGES/GB      buffers in the shape of ten proofs of the storage circuit, written, read, and dropped when a function returns
//     wrapper_ms, inner_ms       around the function; inside of it, up to its return
//     gap_ms                     what lies between: the time that no phase accounts for
//     flush_ms, moved_ms         until everything has gone back after that (the caller helps); what the release thread and its helper spent on it
//     page_faults                of the round; waiting_mib: queued or kept at most
//   proofs/POLICY/PAGES/2^k      proofs of M(2^k) one after another: ms_per_proof, page_faults_per_proof, system_ms_per_proof, peak_rss_mib;
//     covered_percent            of the outermost span by named parts
//   gains/SYNTHESIS/POLICY/2^k   one proof of S(2^k) from a circuit in the old style or in ours, released immediately or later: where a gain goes
//     release_ms                 all that was spent on giving back, on whichever thread
//   timers/2^k                   the same proof watched and not, by turns, on memory that is kept: the least of each
// One repetition is one round: statistics come from --benchmark_repetitions, fair ones with --benchmark_enable_random_interleaving.
// Sizes in GB (10^9 bytes) other than the usual ones: LUCID_RELEASE_GB="1 4 16 37".
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory/allocator.hpp>
#include <lucid/memory/traced.hpp>
#include <lucid/trace/gap_report.hpp>

#include "circuits/mixed.hpp"
#include "circuits/sha256_chain.hpp"
#include "old_style/circuits.hpp"
#include "support/fast.hpp"
#include "support/process.hpp"
#include "support/release_policies.hpp"

namespace {

using benchmarks::pages;
using benchmarks::release;
using curve = lucid::bls12_381::curve;
using scalar = curve::scalar;
constexpr auto& cpu = lucid_bench::fast;

using watcher = lucid::trace::gap_report;
double ms(watcher const& report, char const* span) { return 1e3 * report.seconds(span); }
// The least that the parts of an outermost span account for; "memory/release" on the release thread has none.
double covered_percent(watcher const& report) {
  double least = 100;
  for (auto const& outermost : report.coverages()) least = std::min(least, 100 * outermost.by_parts);
  return least;
}

// Ten proofs' scalars for three sums and a bit a point to say which need one, and the points of four: the part of them that is neither zero nor one.
// Numbers of points as in the storage circuit of 32 GiB; 37 GB in all where that part is 28.5 %.
std::vector<std::size_t> bytes_of_buffers(double gb) {
  constexpr double l = 130'169'893, a = 129'753'620, b = 33'112'282, part = 0.285;
  constexpr double points[] = {l, a, b}, bases[] = {96 * l, 96 * a, 96 * b, 192 * b};
  std::vector<double> shares;
  for (double const n : points) {
    for (int proof = 0; proof < 10; ++proof) {
      shares.push_back(n / 8);
      shares.push_back(32 * part * n);
    }
  }
  for (double const bytes : bases) shares.push_back(part * bytes);
  double all = 0;
  for (double const share : shares) all += share;
  std::vector<std::size_t> bytes;
  for (double const share : shares) bytes.push_back(static_cast<std::size_t>(1e9 * gb * share / all));
  return bytes;
}

// A phase in the middle of a prover: it takes its buffers, writes them and reads them; they go when it returns.
template <class Exec>
std::uint64_t work_and_return(Exec const& exec, std::vector<std::size_t> const& sizes) {
  auto const wrapper = exec.open("release/wrapper");
  constexpr std::size_t grain = std::size_t{1} << 17;  // 1 MiB
  std::uint64_t sum = 0;
  std::vector<lucid::buffer<std::uint64_t>> buffers;
  auto const inner = exec.open("release/inner");
  for (std::size_t const bytes : sizes) {
    auto& words = buffers.emplace_back(exec, bytes / sizeof(std::uint64_t));
    lucid::bulk(
        exec, words.size(), [&](std::size_t i) { words[i] = i; }, grain);
  }
  for (auto const& words : buffers) {
    auto const part = [&](std::size_t begin, std::size_t end) {
      std::uint64_t s = 0;
      for (std::size_t i = begin; i < end; ++i) s += words[i];
      return s;
    };
    sum += lucid::reduce(exec, words.size(), grain, std::uint64_t{0}, part, [](std::uint64_t x, std::uint64_t y) { return x + y; });
  }
  return sum;
}

void release_round(benchmark::State& state, release how, pages kind, double gb) {
  auto const sizes = bytes_of_buffers(gb);
  benchmarks::with_memory(how, kind, [&](auto& memory) {
    auto const exec = cpu.with(memory);
    // What recycling is for begins with the second round.
    if (how == release::recycling) benchmark::DoNotOptimize(work_and_return(exec, sizes));
    for (auto _ : state) {
      watcher report;
      auto const before = benchmarks::usage::now();
      benchmark::DoNotOptimize(work_and_return(exec.with(report), sizes));
      auto const used = benchmarks::usage::now() - before;
      {
        auto const span = report.open("release/flush", {});
        benchmarks::flush(memory);
      }
      double const wrapper = ms(report, "release/wrapper"), inner = ms(report, "release/inner");
      state.SetIterationTime(1e-3 * wrapper);
      state.counters["gb"] = gb;
      state.counters["wrapper_ms"] = wrapper;
      state.counters["inner_ms"] = inner;
      state.counters["gap_ms"] = wrapper - inner;
      state.counters["flush_ms"] = ms(report, "release/flush");
      state.counters["moved_ms"] = benchmarks::moved_ms(memory);
      state.counters["page_faults"] = used.page_faults;
      state.counters["waiting_mib"] = benchmarks::most_waiting_mib(memory);
    }
  });
}

// A circuit and the key to it, made once for each size.
template <class Circuit>
struct subject {
  Circuit circuit;
  lucid::circuit_size size;
  lucid::groth16::key_pair<curve, lucid::qap::circom_reduction> keys;

  static subject const& of(unsigned log2_rows) {
    static std::unique_ptr<subject const> known;
    static unsigned known_for = 0;
    if (known == nullptr || known_for != log2_rows) {
      known.reset();
      auto const circuit = Circuit::of_rows(std::size_t{1} << log2_rows);
      lucid::seeded_entropy entropy{1};
      auto const shape = lucid::shape_of<scalar>(cpu, circuit);
      known.reset(new subject{circuit, lucid::size_of<scalar>(circuit), lucid::groth16::single_party_setup<curve>(cpu, shape, entropy)});
      known_for = log2_rows;
    }
    return *known;
  }
};

// The rows of a circuit, and whatever else lives until the proof is made.
struct ours {
  template <class Exec, class Circuit>
  ours(Exec const& exec, subject<Circuit> const& s) : rows(lucid::synthesize<scalar>(exec, s.circuit, s.size)) {}

  lucid::evaluated_rows<scalar> rows;
};
struct old {
  using allocator = lucid::memory::allocator<scalar>;
  template <class Exec, class Circuit>
  old(Exec const& exec, subject<Circuit> const& s) : builder(allocator{exec}), rows(finished(exec, s.circuit)) {}

 private:
  template <class Exec, class Circuit>
  lucid::evaluated_rows<scalar> finished(Exec const& exec, Circuit const& circuit) {
    old_style::synthesize(builder, circuit);
    auto const copy_of = [&exec](auto const& values) { return lucid::clone<scalar>(exec, {values.data(), values.size()}); };
    std::size_t const publics = builder.inputs().size();
    lucid::buffer<scalar> z{exec, publics + builder.aux().size()};
    lucid::copy<scalar>(exec, {builder.inputs().data(), publics}, z.all().subview(0, publics));
    lucid::copy<scalar>(exec, {builder.aux().data(), builder.aux().size()}, z.all().from(publics));
    return {copy_of(builder.a), copy_of(builder.b), copy_of(builder.c), lucid::assignment<scalar>{publics - 1, std::move(z)}};
  }
  old_style::proving_assignment<scalar, old_style::temporaries, allocator> builder;

 public:
  lucid::evaluated_rows<scalar> rows;
};

template <class Synthesis, class Exec, class Circuit>
void prove(Exec const& exec, subject<Circuit> const& s) {
  auto const wrapper = exec.open("proof/wrapper");
  lucid::seeded_entropy entropy{2};
  auto synthesis = [&] {
    auto const span = exec.open("proof/synthesis");
    return Synthesis{exec, s};
  }();
  auto const proof = lucid::groth16::prove(exec, s.keys.proving, std::move(synthesis.rows), entropy);
  benchmark::DoNotOptimize(&proof);
}

void proofs(benchmark::State& state, release how, pages kind, unsigned log2_rows, int count) {
  auto const& s = subject<circuits::mixed>::of(log2_rows);
  benchmarks::with_memory(how, kind, [&](auto& memory) {
    for (auto _ : state) {
      watcher report;
      auto const exec = cpu.with(memory).with(report);
      double const held = benchmarks::resident_mib("VmRSS:");
      benchmarks::restart_peak_resident();
      auto const before = benchmarks::usage::now();
      double least = 0, so_far = 0;
      for (int i = 0; i < count; ++i) {
        prove<ours>(exec, s);
        double const now = ms(report, "proof/wrapper");
        if (i == 0 || now - so_far < least) least = now - so_far;
        so_far = now;
      }
      auto const used = benchmarks::usage::now() - before;
      double const wrapper = ms(report, "proof/wrapper");
      state.SetIterationTime(1e-3 * wrapper);
      state.counters["ms_per_proof"] = wrapper / count;
      state.counters["covered_percent"] = covered_percent(report);
      state.counters["least_ms_per_proof"] = least;
      state.counters["cpu_ms_per_proof"] = (used.user_ms + used.system_ms) / count;
      state.counters["system_ms_per_proof"] = used.system_ms / count;
      state.counters["page_faults_per_proof"] = used.page_faults / count;
      state.counters["peak_rss_mib"] = benchmarks::resident_mib("VmHWM:");
      state.counters["start_rss_mib"] = held;
      state.counters["waiting_mib"] = benchmarks::most_waiting_mib(memory);
      auto const span = report.open("proof/flush", {});
      benchmarks::flush(memory);
    }
  });
}

template <class Synthesis>
void gains(benchmark::State& state, release how, unsigned log2_rows) {
  auto const& s = subject<circuits::sha256_chain>::of(log2_rows);
  watcher report;
  benchmarks::small_page pages;
  lucid::memory::traced upstream{pages, report};
  benchmarks::with_policy(how, upstream, [&](auto& memory) {
    for (auto _ : state) {
      prove<Synthesis>(cpu.with(memory).with(report), s);
      state.SetIterationTime(1e-3 * ms(report, "proof/wrapper"));
      state.counters["wrapper_ms"] = ms(report, "proof/wrapper");
      state.counters["synthesis_ms"] = ms(report, "proof/synthesis");
      state.counters["prove_ms"] = ms(report, "groth16/prove");
      state.counters["gap_ms"] = ms(report, "proof/wrapper") - ms(report, "proof/synthesis") - ms(report, "groth16/prove");
      benchmarks::flush(memory);
      state.counters["release_ms"] = ms(report, "memory/release");
    }
  });
}

void timers(benchmark::State& state, unsigned log2_rows, int turns) {
  auto const& s = subject<circuits::mixed>::of(log2_rows);
  benchmarks::with_memory(release::recycling, pages::small, [&](auto& memory) {
    watcher report;
    auto const off = cpu.with(memory);
    auto const on = off.with(report);
    auto const timed = [&s](auto const& exec) {
      auto const start = std::chrono::steady_clock::now();
      prove<ours>(exec, s);
      return 1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    for (auto _ : state) {
      double off_ms = timed(off), on_ms = timed(on);
      for (int i = 1; i < turns; ++i) {
        off_ms = std::min(off_ms, timed(off));
        on_ms = std::min(on_ms, timed(on));
      }
      state.SetIterationTime(1e-3 * on_ms);
      state.counters["off_ms"] = off_ms;
      state.counters["on_ms"] = on_ms;
      state.counters["overhead_percent"] = 100 * (on_ms / off_ms - 1);
    }
  });
}

template <class F>
void add(std::string const& name, F f, int repetitions = 0) {
  auto* const made = benchmark::RegisterBenchmark(name.c_str(), f)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
  if (repetitions > 0) made->Repetitions(repetitions);
}

std::vector<double> sizes_in_gb() {
  std::vector<double> sizes{0.1, 0.25, 0.5, 1, 2, 4, 8};
  if (char const* const named = std::getenv("LUCID_RELEASE_GB")) {
    sizes.clear();
    std::istringstream words{named};
    for (double gb; words >> gb;) sizes.push_back(gb);
  }
  return sizes;
}

std::string text_of(double gb) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", gb);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr release every[] = {release::immediate, release::deferred, release::recycling};
  for (double const gb : sizes_in_gb()) {
    for (pages const kind : {pages::small, pages::huge}) {
      for (release const how : every) {
        add(std::string{"release/"} + name_of(how) + '/' + name_of(kind) + '/' + text_of(gb) + (gb > 0.1 ? "/large" : ""),
            [=](benchmark::State& state) { release_round(state, how, kind, gb); });
      }
    }
  }
  for (release const how : every) {
    for (pages const kind : {pages::small, pages::huge, pages::heap}) {
      auto const name = std::string{"proofs/"} + name_of(how) + '/' + name_of(kind);
      if (kind == pages::small) add(name + "/2^16", [=](benchmark::State& state) { proofs(state, how, kind, 16, 1); });
      add(name + "/2^18/large", [=](benchmark::State& state) { proofs(state, how, kind, 18, 20); });
    }
  }
  for (release const how : {release::immediate, release::deferred}) {
    add(std::string{"gains/old/"} + name_of(how) + "/2^18/large", [=](benchmark::State& state) { gains<old>(state, how, 18); });
    add(std::string{"gains/ours/"} + name_of(how) + "/2^18/large", [=](benchmark::State& state) { gains<ours>(state, how, 18); });
  }
  add("timers/2^16/large", [](benchmark::State& state) { timers(state, 16, 9); });
  benchmark::AddCustomContext("kernel", benchmarks::kernel());
  benchmark::AddCustomContext("transparent_huge_pages", benchmarks::first_line("/sys/kernel/mm/transparent_hugepage/enabled"));
  benchmark::AddCustomContext("page_size", std::to_string(::sysconf(_SC_PAGESIZE)));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
