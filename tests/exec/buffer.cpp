#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("buffer: what is taken is given back, once, with the same size and alignment") {
  counting_memory memory;
  {
    buffer<std::uint64_t> const b{cpu::seq.with(memory), 100};
    CHECK(b.size() == 100);
    CHECK(memory.held() == 800);
    CHECK(reinterpret_cast<std::uintptr_t>(b.data()) % 64 == 0);
  }
  CHECK(memory.held() == 0);
  CHECK(memory.calls() == 1);
}

TEST_CASE("buffer: no elements need no memory") {
  counting_memory memory;
  buffer<int> const b{cpu::seq.with(memory), 0};
  CHECK(b.empty());
  CHECK(memory.calls() == 0);
}

TEST_CASE("buffer: moves hand over, the source is empty, a move to itself keeps everything") {
  counting_memory memory;
  auto const exec = cpu::seq.with(memory);
  buffer<int> a{exec, 3};
  a[0] = 7;
  buffer<int> b{std::move(a)};
  CHECK(a.empty());  // NOLINT(bugprone-use-after-move): that is the promise
  CHECK(b[0] == 7);
  buffer<int> c{exec, 5};
  c = std::move(b);
  CHECK(memory.held() == 3 * sizeof(int));
  auto& same = c;
  c = std::move(same);
  REQUIRE(c.size() == 3);
  CHECK(c[0] == 7);
  c.reset();
  CHECK(memory.held() == 0);
}

TEST_CASE("buffer: a size that cannot be addressed is out_of_memory, and nothing is asked for") {
  counting_memory memory;
  auto const exec = cpu::seq.with(memory);
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  CHECK_THROWS_AS((buffer<std::uint64_t>{exec, most / 8 + 1}), out_of_memory);
  CHECK_THROWS_AS((buffer<std::uint64_t>{exec, most}), out_of_memory);
  CHECK(memory.calls() == 0);
}

TEST_CASE("buffer: a resource that refuses leaves nothing behind") {
  counting_memory memory;
  memory.refuse_after(0);
  CHECK_THROWS_AS((buffer<int>{cpu::seq.with(memory), 10}), out_of_memory);
  CHECK(memory.held() == 0);
}
