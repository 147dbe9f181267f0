#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lucid/backend/cpu/bucket_sort.hpp>
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

using whole = whole_scalar<F>;
using balanced = balanced_parts<F>;
using halves = half_scalars<bn254::curve>;

// Σ over all windows, parts and buckets of ±2^(cj)·λ^h·d gives every scalar back.
template <class Parts>
void items_are_the_scalars(auto const& exec, lucid_test::multiples<G> const& terms, unsigned window, unsigned windows_at_once) {
  CAPTURE(window);
  signed_digits<F> const cut{window, Parts::largest};
  cpu::scalar_widths<Parts> const widths{exec, view<affine<G> const>{terms.bases}, view<F const>{terms.scalars}};
  cpu::recoded_scalars<Parts> const recoded{exec, cut, widths, view<F const>{terms.scalars}};
  F const lambda = glv<bn254::curve>::lambda();
  std::vector<F> rebuilt(terms.size());
  for (unsigned first = 0; first < cut.windows(); first += windows_at_once) {
    unsigned const last = std::min(first + windows_at_once, cut.windows());
    cpu::sorted_digits const sorted{exec, recoded, first, last};
    REQUIRE(sorted.start().size() == sorted.rows() + 1);
    REQUIRE(sorted.start()[sorted.rows()] == sorted.items().size());
    for (unsigned strip = first * Parts::count; strip < last * Parts::count; ++strip) {
      unsigned const j = strip / Parts::count, h = strip % Parts::count;
      F const weight = power(F{2}, limb_t{window} * j) * power(lambda, limb_t{h});
      for (std::uint32_t d = 1; d <= sorted.buckets(j, h); ++d) {
        std::size_t const row = sorted.row(j, h) + d - 1;
        for (std::size_t i = sorted.start()[row]; i < sorted.start()[row + 1]; ++i) {
          auto const item = sorted.items()[i];
          F const part = weight * F{d};
          rebuilt[item.index()] += item.negative() ? -part : part;
        }
      }
    }
  }
  bool agree = true;
  for (std::size_t i = 0; i < terms.size(); ++i)
    agree = agree && rebuilt[i] == (terms.bases[i].is_infinity() ? F::zero() : terms.scalars[i]);
  CHECK(agree);
}

lucid_test::multiples<G> some_terms(std::size_t n) {
  lucid_test::multiples<G> terms{n};
  seeded_entropy entropy{21};
  laws::fill_as_a_witness(terms, entropy);
  for (std::size_t i = 0; i < n; i += 5) terms.forget_base(i);
  return terms;
}

TEST_CASE_TEMPLATE("sorted_digits: the digits of every scalar, each in its bucket, and none of those that count for nothing", Parts, whole,
                   balanced, halves) {
  auto const terms = some_terms(500);
  for (unsigned const window : {1u, 2u, 5u, 8u, 13u, 16u}) items_are_the_scalars<Parts>(cpu::seq, terms, window, 1);
  for (unsigned const window : {3u, 17u}) items_are_the_scalars<Parts>(cpu::seq, terms, window, 4);
  items_are_the_scalars<Parts>(cpu::seq, some_terms(1), 4, 100);
  items_are_the_scalars<Parts>(cpu::seq, some_terms(9000), 7, 100);
}

TEST_CASE_TEMPLATE("sorted_digits: extremal scalars", Parts, whole, balanced, halves) {
  auto const scalars = laws::extremal_scalars<F>();
  lucid_test::multiples<G> terms{scalars.size()};
  terms.scalars = scalars;
  for (unsigned window = 1; window <= 16; ++window) items_are_the_scalars<Parts>(cpu::seq, terms, window, 5);
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("sorted_digits: the same order for any number of threads") {
  auto const terms = some_terms(20000);
  signed_digits<F> const cut{6, halves::largest};
  auto const sorted_by = [&](auto const& exec) {
    cpu::scalar_widths<halves> const widths{exec, view<affine<G> const>{terms.bases}, view<F const>{terms.scalars}};
    cpu::recoded_scalars<halves> const recoded{exec, cut, widths, view<F const>{terms.scalars}};
    return cpu::sorted_digits{exec, recoded, 19, cut.windows()};  // few windows, so that they are cut into chunks
  };
  auto const expected = sorted_by(cpu::seq);
  for (int const threads : {1, 2, 7}) {
    tbb::task_arena arena{threads};
    auto const sorted = sorted_by(cpu::par_in(arena));
    REQUIRE(sorted.items().size() == expected.items().size());
    bool same = true;
    for (std::size_t i = 0; i < expected.items().size(); ++i) same = same && sorted.items()[i].code == expected.items()[i].code;
    CHECK(same);
  }
}
#endif

TEST_CASE_TEMPLATE("recoded_scalars: only those that need a window have a digit in it", Parts, balanced, halves) {
  lucid_test::multiples<G> terms{7};
  terms.scalars = {F{0}, F{1}, F{127}, F{128}, -F{3}, -F{1} * F{1 << 20}, inverse(F{2})};
  terms.forget_base(1);
  signed_digits<F> const cut{8, Parts::largest};
  cpu::scalar_widths<Parts> const widths{cpu::seq, view<affine<G> const>{terms.bases}, view<F const>{terms.scalars}};
  CHECK(widths.count[0] == 2);
  CHECK(widths.count[7] == 1);
  CHECK(widths.count[2] == 1);
  CHECK(widths.count[Parts::bits] == 1);
  cpu::recoded_scalars<Parts> const recoded{cpu::seq, cut, widths, view<F const>{terms.scalars}};
  CHECK(recoded.size(0, 0) == 5);
  CHECK(recoded.size(1, 0) == 3);
  CHECK(recoded.size(2, 0) == 2);
  CHECK(recoded.size(3, 0) == 1);
  for (unsigned h = 1; h < Parts::count; ++h) {
    for (unsigned j = 0; j < cut.windows(); ++j) CHECK(recoded.size(j, h) == 1);
  }
}

}  // namespace
