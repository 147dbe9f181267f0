#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lucid/backend/cpu/bucket_sum.hpp>
#include <lucid/curve/bn254.hpp>
#include <memory>
#include <vector>
#if LUCID_TEST_HAS_TBB
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/par.hpp>
#endif

#include <laws/msm.hpp>

namespace {

using namespace lucid;
using G = bn254::g1;
using F = bn254::scalar;

affine<G> multiple(F const& k) { return lucid_test::double_and_add(jacobian<G>::generator(), k.to_integer()).to_affine(); }

TEST_CASE("sum_runs: runs of every length from 1 to 33 side by side") {
  std::size_t points = 0;
  for (std::size_t length = 1; length <= 33; ++length) points += length;
  lucid_test::multiples<G> terms{points};
  std::vector<affine<G>> sums(33);
  std::vector<cpu::point_run<G>> runs;
  std::vector<F> expected;
  std::size_t next = 0;
  for (std::size_t length = 1; length <= 33; ++length) {
    runs.push_back({terms.bases.data() + next, &sums[length - 1], length});
    F sum;
    for (std::size_t i = 0; i < length; ++i) sum += terms.factors[next++];
    expected.push_back(sum);
  }
  auto const storage = std::make_unique<cpu::affine_adder<G>::storage>();
  cpu::affine_adder<G> adder{*storage};
  cpu::sum_runs<G>(adder, runs);
  for (std::size_t i = 0; i < 33; ++i) CHECK(sums[i] == multiple(expected[i]));
}

void rows_are_summed(auto const& exec, lucid_test::multiples<G> const& terms, unsigned window) {
  CAPTURE(window);
  signed_digits<F> const cut{window};
  cpu::scalar_widths<F> const widths{exec, view<affine<G> const>{terms.bases}, view<F const>{terms.scalars}};
  cpu::recoded_scalars<F> const recoded{exec, cut, widths, view<F const>{terms.scalars}};
  cpu::sorted_digits const sorted{exec, recoded, 0, cut.windows()};
  cpu::bucket_sums<G> const sums{exec, sorted, view<affine<G> const>{terms.bases}};
  REQUIRE(sums.all().size() == sorted.rows());
  bool agree = true;
  for (std::size_t row = 0; row < sorted.rows(); ++row) {
    F sum;
    for (std::size_t i = sorted.start()[row]; i < sorted.start()[row + 1]; ++i) {
      auto const item = sorted.items()[i];
      sum += item.negative() ? -terms.factors[item.index()] : terms.factors[item.index()];
    }
    agree = agree && sums.all()[row] == multiple(sum);
  }
  CHECK(agree);
}

TEST_CASE("bucket_sums: every row is the sum of its points, empty rows are infinity") {
  seeded_entropy entropy{22};
  lucid_test::multiples<G> terms{300};
  laws::fill_random(terms, entropy);
  for (unsigned const window : {1u, 3u, 6u}) rows_are_summed(cpu::seq, terms, window);
  laws::fill_as_a_witness(terms, entropy);
  for (std::size_t i = 0; i < terms.size(); i += 3) terms.negate_base(i);
  for (unsigned const window : {2u, 5u}) rows_are_summed(cpu::seq, terms, window);
  for (auto& s : terms.scalars) s = F::zero();
  rows_are_summed(cpu::seq, terms, 4);
}

// A row longer than a stretch of items: its parts are joined.
TEST_CASE("bucket_sums: rows that are cut") {
  lucid_test::multiples<G> terms{60000};
  for (std::size_t i = 0; i < terms.size(); ++i) terms.scalars[i] = F{i < 100 ? 2u : i < 40000 ? 1u : 3u};
  rows_are_summed(cpu::seq, terms, 3);
#if LUCID_TEST_HAS_TBB
  for (int const threads : {2, 7}) {
    tbb::task_arena arena{threads};
    rows_are_summed(cpu::par_in(arena), terms, 3);
  }
#endif
}

}  // namespace
