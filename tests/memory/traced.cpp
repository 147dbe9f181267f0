#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <laws/resource.hpp>
#include <lucid/memory/traced.hpp>
#include <lucid/trace/text.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;

namespace {

// Writes down what it is told, in order.
struct notes {
  std::vector<std::string> lines;
  struct scope {
    notes* sink;
    std::string name;
    ~scope() { sink->lines.push_back("close " + name); }
  };
  scope open(char const* name, stream_ref) {
    lines.push_back(std::string{"open "} + name);
    return {this, name};
  }
  void count(char const* name, std::uint64_t n) { lines.push_back(std::string{name} + " " + std::to_string(n)); }
};

// Fails in open, or in count, from the n-th call on.
struct failing_sink {
  int opens = 1000, counts = 1000;
  struct scope {};
  scope open(char const*, stream_ref) {
    if (opens-- == 0) throw std::runtime_error("no span to be had");
    return {};
  }
  void count(char const*, std::uint64_t) {
    if (counts-- == 0) throw std::runtime_error("no counter to be had");
  }
};

}  // namespace

TEST_CASE("traced: a resource like any other") {
  heap upstream;
  trace::text sink;
  memory::traced resource{upstream, sink};
  laws::resource(resource);
  laws::refusals_lose_nothing<counting_memory>(
      [&](auto& up) { return std::make_unique<memory::traced<counting_memory, trace::text>>(up, sink); });
  laws::gives_back_what_it_took(
      [&](auto& up) { return std::make_unique<memory::traced<lucid_test::watchful_memory, trace::text>>(up, sink); });
  CHECK(sink.seconds("memory/allocate") > 0);
  CHECK(sink.seconds("memory/release") > 0);
}

TEST_CASE("traced: a span and its bytes for each call") {
  counting_memory upstream;
  notes sink;
  memory::traced resource{upstream, sink};
  void* const p = resource.allocate({}, 1000, 64);
  resource.deallocate({}, p, 1000, 64);
  upstream.refuse_after(0);
  CHECK_THROWS_AS(static_cast<void>(resource.allocate({}, 500, 64)), out_of_memory);
  CHECK(sink.lines == std::vector<std::string>{"open memory/allocate", "bytes allocated 1000", "close memory/allocate",
                                               "open memory/release", "bytes released 1000", "close memory/release", "open memory/allocate",
                                               "close memory/allocate"});
}

TEST_CASE("traced: a sink that throws loses no memory, and its first error is kept") {
  for (bool const in_open : {true, false}) {
    counting_memory upstream;
    failing_sink sink;
    memory::traced resource{upstream, sink};
    int& left = in_open ? sink.opens : sink.counts;

    left = 0;
    CHECK_THROWS_AS(static_cast<void>(resource.allocate({}, 1000, 64)), std::runtime_error);
    CHECK(upstream.held() == 0);

    left = 1;
    void* const p = resource.allocate({}, 1000, 64);
    CHECK(resource.take_error() == nullptr);
    resource.deallocate({}, p, 1000, 64);
    CHECK(upstream.held() == 0);
    CHECK_THROWS_AS(std::rethrow_exception(resource.take_error()), std::runtime_error);
    CHECK(resource.take_error() == nullptr);
  }
}
