// gpu::on(stream): work in the order of a stream of a device. Alone this header carries copies; its slots for pinned and device memory start empty.
#pragma once

#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::gpu {

// The tag that algorithms are implemented for.
struct backend {
  static constexpr memory_space space = memory_space::device;
};

class on_stream {
 public:
  using backend = gpu::backend;
  constexpr explicit on_stream(stream_ref stream) noexcept : stream_(stream) {}
  [[nodiscard]] constexpr stream_ref stream() const noexcept { return stream_; }
  [[nodiscard]] static constexpr unsigned concurrency() noexcept { return 0; }

 private:
  stream_ref stream_;
};

// The stream must outlive every policy made of it, and every buffer made with those.
[[nodiscard]] inline policy<on_stream> on(stream const& s) noexcept { return policy<on_stream>{on_stream{s.ref()}}; }

}  // namespace lucid::inline v0::gpu

namespace lucid::inline v0 {

template <>
struct implementation<copy_elements, gpu::backend> {
  template <class Exec, class T, memory_space From, memory_space To>
  static void run(Exec const& exec, view<T const, From> from, view<T, To> to) {
    gpu::copy(exec.stream(), from, to);
  }
};

template <>
struct implementation<stream_order, gpu::backend> {
  template <class Exec>
  static void wait(Exec const& exec) {
    gpu::synchronize(exec.stream());
  }
};

static_assert(execution_policy<policy<gpu::on_stream>>);
static_assert(runs_on<copy_elements, policy<gpu::on_stream>>);

}  // namespace lucid::inline v0
