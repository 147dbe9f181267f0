#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/release.hpp>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace lucid;
using diary = std::vector<std::string>;

struct diary_spans {
  diary* lines;
  struct scope {
    diary* to;
    explicit scope(diary* d) : to(d) {}
    scope(scope const&) = delete;
    ~scope() { to->emplace_back("close"); }
  };
  scope open(char const* name, stream_ref) const {
    lines->emplace_back(name);
    return scope{lines};
  }
  static void count(char const*, std::uint64_t) {}
};

struct diary_memory {
  static constexpr memory_space space = memory_space::host;
  diary* lines;
  static void* allocate(stream_ref s, std::size_t n, std::size_t a) { return heap::allocate(s, n, a); }
  void deallocate(stream_ref s, void* p, std::size_t n, std::size_t a) noexcept {
    lines->push_back(std::to_string(n));
    heap::deallocate(s, p, n, a);
  }
};

TEST_CASE("release: owners end inside the span, in order, and nothing is left to give back") {
  diary lines;
  diary_memory memory{&lines};
  diary_spans spans{&lines};
  auto const exec = cpu::seq.with(memory).with(spans);
  {
    buffer<char> a{exec, 3}, b{exec, 4};
    release(exec, "end", std::move(a), std::move(b));
    CHECK(lines == diary{"end", "3", "4", "close"});
  }
  CHECK(lines.size() == 4);
}

}  // namespace
