// "Do this to each of n", "work through these n in ranges" and "add these n up" as algorithms: carried by each backend, so that rooms above need none.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// Carrier: implementation<bulk_ranges, Backend>::run(exec, n, grain, f) calls f(begin, end) on disjoint ranges that cover [0, n), at most once each,
// and returns when all are done; an exception from f is passed on after the others have ended. The cut into ranges is a function of n and grain alone:
// [k·grain, min(n, (k+1)·grain)).
struct bulk_ranges {};

// f(begin, end) over the ranges of at most grain elements. Precondition: grain ≥ 1.
template <class Exec, class F>
  requires runs_on<bulk_ranges, Exec>
void for_ranges(Exec const& exec, std::size_t n, std::size_t grain, F&& f) {
  if (n != 0) implementation<bulk_ranges, typename Exec::backend>::run(exec, n, grain, f);
}

// f(i) for every i in [0, n); cheap bodies want a larger grain.
template <class Exec, class F>
  requires runs_on<bulk_ranges, Exec>
void bulk(Exec const& exec, std::size_t n, F&& f, std::size_t grain = 1024) {
  for_ranges(exec, n, grain, [&f](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) f(i);
  });
}

// Carrier: implementation<each_index, Backend>::run(exec, name, n, body).
struct each_index {};

// body(i) for every i in [0, n), in no order, wherever the policy works: on a device as a kernel of that name, for which the host does not wait.
// Body: trivially copyable, with a const operator()(std::size_t) that is LUCID_HOST_DEVICE, and views of the working space; touches(f) calls f with each view.
// For cheap bodies that do not throw: on the host in ranges of 2,048, each with a copy of the body.
template <class Exec, class Body>
  requires runs_on<each_index, Exec>
void for_each_index(Exec const& exec, char const* name, std::size_t n, Body const& body) {
  static_assert(std::is_trivially_copyable_v<Body>, "a body travels to a device as bytes");
  if (n != 0) implementation<each_index, typename Exec::backend>::run(exec, name, n, body);
}

// The body that copies: to[i] = from[i].
template <class T, memory_space Space = memory_space::host>
struct copy_of_each {
  view<T const, Space> from;
  view<T, Space> to;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const { to[i] = from[i]; }
  template <class Visit>
  void touches(Visit&& f) const {
    f(from), f(to);
  }
};

// combine(… combine(part(0, g), part(g, 2g)) …) in index order: the same value for any number of threads, even when combine does not commute.
// part(begin, end) → T; combine(T, T) → T. Returns identity for n = 0. One T a range, from the policy's memory where T is a plain value, else from the heap.
template <class Exec, class T, class Part, class Combine>
  requires runs_on<bulk_ranges, Exec>
T reduce(Exec const& exec, std::size_t n, std::size_t grain, T identity, Part&& part, Combine&& combine) {
  std::size_t const ranges = (n + grain - 1) / grain;
  auto const join = [&](auto&& partial) {
    for_ranges(exec, n, grain, [&](std::size_t begin, std::size_t end) { partial[begin / grain] = part(begin, end); });
    T total = std::move(identity);
    for (std::size_t i = 0; i < ranges; ++i) total = combine(std::move(total), std::move(partial[i]));
    return total;
  };
  if constexpr (std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>) {
    return join(buffer<T>{exec, ranges});
  } else {
    return join(std::vector<T>(ranges, identity));
  }
}

}  // namespace lucid::inline v0
