#include <doctest/doctest.h>

#include <string>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/trace/tee.hpp>
#include <lucid/trace/text.hpp>
#include <support/span_log.hpp>

using namespace lucid;

TEST_CASE("tee: every sink sees everything, the first opens first and closes last") {
  support::span_log log;
  auto first = log.sink("1"), second = log.sink("2");
  trace::tee both{first, second};
  auto const exec = cpu::seq.with(both);
  {
    auto const outer = exec.open("outer");
    exec.count("elements", 3);
    auto const inner = exec.open("inner");
  }
  CHECK(log.text == "1(outer 2(outer 1+3 2+3 1(inner 2(inner 2) 1) 2) 1) ");
}

TEST_CASE("tee: of tees, of one, of none") {
  trace::text one, two, three;
  trace::tee inner{one, two};
  trace::tee outer{inner, three};
  trace::tee<> none;
  trace::tee single{outer};
  trace::tee all{none, single};
  {
    auto const span = all.open("whole", {});
    all.count("elements", 4);
  }
  for (auto const* const sink : {&one, &two, &three}) CHECK(sink->snapshot().parts.front().counters.at(0).second == 4);
}
