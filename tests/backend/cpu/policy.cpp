#include <doctest/doctest.h>

#include <cstddef>
#include <type_traits>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>

static_assert(lucid::execution_policy<std::remove_const_t<decltype(lucid::cpu::seq)>>);
static_assert(sizeof(lucid::cpu::sequential) == 1);

TEST_CASE("cpu::seq: one thread, tasks in order") {
  CHECK(lucid::cpu::seq.concurrency() == 1);
  CHECK(lucid::cpu::seq.stream() == lucid::stream_ref{});
  std::vector<std::size_t> order;
  lucid::cpu::seq.where().for_each(5, [&](std::size_t i) { order.push_back(i); });
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 3, 4});
  lucid::cpu::seq.where().for_each(0, [&](std::size_t) { order.clear(); });
  CHECK(order.size() == 5);
}

// Ranges are a function of the count and the grain alone.
TEST_CASE("cpu::seq: ranges") {
  for (std::size_t n : {0u, 1u, 9u, 10u, 11u, 30u}) {
    std::vector<std::size_t> edges{0};
    lucid::for_ranges(lucid::cpu::seq, n, 10, [&](std::size_t begin, std::size_t end) {
      CHECK(begin == edges.back());
      CHECK(begin % 10 == 0);
      CHECK(end - begin <= 10);
      edges.push_back(end);
    });
    CHECK(edges.back() == n);
  }
}
