#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include <lucid/cuda_api/stream.cuh>
#include <lucid/memory/device_pool.cuh>
#include <lucid/trace/chrome.hpp>
#include <lucid/trace/event_timer.cuh>
#include <support/cuda_machine.hpp>
#include <support/scratch_folder.hpp>

using namespace lucid;

namespace {

std::size_t occurrences(std::string const& text, std::string const& what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("event_timer: the times of a stream's marks rise, and lie where the host's clock says") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  trace::event_timer timer;
  gpu::stream const stream;
  auto* const p = static_cast<std::uint32_t*>(pool.allocate(stream, 1 << 20, 64));
  auto const before = std::chrono::steady_clock::now().time_since_epoch();
  auto const first = timer.record(stream);
  lucid_test::slow_fill(stream, {p, 1 << 18}, 1);
  auto const second = timer.record(stream);
  timer.wait(second);
  auto const after = std::chrono::steady_clock::now().time_since_epoch();
  auto const from = timer.passed(first), to = timer.passed(second);
  REQUIRE(from.has_value());
  REQUIRE(to.has_value());
  CHECK(*from < *to);
  if (lucid_test::on_a_card) {  // the other's clock counts pieces of work
    constexpr std::chrono::microseconds close{100};
    CHECK(*from > before - close);
    CHECK(*to < after + close);
  }
  pool.deallocate(stream, p, 1 << 20, 64);
}

TEST_CASE("event_timer: a trace shows a stream's work on a track of its own") {
  lucid_test::machine const fresh;
  support::scratch_folder const folder;
  std::string const path = folder / "trace.json";
  {
    memory::device_pool pool;
    gpu::stream const stream;
    trace::basic_chrome<trace::event_timer> sink{path, trace::event_timer{}};
    sink.name_stream(stream, "uploads");
    auto* const p = static_cast<std::uint32_t*>(pool.allocate(stream, 4096, 64));
    for (int i = 0; i < 3; ++i) {
      auto const span = sink.open("work/on/device", stream);
      lucid_test::slow_fill(stream, {p, 1024}, 1);
    }
    { auto const host = sink.open("work/on/host", {}); }
    pool.deallocate(stream, p, 4096, 64);
    sink.close();
    CHECK(sink.lost() == 0);
  }
  std::string const text = support::read_text(path);
  CHECK(occurrences(text, "work/on/device") == 6);  // on the thread's track, and on the stream's
  CHECK(occurrences(text, "work/on/host") == 1);
  CHECK(occurrences(text, "uploads") == 1);
}
