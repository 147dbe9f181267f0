#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/trace/sink_ref.hpp>
#include <support/span_log.hpp>

using namespace lucid;

namespace {

struct failing_sink {
  static no_spans::scope open(char const*, stream_ref) { throw std::runtime_error("cannot open"); }
  static void count(char const*, std::uint64_t) { throw std::runtime_error("cannot count"); }
};

}  // namespace

TEST_CASE("sink_ref: passes everything on, in order") {
  support::span_log log;
  auto sink = log.sink("1");
  trace::sink_ref any{sink};
  auto const exec = cpu::seq.with(any);
  {
    auto const outer = exec.open("outer");
    exec.count("elements", 3);
    auto const inner = exec.open("inner");
  }
  CHECK(log.text == "1(outer 1+3 1(inner 1) 1) ");
}

TEST_CASE("sink_ref: none watches, and one policy serves all") {
  trace::sink_ref any;
  CHECK(!any.has_value());
  auto const exec = cpu::seq.with(any);
  { auto const span = exec.open("unseen"); }
  exec.count("elements", 1);

  support::span_log log;
  auto sink = log.sink("1");
  any = trace::sink_ref{sink};  // the policy watches through the reference
  { auto const span = exec.open("seen"); }
  CHECK(log.text == "1(seen 1) ");
}

TEST_CASE("sink_ref: what a sink throws does not reach the work") {
  failing_sink failing;
  trace::sink_ref any{failing};
  auto const exec = cpu::seq.with(any);
  auto const span = exec.open("lost");
  exec.count("elements", 1);
  CHECK(any.has_value());
}
