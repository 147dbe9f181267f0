#include <doctest/doctest.h>

#include <laws/device_resource.hpp>
#include <string>

#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/limit.hpp>
#include <lucid/memory/recycling.hpp>
#include <lucid/memory/tally.hpp>
#include <support/cuda_machine.hpp>

using namespace lucid;

TEST_CASE("device_pool: a resource like any other, alone and under the policies that stack") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  laws::device::resource(pool);
  CHECK(pool.held() == 0);
  CHECK(pool.peak() > 0);
  memory::tally tally{pool};
  memory::limit limit{tally, std::size_t{1} << 29};
  memory::recycling recycling{limit};
  {
    gpu::stream const stream;
    laws::device::buffers_are_apart(recycling, stream);
    recycling.flush();
  }
  CHECK(tally.held() == 0);
}

TEST_CASE("device_pool: the byte too much is refused with both numbers") {
  lucid_test::machine const fresh;
  memory::device_pool pool{{.limit = 1000}};
  CHECK(pool.most() == 1000);
  gpu::stream const stream;
  void* const p = pool.allocate(stream, 600, 64);
  std::string said;
  try {
    static_cast<void>(pool.allocate(stream, 401, 64));
  } catch (out_of_memory const& e) {
    said = e.what();
  }
  CHECK(said.find("401") != std::string::npos);
  CHECK(said.find("600 of 1000") != std::string::npos);
  pool.deallocate(stream, p, 600, 64);
  CHECK(pool.held() == 0);
  CHECK(pool.peak() == 600);
  CHECK_THROWS_AS(static_cast<void>(pool.allocate(stream, 8, 4096)), argument_error);
}

TEST_CASE("device_pool: keeps what is given back until it is told to give it on") {
  lucid_test::machine const fresh;
  gpu::stream const stream;
  constexpr std::size_t much = std::size_t{40} << 20;
  for (bool const keeps : {true, false}) {
    memory::device_pool pool{{.kept = keeps ? ~std::size_t{0} : 0}};
    void* const p = pool.allocate(stream, much, 64);
    CHECK(pool.reserved() >= much);
    pool.deallocate(stream, p, much, 64);
    stream.synchronize();
    CHECK((pool.reserved() >= much) == keeps);
    pool.flush();
    CHECK(pool.reserved() == 0);
    CHECK(pool.peak_reserved() >= much);
  }
}

TEST_CASE("device_pool: a release that fails is told by the next call that can") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  void* const p = pool.allocate(stream, 100, 64);
  gpu::faults().fail(0, cudaErrorInvalidValue, "cudaFreeAsync");
  pool.deallocate(stream, p, 100, 64);
  CHECK(pool.held() == 0);
  CHECK_THROWS_AS(static_cast<void>(pool.allocate(stream, 100, 64)), device_error);
  pool.deallocate(stream, pool.allocate(stream, 100, 64), 100, 64);
  pool.flush();
}
