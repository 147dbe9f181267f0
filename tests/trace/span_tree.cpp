#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/trace/span_tree.hpp>
#include <support/fake_clock.hpp>

using namespace lucid;
using namespace std::chrono_literals;
using support::fake_clock;
using tree = trace::span_tree<fake_clock>;

namespace {

trace::span_node const& first(trace::span_node const& node) { return node.parts.front(); }

}  // namespace

TEST_CASE("span_tree: same names under one parent are one place, under two parents two") {
  tree spans;
  auto const exec = cpu::seq.with(spans);
  for (int i = 0; i < 3; ++i) {
    auto const whole = exec.open("whole");
    fake_clock::advance(1ms);
    for (char const* name : {"a", "b", "a"}) {
      auto const part = exec.open(name);
      auto const inner = exec.open("a");
      fake_clock::advance(10ms);
    }
  }
  auto const root = spans.snapshot();
  REQUIRE(root.parts.size() == 1);
  auto const& whole = first(root);
  CHECK(whole.calls == 3);
  CHECK(whole.total == 93ms);
  REQUIRE(whole.parts.size() == 2);
  CHECK(std::string{whole.parts.front().name} == "a");
  CHECK(whole.parts.front().total == 60ms);
  CHECK(whole.parts.front().calls == 6);
  CHECK(whole.parts.back().total == 30ms);
  CHECK(whole.in_no_part() == 3ms);
  CHECK(first(whole).in_no_part() == 0ms);
  CHECK(root.total_of("b") == 30ms);
  CHECK(spans.seconds("b") == doctest::Approx(0.03));
}

TEST_CASE("span_tree: names are compared as text") {
  tree spans;
  std::string const one = "same", other = "same";
  { auto const span = spans.open(one.c_str(), {}); }
  { auto const span = spans.open(other.c_str(), {}); }
  CHECK(spans.snapshot().parts.size() == 1);
}

TEST_CASE("span_tree: a counter belongs to the innermost open span, or to the root") {
  tree spans;
  auto const exec = cpu::seq.with(spans);
  exec.count("elements", 1);
  {
    auto const outer = exec.open("outer");
    exec.count("elements", 10);
    {
      auto const inner = exec.open("inner");
      exec.count("elements", 100);
      exec.count("bytes moved", 7);
    }
    exec.count("elements", 1000);
  }
  auto const root = spans.snapshot();
  CHECK((root.counters.size() == 1 && root.counters[0].second == 1));
  CHECK((first(root).counters.size() == 1 && first(root).counters[0].second == 1010));
  CHECK(first(first(root)).counters.size() == 2);
}

TEST_CASE("span_tree: an exception closes the spans that it passes") {
  tree spans;
  auto const exec = cpu::seq.with(spans);
  try {
    auto const outer = exec.open("outer");
    auto const inner = exec.open("inner");
    fake_clock::advance(2ms);
    throw 1;
  } catch (int) {}
  { auto const next = exec.open("next"); }
  auto const root = spans.snapshot();
  CHECK(root.parts.size() == 2);
  CHECK(first(root).open == 0);
  CHECK(first(first(root)).total == 2ms);
}

TEST_CASE("span_tree: what is open has no time yet and says so") {
  tree spans;
  auto const outer = spans.open("outer", {});
  fake_clock::advance(1ms);
  auto const root = spans.snapshot();
  CHECK(first(root).open == 1);
  CHECK(first(root).calls == 0);
  CHECK(first(root).total == 0ms);
}

TEST_CASE("span_tree: a scope that outlives a younger one leaves the other in place") {
  tree spans;
  std::unique_ptr<tree::scope> older{new tree::scope(spans.open("older", {}))};
  std::unique_ptr<tree::scope> younger{new tree::scope(spans.open("younger", {}))};
  older.reset();
  { auto const part = spans.open("part", {}); }
  younger.reset();
  { auto const part = spans.open("after", {}); }
  auto const root = spans.snapshot();
  CHECK(root.parts.size() == 2);
  CHECK(std::string{first(first(first(root))).name} == "part");
  CHECK(std::string{root.parts.back().name} == "after");
}

TEST_CASE("span_tree: each thread has a stack of its own, and named ones a place of their own") {
  tree spans;
  auto const here = spans.open("here", {});
  std::thread worker{[&] { auto const there = spans.open("release", {}); }};
  worker.join();
#if defined(__linux__)
  std::thread named{[&] {
    ::pthread_setname_np(::pthread_self(), "lucid-release");
    for (int i = 0; i < 2; ++i) auto const there = spans.open("release", {});
  }};
  named.join();
  auto const root = spans.snapshot();
  REQUIRE(root.parts.size() == 3);
  CHECK(first(root).parts.empty());
  CHECK(root.parts.back().thread == "lucid-release");
  CHECK(root.parts.back().calls == 2);
  CHECK(std::next(root.parts.begin())->thread.empty());
#endif
}

TEST_CASE("span_tree: many threads at once, and nothing is lost") {
  tree spans;
  constexpr int threads = 4, rounds = 500;
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t) {
    workers.emplace_back([&] {
      for (int i = 0; i < rounds; ++i) {
        auto const outer = spans.open("outer", {});
        auto const inner = spans.open(i % 2 == 0 ? "even" : "odd", {});
        spans.count("elements", 3);
      }
    });
  }
  for (auto& worker : workers) worker.join();
  auto const root = spans.snapshot();
  REQUIRE(root.parts.size() == 1);
  CHECK(first(root).calls == threads * rounds);
  CHECK(first(root).open == 0);
  CHECK(first(first(root)).calls == threads * rounds / 2);
  CHECK(first(first(root)).counters[0].second == 3 * threads * rounds / 2);
  CHECK(spans.lost() == 0);
}
