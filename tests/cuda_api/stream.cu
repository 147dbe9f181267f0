#include <doctest/doctest.h>

#include <utility>

#include <lucid/cuda_api/event.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;

TEST_CASE("stream: owned by one, moved, and a handle for everybody else") {
  lucid_test::machine const fresh;
  gpu::stream first;
  stream_ref const handle = first;
  CHECK(handle.handle != nullptr);
  gpu::stream second = std::move(first);
  CHECK(second.ref() == handle);
  gpu::stream third{{.priority = -1, .device = 0}};
  CHECK(!(third.ref() == handle));
  third = std::move(second);
  CHECK(third.ref() == handle);
  third.synchronize();
  CHECK(third.is_done());
}

TEST_CASE("stream: a device that is not there is a typed no") {
  lucid_test::machine const fresh;
  CHECK_THROWS_AS(gpu::stream({.device = 99}), no_device);
  gpu::stream const next;  // and the next one is served
  next.synchronize();
}
