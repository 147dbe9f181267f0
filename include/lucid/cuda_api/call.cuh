// Every call of the CUDA runtime that the library makes, one function each: checked, named in its error, and not made where it could not end well
// (in the child of a fork, at the end of the process). Nothing above this room sees an error number or names a cuda*() call.
#pragma once

#include <cuda_runtime_api.h>
#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/cuda_api/error.cuh>
#include <lucid/exec/stream.hpp>
#if defined(LUCID_CUDA_FAULTS)
#include <lucid/cuda_api/fault.cuh>
#endif

namespace lucid::inline v0::gpu {

namespace detail {

// What this process may still ask of the runtime. A fact about the process, as its number is: set by the first call, by exit and by fork.
enum class runtime_state : std::uint8_t { untouched, open, ended, forked };
inline constinit std::atomic<runtime_state> runtime{runtime_state::untouched};

[[nodiscard]] inline cudaError_t planned_failure([[maybe_unused]] char const* name) noexcept {
#if defined(LUCID_CUDA_FAULTS)
  return faults().next(name);
#else
  return cudaSuccess;
#endif
}

// The first call loads the driver, whose own exit handlers then stand below ours: ours runs before them, and after it no call is made. What is destroyed
// later (an object older than the first call) leaves its memory to the end of the process. A child of fork shares the parent's memory map but not its card.
LUCID_NOINLINE inline void open_runtime() {
  static bool const opened = [] {
    int devices = 0;
    cudaError_t e = planned_failure("cudaGetDeviceCount");
    if (e == cudaSuccess) e = cudaGetDeviceCount(&devices);
    if (e == cudaSuccess && devices == 0) e = cudaErrorNoDevice;
    if (e != cudaSuccess) {
      static_cast<void>(cudaGetLastError());
      throw_failure("cudaGetDeviceCount", e);
    }
    // Without these a late call could hang or crash: better none at all. The next call tries again.
    if (planned_failure("atexit") != cudaSuccess || std::atexit([] { runtime.store(runtime_state::ended); }) != 0)
      throw out_of_memory("the process takes no exit hook more");
    if (planned_failure("pthread_atfork") != cudaSuccess ||
        ::pthread_atfork(nullptr, nullptr, [] { runtime.store(runtime_state::forked); }) != 0)
      throw out_of_memory("the process takes no fork handlers more");
    runtime.store(runtime_state::open);
    return true;
  }();
  static_cast<void>(opened);
}

LUCID_NOINLINE inline void enter_slowly(char const* name) {
  switch (runtime.load()) {
    case runtime_state::untouched:
      open_runtime();
      return;
    case runtime_state::open:
      return;
    case runtime_state::ended:
      throw device_closed(std::string{name} + ": the process is at its end", cudaErrorCudartUnloading);
    case runtime_state::forked:
      throw device_closed(std::string{name} + ": the device was in use before this process was forked; a forked child must not use it",
                          cudaErrorInitializationError);
  }
}

[[noreturn]] LUCID_NOINLINE inline void refuse(char const* name, cudaError_t e) {
  static_cast<void>(cudaGetLastError());  // or the next launch would be blamed for it
  throw_failure(name, e);
}

template <class Call>
void checked(char const* name, Call&& call) {
  if (runtime.load(std::memory_order_relaxed) != runtime_state::open) [[unlikely]]
    enter_slowly(name);
  cudaError_t e = planned_failure(name);
  if (e == cudaSuccess) e = call();
  if (e != cudaSuccess) [[unlikely]]
    refuse(name, e);
}

// For questions whose "not yet" is an answer.
template <class Call>
[[nodiscard]] bool is_ready(char const* name, Call&& call) {
  bool ready = true;
  checked(name, [&] {
    cudaError_t const e = call();
    if (e != cudaErrorNotReady) return e;
    ready = false;
    return cudaSuccess;
  });
  return ready;
}

// For what gives something back: never throws, and does nothing where the runtime is closed, since the end of the process (or the parent) owns it all then.
// A planned failure is reported after the call, as a lost context reports one.
template <class Call>
[[nodiscard]] cudaError_t released(char const* name, Call&& call) noexcept {
  if (runtime.load(std::memory_order_relaxed) != runtime_state::open) return cudaSuccess;
  cudaError_t e = call();
  if (e == cudaErrorCudartUnloading) return cudaSuccess;
  if (cudaError_t const planned = planned_failure(name); planned != cudaSuccess) e = planned;
  if (e != cudaSuccess) static_cast<void>(cudaGetLastError());
  return e;
}

// Of this thread since the last question; what a launch, which answers nothing itself, is asked by.
[[nodiscard]] inline cudaError_t last_error() noexcept { return cudaGetLastError(); }

}  // namespace detail

[[nodiscard]] inline cudaStream_t native(stream_ref s) noexcept { return static_cast<cudaStream_t>(s.handle); }

// The runtime's functions under their own names, without the prefix. Those that return cudaError_t release something and never throw; all others throw the
// type of their failure (error.cuh). Cost above the bare call: one load and one branch.
namespace api {

// --- devices

[[nodiscard]] inline int get_device_count() {
  int n = 0;
  detail::checked("cudaGetDeviceCount", [&] { return cudaGetDeviceCount(&n); });
  return n;
}
[[nodiscard]] inline int get_device() {
  int device = 0;
  detail::checked("cudaGetDevice", [&] { return cudaGetDevice(&device); });
  return device;
}
inline void set_device(int device) {
  detail::checked("cudaSetDevice", [&] { return cudaSetDevice(device); });
}
inline void device_synchronize() {
  detail::checked("cudaDeviceSynchronize", [] { return cudaDeviceSynchronize(); });
}
[[nodiscard]] inline int device_get_attribute(cudaDeviceAttr attribute, int device) {
  int value = 0;
  detail::checked("cudaDeviceGetAttribute", [&] { return cudaDeviceGetAttribute(&value, attribute, device); });
  return value;
}
struct memory_info {
  std::size_t free = 0, total = 0;  // bytes of the current device
};
[[nodiscard]] inline memory_info mem_get_info() {
  memory_info info;
  detail::checked("cudaMemGetInfo", [&] { return cudaMemGetInfo(&info.free, &info.total); });
  return info;
}

// --- streams and events

[[nodiscard]] inline cudaStream_t stream_create_with_priority(unsigned flags, int priority) {
  cudaStream_t s = nullptr;
  detail::checked("cudaStreamCreateWithPriority", [&] { return cudaStreamCreateWithPriority(&s, flags, priority); });
  return s;
}
inline cudaError_t stream_destroy(cudaStream_t s) noexcept {
  return detail::released("cudaStreamDestroy", [&] { return cudaStreamDestroy(s); });
}
inline void stream_synchronize(cudaStream_t s) {
  detail::checked("cudaStreamSynchronize", [&] { return cudaStreamSynchronize(s); });
}
// The same as the first half of a release.
inline cudaError_t stream_drain(cudaStream_t s) noexcept {
  return detail::released("cudaStreamSynchronize", [&] { return cudaStreamSynchronize(s); });
}
[[nodiscard]] inline bool stream_query(cudaStream_t s) {
  return detail::is_ready("cudaStreamQuery", [&] { return cudaStreamQuery(s); });
}
inline void stream_wait_event(cudaStream_t s, cudaEvent_t e) {
  detail::checked("cudaStreamWaitEvent", [&] { return cudaStreamWaitEvent(s, e, 0); });
}
[[nodiscard]] inline cudaEvent_t event_create_with_flags(unsigned flags) {
  cudaEvent_t e = nullptr;
  detail::checked("cudaEventCreateWithFlags", [&] { return cudaEventCreateWithFlags(&e, flags); });
  return e;
}
inline cudaError_t event_destroy(cudaEvent_t e) noexcept {
  return detail::released("cudaEventDestroy", [&] { return cudaEventDestroy(e); });
}
inline void event_record(cudaEvent_t e, cudaStream_t s) {
  detail::checked("cudaEventRecord", [&] { return cudaEventRecord(e, s); });
}
inline void event_synchronize(cudaEvent_t e) {
  detail::checked("cudaEventSynchronize", [&] { return cudaEventSynchronize(e); });
}
[[nodiscard]] inline bool event_query(cudaEvent_t e) {
  return detail::is_ready("cudaEventQuery", [&] { return cudaEventQuery(e); });
}
[[nodiscard]] inline float event_elapsed_time(cudaEvent_t from, cudaEvent_t to) {
  float milliseconds = 0;
  detail::checked("cudaEventElapsedTime", [&] { return cudaEventElapsedTime(&milliseconds, from, to); });
  return milliseconds;
}

// --- bytes

inline void memcpy_async(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t s) {
  detail::checked("cudaMemcpyAsync", [&] { return cudaMemcpyAsync(to, from, bytes, kind, s); });
}
inline void memset_async(void* p, int value, std::size_t bytes, cudaStream_t s) {
  detail::checked("cudaMemsetAsync", [&] { return cudaMemsetAsync(p, value, bytes, s); });
}
// Zeros, as the first half of a release.
inline cudaError_t wipe_async(void* p, std::size_t bytes, cudaStream_t s) noexcept {
  return detail::released("cudaMemsetAsync", [&] { return cudaMemsetAsync(p, 0, bytes, s); });
}

// --- device memory

[[nodiscard]] inline cudaMemPool_t mem_pool_create(cudaMemPoolProps const& properties) {
  cudaMemPool_t pool = nullptr;
  detail::checked("cudaMemPoolCreate", [&] { return cudaMemPoolCreate(&pool, &properties); });
  return pool;
}
inline cudaError_t mem_pool_destroy(cudaMemPool_t pool) noexcept {
  return detail::released("cudaMemPoolDestroy", [&] { return cudaMemPoolDestroy(pool); });
}
inline void mem_pool_set_attribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, std::uint64_t value) {
  detail::checked("cudaMemPoolSetAttribute", [&] { return cudaMemPoolSetAttribute(pool, attribute, &value); });
}
[[nodiscard]] inline std::uint64_t mem_pool_get_attribute(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  std::uint64_t value = 0;
  detail::checked("cudaMemPoolGetAttribute", [&] { return cudaMemPoolGetAttribute(pool, attribute, &value); });
  return value;
}
inline void mem_pool_trim_to(cudaMemPool_t pool, std::size_t bytes_kept) {
  detail::checked("cudaMemPoolTrimTo", [&] { return cudaMemPoolTrimTo(pool, bytes_kept); });
}
[[nodiscard]] inline void* malloc_from_pool_async(std::size_t bytes, cudaMemPool_t pool, cudaStream_t s) {
  void* p = nullptr;
  detail::checked("cudaMallocFromPoolAsync", [&] { return cudaMallocFromPoolAsync(&p, bytes, pool, s); });
  return p;
}
inline cudaError_t free_async(void* p, cudaStream_t s) noexcept {
  return detail::released("cudaFreeAsync", [&] { return cudaFreeAsync(p, s); });
}

// --- pinned host memory

[[nodiscard]] inline void* host_alloc(std::size_t bytes, unsigned flags) {
  void* p = nullptr;
  detail::checked("cudaHostAlloc", [&] { return cudaHostAlloc(&p, bytes, flags); });
  return p;
}
inline cudaError_t free_host(void* p) noexcept {
  return detail::released("cudaFreeHost", [&] { return cudaFreeHost(p); });
}
inline void host_register(void* p, std::size_t bytes, unsigned flags) {
  detail::checked("cudaHostRegister", [&] { return cudaHostRegister(p, bytes, flags); });
}
inline cudaError_t host_unregister(void* p) noexcept {
  return detail::released("cudaHostUnregister", [&] { return cudaHostUnregister(p); });
}

// --- work of the caller's own

// f(data) runs on a thread of the driver when the work before it on the stream is done; it must not call the runtime.
inline void launch_host_func(cudaStream_t s, cudaHostFn_t f, void* data) {
  detail::checked("cudaLaunchHostFunc", [&] { return cudaLaunchHostFunc(s, f, data); });
}

// After a launch: throws if it was refused, naming the kernel. What goes wrong while a kernel runs is reported by a later call.
inline void check_launch(char const* kernel) {
  detail::checked(kernel, [] { return detail::last_error(); });
}

}  // namespace api

// This thread's current device for the length of a block; back to the one before at its end.
class device_scope {
 public:
  // Throws no_device where there is none of that number.
  explicit device_scope(int device) : before_(api::get_device()) {
    if (device == before_) return;
    api::set_device(device);
    changed_ = true;
  }
  device_scope(device_scope const&) = delete;
  device_scope& operator=(device_scope const&) = delete;
  ~device_scope() {
    if (changed_) static_cast<void>(detail::released("cudaSetDevice", [this] { return cudaSetDevice(before_); }));
  }

 private:
  int before_;
  bool changed_ = false;
};

}  // namespace lucid::inline v0::gpu
