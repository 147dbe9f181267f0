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
  using parts = balanced_parts<F>;
  signed_digits<F> const cut{window};
  cpu::scalar_widths<parts> const widths{exec, view<affine<G> const>{terms.bases}, view<F const>{terms.scalars}};
  cpu::recoded_scalars<parts> const recoded{exec, cut, widths, view<F const>{terms.scalars}};
  cpu::sorted_digits const sorted{exec, recoded, 0, cut.windows()};
  cpu::bucket_sums<G> sums{exec, sorted, view<affine<G> const>{terms.bases}};
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

// Buckets with known factors, some of them empty: of the first part, of the second, or of both.
void images_are_added(auto const& exec, unsigned window, unsigned first, unsigned last) {
  CAPTURE(window);
  using parts = half_scalars<bn254::curve>;
  signed_digits<F> const cut{window, parts::largest};
  std::vector<F> const long_one{inverse(F{2})};
  cpu::scalar_widths<parts> const widths{exec, view<affine<G> const>{std::vector{affine<G>::generator()}}, view<F const>{long_one}};
  cpu::recoded_scalars<parts> const recoded{exec, cut, widths, view<F const>{long_one}};
  cpu::sorted_digits const sorted{exec, recoded, first, last};
  lucid_test::multiples<G> buckets{sorted.rows()};
  for (std::size_t row = 0; row < sorted.rows(); ++row) {
    if (row % 3 == 0 || row % 5 == 0) buckets.forget_base(row);
  }
  auto const expected = buckets.factors;
  F const lambda = glv<bn254::curve>::lambda();
  auto const opposite = sorted.row(first, 0) + 1;  // the image of a bucket meets its own opposite, and its equal
  buckets.set_base(sorted.row(first, 1) + 1, F{77});
  buckets.set_base(opposite, -lambda * F{77});
  cpu::add_images<G>(exec, sorted, buckets.bases, first, last);
  CHECK(buckets.bases[opposite].is_infinity());
  bool agree = true;
  for (unsigned j = first; j < last; ++j) {
    REQUIRE(sorted.buckets(j, 0) == sorted.buckets(j, 1));
    for (std::size_t d = 0; d < sorted.buckets(j); ++d) {
      std::size_t const row = sorted.row(j, 0) + d;
      agree = agree && (row == opposite || buckets.bases[row] == multiple(expected[row] + lambda * expected[sorted.row(j, 1) + d]));
    }
  }
  CHECK(agree);
}

TEST_CASE("add_images: to every bucket the image of that of the second part") {
  images_are_added(cpu::seq, 3, 0, 10);
  images_are_added(cpu::seq, 11, 10, 12);
#if LUCID_TEST_HAS_TBB
  tbb::task_arena arena{7};
  images_are_added(cpu::par_in(arena), 6, 3, 9);
#endif
}

}  // namespace
