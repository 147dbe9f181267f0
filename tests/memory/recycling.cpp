#include <doctest/doctest.h>

#include <cstring>
#include <memory>

#include <laws/own_list.hpp>
#include <laws/resource.hpp>
#include <lucid/memory/recycling.hpp>
#include <support/counting_memory.hpp>
#include <support/refusing_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("recycling: a resource like any other, with and without a limit") {
  heap upstream;
  memory::recycling unlimited{upstream};
  laws::resource(unlimited);
  for (std::size_t const limit : {std::size_t{0}, std::size_t{10'000}}) {
    memory::recycling limited{upstream, {.limit = limit, .wipe = true}};
    laws::resource(limited);
    CHECK(limited.peak_kept() <= limit);
  }
  laws::refusals_lose_nothing<counting_memory>([](auto& up) { return std::make_unique<memory::recycling<counting_memory>>(up); });
  laws::gives_back_what_it_took([](auto& up) {
    return std::make_unique<memory::recycling<lucid_test::watchful_memory>>(up, memory::recycling_options{.limit = 500'000});
  });
}

TEST_CASE("recycling: the second round asks the upstream for nothing") {
  counting_memory upstream;
  {
    memory::recycling pool{upstream};
    for (int round = 0; round < 5; ++round) {
      void* const a = pool.allocate({}, 1000, 64);
      void* const b = pool.allocate({}, 960, 64);
      pool.deallocate({}, a, 1000, 64);
      pool.deallocate({}, b, 960, 64);
    }
    CHECK(upstream.calls() == 2);
    CHECK(pool.hits() == 8);
    CHECK(pool.misses() == 2);
    CHECK(pool.kept() == 1960);
    CHECK(upstream.held() == 1960);
    pool.flush();
    CHECK(pool.kept() == 0);
    CHECK(upstream.held() == 0);
  }
}

TEST_CASE("recycling: the smallest block that fits, aligned as asked and not much too large") {
  counting_memory upstream;
  memory::recycling pool{upstream};
  void* const large = pool.allocate({}, 1100, 64);
  void* const small = pool.allocate({}, 1000, 64);
  pool.deallocate({}, large, 1100, 64);
  pool.deallocate({}, small, 1000, 64);
  void* const first = pool.allocate({}, 990, 64);
  CHECK(first == small);
  void* const second = pool.allocate({}, 990, 64);
  CHECK(second == large);  // 110 bytes too large, within an eighth
  pool.deallocate({}, second, 990, 64);
  CHECK(pool.kept() == 1100);  // its own size again
  void* const third = pool.allocate({}, 900, 64);
  CHECK(third != large);  // 200 too large
  void* const fourth = pool.allocate({}, 1090, 4096);
  CHECK(fourth != large);  // alignment
  stream_ref const elsewhere{&pool};
  void* const fifth = pool.allocate(elsewhere, 1090, 64);
  CHECK(fifth != large);  // another stream's order
  pool.deallocate({}, first, 990, 64);
  pool.deallocate({}, third, 900, 64);
  pool.deallocate({}, fourth, 1090, 4096);
  pool.deallocate(elsewhere, fifth, 1090, 64);
  pool.flush();
  CHECK(upstream.held() == 0);
}

TEST_CASE("recycling: at the limit the largest go first, and what is larger than the limit is never kept") {
  counting_memory upstream;
  memory::recycling pool{upstream, {.limit = 1000}};
  void* const a = pool.allocate({}, 700, 8);
  void* const b = pool.allocate({}, 300, 8);
  void* const c = pool.allocate({}, 250, 8);
  void* const d = pool.allocate({}, 1001, 8);
  pool.deallocate({}, a, 700, 8);
  pool.deallocate({}, b, 300, 8);
  CHECK(pool.kept() == 1000);
  pool.deallocate({}, c, 250, 8);
  CHECK(pool.kept() == 550);  // 700 went
  pool.deallocate({}, d, 1001, 8);
  CHECK(pool.kept() == 550);
  CHECK(pool.peak_kept() == 1000);
  CHECK(upstream.held() == 550);
}

TEST_CASE("recycling: when the upstream has no more, what is kept goes back first") {
  counting_memory upstream;
  memory::recycling pool{upstream};
  void* const a = pool.allocate({}, 1000, 8);
  pool.deallocate({}, a, 1000, 8);
  upstream.refuse_after(0);
  CHECK_THROWS_AS(static_cast<void>(pool.allocate({}, 5000, 8)), out_of_memory);
  CHECK(pool.kept() == 0);
  CHECK(upstream.held() == 0);
}

TEST_CASE("recycling: what was wiped is zero for the next owner") {
  heap upstream;
  memory::recycling pool{upstream, {.wipe = true}};
  auto* const p = static_cast<unsigned char*>(pool.allocate({}, 512, 8));
  std::memset(p, 0xff, 512);
  pool.deallocate({}, p, 512, 8);
  auto* const q = static_cast<unsigned char*>(pool.allocate({}, 500, 8));
  REQUIRE(q == p);
  bool zero = true;
  for (std::size_t i = 0; i < 512; ++i) zero = zero && q[i] == 0;
  CHECK(zero);
  pool.deallocate({}, q, 500, 8);
}

TEST_CASE("recycling: without memory for its own lists it refuses by type, and what it never lent goes back at once") {
  counting_memory upstream;
  memory::recycling pool{upstream};
  void* const stranger = upstream.allocate({}, 100, 8);
  pool.deallocate({}, stranger, 100, 8);
  CHECK(pool.kept() == 0);
  CHECK(upstream.held() == 0);
  lucid_test::refusing_memory beside;  // not the heap's
  memory::recycling lists{beside};
  lucid_test::check_refused_without_own_list(lists);
  lists.deallocate({}, lists.allocate({}, 100, 8), 100, 8);
  CHECK(lists.kept() == 100);
}
