// The calls of fake_cuda. One lock, one state; nothing here is fast.
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <support/fake_cuda/fake_cuda.hpp>
#include <utility>
#include <vector>

namespace {

enum class kind { device, pinned, registered };

// One stretch of memory from its allocation to its release; work in flight keeps the record, so that it can tell.
struct memory_block {
  char* begin;
  std::size_t bytes;
  kind what;
  cudaMemPool_t pool = nullptr;
  bool released = false;   // its owner has given it back: nobody may name it any more
  bool gone = false;       // the release has been carried out
  bool inherited = false;  // its bytes already serve a later buffer of the same stream
};
using block_ref = std::shared_ptr<memory_block>;

struct mark {
  bool done = false;
  std::uint64_t time = 0;
};

struct task {
  std::function<void()> run;
  std::function<bool()> ready;  // none: always
  std::vector<block_ref> touches;
  char const* name;
};

}  // namespace

struct CUstream_st {
  std::deque<task> queue;
  std::vector<block_ref> reusable;  // released on this stream: its later work may have the bytes at once
  bool destroyed = false;
};
struct CUevent_st {
  unsigned flags = 0;
  std::shared_ptr<mark> last;
  bool destroyed = false;
};
struct CUmemPoolHandle_st {
  int device = 0;
  std::uint64_t threshold = 0;
  std::size_t used = 0, reserved = 0, most_reserved = 0, most_used = 0;
  std::multimap<std::size_t, char*> kept;  // by size
  std::size_t buffers = 0;
  bool destroyed = false;
};

