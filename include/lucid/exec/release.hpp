// Owners that outlive the span they were made in come to their end in a span of their own, so that the time it takes has a name.
#pragma once

#include <type_traits>
#include <utility>

#include <lucid/exec/policy.hpp>

namespace lucid::inline v0 {

// Takes the owners over and ends their lives inside a span of that name.
template <class Exec, class... Owners>
void release(Exec const& exec, char const* name, Owners&&... owners) {
  static_assert((std::is_rvalue_reference_v<Owners&&> && ...), "give owners away: std::move(x)");
  auto const span = exec.open(name);
  [[maybe_unused]] auto const end = [](auto&& owner) {
    [[maybe_unused]] std::remove_cvref_t<decltype(owner)> const gone = std::move(owner);
  };
  (end(owners), ...);
}

}  // namespace lucid::inline v0
