// task_arena.h has what this is; it is no part of oneTBB.
#pragma once

#include <cstddef>

#include "task_arena.h"

namespace tbb {

struct simple_partitioner {};

template <class Index, class F>
void parallel_for(Index first, Index last, F const& f, simple_partitioner = {}) {
  if (!(first < last)) return;
  detail::run(static_cast<std::size_t>(last - first), detail::concurrency(),
              [&](std::size_t i) { f(static_cast<Index>(first + static_cast<Index>(i))); });
}

}  // namespace tbb
