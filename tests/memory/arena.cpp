#include <doctest/doctest.h>

#include <memory>

#include <laws/own_list.hpp>
#include <laws/resource.hpp>
#include <lucid/memory/arena.hpp>
#include <support/counting_memory.hpp>
#include <support/refusing_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("arena: a resource like any other") {
  heap upstream;
  memory::arena arena{upstream};
  laws::resource(arena);
  CHECK(arena.held() == 0);
  CHECK(arena.reserved() > 0);
  laws::refusals_lose_nothing<counting_memory>([](auto& up) { return std::make_unique<memory::arena<counting_memory>>(up, 1000); });
  laws::gives_back_what_it_took([](auto& up) { return std::make_unique<memory::arena<lucid_test::watchful_memory>>(up); });
}

TEST_CASE("arena: many requests, few chunks; all go back at once") {
  counting_memory upstream;
  {
    memory::arena arena{upstream, 4096};
    for (int i = 0; i < 1000; ++i) {
      void* const p = arena.allocate({}, 100, 8);
      arena.deallocate({}, p, 100, 8);
    }
    CHECK(upstream.calls() == 5);  // 4096·(2^5 − 1) bytes
    CHECK(upstream.held() == arena.reserved());
    arena.flush();
    CHECK(upstream.held() == 0);
    CHECK(arena.reserved() == 0);
    static_cast<void>(arena.allocate({}, 10, 8));
    CHECK(upstream.held() != 0);
  }
  CHECK(upstream.held() == 0);
}

TEST_CASE("arena: without memory for its own list it refuses by type, and nothing is lost") {
  lucid_test::refusing_memory upstream;  // not the heap's
  memory::arena resource{upstream};
  lucid_test::check_refused_without_own_list(resource);
  CHECK(upstream.held() == 0);
  resource.deallocate({}, resource.allocate({}, 100, 8), 100, 8);
}
