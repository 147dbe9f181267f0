#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/affine.hpp>
#include <support/points.hpp>
#include <support/tiny_curve.hpp>

using lucid::affine;

TEST_CASE_TEMPLATE("affine: on the curve are exactly the points of the curve", G, tiny::curve_13, tiny::curve_97, tiny::curve_12) {
  using F = typename G::field;
  std::size_t found = 1;  // infinity
  for (lucid::limb_t x = 0; x < F::modulus()[0]; ++x) {
    for (lucid::limb_t y = 0; y < F::modulus()[0]; ++y) {
      affine<G> const p{F{x}, F{y}};
      if (p.is_on_curve() && !p.is_infinity()) ++found;
    }
  }
  CHECK(found == G::points);
  CHECK(tiny::all_points<G>().size() == G::points);
}

TEST_CASE_TEMPLATE("affine: generator, negation, infinity", G, lucid::bn254::g1, lucid::bn254::g2, lucid::bls12_381::g1,
                   lucid::bls12_381::g2) {
  auto const g = affine<G>::generator();
  CHECK(g.is_on_curve());
  CHECK(!g.is_infinity());
  CHECK((-g).is_on_curve());
  CHECK(-(-g) == g);
  CHECK(!(-g == g));
  CHECK(affine<G>::infinity().is_infinity());
  CHECK(affine<G>{} == affine<G>::infinity());
  CHECK(affine<G>::infinity().is_on_curve());
  CHECK(!affine<G>{g.x, g.x}.is_on_curve());
  CHECK(!affine<G>{g.x, {}}.is_on_curve());
  CHECK(!affine<G>{{}, g.y}.is_infinity());
  CHECK(!affine<G>{g.x, {}}.is_infinity());
}

TEST_CASE("affine: published points on and off the curves") {
  using bn = lucid::bn254::g1;
  CHECK(!affine<bn>{bn::field{1}, bn::field{3}}.is_on_curve());
  CHECK(!lucid_test::point_with_x<bn>(0));
  using bls = lucid::bls12_381::g1;
  CHECK(affine<bls>{bls::field{0}, bls::field{2}}.is_on_curve());
}
