// "Move these bytes" between spaces, as an algorithm carried by each backend; host to host needs none.
#pragma once

#include <cstring>

#include <lucid/config/assert.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// to[i] = from[i]. Precondition: equal sizes, no overlap.
template <class T>
void copy(execution_policy auto const&, view<T const> from, view<T> to) noexcept {
  LUCID_EXPECTS(from.size() == to.size());
  if (!from.empty()) std::memcpy(static_cast<void*>(to.data()), from.data(), from.size() * sizeof(T));
}

// An owner of the same elements, in the policy's memory.
template <class T>
[[nodiscard]] buffer<T> clone(execution_policy auto const& exec, view<T const> from) {
  buffer<T> result{exec, from.size()};
  copy<T>(exec, from, result.all());
  return result;
}

}  // namespace lucid::inline v0
