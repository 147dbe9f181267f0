#include <doctest/doctest.h>

#include <memory>

#include <laws/resource.hpp>
#include <lucid/memory/deferred_release.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("deferred_release: a resource like any other, with and without a limit") {
  heap upstream;
  for (std::size_t const limit : {std::size_t{0}, std::size_t{10'000}, std::size_t{1} << 30}) {
    for (std::size_t const from : {std::size_t{0}, std::size_t{1} << 16}) {
      memory::deferred_release resource{upstream, {.limit = limit, .from = from}};
      laws::resource(resource);
      CHECK(resource.peak_queued() <= limit);
      resource.flush();
      CHECK(resource.queued() == 0);
    }
  }
  laws::refusals_lose_nothing<counting_memory>([](auto& up) {
    return std::make_unique<memory::deferred_release<counting_memory>>(up, memory::deferred_release_options{.limit = 1'000'000});
  });
}

TEST_CASE("deferred_release: large blocks are handed over, small ones and what exceeds the limit are not") {
  counting_memory upstream;
  memory::deferred_release resource{upstream, {.limit = 10'000, .from = 1000}};
  for (std::size_t const bytes : {std::size_t{999}, std::size_t{1000}, std::size_t{10'000}, std::size_t{10'001}}) {
    void* const p = resource.allocate({}, bytes, 64);
    resource.deallocate({}, p, bytes, 64);
    resource.flush();
    CHECK(upstream.held() == 0);
  }
  CHECK(resource.deferred() == 2);
  CHECK(resource.immediate() == 2);
  CHECK(resource.take_error() == nullptr);
}
