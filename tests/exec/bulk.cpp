#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/exec/bulk.hpp>

using namespace lucid;

namespace {

template <class Exec>
void covers_every_index_once(Exec const& exec) {
  for (std::size_t const n : {0u, 1u, 2u, 7u, 64u, 1000u, 1025u}) {
    for (std::size_t const grain : {1u, 3u, 64u, 5000u}) {
      std::vector<std::atomic<int>> seen(n);
      for_ranges(exec, n, grain, [&](std::size_t begin, std::size_t end) {
        CHECK(begin % grain == 0);
        CHECK(end - begin <= grain);
        for (std::size_t i = begin; i < end; ++i) ++seen[i];
      });
      for (auto const& count : seen) REQUIRE(count == 1);
    }
  }
}

template <class Exec>
void reduces_in_order(Exec const& exec) {
  for (std::size_t const n : {0u, 1u, 10u, 100u}) {
    std::string expected;
    for (std::size_t i = 0; i < n; ++i) expected += std::to_string(i) + ',';
    auto const joined = reduce(
        exec, n, 7, std::string{},
        [](std::size_t begin, std::size_t end) {
          std::string part;
          for (; begin < end; ++begin) part += std::to_string(begin) + ',';
          return part;
        },
        [](std::string a, std::string const& b) { return a + b; });
    CHECK(joined == expected);
  }
}

template <class Exec>
void passes_exceptions_on(Exec const& exec) {
  CHECK_THROWS_AS(bulk(
                      exec, 1000,
                      [](std::size_t i) {
                        if (i == 777) throw std::runtime_error("here");
                      },
                      10),
                  std::runtime_error);
  std::atomic<int> later = 0;
  bulk(
      exec, 10, [&](std::size_t) { ++later; }, 1);
  CHECK(later == 10);
}

}  // namespace

TEST_CASE("bulk: every index once, ranges cut by size and grain alone") {
  covers_every_index_once(cpu::seq);
#if LUCID_TEST_HAS_TBB
  covers_every_index_once(cpu::par);
#endif
}

TEST_CASE("bulk: a reduction keeps the order of the indices, also when it does not commute") {
  reduces_in_order(cpu::seq);
#if LUCID_TEST_HAS_TBB
  reduces_in_order(cpu::par);
#endif
}

TEST_CASE("bulk: an exception passes through, and the policy serves on") {
  passes_exceptions_on(cpu::seq);
#if LUCID_TEST_HAS_TBB
  passes_exceptions_on(cpu::par);
#endif
}
