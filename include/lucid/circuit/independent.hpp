// Parts of a circuit that know nothing of each other, declared as such: `assign` and `synthesize` run them on the threads of their policy, each part into its
// own range of variables and rows, and the result is that of one part after another. Builders that keep terms or names run them in order.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/bulk.hpp>

namespace lucid::inline v0 {

namespace detail {

inline constexpr std::size_t not_a_part = ~std::size_t{0};

// Builders that know how much they have made: parts are held to their sizes there.
template <class CS>
concept knows_its_size = requires(CS const& cs) {
  { cs.made() } -> std::same_as<circuit_size>;
};

// Builders that can work on several parts at once:
//   cs.execution()               the policy
//   cs.open_parts(all)           makes room for so much behind what has been made; nothing moves until close_parts, and cs itself makes nothing
//   cs.part(i, begin, end)       a builder of the same type for the range [begin, end) of that room; it names i in its errors. Called on many threads
//   cs.close_parts(all)          the room is full
template <class CS>
concept splits = knows_its_size<CS> && requires(CS& cs, circuit_size const& size) {
  cs.execution();
  cs.open_parts(size);
  cs.part(std::size_t{}, size, size);
  cs.close_parts(size);
};

// Builders that do not look at rows say so: of a part's size they count the variables alone.
template <class CS>
[[nodiscard]] constexpr circuit_size counted_by(circuit_size const& size) noexcept {
  constexpr bool ignores_rows = requires { typename CS::ignores_rows; };
  return {ignores_rows ? 0 : size.constraints, size.variables, size.public_inputs};
}

// A policy of which the compiler knows that it has one thread: no second way through the circuit is compiled.
template <class Exec>
inline constexpr bool one_thread =
    requires(Exec const& exec) { typename std::enable_if_t<std::remove_cvref_t<decltype(exec.where())>::concurrency() == 1>; };

// Whether a second way through the circuit is compiled for this builder.
template <class CS>
inline constexpr bool may_split = false;
template <splits CS>
inline constexpr bool may_split<CS> = !one_thread<std::remove_cvref_t<decltype(std::declval<CS&>().execution())>>;

template <class Exec>
[[nodiscard]] bool has_threads(Exec const& exec) noexcept {
  if constexpr (requires { exec.concurrency(); } && runs_on<bulk_ranges, Exec>) {
    return exec.concurrency() != 1;
  } else {
    return false;
  }
}

[[noreturn]] LUCID_NOINLINE inline void refuse_input_of_part(std::size_t part) {
  throw argument_error("circuit: independent part " + std::to_string(part) +
                       " declares a public input; declare it outside and hand it in, or hand the value out and expose it there");
}

[[noreturn]] LUCID_NOINLINE inline void refuse_use_around_parts() {
  throw argument_error("circuit: the builder around independent parts is used inside of one; a part uses the builder that it is given");
}

// Parts together: beyond any builder, and no sum of such numbers wraps.
inline constexpr std::size_t most_in_parts = std::size_t{1} << 40;

[[noreturn]] LUCID_NOINLINE inline void refuse_size_of_parts() {
  throw argument_error("circuit: independent parts of more than 2^40 variables or rows");
}

[[noreturn]] LUCID_NOINLINE inline void refuse_size_of_part(std::size_t part, circuit_size const& made, circuit_size const& expected) {
  throw shape_mismatch("circuit: independent part " + std::to_string(part) + " makes " + std::to_string(made.variables) +
                       " private variables and " + std::to_string(made.constraints) + " rows, not " + std::to_string(expected.variables) +
                       " and " + std::to_string(expected.constraints));
}

[[noreturn]] LUCID_NOINLINE inline void refuse_overrun_of_part(std::size_t part) {
  throw shape_mismatch("circuit: independent part " + std::to_string(part) + " makes more variables or rows than its size says");
}

inline void require_size_of_part(std::size_t part, circuit_size const& made, circuit_size const& expected) {
  if (made.public_inputs != 0) refuse_input_of_part(part);
  if (made != expected) refuse_size_of_part(part, made, expected);
}

// The exception of the lowest part that threw, whichever thread came first.
class first_failure {
 public:
  [[nodiscard]] bool is_before(std::size_t part) const noexcept { return part_.load(std::memory_order_relaxed) < part; }
  // In a handler.
  void keep(std::size_t part) noexcept {
    while (busy_.test_and_set(std::memory_order_acquire)) {}
    if (part < part_.load(std::memory_order_relaxed)) {
      part_.store(part, std::memory_order_relaxed);
      what_ = std::current_exception();
    }
    busy_.clear(std::memory_order_release);
  }
  // When all threads are done.
  void rethrow() const {
    if (what_) std::rethrow_exception(what_);
  }

