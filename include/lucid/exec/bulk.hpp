// "Do this n times", "work through these n in ranges" and "add these n up" as algorithms: carried by each backend, so that rooms above need none.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <lucid/exec/policy.hpp>

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

// combine(… combine(part(0, g), part(g, 2g)) …) in index order: the same value for any number of threads, even when combine does not commute.
// part(begin, end) → T; combine(T, T) → T. Returns identity for n = 0.
template <class Exec, class T, class Part, class Combine>
  requires runs_on<bulk_ranges, Exec>
T reduce(Exec const& exec, std::size_t n, std::size_t grain, T identity, Part&& part, Combine&& combine) {
  std::vector<T> partial((n + grain - 1) / grain, identity);
  for_ranges(exec, n, grain, [&](std::size_t begin, std::size_t end) { partial[begin / grain] = part(begin, end); });
  T total = std::move(identity);
  for (T& p : partial) total = combine(std::move(total), std::move(p));
  return total;
}

}  // namespace lucid::inline v0
