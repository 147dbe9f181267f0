// task_arena.h has what this is; it is no part of oneTBB.
#pragma once

#include <cstddef>

#include "task_arena.h"

namespace tbb {

// The number of threads where no arena says another.
class global_control {
 public:
  enum parameter { max_allowed_parallelism };
  global_control(parameter, std::size_t threads) : before_(detail::threads_by_default.exchange(static_cast<int>(threads))) {}
  global_control(global_control const&) = delete;
  ~global_control() { detail::threads_by_default = before_; }

 private:
  int before_;
};

}  // namespace tbb
