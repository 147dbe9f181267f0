#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/trace/sampled.hpp>
#include <lucid/trace/text.hpp>
#include <support/span_log.hpp>

using namespace lucid;

namespace {

struct counted {
  static constexpr char const* name = "heap calls";
  std::uint64_t* value;
  std::uint64_t operator()() const noexcept { return *value; }
};

struct sink_without_counters {
  static no_spans::scope open(char const*, stream_ref) noexcept { return {}; }
  static void count(char const*, std::uint64_t) { throw std::runtime_error("no counters here"); }
};

}  // namespace

TEST_CASE("sampled: growth is counted while the span is still open, that of its parts included") {
  support::span_log log;
  auto inner = log.sink("1");
  std::uint64_t calls = 100;
  trace::sampled sink{inner, counted{&calls}};
  auto const exec = cpu::seq.with(sink);
  {
    auto const outer = exec.open("outer");
    calls += 1;
    {
      auto const part = exec.open("part");
      calls += 20;
    }
    { auto const idle = exec.open("idle"); }
    exec.count("elements", 7);
  }
  CHECK(log.text == "1(outer 1(part 1+20 1) 1(idle 1) 1+7 1+21 1) ");
}

TEST_CASE("sampled: a number that shrinks, a sink that refuses the counter") {
  sink_without_counters refusing;
  std::uint64_t calls = 5;
  trace::sampled sink{refusing, counted{&calls}};
  {
    auto const span = sink.open("grows", {});
    calls = 6;
  }
  {
    auto const span = sink.open("shrinks", {});
    calls = 0;
  }
  CHECK_THROWS_AS(sink.count("elements", 1), std::runtime_error);  // asked for by the work itself: passed on
}

TEST_CASE("sampled: page faults of pages touched for the first time") {
  trace::text phases;
  trace::sampled<trace::text, trace::page_faults> mine{phases};
  trace::sampled<decltype(mine), trace::process_page_faults> all{mine};
  constexpr std::size_t bytes = std::size_t{64} << 20;
  {
    auto const span = all.open("touch", {});
    buffer<std::byte> pages{cpu::seq, bytes};
    for (std::size_t i = 0; i < bytes; i += 4096) pages[i] = std::byte{1};
  }
  { auto const span = all.open("idle", {}); }
  auto const root = phases.snapshot();
  auto const& touch = root.parts.front();
  REQUIRE(touch.counters.size() == 1);                                    // of one name
  CHECK(touch.counters[0].second >= 2 * bytes / (std::size_t{2} << 20));  // huge pages are 2 MiB; each is counted by both
}
