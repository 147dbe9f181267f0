#include <doctest/doctest.h>

#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/memory/allocator.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("allocator: containers take from the resource and give back to it") {
  counting_memory memory;
  {
    memory::allocator<int> const from{resource_ref<memory_space::host>{memory}};
    std::vector<int, memory::allocator<int>> v(from);
    for (int i = 0; i < 1000; ++i) v.push_back(i);
    CHECK(v[999] == 999);
    CHECK(memory.held() == v.capacity() * sizeof(int));
    auto copy = v;
    auto moved = std::move(v);
    CHECK(moved == copy);
    std::map<int, std::uint64_t, std::less<>, memory::allocator<std::pair<int const, std::uint64_t>>> m(from);
    std::list<int, memory::allocator<int>> l({1, 2, 3}, from);
    m[3] = 4;
    CHECK(m.size() + l.size() == 4);
  }
  CHECK(memory.held() == 0);
  CHECK(memory.calls() > 0);
}

TEST_CASE("allocator: of a policy, and only equal to one of the same resource") {
  counting_memory one, other;
  memory::allocator<char> const a{cpu::seq.with(one)};
  memory::allocator<long> const b{cpu::seq.with(one)};
  memory::allocator<char> const c{cpu::seq.with(other)};
  CHECK(a == b);
  CHECK_FALSE(a == c);
  // Elements move where the resources differ.
  std::vector<char, memory::allocator<char>> from(100, 'x', a), to(c);
  to = from;
  CHECK(to.get_allocator() == a);
  CHECK(to == from);
}

TEST_CASE("allocator: a refusal is out_of_memory, and leaves the container as it was") {
  counting_memory memory;
  std::vector<int, memory::allocator<int>> v(memory::allocator<int>{resource_ref<memory_space::host>{memory}});
  v.assign(10, 1);
  memory.refuse_after(0);
  CHECK_THROWS_AS(v.resize(1000), out_of_memory);
  CHECK(v.size() == 10);
  CHECK_THROWS_AS(static_cast<void>(v.get_allocator().allocate(~std::size_t{0} / 2)), std::bad_array_new_length);
}
