#include <doctest/doctest.h>

#if LUCID_TEST_HAS_TBB

#include <tbb/global_control.h>

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <lucid/backend/cpu/par.hpp>

static_assert(lucid::execution_policy<std::remove_const_t<decltype(lucid::cpu::par)>>);

namespace {

// Every task once, whatever the number of threads.
void check_coverage(auto const& exec) {
  for (std::size_t tasks : {0u, 1u, 2u, 3u, 1000u}) {
    std::vector<std::atomic<int>> done(tasks);
    exec.where().for_each(tasks, [&](std::size_t i) { ++done[i]; });
    std::size_t wrong = 0;
    for (auto const& d : done) wrong += d == 1 ? 0 : 1;
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("cpu::par: every task once") {
  check_coverage(lucid::cpu::par);
  tbb::global_control const seven{tbb::global_control::max_allowed_parallelism, 7};
  for (int threads : {1, 2, 7}) {
    tbb::task_arena arena{threads};
    CHECK(lucid::cpu::par_in(arena).concurrency() == static_cast<unsigned>(threads));
    check_coverage(lucid::cpu::par_in(arena));
  }
}

TEST_CASE("cpu::par: bodies of any constness, and nested loops") {
  std::atomic<int> count = 0;
  auto const constant = [&](std::size_t) { ++count; };
  auto changing = [&, calls = std::size_t{0}](std::size_t) mutable { count += ++calls == 1 ? 1 : 100; };
  lucid::cpu::par.where().for_each(10, constant);
  lucid::cpu::par.where().for_each(1, changing);
  lucid::cpu::par.where().for_each(5, [&](std::size_t) { lucid::cpu::par.where().for_each(4, constant); });
  CHECK(count == 31);
}

// The first exception arrives when all tasks have ended: nothing runs on behind the caller's back.
TEST_CASE("cpu::par: an exception arrives after the last task") {
  for (std::size_t tasks : {1u, 2u, 100u}) {
    std::atomic<int> running = 0;
    CHECK_THROWS_AS(lucid::cpu::par.where().for_each(tasks,
                                                     [&](std::size_t i) {
                                                       ++running;
                                                       if (i == tasks / 2) {
                                                         --running;
                                                         throw std::runtime_error("task");
                                                       }
                                                       --running;
                                                     }),
                    std::runtime_error);
    CHECK(running == 0);
  }
}

#endif
