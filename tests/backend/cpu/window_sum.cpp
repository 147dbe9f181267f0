#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lucid/backend/cpu/bucket_sum.hpp>
#include <lucid/backend/cpu/window_sum.hpp>
#include <lucid/curve/bn254.hpp>
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

// Σ i·B_i of every window, for buckets with known factors, some of them empty.
void windows_are_summed(auto const& exec, unsigned window, unsigned first, unsigned last, std::size_t period) {
  CAPTURE(window);
  using parts = balanced_parts<F>;
  signed_digits<F> const cut{window};
  lucid_test::multiples<G> one{1};
  one.scalars[0] = -inverse(F{2});  // a digit in every window
  cpu::scalar_widths<parts> const widths{exec, view<affine<G> const>{one.bases}, view<F const>{one.scalars}};
  cpu::recoded_scalars<parts> const recoded{exec, cut, widths, view<F const>{one.scalars}};
  cpu::sorted_digits const sorted{exec, recoded, first, last};

  lucid_test::multiples<G> buckets{sorted.rows()};
  for (std::size_t row = 0; row < sorted.rows(); ++row) {
    if (row % period == 0) buckets.forget_base(row);
  }
  auto const sums = cpu::window_sums<G>(exec, sorted, view<affine<G> const>{buckets.bases}, first, last);
  REQUIRE(sums.size() == last - first);
  for (unsigned j = first; j < last; ++j) {
    F expected;
    for (std::size_t i = 0; i < sorted.buckets(j); ++i) expected += F{i + 1} * buckets.factors[sorted.row(j) + i];
    CHECK(sums[j - first].to_jacobian() == lucid_test::double_and_add(jacobian<G>::generator(), expected.to_integer()));
  }
}

TEST_CASE("window_sums: the weighted sum of the buckets of every window") {
  windows_are_summed(cpu::seq, 1, 0, 253, 1000);
  windows_are_summed(cpu::seq, 2, 0, 127, 3);
  windows_are_summed(cpu::seq, 6, 0, 43, 7);
  windows_are_summed(cpu::seq, 11, 20, 24, 2);
  windows_are_summed(cpu::seq, 13, 18, 20, 1000);
  windows_are_summed(cpu::seq, 8, 3, 5, 1);  // all empty
#if LUCID_TEST_HAS_TBB
  for (int const threads : {2, 7}) {
    tbb::task_arena arena{threads};
    windows_are_summed(cpu::par_in(arena), 6, 0, 43, 7);
    windows_are_summed(cpu::par_in(arena), 11, 20, 24, 5);
  }
#endif
}

}  // namespace