namespace {

struct state {
  std::mutex mutex;
  fake_cuda::machine machine;
  std::vector<std::unique_ptr<CUstream_st>> streams;  // [0] is the default stream
  std::vector<std::unique_ptr<CUevent_st>> events;
  std::vector<std::unique_ptr<CUmemPoolHandle_st>> pools;
  std::map<char*, block_ref> blocks;
  std::vector<std::string> complaints;
  std::uint64_t random = 1, clock = 0;
  cudaError_t broken = cudaSuccess;
  bool registration_refused = false;
  bool unloaded = false;
  pid_t process = 0;
};

state& fake() {
  static state& s = *new state;  // never destroyed: it outlives every caller
  return s;
}

thread_local cudaError_t last_error = cudaSuccess;
thread_local int current_device = 0;

std::uint64_t draw(std::uint64_t below) {
  auto& x = fake().random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return x % below;
}

void complain(std::string what) { fake().complaints.push_back(std::move(what)); }

cudaError_t answer(cudaError_t e) {
  if (e != cudaSuccess && e != cudaErrorNotReady) last_error = e;
  return e;
}

// Every call begins here. A call that a real program would not survive ends this one, with a number that a test can look for.
cudaError_t enter(char const* name) {
  auto& s = fake();
  if (s.process == 0) {
    s.process = getpid();
    std::atexit([] { fake().unloaded = true; });
  }
  if (s.unloaded) {
    std::fprintf(stderr, "fake_cuda: %s after the runtime was unloaded\n", name);
    std::_Exit(99);
  }
  if (s.process != getpid()) {
    std::fprintf(stderr, "fake_cuda: %s in a forked child\n", name);
    std::_Exit(98);
  }
  if (s.streams.empty()) s.streams.push_back(std::make_unique<CUstream_st>());
  return s.broken;
}

CUstream_st* stream_of(cudaStream_t handle, char const* name) {
  auto& s = fake();
  if (handle == nullptr) return s.streams[0].get();
  for (auto const& known : s.streams) {
    if (known.get() == handle && !known->destroyed) return handle;
  }
  complain(std::string{name} + " on a stream that is not there");
  return nullptr;
}

bool is_event(cudaEvent_t e, char const* name) {
  for (auto const& known : fake().events) {
    if (known.get() == e && !known->destroyed) return true;
  }
  complain(std::string{name} + " of an event that is not there");
  return false;
}

block_ref block_at(void const* p) {
  auto& blocks = fake().blocks;
  auto* const at = static_cast<char*>(const_cast<void*>(p));
  auto it = blocks.upper_bound(at);
  if (it == blocks.begin()) return nullptr;
  --it;
  return at < it->second->begin + it->second->bytes ? it->second : nullptr;
}

// The block that holds all of [p, p + bytes), checked as its user should.
block_ref named(void const* p, std::size_t bytes, char const* name) {
  auto block = block_at(p);
  if (block == nullptr) return nullptr;
  if (static_cast<char const*>(p) + bytes > block->begin + block->bytes) complain(std::string{name} + " beyond the end of a buffer");
  if (block->released) complain(std::string{name} + " names memory that was given back");
  return block;
}

void run_first(CUstream_st& stream) {
  task t = std::move(stream.queue.front());
  stream.queue.pop_front();
  for (auto const& block : t.touches) {
    if (block->gone) complain(std::string{t.name} + " ran after the memory it uses was released on another stream");
  }
  ++fake().clock;
  t.run();
}

// One piece of work of any stream that may go on; false where there is none.
bool run_any() {
  std::vector<CUstream_st*> ready;
  for (auto const& stream : fake().streams) {
    if (!stream->queue.empty() && (!stream->queue.front().ready || stream->queue.front().ready())) ready.push_back(stream.get());
  }
  if (ready.empty()) return false;
  run_first(*ready[draw(ready.size())]);
  return true;
}

void run_some() {
  for (auto n = draw(3); n != 0 && run_any(); --n) {}
}

void trim(CUmemPoolHandle_st& pool, std::size_t kept_bytes) {
  std::size_t const goal = std::max<std::size_t>(kept_bytes, pool.used);
  while (pool.reserved > goal && !pool.kept.empty()) {
    auto const largest = std::prev(pool.kept.end());
    pool.reserved -= largest->first;
    ::operator delete(largest->second, std::align_val_t{256});
    fake().blocks.erase(largest->second);
    pool.kept.erase(largest);
  }
}

template <class Done>
cudaError_t run_until(Done const& done, char const* name) {
  while (!done()) {
    if (!run_any()) {
      complain(std::string{name} + " waits for what never comes");
      return cudaErrorUnknown;
    }
  }
  for (auto const& pool : fake().pools) trim(*pool, pool->threshold);
  return cudaSuccess;
}

cudaError_t push(cudaStream_t handle, char const* name, std::vector<block_ref> touches, std::function<void()> run,
                 std::function<bool()> ready = {}) {
  CUstream_st* const stream = stream_of(handle, name);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  std::erase(touches, nullptr);
  stream->queue.push_back({std::move(run), std::move(ready), std::move(touches), name});
  run_some();
  return cudaSuccess;
}

bool in_flight(block_ref const& block) {
  for (auto const& stream : fake().streams) {
    for (auto const& t : stream->queue) {
      if (std::find(t.touches.begin(), t.touches.end(), block) != t.touches.end()) return true;
    }
  }
  return false;
}

std::size_t taken(int device) {
  std::size_t sum = 0;
  for (auto const& pool : fake().pools) sum += pool->device == device ? pool->reserved : 0;
  return sum;
}

// The call as a whole: the lock, the checks that each call shares, the answer.
template <class Body>
cudaError_t call(char const* name, Body&& body) {
  std::lock_guard const lock{fake().mutex};
  cudaError_t e = enter(name);
  if (e == cudaSuccess) e = body();
  return answer(e);
}

fake_cuda::census count() {
  auto const& s = fake();
  fake_cuda::census n;
  for (std::size_t i = 0; i < s.streams.size(); ++i) {
    n.streams += i != 0 && !s.streams[i]->destroyed;
    n.pending += s.streams[i]->queue.size();
  }
  for (auto const& e : s.events) n.events += !e->destroyed;
  for (auto const& p : s.pools) {
    n.pools += !p->destroyed;
    n.device_buffers += p->buffers;
  }
  for (auto const& [at, block] : s.blocks) n.pinned_buffers += block->what != kind::device;
  return n;
}

}  // namespace

