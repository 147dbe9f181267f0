// What a multiplication takes and gives back: memory of the policy, spans of its phases.
#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <string>
#include <type_traits>
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

// Scalars of full length, no digit of which is zero: none take more memory.
template <class H>
lucid_test::multiples<H> longest_terms(std::size_t n, unsigned window) {
  using F = typename H::scalar;
  lucid_test::multiples<H> terms{n};
  seeded_entropy entropy{31};
  using parts = short_parts<H>;
  signed_digits<F> const digits{window, parts::largest};
  auto const is_longest = [&](F const& s) {
    bool longest = parts::width(s) == parts::bits;
    balanced_scalar<F> part[parts::count];
    parts::split(s, parts::bits, part);
    for (auto const& p : part) {
      for (unsigned j = 0; j < digits.windows(); ++j) longest = longest && digits.digit(digits.prepared(p.magnitude), j) != 0;
    }
    return longest;
  };
  for (auto& s : terms.scalars) {
    do s = random_element<F>(entropy);
    while (!is_longest(s));
  }
  return terms;
}

template <class H>
std::size_t planned_peak(auto const& exec, pippenger const& msm, std::size_t n) {
  memory_plan plan;
  implementation<pippenger, typename std::remove_cvref_t<decltype(exec)>::backend>::template plan<H>(exec, msm, n, plan);
  CHECK(plan.held() == 0);
  return plan.peak();
}

template <class H>
void takes_what_is_planned(auto const& plain, std::vector<unsigned> const& windows) {
  for (std::size_t const n : {3u, 5u, 4097u}) {
    for (unsigned const window : windows) {
      if (window > 16 && n != 5) continue;
      counting_memory memory;
      auto const terms = longest_terms<H>(n, window == 0 ? 8 : window);
      static_cast<void>(pippenger{.window = window}(plain.with(memory), terms.bases, terms.scalars));
      std::size_t const planned = planned_peak<H>(plain, {.window = window}, n);
      INFO("n ", n, ", window ", window);
      if (window != 0) {
        CHECK(memory.peak() == planned);
      } else {  // some digits of the window that was chosen may be zero
        CHECK(memory.peak() <= planned);
        CHECK(memory.peak() * 100 >= planned * 95);
      }
    }
  }
}

TEST_CASE("pippenger: takes the bytes that are planned where no digit is zero, and fewer for a witness") {
  takes_what_is_planned<bn254::g1>(cpu::seq, {0, 8, 18});  // 18: two groups of windows
#if LUCID_TEST_HAS_TBB
  for (int const threads : {1, 2, 5}) {
    tbb::task_arena arena{threads};
    takes_what_is_planned<bn254::g1>(cpu::par_in(arena), {0, 9});
  }
#endif
  for (std::size_t const n : {100u, 3000u}) {
    auto const terms = some_terms(n);
    counting_memory memory;
    static_cast<void>(pippenger{}(cpu::seq.with(memory), terms.bases, terms.scalars));
    CHECK(memory.peak() <= planned_peak<bn254::g1>(cpu::seq, {}, n));
  }
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
  CHECK(names.opened == std::vector<std::string>{"msm", "elements=100", "msm/recode", "window=6", "msm/recode", "msm/sort",
                                                 "msm/accumulate", "msm/reduce", "msm/release"});
  CHECK(names.open_now == 0);
  names = {};
  static_cast<void>(fixed_base{}(cpu::seq.with(names), terms.bases[0], terms.scalars));
  CHECK(names.opened.front() == "msm/fixed_base");
}

}  // namespace
