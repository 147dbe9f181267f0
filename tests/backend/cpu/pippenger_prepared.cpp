// Scalars prepared once for several sums: over both groups, over some of the bases, in another order.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <vector>
#if LUCID_TEST_HAS_TBB
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/par.hpp>
#endif

#include <laws/msm.hpp>
#include <support/counting_memory.hpp>
#include <support/some_bases.hpp>

namespace {

using namespace lucid;
using g1 = bn254::g1;
using g2 = bn254::g2;
using F = bn254::scalar;

void agrees(auto const& exec, std::vector<F> const& scalars, unsigned window) {
  CAPTURE(window);
  CAPTURE(scalars.size());
  pippenger const msm{.window = window};
  auto const digits = msm.prepare<g1>(exec, scalars);
  CHECK(digits.size() == scalars.size());
  lucid_test::multiples<g1> all{scalars.size()};
  all.scalars = scalars;
  CHECK(msm.sum_prepared(exec, all.bases, digits).to_affine() == all.sum());
  lucid_test::multiples<g2> second{scalars.size()};
  second.scalars = scalars;
  CHECK(msm.sum_prepared(exec, second.bases, digits).to_affine() == second.sum());
  for (std::size_t const every : {std::size_t{1}, std::size_t{2}, std::size_t{7}, scalars.size() + 1}) {
    lucid_test::some_bases<g1> const some{scalars, every};
    CHECK(msm.sum_prepared(exec, some.terms.bases, digits, some.places).to_affine() == some.terms.sum());
  }
}

std::vector<F> some_scalars(std::size_t n, bool witness) {
  lucid_test::multiples<g1> terms{n};
  seeded_entropy entropy{n};
  witness ? laws::fill_as_a_witness(terms, entropy) : laws::fill_random(terms, entropy);
  return terms.scalars;
}

TEST_CASE("pippenger: prepared scalars give the sums over any bases") {
  for (std::size_t const n : {1u, 2u, 3u, 4u, 33u, 500u}) {
    for (bool const witness : {false, true}) agrees(cpu::seq, some_scalars(n, witness), 0);
  }
  for (unsigned const window : {1u, 2u, 5u, 9u, 17u}) agrees(cpu::seq, some_scalars(120, window % 2 == 0), window);
  agrees(cpu::seq, some_scalars(5, false), 18);  // more windows than are sorted at once
  agrees(cpu::seq, std::vector<F>(40, F::one()), 0);
  agrees(cpu::seq, std::vector<F>(9, F::zero()), 4);
  CHECK(pippenger{}.sum_prepared(cpu::seq, std::vector<affine<g1>>{}, pippenger{}.prepare<g1>(cpu::seq, std::vector<F>{})).is_infinity());
#if LUCID_TEST_HAS_TBB
  for (int const threads : {2, 7}) {
    tbb::task_arena arena{threads};
    agrees(cpu::par_in(arena), some_scalars(1000, true), 0);
    agrees(cpu::par_in(arena), std::vector<F>(5000, F::one()), 3);  // one bucket across stretches, some of whose items have no base
  }
#endif
}

TEST_CASE("pippenger: prepared scalars are read and never changed, and outlive what they were made of") {
  auto const digits = [] { return pippenger{}.prepare<g1>(cpu::seq, some_scalars(200, false)); }();
  lucid_test::multiples<g1> all{200};
  all.scalars = some_scalars(200, false);
  for (int i = 0; i < 3; ++i) CHECK(pippenger{}.sum_prepared(cpu::seq, all.bases, digits).to_affine() == all.sum());
}

TEST_CASE("pippenger: as many bases or places as prepared scalars") {
  auto const digits = pippenger{}.prepare<g1>(cpu::seq, some_scalars(5, false));
  lucid_test::multiples<g1> const four{4};
  CHECK_THROWS_AS(static_cast<void>(pippenger{}.sum_prepared(cpu::seq, four.bases, digits)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{}.sum_prepared(cpu::seq, four.bases, digits, std::vector<std::uint32_t>(4, 0))),
                  argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{.window = max_window + 1}.prepare<g1>(cpu::seq, some_scalars(5, false))), argument_error);
}

TEST_CASE("pippenger: prepared scalars, any allocation may fail, and nothing is kept") {
  auto const scalars = some_scalars(100, true);
  lucid_test::some_bases<g1> const some{scalars, 2};
  auto const work = [&](auto const& exec) {
    auto const digits = pippenger{.window = 6}.prepare<g1>(exec, scalars);
    static_cast<void>(pippenger{}.sum_prepared(exec, some.terms.bases, digits, some.places));
  };
  lucid_test::counting_memory memory;
  work(cpu::seq.with(memory));
  CHECK(memory.held() == 0);
  for (std::size_t k = 0; k < memory.calls(); ++k) {
    lucid_test::counting_memory failing;
    failing.refuse_after(k);
    CHECK_THROWS_AS(work(cpu::seq.with(failing)), out_of_memory);
    CHECK(failing.held() == 0);
  }
}

}  // namespace
