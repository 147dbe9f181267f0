#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <lucid/backend/cpu/share.hpp>
#include <stdexcept>
#include <vector>
#if LUCID_TEST_HAS_TBB
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using namespace lucid;

void every_task_once(auto const& exec, std::size_t workers, std::size_t tasks) {
  std::vector<std::atomic<int>> runs(tasks);
  std::vector<std::atomic<int>> busy(workers);
  std::atomic<bool> alone{true};
  cpu::share(exec, workers, tasks, [&](std::size_t worker, std::size_t task) {
    if (busy.at(worker).fetch_add(1) != 0) alone = false;
    ++runs.at(task);
    --busy.at(worker);
  });
  bool once = true;
  for (auto const& r : runs) once = once && r == 1;
  CHECK(once);
  CHECK(alone);
}

TEST_CASE("share: every task once, no worker twice at a time") {
  for (std::size_t const tasks : {0u, 1u, 2u, 100u}) every_task_once(cpu::seq, cpu::workers_of(cpu::seq), tasks);
#if LUCID_TEST_HAS_TBB
  for (int const threads : {1, 2, 7}) {
    tbb::task_arena arena{threads};
    auto const exec = cpu::par_in(arena);
    CHECK(cpu::workers_of(exec) == static_cast<std::size_t>(threads));
    for (std::size_t const tasks : {0u, 1u, 3u, 1000u}) every_task_once(exec, cpu::workers_of(exec), tasks);
  }
#endif
}

TEST_CASE("share: an exception of a task is passed on") {
  auto const fails = [](std::size_t, std::size_t task) {
    if (task == 3) throw std::runtime_error{"task 3"};
  };
  CHECK_THROWS_AS(cpu::share(cpu::seq, 1, 10, fails), std::runtime_error);
#if LUCID_TEST_HAS_TBB
  CHECK_THROWS_AS(cpu::share(cpu::par, cpu::workers_of(cpu::par), 10, fails), std::runtime_error);
#endif
}

}  // namespace
