// Law of resources with lists of their own: where a list cannot grow, an allocation is refused by type.
#pragma once

#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <support/heap_calls.hpp>

namespace lucid_test {

// Asks for 100 bytes with the next call of operator new refused. Precondition: the list grows by one, and what is below takes nothing from the heap.
template <lucid::memory_resource M>
void check_refused_without_own_list(M& resource) {
  bool is_refused = false;
  bool const is_tried = without_next_heap_call([&] {
    try {
      static_cast<void>(resource.allocate({}, 100, 8));
    } catch (lucid::out_of_memory const&) {
      is_refused = true;
    } catch (...) {}
  });
  CHECK(is_refused == is_tried);
}

}  // namespace lucid_test
