// The blocks of docs/05-memory.md, compiled and run. script/check sees to it that each stands here as it stands there, but for its indentation.
#include <doctest/doctest.h>

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <stdexcept>
#include <string>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/memory.hpp>
#include <lucid/trace/text.hpp>

using namespace lucid;

namespace {

struct my_pages {
  static constexpr memory_space space = memory_space::host;

  static void* allocate(stream_ref, std::size_t bytes, std::size_t) {
    void* const p = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw out_of_memory("my_pages: " + std::to_string(bytes) + " bytes could not be had");
    return p;
  }
  static void deallocate(stream_ref, void* p, std::size_t bytes, std::size_t) noexcept { ::munmap(p, bytes); }
};
static_assert(memory_resource<my_pages>);

// Gives memory back, and throws the first time.
struct throwing_memory {
  static constexpr memory_space space = memory_space::host;
  bool thrown = false;

  static void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) { return heap::allocate(stream, bytes, alignment); }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) {
    heap::deallocate(stream, p, bytes, alignment);
    if (!thrown) {
      thrown = true;
      throw std::runtime_error("not like this");
    }
  }
};

}  // namespace

TEST_CASE("memory: a policy and its slot") {
  memory::recycling pool{plain_heap, {.limit = std::size_t{8} << 30}};
  auto const exec = cpu::seq.with(pool);

  buffer<std::uint64_t> numbers{exec, 1'000'000};
  CHECK(pool.misses() == 1);

  std::vector<std::uint64_t, memory::allocator<std::uint64_t>> in_policy(1000, memory::allocator<std::uint64_t>{exec});

  std::pmr::synchronized_pool_resource standard;
  memory::from_std_pmr adapted{standard};
  CHECK(pool.misses() == 2);
  buffer<int> const elsewhere{exec.with(adapted), 100};
  CHECK(pool.misses() == 2);
}

TEST_CASE("memory: deferred release") {
  memory::deferred_release later{plain_heap, {.limit = std::size_t{4} << 30}};
  auto const prompt = cpu::seq.with(later);
  { buffer<std::uint64_t> const scratch{prompt, 1'000'000}; }  // returns at once; the thread "lucid-release" gives the pages back
  later.flush();
  CHECK(later.queued() == 0);
}

TEST_CASE("memory: what stands on what") {
  trace::text sink;                                                             // watches
  memory::huge_page pages;                                                      // where memory comes from
  memory::limit limited{pages, std::size_t{64} << 30};                          // refuses more
  memory::tally counted{limited};                                               // bytes held and their peak
  memory::traced watched{counted, sink};                                        // spans, on the thread where it happens
  memory::deferred_release deferred{watched, {.limit = std::size_t{4} << 30}};  // when
  memory::wiping wiped{deferred};                                               // overwritten before it waits
  auto const exec = cpu::seq.with(wiped);
  {
    buffer<std::uint64_t> const numbers{exec, 1'000'000};
    CHECK(counted.held() == 8'000'000);
  }
  deferred.flush();
  CHECK(counted.held() == 0);
  CHECK(sink.seconds("memory/release") > 0);
}

TEST_CASE("memory: errors") {
  throwing_memory source;  // its release throws once
  memory::catching boundary{source};
  memory::deferred_release resource{boundary, {.limit = 1000, .from = 1}};
  resource.deallocate({}, resource.allocate({}, 100, 8), 100, 8);
  resource.flush();  // the exception was thrown on the release thread
  CHECK_THROWS_AS(static_cast<void>(resource.allocate({}, 100, 8)), std::runtime_error);
}

TEST_CASE("memory: a resource of one's own") {
  my_pages own;
  buffer<int> numbers{cpu::seq.with(own), 100};
  for (int& x : numbers) x = 1;
  CHECK(numbers[99] == 1);
  CHECK_THROWS_AS(static_cast<void>(own.allocate({}, ~std::size_t{0} / 2, 8)), out_of_memory);
}

TEST_CASE("memory: hunting a fault") {
  memory::poisoning guarded{plain_heap};
  auto const suspicious = cpu::seq.with(guarded);
  {
    buffer<int> victim{suspicious, 100};
    victim[100] = 1;  // one past the end
  }
  CHECK(guarded.faults() == 1);
  CHECK(std::string{guarded.first_fault()} == "a buffer was written past its end");
}
