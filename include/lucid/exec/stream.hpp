// A stream: the order in which a device does its work. On the host there is one order, the program's, and the handle is null.
#pragma once

namespace lucid::inline v0 {

struct stream_ref {
  void* handle = nullptr;
  friend constexpr bool operator==(stream_ref, stream_ref) noexcept = default;
};

}  // namespace lucid::inline v0
