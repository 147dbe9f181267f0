// cpu::seq: everything on the calling thread, with nothing but the standard library. cpu::par is par.hpp. Alone this header carries loops;
// <lucid/backend/cpu.hpp> adds the transforms, sums and products that a prover needs.
#pragma once

#include <cstddef>

#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::cpu {

// The tag that algorithms are implemented for: implementation<Algorithm, cpu::backend<Threading>>, once for all ways of threading.
template <class Threading>
struct backend {};

// One thread. A Threading is a `where`: it has a backend, and runs ranges.
struct sequential {
  using backend = cpu::backend<sequential>;
  [[nodiscard]] static constexpr stream_ref stream() noexcept { return {}; }
  [[nodiscard]] static constexpr unsigned concurrency() noexcept { return 1; }

  template <class F>
  static void for_each(std::size_t tasks, F&& f) {
    for (std::size_t i = 0; i < tasks; ++i) f(i);
  }
};

inline constexpr policy<sequential> seq{};

}  // namespace lucid::inline v0::cpu

namespace lucid::inline v0 {

template <class Threading>
struct implementation<bulk_ranges, cpu::backend<Threading>> {
  template <class Exec, class F>
  static void run(Exec const& exec, std::size_t n, std::size_t grain, F&& f) {
    std::size_t const tasks = (n - 1) / grain + 1;
    exec.where().for_each(tasks, [&](std::size_t i) { f(i * grain, i + 1 == tasks ? n : (i + 1) * grain); });
  }
};

template <class Threading>
struct implementation<each_index, cpu::backend<Threading>> {
  template <class Exec, class Body>
  static void run(Exec const& exec, char const*, std::size_t n, Body const& body) {
    for_ranges(exec, n, 2048, [&body](std::size_t begin, std::size_t end) {
      Body const f = body;  // in registers: what f writes could otherwise be f's own pointers
      for (std::size_t i = begin; i < end; ++i) f(i);
    });
  }
};

static_assert(runs_on<bulk_ranges, std::remove_const_t<decltype(cpu::seq)>>);
static_assert(runs_on<each_index, std::remove_const_t<decltype(cpu::seq)>>);

}  // namespace lucid::inline v0
