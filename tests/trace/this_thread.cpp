#include <doctest/doctest.h>

#include <string>
#include <thread>

#include <lucid/trace/this_thread.hpp>

using namespace lucid;

TEST_CASE("this_thread: one identity a thread, never the same for two") {
  auto const& me = trace::this_thread();
  CHECK(&me == &trace::this_thread());
  CHECK(me.is_main());
  CHECK(me.name().empty());
  std::uint32_t other = me.number();
  std::uint64_t system = me.system_number();
  bool main = true;
  std::thread{[&] {
    other = trace::this_thread().number();
    system = trace::this_thread().system_number();
    main = trace::this_thread().is_main();
  }}.join();
  CHECK(other != me.number());
  CHECK(system != me.system_number());
  CHECK(!main);
}

#if defined(__linux__)
TEST_CASE("this_thread: a name that it was given before it first asked") {
  std::string name;
  std::thread{[&] {
    ::pthread_setname_np(::pthread_self(), "fifteen letters");
    name = trace::this_thread().name();
  }}.join();
  CHECK(name == "fifteen letters");
}
#endif
