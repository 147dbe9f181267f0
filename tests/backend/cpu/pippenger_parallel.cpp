#if LUCID_TEST_HAS_TBB
#include <doctest/doctest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/par.hpp>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>

#include <laws/msm.hpp>

namespace {

using namespace lucid;

TEST_CASE("pippenger: 0 to 70 terms on all threads") { laws::msm_of_few<bn254::g1>(cpu::par); }
TEST_CASE("pippenger: extremal scalars on all threads") { laws::msm_of_extremal_scalars<bn254::g1>(cpu::par, 1, 17); }

// More threads than the machine has, so that they are real everywhere.
struct eight_threads {
  tbb::global_control allowed{tbb::global_control::max_allowed_parallelism, 8};
};

TEST_CASE_TEMPLATE("pippenger: the same sum with 1, 2 and 7 threads", G, bn254::g1, bls12_381::g2) {
  lucid_test::multiples<G> random{1200}, witness{1200};
  seeded_entropy entropy{17};
  laws::fill_random(random, entropy);
  laws::fill_as_a_witness(witness, entropy);
  eight_threads const allowed;
  auto const of_random = random.sum();
  auto const of_witness = witness.sum();
  for (int const threads : {1, 2, 7}) {
    CAPTURE(threads);
    tbb::task_arena arena{threads};
    auto const exec = cpu::par_in(arena);
    for (unsigned const window : {0u, 4u, 11u}) {
      CAPTURE(window);
      CHECK(pippenger{.window = window}(exec, random.bases, random.scalars).to_affine() == of_random);
      CHECK(pippenger{.window = window}(exec, witness.bases, witness.scalars).to_affine() == of_witness);
    }
  }
}

// One bucket longer than every stretch of work: its parts are joined.
TEST_CASE("pippenger: one bucket across many threads") {
  eight_threads const allowed;
  tbb::task_arena arena{7};
  auto const exec = cpu::par_in(arena);
  lucid_test::multiples<bn254::g1> terms{40000};
  for (auto& s : terms.scalars) s = bn254::scalar::one();
  CHECK(laws::msm_agrees(exec, terms));
  for (std::size_t i = 0; i < terms.size(); i += 2) terms.scalars[i] = bn254::scalar{2};
  CHECK(laws::msm_agrees(exec, terms));
  for (std::size_t i = 0; i < terms.size(); i += 5) terms.negate_base(i);
  CHECK(laws::msm_agrees(exec, terms));
  CHECK(laws::msm_agrees(exec, terms, 2));
}

TEST_CASE("pippenger: several at once in one arena") {
  lucid_test::multiples<bn254::g1> terms{600};
  seeded_entropy entropy{18};
  laws::fill_random(terms, entropy);
  auto const expected = terms.sum();
  std::vector<char> agree(8);
  tbb::parallel_for(
      0, 8, [&](int i) { agree[static_cast<std::size_t>(i)] = pippenger{}(cpu::par, terms.bases, terms.scalars).to_affine() == expected; });
  CHECK(agree == std::vector<char>(8, 1));
}

}  // namespace
#endif
