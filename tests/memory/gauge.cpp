#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include <lucid/memory/gauge.hpp>

using lucid::memory::gauge;

TEST_CASE("gauge: the peak stays, and starts anew where asked") {
  gauge g;
  g.add(10);
  g.add(20);
  g.subtract(25);
  CHECK(g.now() == 5);
  CHECK(g.peak() == 30);
  g.restart_peak();
  CHECK(g.peak() == 5);
}

TEST_CASE("gauge: within a limit means within, also for numbers that would wrap") {
  gauge g;
  CHECK(g.add_within(100, 100));
  CHECK_FALSE(g.add_within(1, 100));
  CHECK_FALSE(g.add_within(~std::size_t{0}, 100));
  g.add(50);  // past the limit by another way
  CHECK_FALSE(g.add_within(0, 100));
  CHECK(g.now() == 150);
}

TEST_CASE("gauge: four threads lose no byte and never pass the limit") {
  gauge g;
  constexpr std::size_t most = 1000;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < 20'000; ++i) {
        std::size_t const bytes = i % 400;
        if (g.add_within(bytes, most)) g.subtract(bytes);
      }
    });
  }
  for (auto& t : threads) t.join();
  CHECK(g.now() == 0);
  CHECK(g.peak() <= most);
}
