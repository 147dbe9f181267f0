// Any sink, its type forgotten: a program that lets its user choose who watches compiles its work once. As resource_ref is to memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::trace {

// Two words; the sink must outlive it. Without a sink a span costs a branch, with one an indirect call at either end (10 ns). What a sink throws stops here: the span
// or the counter is lost and the work goes on.
class sink_ref {
  struct calls;

 public:
  // Holds the sink's own scope.
  class scope {
   public:
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() {
      if (close_ != nullptr) close_(room_);
    }

   private:
    friend sink_ref;
    scope(sink_ref const& sink, char const* name, stream_ref stream) noexcept {
      if (sink.calls_ != nullptr) close_ = sink.calls_->open(sink.object_, name, stream, room_);
    }

    // Enough for a tee of all sinks here; one with larger scopes does not compile.
    static constexpr std::size_t room = 256;
    void (*close_)(void*) noexcept = nullptr;
    alignas(std::max_align_t) std::byte room_[room];  // left as it is until there is a scope in it
  };

  constexpr sink_ref() noexcept = default;
  template <span_sink S>
    requires(!std::same_as<S, sink_ref>)
  constexpr sink_ref(S& sink) noexcept : object_(&sink), calls_(&calls_of<S>) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] constexpr bool has_value() const noexcept { return calls_ != nullptr; }

  [[nodiscard]] scope open(char const* name, stream_ref stream) const noexcept { return {*this, name, stream}; }
  void count(char const* name, std::uint64_t n) const noexcept {
    if (calls_ != nullptr) calls_->count(object_, name, n);
  }

 private:
  struct calls {
    void (*(*open)(void*, char const*, stream_ref,
                   std::byte*) noexcept)(void*) noexcept;  // how to close what is in the room; null: nothing is
    void (*count)(void*, char const*, std::uint64_t) noexcept;
  };

  template <class S>
  struct erased {
    using inner = decltype(std::declval<S&>().open("", stream_ref{}));
    static_assert(sizeof(inner) <= scope::room && alignof(inner) <= alignof(std::max_align_t), "the scopes of this sink are too large");

    static void close(void* room) noexcept { static_cast<inner*>(room)->~inner(); }
    static auto open(void* sink, char const* name, stream_ref stream, std::byte* room) noexcept -> void (*)(void*) noexcept {
      try {
        ::new (static_cast<void*>(room)) inner(static_cast<S*>(sink)->open(name, stream));
        return &close;
      } catch (...) {
        return nullptr;
      }
    }
    static void count(void* sink, char const* name, std::uint64_t n) noexcept {
      try {
        static_cast<S*>(sink)->count(name, n);
      } catch (...) {}
    }
  };
  template <class S>
  static constexpr calls calls_of{&erased<S>::open, &erased<S>::count};

  void* object_ = nullptr;
  calls const* calls_ = nullptr;
};

static_assert(span_sink<sink_ref> && span_sink<sink_ref const>);

}  // namespace lucid::inline v0::trace
