#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include <laws/resource.hpp>
#include <lucid/memory/catching.hpp>
#include <lucid/memory/deferred_release.hpp>
#include <support/counting_memory.hpp>
#include <support/watchful_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;
using lucid_test::watchful_memory;

namespace {

// Gives memory back and then complains of it, from the n-th release on.
struct complaining {
  static constexpr memory_space space = memory_space::host;
  std::atomic<int> good = 1 << 30;

  void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) { return heap::allocate(stream, bytes, alignment); }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) {
    heap::deallocate(stream, p, bytes, alignment);
    if (int const left = --good; left < 0) throw std::runtime_error("release " + std::to_string(-left));
  }
};

// It is no resource: nothing of ours takes it, so that its exception finds no destructor to end the program in.
static_assert(!memory_resource<complaining>);
static_assert(memory_resource<memory::catching<complaining>>);

std::string text_of(std::exception_ptr const& error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (std::exception const& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("catching: a resource like any other") {
  complaining upstream;
  memory::catching resource{upstream};
  laws::resource(resource);
  laws::refusals_lose_nothing<counting_memory>([](auto& up) { return std::make_unique<memory::catching<counting_memory>>(up); });
  laws::gives_back_what_it_took([](auto& up) { return std::make_unique<memory::catching<watchful_memory>>(up); });
}

TEST_CASE("catching: the first exception of a release is kept, and the next call reports it") {
  complaining upstream{1};
  memory::catching resource{upstream};
  void* p[4];
  for (void*& q : p) q = resource.allocate({}, 100, 8);
  for (void* q : p) resource.deallocate({}, q, 100, 8);
  CHECK_THROWS_WITH(static_cast<void>(resource.allocate({}, 100, 8)), "release 1");
  void* const again = resource.allocate({}, 100, 8);  // reported once
  CHECK(resource.take_error() == nullptr);
  resource.deallocate({}, again, 100, 8);
  CHECK(text_of(resource.take_error()) == "release 4");
}

TEST_CASE("catching: an exception on the release thread is reported through the stack") {
  complaining upstream{0};
  memory::catching boundary{upstream};
  memory::deferred_release resource{boundary, {.limit = 1'000'000, .from = 1}};
  resource.deallocate({}, resource.allocate({}, 100, 8), 100, 8);
  resource.flush();
  CHECK_THROWS_WITH(static_cast<void>(resource.allocate({}, 100, 8)), "release 1");
  resource.deallocate({}, resource.allocate({}, 100, 8), 100, 8);
  resource.flush();
  CHECK(text_of(boundary.take_error()) == "release 2");
}
