#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <vector>
#if LUCID_TEST_HAS_TBB
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/par.hpp>
#endif

#include <laws/msm.hpp>
#include <support/tiny_curve.hpp>

namespace {

using namespace lucid;

template <class G>
bool agrees(auto const& exec, affine<G> const& base, std::vector<typename G::scalar> const& scalars, unsigned window) {
  auto const multiples = fixed_base{.window = window}(exec, base, scalars);
  bool agree = multiples.size() == scalars.size();
  for (std::size_t i = 0; agree && i < scalars.size(); ++i) agree = multiples[i] == multiply_vartime(base, scalars[i]).to_affine();
  return agree;
}

TEST_CASE_TEMPLATE("fixed_base: every scalar's own multiple, extremal and random", G, bn254::g1, bn254::g2, bls12_381::g1) {
  using F = typename G::scalar;
  seeded_entropy entropy{5};
  auto const base = multiply_vartime(affine<G>::generator(), random_element<F>(entropy)).to_affine();
  std::vector<F> scalars;
  auto const extremal = laws::extremal_scalars<F>();
  for (std::size_t i = 0; i < extremal.size(); i += i < 12 ? 1 : 37) scalars.push_back(extremal[i]);
  for (int i = 0; i < 20; ++i) scalars.push_back(random_element<F>(entropy));
  for (unsigned const window : {0u, 1u, 2u, 5u, 8u}) {
    CAPTURE(window);
    CHECK(agrees(cpu::seq, base, scalars, window));
  }
}

TEST_CASE("fixed_base: every window") {
  using G = bn254::g1;
  auto const extremal = laws::extremal_scalars<G::scalar>();
  std::vector<G::scalar> scalars;
  for (std::size_t i = 0; i < extremal.size(); i += 7) scalars.push_back(extremal[i]);
  for (unsigned window = 1; window <= 12; ++window) {
    CAPTURE(window);
    CHECK(agrees(cpu::seq, affine<G>::generator(), scalars, window));
  }
}

TEST_CASE("fixed_base: infinity has only itself as a multiple") {
  using G = bn254::g1;
  std::vector<G::scalar> const scalars{G::scalar{0}, G::scalar{1}, -G::scalar{7}};
  for (auto const& multiple : fixed_base{}(cpu::seq, affine<G>::infinity(), scalars)) CHECK(multiple.is_infinity());
}

TEST_CASE("fixed_base: all points and scalars of a tiny curve, where sums of table entries wrap around the order") {
  using G = tiny::curve_97;
  std::vector<G::scalar> scalars;
  for (limb_t s = 0; s < G::order; ++s) scalars.push_back(G::scalar{s});
  for (auto const& base : tiny::all_points<G>()) {
    for (unsigned const window : {0u, 1u, 2u, 3u, 7u}) {
      auto const multiples = fixed_base{.window = window}(cpu::seq, base, scalars);
      affine<G> expected;
      bool agree = true;
      for (auto const& multiple : multiples) {
        agree = agree && multiple == expected;
        expected = tiny::textbook_sum(expected, base);
      }
      CHECK(agree);
    }
  }
}

TEST_CASE("fixed_base: more scalars than one chunk takes") {
  using G = bn254::g1;
  std::vector<G::scalar> scalars(3000);
  for (std::size_t i = 0; i < scalars.size(); ++i) scalars[i] = G::scalar{i + 1};
  lucid_test::multiples<G> const counted{scalars.size()};
  auto const agree = [&](auto const& exec) {
    auto const multiples = fixed_base{}(exec, affine<G>::generator(), scalars);
    return std::equal(multiples.begin(), multiples.end(), counted.bases.begin(), counted.bases.end());
  };
  CHECK(agree(cpu::seq));
#if LUCID_TEST_HAS_TBB
  CHECK(agree(cpu::par));
  for (int const threads : {1, 2, 7}) {
    tbb::task_arena arena{threads};
    CHECK(agree(cpu::par_in(arena)));
  }
#endif
}

}  // namespace
