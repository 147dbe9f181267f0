// An execution policy: where work runs, what memory it uses, who watches. A small immutable value, the first argument of every algorithm.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lucid/exec/implementation.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0 {

template <class P>
concept execution_policy = requires(P const& policy, char const* name, std::uint64_t n) {
  typename P::backend;
  { policy.stream() } -> std::same_as<stream_ref>;
  { policy.template memory<memory_space::host>() } -> std::same_as<resource_ref<memory_space::host>>;
  policy.open(name);
  policy.count(name, n);
};

template <class Algorithm, class Exec>
concept runs_on = execution_policy<Exec> && requires { sizeof(implementation<Algorithm, typename Exec::backend>); };

// The space in which a backend's algorithms find and leave their data: what its tag says, or the host.
template <class Backend>
inline constexpr memory_space space_of = [] {
  if constexpr (requires { Backend::space; }) {
    return Backend::space;
  } else {
    return memory_space::host;
  }
}();
template <class Exec>
inline constexpr memory_space working_space = space_of<typename Exec::backend>;

// Where: a type with `backend` (a tag), stream(), and concurrency() (threads that may work at once, 0 = unknown).
template <class Where, class Watch = no_spans>
class policy {
 public:
  using backend = typename Where::backend;

  constexpr policy() noexcept
    requires std::is_default_constructible_v<Watch>
  = default;
  constexpr explicit policy(Where where, Watch watch = {}) noexcept : where_(where), watch_(watch) {}

  [[nodiscard]] constexpr stream_ref stream() const noexcept { return where_.stream(); }
  [[nodiscard]] constexpr Where const& where() const noexcept { return where_; }
  [[nodiscard]] unsigned concurrency() const noexcept { return where_.concurrency(); }

  template <memory_space Space>
  [[nodiscard]] constexpr resource_ref<Space> memory() const noexcept {
    if constexpr (Space == memory_space::host) {
      return host_;
    } else if constexpr (Space == memory_space::pinned) {
      return pinned_;
    } else {
      return device_;
    }
  }

  // The scope closes the span when it is destroyed: make it the first local of a function, so that it closes last.
  [[nodiscard]] constexpr auto open(char const* name) const { return watch_.open(name, stream()); }
  constexpr void count(char const* name, std::uint64_t n) const { watch_.count(name, n); }

  // The same policy with the resource in the slot of its own space. The resource must outlive every buffer made with the result.
  template <memory_resource M>
  [[nodiscard]] constexpr policy with(M& resource) const noexcept {
    policy refined = *this;
    if constexpr (M::space == memory_space::host) {
      refined.host_ = resource;
    } else if constexpr (M::space == memory_space::pinned) {
      refined.pinned_ = resource;
    } else {
      refined.device_ = resource;
    }
    return refined;
  }

  // The same policy watched by the sink, which must outlive it.
  template <span_sink S>
    requires(!memory_resource<S>)
  [[nodiscard]] constexpr auto with(S& sink) const noexcept {
    return policy<Where, watch_ref<S>>{where_, watch_ref<S>{sink}, host_, pinned_, device_};
  }

  // The same memory and watcher elsewhere.
  template <class Elsewhere>
  [[nodiscard]] constexpr auto moved_to(Elsewhere where) const noexcept {
    return policy<Elsewhere, Watch>{where, watch_, host_, pinned_, device_};
  }

  constexpr policy(Where where, Watch watch, resource_ref<memory_space::host> host, resource_ref<memory_space::pinned> pinned,
                   resource_ref<memory_space::device> device) noexcept
      : where_(where), watch_(watch), host_(host), pinned_(pinned), device_(device) {}

 private:
  [[no_unique_address]] Where where_{};
  [[no_unique_address]] Watch watch_{};
  resource_ref<memory_space::host> host_{plain_heap};
  resource_ref<memory_space::pinned> pinned_{};
  resource_ref<memory_space::device> device_{};
};

}  // namespace lucid::inline v0
