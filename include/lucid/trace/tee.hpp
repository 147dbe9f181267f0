// Several sinks that watch the same work. Knows none of them.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::trace {

// By reference: each sink must outlive it. The first opens first and closes last, so that its times hold what the others cost: put the one
// whose times matter most last.
template <span_sink... Sinks>
class tee {
 public:
  explicit constexpr tee(Sinks&... sinks) noexcept : sinks_(&sinks...) {}

  [[nodiscard]] auto open(char const* name, stream_ref stream) {
    return std::apply([&](Sinks*... sinks) { return scopes<Sinks...>{name, stream, *sinks...}; }, sinks_);
  }
  void count(char const* name, std::uint64_t n) {
    std::apply([&](Sinks*... sinks) { (sinks->count(name, n), ...); }, sinks_);
  }

 private:
  // A tuple whose members are made in place: scopes do not move.
  template <class... Rest>
  struct scopes {
    scopes(char const*, stream_ref) noexcept {}
  };
  template <class First, class... Rest>
  struct scopes<First, Rest...> {
    scopes(char const* name, stream_ref stream, First& first, Rest&... others)
        : first_scope(first.open(name, stream)), rest(name, stream, others...) {}
    scopes(scopes const&) = delete;
    scopes& operator=(scopes const&) = delete;
    ~scopes() {}  // NOLINT: not trivial, so that no scope warns as unused

    decltype(std::declval<First&>().open("", stream_ref{})) first_scope;
    [[no_unique_address]] scopes<Rest...> rest;
  };

  std::tuple<Sinks*...> sinks_;
};

static_assert(span_sink<tee<no_spans, no_spans>>);

}  // namespace lucid::inline v0::trace
