#include <doctest/doctest.h>

#include <utility>

#include <lucid/cuda_api/event.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;

TEST_CASE("event: a mark that another stream waits for") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const writer, reader;
  constexpr std::size_t count = 10'000;
  auto* const p = static_cast<std::uint32_t*>(pool.allocate(writer, count * 4 + 64, 64));
  view<std::uint32_t, memory_space::device> const words{p, count}, bad{p + count, 1};
  gpu::fill_bytes(writer, bad, 0);
  gpu::event mark;
  CHECK(mark.is_done());  // nothing marked yet
  for (std::uint32_t round = 1; round <= 20; ++round) {
    lucid_test::slow_fill(writer, words, round);
    mark.record(writer);
    gpu::wait(reader, mark);
    lucid_test::slow_check(reader, words, round, bad);
    gpu::order(reader, writer);
  }
  std::uint32_t found = 1;
  gpu::copy(writer, bad, view<std::uint32_t>{&found, 1});
  writer.synchronize();
  CHECK(found == 0);
  mark.synchronize();
  CHECK(mark.is_done());
  pool.deallocate(writer, p, count * 4 + 64, 64);
}

TEST_CASE("event: time on the device between two marks") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto* const p = static_cast<std::uint32_t*>(pool.allocate(stream, 4096, 64));
  gpu::event begin{{.timing = true}}, end{{.timing = true, .blocking = true}};
  begin.record(stream);
  lucid_test::slow_fill(stream, {p, 1024}, 1);
  end.record(stream);
  end.synchronize();
  CHECK(gpu::elapsed(begin, end).count() > 0);
  CHECK(gpu::elapsed(begin, end).count() < 1000);
  gpu::event untimed;
  untimed.record(stream);
  untimed.synchronize();
  CHECK_THROWS_AS(static_cast<void>(gpu::elapsed(begin, untimed)), device_error);
  gpu::event moved = std::move(begin);
  CHECK(moved.is_done());
  pool.deallocate(stream, p, 4096, 64);
}
