// Who watches: the concept of a span sink, and the sink that is not there. A span is open from its declaration to the end of its block.
#pragma once

#include <cstdint>

#include <lucid/exec/stream.hpp>

namespace lucid::inline v0 {

// open(name, stream) returns a scope whose destruction closes the span; count(name, n) adds to a counter of the innermost open span of this thread.
// Names are string literals in path form ("groth16/quotient/ntt"). Spans may be opened on several threads at once.
template <class S>
concept span_sink = requires(S& sink, char const* name, stream_ref stream, std::uint64_t n) {
  sink.open(name, stream);
  sink.count(name, n);
};

// Costs nothing: the same instructions with and without the span.
struct no_spans {
  struct [[maybe_unused]] scope {};
  static constexpr scope open(char const*, stream_ref) noexcept { return {}; }
  static constexpr void count(char const*, std::uint64_t) noexcept {}
};

// A sink with state, by reference; it must outlive every policy that watches with it.
template <span_sink S>
class watch_ref {
 public:
  constexpr explicit watch_ref(S& sink) noexcept : sink_(&sink) {}
  auto open(char const* name, stream_ref stream) const { return sink_->open(name, stream); }
  void count(char const* name, std::uint64_t n) const { sink_->count(name, n); }

 private:
  S* sink_;
};

static_assert(span_sink<no_spans>);

}  // namespace lucid::inline v0
