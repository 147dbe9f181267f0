// The blocks of docs/06-profiling.md, compiled and run. script/check sees to it that each stands here as it stands there, but for its indentation.
#include <doctest/doctest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/memory/deferred_release.hpp>
#include <lucid/memory/traced.hpp>
#include <lucid/trace.hpp>
#include <support/scratch_folder.hpp>

using namespace lucid;

namespace {

// Memory that takes its time to go, as gigabytes do.
struct slow_heap : heap {
  static void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    heap::deallocate(stream, p, bytes, alignment);
  }
};

template <class Exec>
void small_proof(Exec const& exec) {
  auto const span = exec.open("prove");  // the first local: it closes last
  buffer<std::uint64_t> keys{exec, 100'000};
  auto const work = exec.open("prove/work");
  exec.count("elements", keys.size());
  std::this_thread::sleep_for(std::chrono::milliseconds{20});
}

// Who stands around a prover writes a span like this one.
template <class Exec>
void service(Exec const& exec) {
  auto const span = exec.open("service");
  small_proof(exec);
}

std::uint64_t my_counter = 0;  // operator new of this program would add to it
struct my_heap_calls {
  static constexpr char const* name = "heap calls";
  std::uint64_t operator()() const noexcept { return my_counter; }
};

}  // namespace

TEST_CASE("profiling: the ghost, its name, and its absence") {
  using namespace std::chrono_literals;
  {
    slow_heap memory;
    trace::gap_report gaps;
    small_proof(cpu::seq.with(memory).with(gaps));
    std::fputs(gaps.report().c_str(), stdout);
    CHECK(gaps.gaps().at(0).time() >= 50ms);
    CHECK(gaps.gaps().at(0).flagged);
  }
  {
    slow_heap memory;
    trace::gap_report gaps;
    memory::traced watched{memory, gaps};
    small_proof(cpu::seq.with(watched).with(gaps));
    CHECK(gaps.gaps().at(0).parts >= 70ms);
    CHECK(gaps.seconds("memory/release") >= 0.05);
  }
  {
    slow_heap memory;
    trace::text phases;
    memory::traced watched{memory, phases};
    memory::deferred_release later{watched, {.limit = std::size_t{1} << 30}};
    service(cpu::seq.with(later).with(phases));
    std::this_thread::sleep_for(10ms);  // the service goes on to something else
    later.flush();
    std::fputs(phases.report().c_str(), stdout);
    auto const root = phases.snapshot();
    REQUIRE(root.parts.size() == 2);  // the release is no part of the service any more
    CHECK(root.parts.back().thread == "lucid-release");
    CHECK(root.parts.back().total >= 50ms);
  }
}

TEST_CASE("profiling: one run, several sinks") {
  support::scratch_folder const folder;
  std::string const path = folder / "proof.json";
  trace::text phases;
  trace::chrome events{path};
  trace::tee both{events, phases};
  auto const exec = cpu::seq.with(both);
  service(exec);
  std::string const tree = phases.report();
  std::string const gaps = trace::gap_text_of(phases.snapshot());  // of the same run
  events.close();                                                  // throws io_error where the destructor would keep silent
  CHECK(tree.find("elements 100000") != std::string::npos);
  CHECK(gaps.find("service: its parts cover") != std::string::npos);
  CHECK(support::read_text(path).find("prove/work") != std::string::npos);
}

TEST_CASE("profiling: progress of known steps") {
  std::FILE* const out = std::tmpfile();
  trace::progress bar{{.out = out, .steps = {{"read key", 1}, {"prove/work", 4}}}};
  service(cpu::seq.with(bar));
  CHECK(std::ftell(out) > 0);
  std::fclose(out);
}

TEST_CASE("profiling: numbers of the system on every span") {
  trace::text phases;
  trace::sampled<trace::text, trace::process_page_faults> with_faults{phases};
  trace::sampled<decltype(with_faults), my_heap_calls> with_calls{with_faults};
  service(cpu::seq.with(with_calls));
  CHECK(phases.snapshot().parts.front().calls == 1);
}

TEST_CASE("profiling: a sink chosen when the program runs") {
  auto const trace_wanted = [] { return true; };
  trace::text phases;
  trace::sink_ref watcher;                   // nobody
  if (trace_wanted()) watcher = phases;      // or this one
  auto const exec = cpu::seq.with(watcher);  // one type: the prover is compiled once
  service(exec);
  CHECK(phases.snapshot().parts.size() == 1);
}
