#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <type_traits>
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

struct add_index {
  view<std::size_t> x;
  void operator()(std::size_t i) const { x[i] += i; }
};

template <class Exec>
void does_each_once(Exec const& exec) {
  for (std::size_t const n : {0u, 1u, 2047u, 2048u, 2049u, 10'000u}) {
    std::vector<std::size_t> x(n, 5);
    for_each_index(exec, "add_index", n, add_index{x});
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) wrong += x[i] != 5 + i;
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("for_each_index: every index once, in the policy's working space") {
  static_assert(working_space<std::remove_const_t<decltype(cpu::seq)>> == memory_space::host);
  does_each_once(cpu::seq);
#if LUCID_TEST_HAS_TBB
  does_each_once(cpu::par);
#endif
}

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
