// expect: use of deleted function
// An owner moves; a copy is asked for by name: clone(exec, view).
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>

#include <utility>

lucid::buffer<int> f(lucid::buffer<int>& x) {
#ifdef LUCID_CONTROL
  return std::move(x);
#else
  return x;
#endif
}
