// What a multiplication takes and gives back: memory of the policy, spans of its phases.
#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <string>
#include <vector>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

#include <laws/msm.hpp>
#include <support/counting_memory.hpp>

namespace {

using namespace lucid;
using G = bn254::g1;
using lucid_test::counting_memory;

lucid_test::multiples<G> some_terms(std::size_t n) {
  lucid_test::multiples<G> terms{n};
  seeded_entropy entropy{30};
  laws::fill_as_a_witness(terms, entropy);
  return terms;
}

void fails_cleanly(auto const& plain, auto const& work) {
  counting_memory memory;
  work(plain.with(memory));
  CHECK(memory.held() == 0);
  CHECK(memory.calls() > 5);
  for (std::size_t k = 0; k < memory.calls(); ++k) {
    counting_memory failing;
    failing.refuse_after(k);
    CHECK_THROWS_AS(work(plain.with(failing)), out_of_memory);
    CHECK(failing.held() == 0);
  }
}

TEST_CASE("pippenger: any allocation may fail, and nothing is kept") {
  auto const terms = some_terms(200);
  auto const sum = [&](auto const& exec) { static_cast<void>(pippenger{.window = 6}(exec, terms.bases, terms.scalars)); };
  fails_cleanly(cpu::seq, sum);
#if LUCID_TEST_HAS_TBB
  fails_cleanly(cpu::par, sum);
#endif
}

TEST_CASE("fixed_base: any allocation may fail, and nothing is kept") {
  auto const terms = some_terms(50);
  fails_cleanly(cpu::seq, [&](auto const& exec) { static_cast<void>(fixed_base{}(exec, terms.bases[3], terms.scalars)); });
}

TEST_CASE("pippenger: a fixed number of allocations, whose bytes are a small multiple of the terms'") {
  auto const requests = [](std::size_t n) {
    auto const terms = some_terms(n);
    counting_memory memory;
    static_cast<void>(pippenger{.window = 9}(cpu::seq.with(memory), terms.bases, terms.scalars));
    CHECK(memory.peak() < n * 200 + (std::size_t{8} << 20));
    return memory.calls();
  };
  CHECK(requests(4000) == requests(16000));
}

struct names_seen {
  std::vector<std::string> opened;
  int open_now = 0;
  struct scope {
    names_seen* sink;
    explicit scope(names_seen* s) : sink(s) { ++s->open_now; }
    scope(scope const&) = delete;
    ~scope() { --sink->open_now; }
  };
  scope open(char const* name, stream_ref) {
    opened.emplace_back(name);
    return scope{this};
  }
  void count(char const* name, std::uint64_t n) { opened.push_back(std::string{name} + "=" + std::to_string(n)); }
};

TEST_CASE("pippenger: spans of the phases inside msm, with the number of points and the window") {
  auto const terms = some_terms(100);
  names_seen names;
  static_cast<void>(pippenger{.window = 6}(cpu::seq.with(names), terms.bases, terms.scalars));
  CHECK(names.opened ==
        std::vector<std::string>{"msm", "msm/recode", "points=100", "window=6", "msm/recode", "msm/sort", "msm/accumulate", "msm/reduce"});
  CHECK(names.open_now == 0);
  names = {};
  static_cast<void>(fixed_base{}(cpu::seq.with(names), terms.bases[0], terms.scalars));
  CHECK(names.opened.front() == "msm/fixed_base");
}

}  // namespace
