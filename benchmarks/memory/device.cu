// What memory costs with a device: pinning host memory three ways, taking and giving back device memory two ways, copies from pinned and from pageable memory.
// Names: <what>/<how>/<size>, in KiB
// for host memory and in MiB for the device's. Host time; real time where the device takes part.
#include <benchmark/benchmark.h>
#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/event.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/memory.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/huge_page.hpp>
#include <lucid/memory/pinned.cuh>
#include <lucid/memory/recycling.hpp>
#include <lucid/trace/event_timer.cuh>
#include <lucid/trace/nvtx.cuh>

namespace {

using namespace lucid;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

void checked(cudaError_t e) {
  if (e != cudaSuccess) gpu::throw_failure("the runtime", e);
}

void* mapped(std::size_t bytes, int advice) {
  void* const p = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw out_of_memory("mmap");
  ::madvise(p, bytes, advice);
  return p;
}
// A virtual machine may get its memory only when it is first used: that is none of ours.
void warm_up_the_host() {
  static bool const done = [] {
    constexpr std::size_t bytes = 6144 * mebibyte;
    void* const p = mapped(bytes, MADV_HUGEPAGE);
    std::memset(p, 1, bytes);
    ::munmap(p, bytes);
    gpu::api::device_synchronize();
    return true;
  }();
  static_cast<void>(done);
}

// Pages of 4 KiB, registered: what pinning costs without huge pages.
struct small_pages {
  static void* take(std::size_t bytes) {
    void* const p = mapped(bytes, MADV_NOHUGEPAGE);
    checked(cudaHostRegister(p, bytes, cudaHostRegisterPortable));
    return p;
  }
  static void give(void* p, std::size_t bytes) {
    checked(cudaHostUnregister(p));
    ::munmap(p, bytes);
  }
};
struct driver_pages {
  static void* take(std::size_t bytes) {
    void* p = nullptr;
    checked(cudaHostAlloc(&p, bytes, cudaHostAllocPortable));
    return p;
  }
  static void give(void* p, std::size_t) { checked(cudaFreeHost(p)); }
};
struct our_pages {
  memory::pinned resource;
  void* take(std::size_t bytes) { return resource.allocate({}, bytes, 64); }
  void give(void* p, std::size_t bytes) { resource.deallocate({}, p, bytes, 64); }
};
// Not pinned: what the pages themselves cost, which is part of every other row.
struct unpinned {
  memory::huge_page resource;
  void* take(std::size_t bytes) {
    auto* const p = static_cast<char*>(resource.allocate({}, bytes, 64));
    for (std::size_t i = 0; i < bytes; i += 4096) p[i] = 1;
    return p;
  }
  void give(void* p, std::size_t bytes) { resource.deallocate({}, p, bytes, 64); }
};

// One turn takes, writes a word a page, gives back; the two halves are counters, in ms.
template <class Pages>
void pin(benchmark::State& state) {
  warm_up_the_host();
  Pages pages;
  std::size_t const bytes = static_cast<std::size_t>(state.range(0)) << 10;
  double took = 0, gave = 0;
  using clock = std::chrono::steady_clock;
  for (auto _ : state) {
    auto const begin = clock::now();
    auto* const p = static_cast<char*>(pages.take(bytes));
    for (std::size_t i = 0; i < bytes; i += 4096) p[i] = 1;
    auto const middle = clock::now();
    pages.give(p, bytes);
    took += std::chrono::duration<double, std::milli>(middle - begin).count();
    gave += std::chrono::duration<double, std::milli>(clock::now() - middle).count();
  }
  double const gibibytes = static_cast<double>(bytes) / (1 << 30);
  state.counters["ms_to_take_a_GiB"] = benchmark::Counter(took / gibibytes, benchmark::Counter::kAvgIterations);
  state.counters["ms_to_give_a_GiB"] = benchmark::Counter(gave / gibibytes, benchmark::Counter::kAvgIterations);
}
// Of pages that are there already: the registration alone.
template <int Advice>
void register_only(benchmark::State& state) {
  warm_up_the_host();
  std::size_t const bytes = static_cast<std::size_t>(state.range(0)) << 10;
  void* const p = mapped(bytes, Advice);
  std::memset(p, 1, bytes);
  double took = 0;
  for (auto _ : state) {
    auto const begin = std::chrono::steady_clock::now();
    checked(cudaHostRegister(p, bytes, cudaHostRegisterPortable));
    took += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    checked(cudaHostUnregister(p));
  }
  ::munmap(p, bytes);
  state.counters["ms_to_take_a_GiB"] =
      benchmark::Counter(took / (static_cast<double>(bytes) / (1 << 30)), benchmark::Counter::kAvgIterations);
}
void sizes(benchmark::internal::Benchmark* b) {
  for (int const kibibytes : {64, 64 << 10, 1 << 20}) b->Arg(kibibytes);
  b->Unit(benchmark::kMillisecond)->UseRealTime();
}
BENCHMARK(pin<unpinned>)->Name("unpinned/huge_page")->Apply(sizes);
BENCHMARK(pin<our_pages>)->Name("pinned/huge_page")->Apply(sizes)->Arg(4 << 20);
BENCHMARK(pin<small_pages>)->Name("pinned/4k")->Apply(sizes);
BENCHMARK(pin<driver_pages>)->Name("pinned/cudaHostAlloc")->Apply(sizes);
BENCHMARK(register_only<MADV_HUGEPAGE>)->Name("registration/huge_page")->Apply(sizes);
BENCHMARK(register_only<MADV_NOHUGEPAGE>)->Name("registration/4k")->Apply(sizes);

// One buffer taken and given back, on an idle stream.
void device_pool(benchmark::State& state) {
  memory::device_pool pool;
  gpu::stream const stream;
  std::size_t const bytes = static_cast<std::size_t>(state.range(0)) * mebibyte;
  for (auto _ : state) pool.deallocate(stream, pool.allocate(stream, bytes, 64), bytes, 64);
  stream.synchronize();
}
void device_recycling(benchmark::State& state) {
  memory::device_pool pool;
  memory::recycling recycling{pool};
  gpu::stream const stream;
  std::size_t const bytes = static_cast<std::size_t>(state.range(0)) * mebibyte;
  for (auto _ : state) recycling.deallocate(stream, recycling.allocate(stream, bytes, 64), bytes, 64);
  recycling.flush();
}
// Given back to the system each time, as without a pool.
void device_pool_trimmed(benchmark::State& state) {
  memory::device_pool pool{{.kept = 0}};
  gpu::stream const stream;
  std::size_t const bytes = static_cast<std::size_t>(state.range(0)) * mebibyte;
  for (auto _ : state) {
    pool.deallocate(stream, pool.allocate(stream, bytes, 64), bytes, 64);
    stream.synchronize();
  }
}
void device_malloc(benchmark::State& state) {
  std::size_t const bytes = static_cast<std::size_t>(state.range(0)) * mebibyte;
  for (auto _ : state) {
    void* p = nullptr;
    checked(cudaMalloc(&p, bytes));
    checked(cudaFree(p));
  }
}
BENCHMARK(device_pool)->Name("device/device_pool")->Arg(1)->Arg(1024)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(device_recycling)->Name("device/recycling")->Arg(1)->Arg(1024)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(device_pool_trimmed)->Name("device/device_pool_keeping_nothing")->Arg(1)->Arg(1024)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(device_malloc)->Name("device/cudaMalloc")->Arg(1)->Arg(1024)->Unit(benchmark::kMicrosecond)->UseRealTime();

// To the device, the host waiting for the end.
template <class Memory, memory_space Space>
void upload(benchmark::State& state) {
  Memory host;
  memory::device_pool pool;
  gpu::stream const stream;
  std::size_t const bytes = static_cast<std::size_t>(state.range(0)) * mebibyte;
  auto* const from = static_cast<std::uint64_t*>(host.allocate({}, bytes, 64));
  auto* const to = static_cast<std::uint64_t*>(pool.allocate(stream, bytes, 64));
  std::memset(from, 1, bytes);
  for (auto _ : state) {
    gpu::copy(stream, view<std::uint64_t, Space>{from, bytes / 8}, view<std::uint64_t, memory_space::device>{to, bytes / 8});
    stream.synchronize();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
  pool.deallocate(stream, to, bytes, 64);
  host.deallocate({}, from, bytes, 64);
}
BENCHMARK(upload<memory::pinned, memory_space::pinned>)
    ->Name("upload/pinned")
    ->Arg(1)
    ->Arg(16)
    ->Arg(1024)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();
BENCHMARK(upload<memory::huge_page, memory_space::host>)
    ->Name("upload/pageable_huge")
    ->Arg(1)
    ->Arg(1024)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();
BENCHMARK(upload<heap, memory_space::host>)->Name("upload/pageable")->Arg(1)->Arg(1024)->Unit(benchmark::kMicrosecond)->UseRealTime();

// A checked call against a bare one: a question that the runtime answers by itself.
void checked_call(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(gpu::api::get_device());
}
void bare_call(benchmark::State& state) {
  for (auto _ : state) {
    int device = 0;
    benchmark::DoNotOptimize(cudaGetDevice(&device));
    benchmark::DoNotOptimize(device);
  }
}
BENCHMARK(checked_call)->Name("call/checked");
BENCHMARK(bare_call)->Name("call/bare");

void nvtx_span(benchmark::State& state) {
  trace::nvtx sink;
  for (auto _ : state) auto const span = sink.open("benchmark/span", {});
}
BENCHMARK(nvtx_span)->Name("span/nvtx_unheard");

void timer_mark(benchmark::State& state) {
  trace::event_timer timer;
  gpu::stream const stream;
  for (auto _ : state) benchmark::DoNotOptimize(timer.record(stream));
  stream.synchronize();
}
BENCHMARK(timer_mark)->Name("span/event_timer_mark");

}  // namespace

BENCHMARK_MAIN();
