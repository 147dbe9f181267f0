// A span sink that sums spans up into a tree, and the tree as a value. Prints nothing: text.hpp and gap_report.hpp read it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/trace/this_thread.hpp>

namespace lucid::inline v0::trace {

// All spans of one name under one parent. What stands below it ran on its own thread, one after another: the parts never add up to more than the whole.
struct span_node {
  char const* name = "";
  std::string thread;       // of an outermost span: its thread's name, where it has one
  std::uint64_t calls = 0;  // closed
  std::uint64_t open = 0;   // not closed yet; their time is not in `total`
  std::chrono::nanoseconds total{};
  std::vector<std::pair<char const*, std::uint64_t>> counters;
  std::list<span_node> parts;  // in the order in which they were first opened

  // Whether its time is that of its parts. Allocations and releases ("memory/…") happen in work of every kind and divide none: a span with no other parts is
  // innermost, and its time has its own name.
  [[nodiscard]] bool is_wrapper() const noexcept {
    for (auto const& part : parts) {
      if (!part.is_memory()) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_memory() const noexcept { return std::string_view{name}.starts_with("memory/"); }

  // Time that no part accounts for ("wrapper minus inner"); all of it where there are no parts.
  [[nodiscard]] std::chrono::nanoseconds in_no_part() const noexcept {
    auto left = total;
    for (auto const& part : parts) left -= part.total;
    return left;
  }
  // Of all spans of that name, wherever they hang. One inside another of its own name is counted twice.
  [[nodiscard]] std::chrono::nanoseconds total_of(std::string_view wanted) const noexcept {
    std::chrono::nanoseconds sum{};
    for (auto const& part : parts) sum += (part.name == wanted ? part.total : std::chrono::nanoseconds{}) + part.total_of(wanted);
    return sum;
  }
};

// Safe from several threads: each has its own stack of open spans. A span opened on a thread with none open hangs under the root, apart from those of threads
// with another name. Memory grows with the number of different places, not of spans. Two clock readings and two short critical sections a span (figures:
// benchmarks/trace/span.cpp). When there is no memory for a new place its span is lost and counted, and the work goes on.
template <class Clock = std::chrono::steady_clock>
class span_tree {
 public:
  // Closes its span when it dies.
  class scope {
   public:
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() {
      if (place_ != nullptr) sink_->close(thread_, *place_, Clock::now() - start_);
    }

   private:
    friend span_tree;
    scope(span_tree& sink, std::uint32_t thread, span_node* place) noexcept
        : sink_(&sink), place_(place), thread_(thread), start_(Clock::now()) {}

    span_tree* sink_;
    span_node* place_;
    std::uint32_t thread_;
    typename Clock::time_point start_;
  };

  span_tree() = default;
  span_tree(span_tree const&) = delete;
  span_tree& operator=(span_tree const&) = delete;

  [[nodiscard]] scope open(char const* name, stream_ref) noexcept {
    auto const& thread = this_thread();
    return {*this, thread.number(), enter(thread, name)};
  }

  // Without an open span on this thread, the root counts.
  void count(char const* name, std::uint64_t n) noexcept {
    try {
      std::lock_guard const lock{mutex_};
      auto const found = stacks_.find(this_thread().number());
      auto& counters = (found == stacks_.end() || found->second.empty() ? root_ : *found->second.back()).counters;
      for (auto& [known, value] : counters) {
        if (is(known, name)) {
          value += n;
          return;
        }
      }
      counters.emplace_back(name, n);
    } catch (...) {
      lost_.fetch_add(1, std::memory_order_relaxed);
    }
  }

  // What there is so far; its parts are the outermost spans.
  [[nodiscard]] span_node snapshot() const {
    std::lock_guard const lock{mutex_};
    return root_;
  }
  // Of all spans of that name.
  [[nodiscard]] double seconds(char const* name) const {
    std::lock_guard const lock{mutex_};
    return std::chrono::duration<double>(root_.total_of(name)).count();
  }
  // Spans and counters for which there was no memory.
  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  static bool is(char const* known, char const* name) noexcept { return known == name || std::strcmp(known, name) == 0; }

  span_node* enter(thread_identity const& thread, char const* name) noexcept {
    try {
      std::lock_guard const lock{mutex_};
      auto& stack = stacks_[thread.number()];
      auto const outermost = stack.empty();
      stack.push_back(nullptr);
      try {
        stack.back() = &part_of(outermost ? root_ : **(stack.end() - 2), name, outermost ? thread.name() : std::string_view{});
      } catch (...) {
        leave(thread.number(), nullptr);
        throw;
      }
      stack.back()->open += 1;
      return stack.back();
    } catch (...) {
      lost_.fetch_add(1, std::memory_order_relaxed);
      return nullptr;
    }
  }

  void close(std::uint32_t thread, span_node& place, typename Clock::duration elapsed) noexcept {
    std::lock_guard const lock{mutex_};
    place.calls += 1;
    place.open -= 1;
    place.total += std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed);
    leave(thread, &place);
  }

  // The last is the usual one; a scope that outlives a younger one takes itself out from below.
  void leave(std::uint32_t thread, span_node const* place) noexcept {
    auto const found = stacks_.find(thread);
    if (found == stacks_.end()) return;
    auto& stack = found->second;
    for (auto at = stack.end(); at != stack.begin();) {
      if (*--at == place) {
        stack.erase(at);
        break;
      }
    }
    if (stack.empty()) stacks_.erase(found);
  }

  static span_node& part_of(span_node& parent, char const* name, std::string_view thread) {
    for (auto& part : parent.parts) {
      if (is(part.name, name) && part.thread == thread) return part;
    }
    auto& made = parent.parts.emplace_back();
    made.name = name;
    try {
      made.thread = thread;
    } catch (...) {
      parent.parts.pop_back();
      throw;
    }
    return made;
  }

  mutable std::mutex mutex_;
  span_node root_;
  std::unordered_map<std::uint32_t, std::vector<span_node*>> stacks_;  // by thread; empty only where memory ran out
  std::atomic<std::uint64_t> lost_ = 0;
};

static_assert(span_sink<span_tree<>>);

}  // namespace lucid::inline v0::trace