namespace fake_cuda {

void start(machine m) {
  auto& s = fake();
  std::lock_guard const lock{s.mutex};
  for (auto const& pool : s.pools) trim(*pool, 0);
  s.complaints.clear();
  if (s.broken == cudaSuccess && count() != census{}) complain("something of the machine before is still there");
  s.streams.clear();
  s.events.clear();
  s.pools.clear();
  s.blocks.clear();
  s.machine = m;
  s.random = m.seed * 0x9e3779b97f4a7c15u | 1;
  s.broken = cudaSuccess;
  s.registration_refused = false;
  last_error = cudaSuccess;
  current_device = 0;
}

std::vector<std::string> complaints() {
  std::lock_guard const lock{fake().mutex};
  return fake().complaints;
}

census alive() {
  std::lock_guard const lock{fake().mutex};
  return count();
}

void work(cudaStream_t stream, void* p, std::size_t bytes, std::function<void()> f) {
  std::lock_guard const lock{fake().mutex};
  if (enter("a kernel") != cudaSuccess) return;
  static_cast<void>(push(stream, "a kernel", {named(p, bytes, "a kernel")}, std::move(f)));
}

#if defined(LUCID_FAKE_CUDA)
cudaError_t start_threads(cudaStream_t stream, unsigned blocks, unsigned threads, std::vector<stretch> const& touched,
                          std::function<void()> thread) {
  return call("a kernel", [&] {
    if (blocks == 0 || threads == 0 || threads > 1024) return cudaErrorInvalidConfiguration;
    std::vector<block_ref> touches;
    for (auto const& t : touched) {
      touches.push_back(named(t.begin, t.bytes, "a kernel"));
      if (touches.back() == nullptr) complain("a kernel is given memory that is not the device's");
    }
    return push(stream, "a kernel", touches, [=] {
      std::vector<unsigned> order(blocks);
      for (unsigned i = 0; i < blocks; ++i) {
        order[i] = i;
        std::swap(order[i], order[draw(i + 1)]);
      }
      gridDim = {blocks, 1, 1};
      blockDim = {threads, 1, 1};
      for (unsigned const block : order) {
        blockIdx = {block, 0, 0};
        bool const forwards = draw(2) == 0;
        for (unsigned i = 0; i < threads; ++i) {
          threadIdx = {forwards ? i : threads - 1 - i, 0, 0};
          thread();
        }
      }
    });
  });
}
#endif

void fail_from_now_on(cudaError_t e) {
  std::lock_guard const lock{fake().mutex};
  fake().broken = e;
}

void refuse_registration(bool refused) {
  std::lock_guard const lock{fake().mutex};
  fake().registration_refused = refused;
}

}  // namespace fake_cuda

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return call("cudaGetDeviceCount", [&] {
    *count = fake().machine.devices;
    return *count == 0 ? cudaErrorNoDevice : cudaSuccess;
  });
}
cudaError_t cudaGetDevice(int* device) {
  return call("cudaGetDevice", [&] {
    *device = current_device;
    return cudaSuccess;
  });
}
cudaError_t cudaSetDevice(int device) {
  return call("cudaSetDevice", [&] {
    if (device < 0 || device >= fake().machine.devices) return cudaErrorInvalidDevice;
    current_device = device;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceSynchronize() {
  return call("cudaDeviceSynchronize", [] { return run_until([] { return count().pending == 0; }, "cudaDeviceSynchronize"); });
}
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int) {
  return call("cudaDeviceGetAttribute", [&] {
    *value = attribute == cudaDevAttrMultiProcessorCount ? 2 : attribute == cudaDevAttrComputeCapabilityMajor ? 9 : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return call("cudaMemGetInfo", [&] {
    *total = fake().machine.memory;
    *free = *total - taken(current_device);
    return cudaSuccess;
  });
}
cudaError_t cudaGetLastError() {
  std::lock_guard const lock{fake().mutex};
  if (fake().broken != cudaSuccess) return fake().broken;
  return std::exchange(last_error, cudaSuccess);
}
char const* cudaGetErrorName(cudaError_t) { return "cudaErrorOfTheFake"; }
char const* cudaGetErrorString(cudaError_t e) { return e == cudaErrorMemoryAllocation ? "out of memory" : "refused by the fake"; }

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int, int) {
  return call("cudaStreamCreateWithPriority", [&] {
    fake().streams.push_back(std::make_unique<CUstream_st>());
    *stream = fake().streams.back().get();
    return cudaSuccess;
  });
}
cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return call("cudaStreamDestroy", [&] {
    auto* const stream = stream_of(handle, "cudaStreamDestroy");
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    stream->destroyed = true;  // its work goes on
    return cudaSuccess;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return call("cudaStreamSynchronize", [&] {
    auto* const stream = stream_of(handle, "cudaStreamSynchronize");
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    return run_until([&] { return stream->queue.empty(); }, "cudaStreamSynchronize");
  });
}
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return call("cudaStreamQuery", [&] {
    auto* const stream = stream_of(handle, "cudaStreamQuery");
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    run_some();
    return stream->queue.empty() ? cudaSuccess : cudaErrorNotReady;
  });
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned int) {
  return call("cudaStreamWaitEvent", [&] {
    if (!is_event(event, "cudaStreamWaitEvent")) return cudaErrorInvalidResourceHandle;
    auto const last = event->last;
    return push(
        handle, "a wait", {}, [] {}, [last] { return last == nullptr || last->done; });
  });
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return call("cudaEventCreateWithFlags", [&] {
    fake().events.push_back(std::make_unique<CUevent_st>());
    *event = fake().events.back().get();
    (*event)->flags = flags;
    return cudaSuccess;
  });
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call("cudaEventDestroy", [&] {
    if (!is_event(event, "cudaEventDestroy")) return cudaErrorInvalidResourceHandle;
    event->destroyed = true;
    return cudaSuccess;
  });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call("cudaEventRecord", [&] {
    if (!is_event(event, "cudaEventRecord")) return cudaErrorInvalidResourceHandle;
    auto const now = std::make_shared<mark>();
    event->last = now;
    return push(stream, "a mark", {}, [now] {
      now->done = true;
      now->time = fake().clock;
    });
  });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call("cudaEventSynchronize", [&] {
    if (!is_event(event, "cudaEventSynchronize")) return cudaErrorInvalidResourceHandle;
    auto const last = event->last;
    return run_until([&] { return last == nullptr || last->done; }, "cudaEventSynchronize");
  });
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call("cudaEventQuery", [&] {
    if (!is_event(event, "cudaEventQuery")) return cudaErrorInvalidResourceHandle;
    run_some();
    return event->last == nullptr || event->last->done ? cudaSuccess : cudaErrorNotReady;
  });
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return call("cudaEventElapsedTime", [&] {
    for (auto const event : {from, to}) {
      if (!is_event(event, "cudaEventElapsedTime") || (event->flags & cudaEventDisableTiming) != 0 || event->last == nullptr) {
        return cudaErrorInvalidResourceHandle;
      }
      if (!event->last->done) return cudaErrorNotReady;
    }
    *milliseconds = 0.001F * static_cast<float>(to->last->time - from->last->time);  // a microsecond each piece of work
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpyAsync(void* to, void const* from, std::size_t bytes, enum cudaMemcpyKind direction, cudaStream_t stream) {
  return call("cudaMemcpyAsync", [&] {
    auto const source = named(from, bytes, "cudaMemcpyAsync");
    auto const target = named(to, bytes, "cudaMemcpyAsync");
    auto const is_device = [](block_ref const& b) { return b != nullptr && b->what == kind::device; };
    auto const said = [&](cudaMemcpyKind a, cudaMemcpyKind b) { return direction == a || direction == b; };
    if (is_device(source) != said(cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice) ||
        is_device(target) != said(cudaMemcpyHostToDevice, cudaMemcpyDeviceToDevice)) {
      complain("cudaMemcpyAsync: the direction is not that of the addresses");
      return cudaErrorInvalidValue;
    }
    if (source == nullptr) {  // pageable: staged now
      auto staged = std::make_shared<std::vector<char>>(static_cast<char const*>(from), static_cast<char const*>(from) + bytes);
      return push(stream, "cudaMemcpyAsync", {target}, [=] { std::memcpy(to, staged->data(), bytes); });
    }
    cudaError_t const e = push(stream, "cudaMemcpyAsync", {source, target}, [=] { std::memcpy(to, from, bytes); });
    if (e != cudaSuccess || target != nullptr) return e;
    auto* const s = stream_of(stream, "cudaMemcpyAsync");  // to pageable memory: there on return
    return run_until([&] { return s->queue.empty(); }, "cudaMemcpyAsync");
  });
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return call("cudaMemsetAsync", [&] {
    auto const target = named(to, bytes, "cudaMemsetAsync");
    if (target == nullptr || target->what != kind::device) return cudaErrorInvalidValue;
    return push(stream, "cudaMemsetAsync", {target}, [=] { std::memset(to, value, bytes); });
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, struct cudaMemPoolProps const* properties) {
  return call("cudaMemPoolCreate", [&] {
    if (properties->location.id < 0 || properties->location.id >= fake().machine.devices) return cudaErrorInvalidDevice;
    fake().pools.push_back(std::make_unique<CUmemPoolHandle_st>());
    *pool = fake().pools.back().get();
    (*pool)->device = properties->location.id;
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return call("cudaMemPoolDestroy", [&] {
    if (pool->destroyed) complain("cudaMemPoolDestroy twice");
    pool->destroyed = true;
    pool->threshold = 0;
    trim(*pool, 0);
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value) {
  return call("cudaMemPoolSetAttribute", [&] {
    if (attribute != cudaMemPoolAttrReleaseThreshold) return cudaErrorInvalidValue;
    std::memcpy(&pool->threshold, value, sizeof(pool->threshold));
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value) {
  return call("cudaMemPoolGetAttribute", [&] {
    std::uint64_t const found = attribute == cudaMemPoolAttrReservedMemCurrent ? pool->reserved
                                : attribute == cudaMemPoolAttrReservedMemHigh  ? pool->most_reserved
                                : attribute == cudaMemPoolAttrUsedMemCurrent   ? pool->used
                                : attribute == cudaMemPoolAttrUsedMemHigh      ? pool->most_used
                                                                               : pool->threshold;
    std::memcpy(value, &found, sizeof(found));
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t kept) {
  return call("cudaMemPoolTrimTo", [&] {
    trim(*pool, kept);
    return cudaSuccess;
  });
}
cudaError_t cudaMallocFromPoolAsync(void** p, std::size_t bytes, cudaMemPool_t pool, cudaStream_t handle) {
  return call("cudaMallocFromPoolAsync", [&] {
    auto* const stream = stream_of(handle, "cudaMallocFromPoolAsync");
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (pool->destroyed) complain("cudaMallocFromPoolAsync from a pool that is not there");
    if (bytes > fake().machine.memory) return cudaErrorMemoryAllocation;
    std::size_t const size = (bytes + 511) / 512 * 512;
    char* begin = nullptr;
    for (auto it = stream->reusable.begin(); it != stream->reusable.end() && begin == nullptr; ++it) {
      auto const& old = *it;
      if (old->gone || old->pool != pool || (old->bytes + 511) / 512 * 512 != size || draw(4) == 0) continue;
      begin = old->begin;
      old->inherited = true;
      stream->reusable.erase(it);
      break;
    }
    if (begin == nullptr) {
      if (auto const kept = pool->kept.find(size); kept != pool->kept.end()) {
        begin = kept->second;
        pool->kept.erase(kept);
      } else {
        if (size > fake().machine.memory - taken(pool->device)) trim(*pool, 0);
        if (size > fake().machine.memory - taken(pool->device)) return cudaErrorMemoryAllocation;
        begin = static_cast<char*>(::operator new(size, std::align_val_t{256}));
        pool->reserved += size;
        pool->most_reserved = std::max(pool->most_reserved, pool->reserved);
      }
      pool->used += size;
      pool->most_used = std::max(pool->most_used, pool->used);
      std::memset(begin, 0xcd, size);
    }
    ++pool->buffers;
    fake().blocks[begin] = std::make_shared<memory_block>(memory_block{begin, bytes, kind::device, pool});
    *p = begin;
    run_some();
    return cudaSuccess;
  });
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t handle) {
  return call("cudaFreeAsync", [&] {
    auto const block = block_at(p);
    if (block == nullptr || block->begin != p || block->what != kind::device) return cudaErrorInvalidValue;
    if (block->released) {
      complain("cudaFreeAsync twice of one buffer");
      return cudaErrorInvalidValue;
    }
    auto* const stream = stream_of(handle, "cudaFreeAsync");
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    block->released = true;
    --block->pool->buffers;
    stream->reusable.push_back(block);
    return push(handle, "cudaFreeAsync", {block}, [block, stream] {
      block->gone = true;
      std::erase(stream->reusable, block);
      if (block->inherited) return;
      auto& pool = *block->pool;
      std::size_t const size = (block->bytes + 511) / 512 * 512;
      std::memset(block->begin, 0xdd, size);
      pool.used -= size;
      pool.kept.emplace(size, block->begin);
      if (pool.destroyed) trim(pool, 0);
    });
  });
}

cudaError_t cudaHostAlloc(void** p, std::size_t bytes, unsigned int) {
  return call("cudaHostAlloc", [&] {
    if (bytes > std::size_t{1} << 40) return cudaErrorMemoryAllocation;
    auto* const begin = static_cast<char*>(::operator new(bytes, std::align_val_t{4096}, std::nothrow));
    if (begin == nullptr) return cudaErrorMemoryAllocation;
    fake().blocks[begin] = std::make_shared<memory_block>(memory_block{begin, bytes, kind::pinned});
    *p = begin;
    return cudaSuccess;
  });
}
static cudaError_t unpin(void* p, kind what, char const* name) {
  auto const block = block_at(p);
  if (block == nullptr || block->begin != p || block->what != what) {
    complain(std::string{name} + " of what it did not give");
    return what == kind::registered ? cudaErrorHostMemoryNotRegistered : cudaErrorInvalidValue;
  }
  if (in_flight(block)) complain(std::string{name} + " while a copy still uses the memory");
  block->released = block->gone = true;
  fake().blocks.erase(block->begin);
  if (what == kind::pinned) ::operator delete(p, std::align_val_t{4096});
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* p) {
  return call("cudaFreeHost", [&] { return unpin(p, kind::pinned, "cudaFreeHost"); });
}
cudaError_t cudaHostRegister(void* p, std::size_t bytes, unsigned int) {
  return call("cudaHostRegister", [&] {
    if (fake().registration_refused) return cudaErrorNotSupported;
    auto const next = fake().blocks.lower_bound(static_cast<char*>(p));
    if (block_at(p) != nullptr || (next != fake().blocks.end() && next->first < static_cast<char*>(p) + bytes)) {
      return cudaErrorHostMemoryAlreadyRegistered;
    }
    auto* const begin = static_cast<char*>(p);
    fake().blocks[begin] = std::make_shared<memory_block>(memory_block{begin, bytes, kind::registered});
    return cudaSuccess;
  });
}
cudaError_t cudaHostUnregister(void* p) {
  return call("cudaHostUnregister", [&] { return unpin(p, kind::registered, "cudaHostUnregister"); });
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t f, void* data) {
  return call("cudaLaunchHostFunc", [&] { return push(stream, "a host function", {}, [=] { f(data); }); });
}

}  // extern "C"
