#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <lucid/exec/memory_plan.hpp>
#include <utility>

namespace {

using lucid::memory_plan;
using lucid::planned_buffer;

TEST_CASE("memory_plan: what is held, and the most that was, as the lives of buffers overlap") {
  memory_plan plan;
  {
    planned_buffer<std::uint32_t> const a{plan, 10};
    CHECK(a.bytes() == 40);
    { planned_buffer<std::uint64_t> const b{plan, 20}; }
    planned_buffer<char> const c{plan, 100};
    CHECK(plan.held() == 140);
  }
  CHECK(plan.held() == 0);
  CHECK(plan.peak() == 200);
  plan.restart_peak();
  CHECK(plan.peak() == 0);
}

TEST_CASE("memory_plan: a planned buffer moves, is assigned and is reset as a buffer is") {
  memory_plan plan;
  planned_buffer<char> a{plan, 5};
  planned_buffer<char> b = std::move(a);
  CHECK(plan.held() == 5);
  planned_buffer<char> c{plan, 7};
  c = std::move(b);
  CHECK(plan.held() == 5);
  c = {};
  CHECK(plan.held() == 0);
  planned_buffer<char> d{plan, 0};
  d.reset();
  d = {plan, 3};
  d.reset();
  CHECK(plan.held() == 0);
  CHECK(plan.peak() == 12);
}

TEST_CASE("memory_plan: what cannot be addressed is more than anything, and does not wrap") {
  memory_plan plan;
  planned_buffer<std::uint64_t> const a{plan, std::numeric_limits<std::size_t>::max() / 2};
  planned_buffer<char> const b{plan, 1000};
  CHECK(plan.peak() == std::numeric_limits<std::size_t>::max());
}

}  // namespace
