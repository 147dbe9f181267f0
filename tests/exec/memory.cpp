#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

#include <lucid/exec/memory.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;

TEST_CASE("memory: the heap honours every alignment and says no with a type") {
  for (std::size_t alignment = 8; alignment <= 4096; alignment *= 2) {
    void* const p = heap::allocate({}, 24, alignment);
    CHECK(reinterpret_cast<std::uintptr_t>(p) % alignment == 0);
    heap::deallocate({}, p, 24, alignment);
  }
  CHECK_THROWS_AS(static_cast<void>(heap::allocate({}, std::numeric_limits<std::size_t>::max() / 2, 64)), out_of_memory);
}

TEST_CASE("memory: a reference calls the resource it was made from; an empty one throws") {
  lucid_test::counting_memory memory;
  resource_ref<memory_space::host> const ref{memory};
  void* const p = ref.allocate({}, 10, 8);
  CHECK(memory.held() == 10);
  ref.deallocate({}, p, 10, 8);
  CHECK(memory.held() == 0);
  resource_ref<memory_space::device> const none;
  CHECK_FALSE(none.has_value());
  CHECK_THROWS_AS(static_cast<void>(none.allocate({}, 1, 1)), out_of_memory);
}
