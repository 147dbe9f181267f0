#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/msm/naive_msm.hpp>
#include <vector>

#include <laws/msm.hpp>
#include <support/tiny_curve.hpp>

namespace {

using namespace lucid;

TEST_CASE_TEMPLATE("naive_msm: one multiple of the generator when all bases are multiples of it", G, bn254::g1, bn254::g2, bls12_381::g1,
                   bls12_381::g2) {
  lucid_test::multiples<G> terms{8};
  seeded_entropy entropy{3};
  laws::fill_random(terms, entropy);
  terms.forget_base(2);
  terms.negate_base(5);
  terms.scalars[6] = {};
  CHECK(naive_msm{}(terms.bases, terms.scalars).to_affine() == terms.sum());
  CHECK(naive_msm{}(terms.first(0).bases, terms.first(0).scalars).is_infinity());
}

TEST_CASE("naive_msm: repeated addition, on a tiny curve, for all points and scalars") {
  using G = tiny::curve_13;
  for (auto const& p : tiny::all_points<G>()) {
    affine<G> sum;
    for (limb_t s = 0; s < G::order; ++s) {
      CHECK(naive_msm{}(std::vector{p}, std::vector{G::scalar{s}}).to_affine() == sum);
      sum = tiny::textbook_sum(sum, p);
    }
  }
}

TEST_CASE("naive_msm: different numbers of bases and scalars are an error of the caller's") {
  std::vector<affine<bn254::g1>> const bases(3);
  std::vector<bn254::scalar> const scalars(2);
  CHECK_THROWS_AS(static_cast<void>(naive_msm{}(bases, scalars)), argument_error);
}

}  // namespace
