#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include <laws/resource.hpp>
#include <lucid/memory/wiping.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

namespace {

// Looks at memory as it comes back.
struct looking {
  static constexpr memory_space space = memory_space::host;
  bool all_zero = true;

  static void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) { return heap::allocate(s, bytes, alignment); }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    auto const* const begin = static_cast<unsigned char const*>(p);
    all_zero = all_zero && std::all_of(begin, begin + bytes, [](unsigned char b) { return b == 0; });
    heap::deallocate(s, p, bytes, alignment);
  }
};

}  // namespace

TEST_CASE("wiping: a resource like any other") {
  heap upstream;
  memory::wiping wiping{upstream};
  laws::resource(wiping);
  laws::refusals_lose_nothing<counting_memory>([](auto& up) { return std::make_unique<memory::wiping<counting_memory>>(up); });
  laws::gives_back_what_it_took([](auto& up) { return std::make_unique<memory::wiping<lucid_test::watchful_memory>>(up); });
}

TEST_CASE("wiping: every byte is zero when the upstream gets it back") {
  looking upstream;
  memory::wiping wiping{upstream};
  for (std::size_t const bytes : {1u, 31u, 4097u}) {
    void* const p = wiping.allocate({}, bytes, 16);
    std::memset(p, 0x5a, bytes);
    wiping.deallocate({}, p, bytes, 16);
  }
  CHECK(upstream.all_zero);
}
