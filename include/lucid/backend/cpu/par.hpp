// cpu::par: on the threads of oneTBB, so that a caller's own parallel program and this library share one scheduler. Needs TBB headers and library.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>

namespace lucid::inline v0::cpu {

// The caller's arena, or one it names; on(arena) in the manner of the standard's policies. The number of threads is the arena's affair.
struct parallel {
  using backend = cpu::backend<parallel>;
  tbb::task_arena* arena = nullptr;  // not owned; null: the arena of the calling thread

  [[nodiscard]] static constexpr stream_ref stream() noexcept { return {}; }
  [[nodiscard]] unsigned concurrency() const noexcept {
    return static_cast<unsigned>(arena == nullptr ? tbb::this_task_arena::max_concurrency() : arena->max_concurrency());
  }

  // f(i) for every i in [0, tasks), one task each. The first exception is rethrown when all have ended. A thread that waits here takes work of this call only.
  template <class F>
  void for_each(std::size_t tasks, F&& f) const {
    using function = std::remove_reference_t<F>;
    if (tasks <= 1) {
      if (tasks == 1) f(std::size_t{0});
    } else {
      run(
          tasks, [](void* body, std::size_t i) { (*static_cast<function*>(body))(i); },
          const_cast<void*>(static_cast<void const*>(std::addressof(f))));
    }
  }

 private:
  // The same with the type of f forgotten: the scheduler's templates are compiled once a unit, not once a loop, for an indirect call a task.
  void run(std::size_t tasks, void (*call)(void*, std::size_t), void* body) const {
    auto const loop = [&] {
      tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(
            std::size_t{0}, tasks, [&](std::size_t i) { call(body, i); }, tbb::simple_partitioner{});
      });
    };
    if (arena == nullptr) {
      loop();
    } else {
      arena->execute(loop);
    }
  }
};

inline constexpr policy<parallel> par{};

// par, in an arena of the caller's, which must outlive the policy.
[[nodiscard]] constexpr policy<parallel> par_in(tbb::task_arena& arena) noexcept { return policy<parallel>{parallel{&arena}}; }

}  // namespace lucid::inline v0::cpu
