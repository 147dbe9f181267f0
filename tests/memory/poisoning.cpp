#include <doctest/doctest.h>

#include <memory>
#include <string>

#include <laws/own_list.hpp>
#include <laws/resource.hpp>
#include <lucid/memory/poisoning.hpp>
#include <support/counting_memory.hpp>
#include <support/refusing_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

TEST_CASE("poisoning: a resource like any other, without a fault where there is none") {
  heap upstream;
  memory::poisoning resource{upstream, 1 << 16};
  laws::resource(resource);
  resource.flush();
  CHECK(resource.faults() == 0);
  CHECK(resource.live() == 0);
  laws::refusals_lose_nothing<counting_memory>([](auto& up) { return std::make_unique<memory::poisoning<counting_memory>>(up); });
  laws::gives_back_what_it_took([](auto& up) { return std::make_unique<memory::poisoning<lucid_test::watchful_memory>>(up, 300'000); });
}

TEST_CASE("poisoning: each kind of fault is found and named") {
  heap upstream;
  auto const fault = [&](auto const& misuse) {
    memory::poisoning resource{upstream};
    auto* const p = static_cast<unsigned char*>(resource.allocate({}, 100, 8));
    misuse(resource, p);
    resource.flush();
    return std::string{resource.first_fault()};
  };
  CHECK(fault([](auto& r, unsigned char* p) { r.deallocate({}, p, 100, 8); }).empty());
  CHECK(fault([](auto& r, unsigned char* p) {
          r.deallocate({}, p, 100, 8);
          r.deallocate({}, p, 100, 8);
        }) == "memory is given back twice");
  CHECK(fault([](auto& r, unsigned char* p) {
          p[100] = 0;
          r.deallocate({}, p, 100, 8);
        }) == "a buffer was written past its end");
  CHECK(fault([](auto& r, unsigned char* p) {
          r.deallocate({}, p, 100, 8);
          p[50] = 1;
        }) == "memory was written after it was given back");
  CHECK(fault([](auto& r, unsigned char* p) { r.deallocate({}, p, 101, 8); }) == "memory is given back with another size or alignment");
  CHECK(fault([](auto& r, unsigned char* p) { r.deallocate(stream_ref{p}, p, 100, 8); }) == "memory is given back on another stream");
  CHECK(fault([](auto& r, unsigned char* p) {
          r.deallocate({}, p + 8, 92, 8);
          r.deallocate({}, p, 100, 8);
        }) == "memory is given back that was never had, or had long ago");
}

TEST_CASE("poisoning: new memory is not zero, so that who relies on it is found") {
  heap upstream;
  memory::poisoning resource{upstream};
  auto* const p = static_cast<unsigned char*>(resource.allocate({}, 16, 8));
  CHECK(p[0] == 0xa5);
  CHECK(p[15] == 0xa5);
  CHECK(resource.live() == 1);
  resource.deallocate({}, p, 16, 8);
}

TEST_CASE("poisoning: without memory for its own list it refuses by type, and nothing is lost") {
  lucid_test::refusing_memory upstream;  // not the heap's
  memory::poisoning resource{upstream};
  lucid_test::check_refused_without_own_list(resource);
  CHECK(upstream.held() == 0);
  resource.deallocate({}, resource.allocate({}, 100, 8), 100, 8);
}
