#include <doctest/doctest.h>

#include <memory>

#include <laws/resource.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/memory/tally.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("tally: a resource like any other") {
  heap upstream;
  memory::tally tally{upstream};
  laws::resource(tally);
  CHECK(tally.held() == 0);
  CHECK(tally.allocations() == tally.releases());
  laws::refusals_lose_nothing<counting_memory>([](auto& up) { return std::make_unique<memory::tally<counting_memory>>(up); });
  laws::gives_back_what_it_took([](auto& up) { return std::make_unique<memory::tally<lucid_test::watchful_memory>>(up); });
}

TEST_CASE("tally: what a policy's buffers take is counted, refusals too") {
  counting_memory upstream;
  memory::tally tally{upstream};
  auto const exec = cpu::seq.with(tally);
  {
    buffer<std::uint64_t> const a{exec, 100};
    CHECK(tally.held() == 800);
    buffer<std::uint64_t> b{exec, 50};
    b.reset();
    CHECK(tally.held() == 800);
  }
  CHECK(tally.held() == 0);
  CHECK(tally.peak() == 1200);
  CHECK(tally.allocations() == 2);
  upstream.refuse_after(0);
  CHECK_THROWS_AS((buffer<std::uint64_t>{exec, 1}), out_of_memory);
  CHECK(tally.refusals() == 1);
  CHECK(tally.held() == 0);
}
