// Another sink with one counter more on every span: by how much a number grew while the span was open. And the numbers of the system that are worth it.
#pragma once

#include <sys/resource.h>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::trace {

// A number that only grows, and the name of its counter.
template <class P>
concept probe = requires(P& p) {
  { p() } noexcept -> std::convertible_to<std::uint64_t>;
  { P::name } -> std::convertible_to<char const*>;
};

// Page faults served without and with a disk, by getrusage (0.3 µs a reading). Of the calling thread on Linux (RUSAGE_THREAD): what other threads do meanwhile is
// on their own spans, or nowhere. Elsewhere of the whole program.
struct page_faults {
  static constexpr char const* name = "page faults";
  std::uint64_t operator()() const noexcept {
#if defined(RUSAGE_THREAD)
    return of(RUSAGE_THREAD);
#else
    return of(RUSAGE_SELF);
#endif
  }
  static std::uint64_t of(int whose) noexcept {
    rusage usage{};
    return ::getrusage(whose, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_minflt + usage.ru_majflt) : 0;
  }
};

// Of all threads: what a span's workers fault is on the span, and so is what others do at the same time.
struct process_page_faults {
  static constexpr char const* name = "page faults";
  std::uint64_t operator()() const noexcept { return page_faults::of(RUSAGE_SELF); }
};

// The sink must outlive it. A span's growth includes that of its parts; no growth, no counter. Two readings of the probe a span.
// The heap's calls are not for a library to count: it would have to replace operator new. A program that does has its probe at hand: a number, and "heap calls".
template <span_sink Sink, probe Probe>
class sampled {
 public:
  // Counts, then lets the inner scope close.
  class scope {
   public:
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() {
      std::uint64_t const now = sampled_->probe_();
      if (now <= before_) return;
      try {
        sampled_->sink_->count(Probe::name, now - before_);
      } catch (...) {}  // a counter that the sink could not take
    }

   private:
    friend sampled;
    scope(sampled& sink, char const* name, stream_ref stream)
        : sampled_(&sink), inner_(sink.sink_->open(name, stream)), before_(sink.probe_()) {}

    sampled* sampled_;
    decltype(std::declval<Sink&>().open("", stream_ref{})) inner_;
    std::uint64_t before_;
  };

  explicit constexpr sampled(Sink& sink, Probe probe = {}) noexcept(std::is_nothrow_move_constructible_v<Probe>)
      : sink_(&sink), probe_(std::move(probe)) {}

  [[nodiscard]] scope open(char const* name, stream_ref stream) { return {*this, name, stream}; }
  void count(char const* name, std::uint64_t n) { sink_->count(name, n); }

 private:
  Sink* sink_;
  Probe probe_;  // asked by several threads at once
};

static_assert(span_sink<sampled<no_spans, page_faults>> && span_sink<sampled<no_spans, process_page_faults>>);

}  // namespace lucid::inline v0::trace
