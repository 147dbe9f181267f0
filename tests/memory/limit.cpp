#include <doctest/doctest.h>

#include <memory>
#include <string>

#include <laws/resource.hpp>
#include <lucid/memory/limit.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("limit: a resource like any other while there is room") {
  heap upstream;
  memory::limit wide{upstream, std::size_t{1} << 30};
  laws::resource(wide);
  CHECK(wide.held() == 0);
  CHECK(wide.peak() <= wide.most());
  laws::refusals_lose_nothing<counting_memory>(
      [](auto& up) { return std::make_unique<memory::limit<counting_memory>>(up, std::size_t{1} << 30); });
  laws::gives_back_what_it_took(
      [](auto& up) { return std::make_unique<memory::limit<lucid_test::watchful_memory>>(up, std::size_t{1} << 30); });
}

TEST_CASE("limit: the byte too much is refused with both numbers, and never reaches the upstream") {
  counting_memory upstream;
  memory::limit limit{upstream, 1000};
  void* const p = limit.allocate({}, 600, 8);
  std::string said;
  try {
    static_cast<void>(limit.allocate({}, 401, 8));
  } catch (out_of_memory const& e) {
    said = e.what();
  }
  CHECK(said.find("401") != std::string::npos);
  CHECK(said.find("600 of 1000") != std::string::npos);
  CHECK(upstream.calls() == 1);
  void* const q = limit.allocate({}, 400, 8);  // exactly full
  limit.deallocate({}, p, 600, 8);
  limit.deallocate({}, q, 400, 8);
  CHECK(limit.held() == 0);
  CHECK(limit.peak() == 1000);
}

TEST_CASE("limit: what the upstream refuses does not count as held") {
  counting_memory upstream;
  memory::limit limit{upstream, 1000};
  upstream.refuse_after(0);
  CHECK_THROWS_AS(static_cast<void>(limit.allocate({}, 10, 8)), out_of_memory);
  CHECK(limit.held() == 0);
}