 private:
  std::atomic<std::size_t> part_{not_a_part};
  std::atomic_flag busy_;
  std::exception_ptr what_;
};

// start(i): what parts before i make; start(n) is all. Parts above one that threw may be left out, parts below never.
template <class CS, class Start, class F>
void run_at_once(CS& cs, std::size_t n, Start const& start, F const& f) {
  constexpr std::size_t worth_a_task = 4096;  // variables and rows: tens of microseconds
  circuit_size const all = start(n);
  cs.open_parts(all);
  first_failure failure;
  std::size_t const grain = std::clamp<std::size_t>(worth_a_task * n / (all.variables + all.constraints + 1), 1, n);
  for_ranges(cs.execution(), n, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !failure.is_before(i); ++i) {
      try {
        circuit_size const from = start(i);
        circuit_size const to = start(i + 1);
        auto part = cs.part(i, from, to);
        circuit_size const before = part.made();
        f(part, i);
        require_size_of_part(i, part.made() - before, counted_by<CS>(to - from));
      } catch (...) {
        failure.keep(i);
      }
    }
  });
  failure.rethrow();
  cs.close_parts(all);
}

// expected(i, made): what part i is to make; asked when it has made `made`.
template <class CS, class Expected, class F>
void run_in_order(CS& cs, std::size_t n, Expected const& expected, F const& f) {
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (knows_its_size<CS>) {
      circuit_size const before = cs.made();
      f(cs, i);
      circuit_size const made = cs.made() - before;
      require_size_of_part(i, made, counted_by<CS>(expected(i, made)));
    } else {
      f(cs, i);
    }
  }
}

}  // namespace detail

// f(cs_i, i) for every i in [0, n): n parts of one size. A part may read variables made before the call, make private variables and rows, declare further
// independent parts, and hand out what it made by writing to place i of something that the caller owns; it must not use what another part makes, nor
// declare public inputs, nor use the builder around it or that builder's accumulators (where there are threads, making a variable or row there is an
// argument_error). f runs on several threads at once, and more than once for i = 0.
// Throws shape_mismatch when a part is not as large as part 0, argument_error for a public input, and what the lowest part that throws has thrown.
// Costs size_of part 0 where there are threads, nothing where there is one.
template <constraint_system CS, class F>
void independent(CS& cs, std::size_t n, F const& f) {
  if constexpr (detail::may_split<CS>) {
    if (n > 1 && detail::has_threads(cs.execution())) {
      counting_builder<typename CS::field> counted;
      circuit_size const none = counted.made();
      f(counted, std::size_t{0});
      independent(cs, n, counted.made() - none, f);
      return;
    }
  }
  circuit_size first;
  detail::run_in_order(
      cs, n, [&first](std::size_t i, circuit_size const& made) { return i == 0 ? first = made : first; }, f);
}

// The same for n parts of a size that is known, from independent_sizes for instance: nothing is counted, and f runs once for each i.
// Throws shape_mismatch when a part has another size, argument_error for parts of more than 2^40 variables or rows together.
template <constraint_system CS, class F>
void independent(CS& cs, std::size_t n, circuit_size const& each, F const& f) {
  if constexpr (detail::may_split<CS>) {
    if (n > 1 && detail::has_threads(cs.execution())) {
      if (each.public_inputs != 0) detail::refuse_input_of_part(0);
      if (each.variables > detail::most_in_parts / n || each.constraints > detail::most_in_parts / n) detail::refuse_size_of_parts();
      detail::run_at_once(
          cs, n, [each](std::size_t i) { return i * each; }, f);
      return;
    }
  }
  detail::run_in_order(
      cs, n, [each](std::size_t, circuit_size const&) { return each; }, f);
}

// The same for parts of different sizes, sizes.size() of them. One heap call more.
template <constraint_system CS, class F>
void independent(CS& cs, std::span<circuit_size const> sizes, F const& f) {
  if constexpr (detail::may_split<CS>) {
    if (sizes.size() > 1 && detail::has_threads(cs.execution())) {
      std::vector<circuit_size> starts(sizes.size() + 1);
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i].public_inputs != 0) detail::refuse_input_of_part(i);
        if (sizes[i].variables > detail::most_in_parts - starts[i].variables ||
            sizes[i].constraints > detail::most_in_parts - starts[i].constraints) {
          detail::refuse_size_of_parts();
        }
        starts[i + 1] = starts[i] + sizes[i];
      }
      detail::run_at_once(
          cs, sizes.size(), [&starts](std::size_t i) { return starts[i]; }, f);
      return;
    }
  }
  detail::run_in_order(
      cs, sizes.size(), [sizes](std::size_t i, circuit_size const&) { return sizes[i]; }, f);
}

// What each of n parts makes: for circuits whose parts differ, once and for all proofs, since sizes do not depend on values.
// A part that reads variables from outside gets whatever f captured.
template <class Field, class F>
[[nodiscard]] std::vector<circuit_size> independent_sizes(std::size_t n, F const& f) {
  std::vector<circuit_size> sizes(n);
  for (std::size_t i = 0; i < n; ++i) {
    counting_builder<Field> counted;
    circuit_size const none = counted.made();
    f(counted, i);
    sizes[i] = counted.made() - none;
  }
  return sizes;
}

}  // namespace lucid::inline v0
