#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/trace/text.hpp>

using namespace lucid;

namespace {

void sleep_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds{ms}); }

std::size_t lines_with(std::string const& text, std::string const& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("text: parts hang under their whole, repeated ones are summed, and what no part accounts for has its line") {
  trace::text phases;
  auto const exec = cpu::seq.with(phases);
  {
    auto const whole = exec.open("whole");
    for (int i = 0; i < 3; ++i) {
      auto const part = exec.open("part");
      exec.count("bytes", 10);
      sleep_ms(2);
    }
    sleep_ms(20);
  }
  auto const report = phases.report();
  CHECK(lines_with(report, "\n  part") == 1);
  CHECK(lines_with(report, "×3") == 1);
  CHECK(lines_with(report, "bytes 30") == 1);
  CHECK(lines_with(report, "\n  (in no part)") == 1);
  CHECK(phases.seconds("part") >= 0.006);
  CHECK(phases.seconds("whole") - phases.seconds("part") >= 0.020);
}

TEST_CASE("text: a span closes when its scope is left by an exception") {
  trace::text phases;
  auto const exec = cpu::seq.with(phases);
  try {
    auto const span = exec.open("broken");
    throw 1;
  } catch (int) {}
  { auto const span = exec.open("next"); }
  CHECK(phases.report().find("\nnext") != std::string::npos);  // a sibling, not a part
}

TEST_CASE("text: threads have stacks of their own") {
  trace::text phases;
  auto const exec = cpu::seq.with(phases);
  {
    auto const here = exec.open("here");
    std::thread other{[&] {
      auto const there = exec.open("there");
      auto const inner = exec.open("inner");
      exec.count("elements", 7);
    }};
    other.join();
  }
  auto const report = phases.report();
  CHECK(lines_with(report, "\nthere") + (report.rfind("there", 0) == 0 ? 1 : 0) == 1);
  CHECK(lines_with(report, "\n  inner") == 1);
  CHECK(lines_with(report, "elements 7") == 1);
}

TEST_CASE("text: allocations of little time can be left out, and never make a wrapper") {
  trace::text phases;
  {
    auto const whole = phases.open("whole", {});
    auto const release = phases.open("memory/release", {});
    sleep_ms(2);
  }
  auto const every = phases.report(), few = phases.report({.least_memory_share = 0.1}), none = phases.report({.least_memory_share = 2});
  CHECK(lines_with(every, "memory/release") == 1);
  CHECK(lines_with(few, "memory/release") == 1);
  CHECK(lines_with(none, "memory/release") == 0);
  CHECK(lines_with(every, "(in no part)") == 0);
}
