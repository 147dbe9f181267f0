#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/gathered_upload.hpp>
#include <lucid/memory/limit.hpp>

using namespace lucid;

TEST_CASE("gathered_upload: arrays of several types in one buffer, each where its type may be, and empty ones empty") {
  std::vector<std::uint8_t> const bytes{1, 2, 3};
  std::vector<std::uint64_t> words{4, 5};
  std::vector<std::uint32_t> const none;
  view<std::uint8_t const> b;
  view<std::uint64_t const> w;
  view<std::uint32_t const> n;
  gathered_upload<memory_space::host> all;
  all.add(view<std::uint8_t const>{bytes}, b);
  all.add(view<std::uint32_t const>{none}, n);
  all.add(view<std::uint64_t>{words}, w);
  auto const owner = all.go(cpu::seq);
  CHECK(owner.size() == all.bytes());
  CHECK(std::vector<std::uint8_t>(b.begin(), b.end()) == bytes);
  CHECK(std::vector<std::uint64_t>(w.begin(), w.end()) == words);
  CHECK(n.empty());
  CHECK(b.data() != bytes.data());
  CHECK(reinterpret_cast<std::uintptr_t>(w.data()) % alignof(std::uint64_t) == 0);
}

TEST_CASE("gathered_upload: one refusal, of all the bytes at once") {
  std::vector<std::uint64_t> const words(100);
  view<std::uint64_t const> x, y;
  gathered_upload<memory_space::host> all;
  all.add(view<std::uint64_t const>{words}, x);
  all.add(view<std::uint64_t const>{words}, y);
  memory::limit<heap> just{plain_heap, all.bytes()};
  CHECK(all.go(cpu::seq.with(just)).size() == all.bytes());
  memory::limit<heap> less{plain_heap, all.bytes() - 1};
  CHECK_THROWS_AS(static_cast<void>(all.go(cpu::seq.with(less))), out_of_memory);
  CHECK(less.held() == 0);
}
