#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>

#include <lucid/trace/gap_report.hpp>
#include <support/fake_clock.hpp>

using namespace lucid;
using namespace std::chrono_literals;
using support::fake_clock;
using report = trace::basic_gap_report<fake_clock>;

namespace {

void spend(report& sink, char const* name, std::chrono::nanoseconds time) {
  auto const span = sink.open(name, {});
  fake_clock::advance(time);
}

// 100 ms: 60 and 38.5 in parts, 1.5 in none; of the 60, 59.5 in its own part.
void work(report& sink) {
  auto const whole = sink.open("whole", {});
  fake_clock::advance(1ms);
  {
    auto const large = sink.open("large", {});
    spend(sink, "inner", 59500us);
    fake_clock::advance(500us);
  }
  spend(sink, "small", 38500us);
  fake_clock::advance(500us);
}

}  // namespace

TEST_CASE("gap_report: wrapper minus parts, in time and share, for every span with parts") {
  report sink;
  work(sink);
  auto const gaps = sink.gaps();
  REQUIRE(gaps.size() == 2);
  CHECK(gaps[0].label == "whole");
  CHECK(gaps[0].total == 100ms);
  CHECK(gaps[0].parts == 98500us);
  CHECK(gaps[0].time() == 1500us);
  CHECK(gaps[0].share() == doctest::Approx(0.015));
  CHECK(gaps[0].flagged);
  CHECK(gaps[1].label == "  large");
  CHECK(gaps[1].time() == 500us);
  CHECK(!gaps[1].flagged);  // 0.83 %
}

TEST_CASE("gap_report: what is flagged is the caller's choice") {
  report strict{{.flag_share = 0.008}}, patient{{.flag_time = 2ms}};
  work(strict);
  work(patient);
  CHECK((strict.gaps()[0].flagged && strict.gaps()[1].flagged));
  CHECK((!patient.gaps()[0].flagged && !patient.gaps()[1].flagged));
}

TEST_CASE("gap_report: how much of the outermost span has a name") {
  report sink;
  work(sink);
  spend(sink, "no parts", 5ms);
  auto const rows = sink.coverages();
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].label == "whole");
  CHECK(rows[0].by_parts == doctest::Approx(0.985));
  CHECK(rows[0].by_innermost == doctest::Approx(0.98));
  auto const text = sink.report();
  CHECK(text.find("whole: its parts cover 98.50 %, innermost spans 98.00 %\n") != std::string::npos);
  CHECK(text.find("no parts: beside them, 5.000 ms") != std::string::npos);
}

TEST_CASE("gap_report: parts that another thread did are not taken off the wrapper") {
  report sink;
  {
    auto const whole = sink.open("whole", {});
    spend(sink, "part", 10ms);
    std::thread worker{[&] {
      auto const beside = sink.open("part", {});
      spend(sink, "inner", 30ms);  // three threads of a pool would do this in the wrapper's 10 ms
    }};
    worker.join();
  }
  auto const gaps = sink.gaps();
  REQUIRE(gaps.size() == 2);
  CHECK(gaps[0].total == 40ms);
  CHECK(gaps[0].parts == 10ms);
  CHECK(gaps[1].label == "part");
  CHECK(gaps[1].time() == 0ms);
}

TEST_CASE("gap_report: repeated spans, spans of no time, spans still open") {
  report sink;
  for (int i = 0; i < 4; ++i) {
    auto const whole = sink.open("whole", {});
    spend(sink, "part", 0ms);
  }
  CHECK(sink.gaps()[0].share() == 0.0);
  CHECK(!sink.gaps()[0].flagged);
  CHECK(sink.coverages()[0].by_parts == 1.0);

  auto const open = sink.open("open", {});
  spend(sink, "part", 1ms);
  CHECK(sink.gaps().size() == 1);
  CHECK(sink.coverages().size() == 1);
  CHECK(report{}.report().find("wrapper minus parts") == 0);
}

TEST_CASE("gap_report: allocations do not make a wrapper of the work that they happen in, and are parts of a wrapper") {
  report sink;
  {
    auto const whole = sink.open("whole", {});
    {
      auto const work = sink.open("work", {});
      spend(sink, "memory/allocate", 1ms);
      fake_clock::advance(9ms);
    }
    spend(sink, "memory/release", 5ms);
  }
  auto const gaps = sink.gaps();
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].time() == 0ms);
  CHECK(sink.coverages()[0].by_innermost == 1.0);
  CHECK(sink.snapshot().parts.front().is_wrapper());
}
