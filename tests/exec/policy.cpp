#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <support/counting_memory.hpp>

using namespace lucid;

namespace {

// Writes down what opens and closes.
struct diary {
  std::vector<std::string> lines;
  struct scope {
    diary* owner;
    std::string name;
    scope(diary* d, std::string n) : owner(d), name(std::move(n)) { owner->lines.push_back("+" + name); }
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() { owner->lines.push_back("-" + name); }
  };
  scope open(char const* name, stream_ref) { return {this, name}; }
  void count(char const* name, std::uint64_t n) { lines.push_back(std::string{name} + "=" + std::to_string(n)); }
};
static_assert(span_sink<diary>);

}  // namespace

TEST_CASE("policy: a resource goes to the slot of its own space, and the original policy keeps what it had") {
  lucid_test::counting_memory memory;
  auto const refined = cpu::seq.with(memory);
  { buffer<int> const b{refined, 4}; }
  CHECK(memory.calls() == 1);
  { buffer<int> const b{cpu::seq, 4}; }
  CHECK(memory.calls() == 1);
  CHECK_FALSE(cpu::seq.memory<memory_space::device>().has_value());
}

TEST_CASE("policy: a watcher sees spans open and close in order, and the memory chosen before stays") {
  diary seen;
  lucid_test::counting_memory memory;
  auto const exec = cpu::seq.with(memory).with(seen);
  {
    auto const outer = exec.open("outer");
    {
      auto const inner = exec.open("inner");
      exec.count("elements", 3);
    }
    buffer<int> const b{exec, 1};
  }
  CHECK(seen.lines == std::vector<std::string>{"+outer", "+inner", "elements=3", "-inner", "-outer"});
  CHECK(memory.calls() == 1);
}

TEST_CASE("policy: unwatched spans have no size") {
  static_assert(std::is_empty_v<no_spans::scope>);
  static_assert(sizeof(cpu::seq) == 3 * sizeof(resource_ref<memory_space::host>));
  CHECK(cpu::seq.concurrency() == 1);
}
