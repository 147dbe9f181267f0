// What a span costs under each sink, in nanoseconds: opened and closed inside two others, as phases of a proof are, without and with a counter.
// What a proof pays in all: overhead.cpp.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

#include <unistd.h>

#include <lucid/exec/span.hpp>
#include <lucid/trace/chrome.hpp>
#include <lucid/trace/progress.hpp>
#include <lucid/trace/sampled.hpp>
#include <lucid/trace/sink_ref.hpp>
#include <lucid/trace/tee.hpp>
#include <lucid/trace/text.hpp>

namespace {

using namespace lucid;

template <class Sink>
void spans(benchmark::State& state, Sink& sink) {
  [[maybe_unused]] auto const outermost = sink.open("outermost", {});
  [[maybe_unused]] auto const outer = sink.open("outer", {});
  for (auto _ : state) {
    [[maybe_unused]] auto const span = sink.open("span", {});
    benchmark::ClobberMemory();
  }
}
template <class Sink>
void counted_spans(benchmark::State& state, Sink& sink) {
  [[maybe_unused]] auto const outermost = sink.open("outermost", {});
  for (auto _ : state) {
    [[maybe_unused]] auto const span = sink.open("span", {});
    sink.count("elements", 65536);
    benchmark::ClobberMemory();
  }
}
template <class Sink>
void both(benchmark::State& state, bool counted, Sink& sink) {
  counted ? counted_spans(state, sink) : spans(state, sink);
}

struct trace_file {
  std::string path = (std::filesystem::temp_directory_path() / ("lucid-bench-" + std::to_string(::getpid()) + ".json")).string();
  trace::chrome sink{path};
  ~trace_file() { std::remove(path.c_str()); }
};

void none(benchmark::State& state, bool counted) {
  no_spans sink;
  both(state, counted, sink);
}
void text(benchmark::State& state, bool counted) {
  static trace::text sink;  // shared by the threads of a run
  both(state, counted, sink);
}
void chrome(benchmark::State& state, bool counted) {
  trace_file file;
  both(state, counted, file.sink);
}
// Deeper than what it shows.
void progress(benchmark::State& state, bool counted) {
  trace::progress sink{{.out = stderr, .depth = 0}};
  both(state, counted, sink);
}
void tee_of_text_and_chrome(benchmark::State& state, bool counted) {
  trace_file file;
  trace::text tree;
  trace::tee sink{file.sink, tree};
  both(state, counted, sink);
}
void text_with_page_faults(benchmark::State& state, bool counted) {
  trace::text tree;
  trace::sampled<trace::text, trace::page_faults> sink{tree};
  both(state, counted, sink);
}
void any_text(benchmark::State& state, bool counted) {
  trace::text tree;
  trace::sink_ref sink{tree};
  both(state, counted, sink);
}
void any_none(benchmark::State& state, bool counted) {
  trace::sink_ref sink;
  both(state, counted, sink);
}

#define LUCID_BENCH_SINK(name)          \
  BENCHMARK_CAPTURE(name, span, false); \
  BENCHMARK_CAPTURE(name, counted, true)
LUCID_BENCH_SINK(none);
LUCID_BENCH_SINK(any_none);
LUCID_BENCH_SINK(text);
LUCID_BENCH_SINK(any_text);
LUCID_BENCH_SINK(text_with_page_faults);
LUCID_BENCH_SINK(chrome);
LUCID_BENCH_SINK(tee_of_text_and_chrome);
LUCID_BENCH_SINK(progress);
BENCHMARK_CAPTURE(text, contended, false)->Threads(2)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
