#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/growing_buffer.hpp>
#include <utility>

#include <support/counting_memory.hpp>

namespace {

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("growing_buffer: keeps what was pushed through every doubling, an own element too") {
  growing_buffer<std::size_t> all;
  CHECK(all.empty());
  for (std::size_t i = 0; i < 1000; ++i) all.push_back(i);
  for (int i = 0; i < 100; ++i) all.push_back(all[0]);
  bool same = all.size() == 1100;
  for (std::size_t i = 0; i < 1100; ++i) same = same && all[i] == (i < 1000 ? i : 0);
  CHECK(same);
  CHECK(all.all().size() == 1100);
  all.clear();
  all.resize(3);
  CHECK(all.end() - all.begin() == 3);
}

TEST_CASE("growing_buffer: memory of the policy, exactly as much as is taken, none when it is moved away") {
  counting_memory memory;
  {
    growing_buffer<char> all{cpu::seq.with(memory)};
    CHECK(memory.calls() == 0);
    for (int i = 0; i < 100; ++i) all.push_back('x');
    CHECK(memory.held() == 128);
    growing_buffer<char> moved = std::move(all);
    CHECK(memory.held() == 128);
    auto const taken = moved.take();
    CHECK(memory.held() == 100);
    CHECK(taken.size() == 100);
    CHECK(taken[99] == 'x');
    CHECK(moved.empty());
    moved.push_back('y');
    CHECK(moved[0] == 'y');
  }
  CHECK(memory.held() == 0);
}

TEST_CASE("growing_buffer: where memory runs out, nothing is lost") {
  counting_memory memory;
  {
    growing_buffer<int> all{cpu::seq.with(memory)};
    for (int i = 0; i < 16; ++i) all.push_back(i);
    memory.refuse_after(0);
    CHECK_THROWS_AS(all.push_back(16), out_of_memory);
    CHECK_THROWS_AS(static_cast<void>((all.clear(), all.push_back(7), all.take())), out_of_memory);
    CHECK(all.size() == 1);
    CHECK(all[0] == 7);
  }
  CHECK(memory.held() == 0);
}

}  // namespace
