// Counting memory beside operator new, which a test may count or refuse.
#pragma once

#include <cstddef>
#include <cstdlib>

#include <support/counting_memory.hpp>

namespace lucid_test {

struct beside_the_heap {
  static void* allocate(lucid::stream_ref, std::size_t bytes, std::size_t alignment) {
    void* const p = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (p == nullptr) throw lucid::out_of_memory("beside_the_heap: the machine has no more");
    return p;
  }
  static void deallocate(lucid::stream_ref, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    static_cast<void>(bytes);
    static_cast<void>(alignment);
    std::free(p);
  }
};

using refusing_memory = counting<beside_the_heap>;
static_assert(lucid::memory_resource<refusing_memory>);

}  // namespace lucid_test
