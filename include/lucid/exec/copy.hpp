// "Move these bytes" between spaces, as an algorithm carried by each backend; host to host needs none.
#pragma once

#include <cstring>

#include <lucid/config/assert.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// Carrier, for whatever is not host to host: implementation<copy_elements, Backend>::run(exec, view<T const, From>, view<T, To>), in the order of exec.stream().
struct copy_elements {};

// to[i] = from[i]. Precondition: equal sizes, no overlap.
template <class T>
void copy(execution_policy auto const&, view<T const> from, view<T> to) noexcept {
  LUCID_EXPECTS(from.size() == to.size());
  if (!from.empty()) std::memcpy(static_cast<void*>(to.data()), from.data(), from.size() * sizeof(T));
}

// The same between other spaces: in stream order, so that the host may go on before it is done.
template <class T, memory_space From, memory_space To, class Exec>
  requires((From != memory_space::host || To != memory_space::host) && runs_on<copy_elements, Exec>)
void copy(Exec const& exec, view<T const, From> from, view<T, To> to) {
  LUCID_EXPECTS(from.size() == to.size());
  implementation<copy_elements, typename Exec::backend>::run(exec, from, to);
}

// An owner of the same elements, in the policy's memory.
template <class T>
[[nodiscard]] buffer<T> clone(execution_policy auto const& exec, view<T const> from) {
  buffer<T> result{exec, from.size()};
  copy<T>(exec, from, result.all());
  return result;
}

// An owner of the same elements in the policy's memory of that space: clone_to<memory_space::device, F>(exec, v) uploads.
template <memory_space To, class T, memory_space From, class Exec>
[[nodiscard]] buffer<T, To> clone_to(Exec const& exec, view<T const, From> from) {
  buffer<T, To> result{exec, from.size()};
  copy<T>(exec, from, result.all());
  return result;
}

// Carrier, where work goes on after the call that gave it: implementation<stream_order, Backend>::wait(exec).
struct stream_order {};

// Returns when the work on the policy's stream is done; throws what went wrong there. At once on a host.
template <execution_policy Exec>
void synchronize(Exec const& exec) {
  if constexpr (runs_on<stream_order, Exec>) implementation<stream_order, typename Exec::backend>::wait(exec);
}

}  // namespace lucid::inline v0
