#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <lucid/trace/event_text.hpp>

using namespace lucid;
using namespace std::chrono_literals;

TEST_CASE("event_text: one object, times in microseconds to the nanosecond") {
  trace::event_text event{7};
  event.begin("a\"b", 'X', 8);
  event.time("ts", 1'234'005ns);
  event.time("dur", -1ns);
  event.begin_args();
  event.arg("elements", std::uint64_t{18'446'744'073'709'551'615u});
  event.arg("name", "x");
  CHECK(
      event.ended() ==
      R"({"name":"a\"b","ph":"X","cat":"lucid","pid":7,"tid":8,"ts":1234.0051,"dur":0.000,"args":{"elements":18446744073709551615,"name":"x"}})");
  event.begin("next", 'C', 0);
  event.begin_args();
  event.arg("bytes", -5);
  CHECK(event.ended() == R"({"name":"next","ph":"C","cat":"lucid","pid":7,"tid":0,"args":{"bytes":-5}})");
}

TEST_CASE("event_text: a reader that cuts off behind the nanoseconds gets all of them") {
  trace::event_text event{7};
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < 20'000; ++i) {
    for (std::int64_t const ns : {i, 1'000'000'007 * i, 40'000'000'000'003 * (i % 20) + i}) {
      event.begin("", 'X', 0);
      event.time("ts", std::chrono::nanoseconds{ns});
      event.begin_args();
      auto const& text = event.ended();
      auto const read = std::strtod(text.c_str() + text.find("\"ts\":") + 5, nullptr);
      if (static_cast<std::int64_t>(read * 1000.0) != ns) ++wrong;
    }
  }
  CHECK(wrong == 0);
}
