#include <doctest/doctest.h>

#include <laws/group.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/jacobian.hpp>
#include <support/tiny_curve.hpp>
#include <support/tiny_pairing.hpp>

TEST_CASE_TEMPLATE("jacobian and xyzz: every pair of points of a tiny curve", G, tiny::curve_13, tiny::curve_97, tiny::curve_12) {
  laws::sums_agree<G>(tiny::all_points<G>(), typename G::field{3});
}

TEST_CASE_TEMPLATE("jacobian: every triple of points of a tiny curve", G, tiny::curve_13, tiny::curve_12) {
  laws::sums_associate<G>(tiny::all_points<G>());
}

TEST_CASE("jacobian and xyzz: every pair of points over a quadratic field") {
  using G = tiny::bn_minus::g2;
  auto const points = tiny::all_points_of_twist<G>();
  REQUIRE(points.size() == G::points);
  laws::sums_agree<G>(points, {G::curve::base{2}, G::curve::base{5}});
}

TEST_CASE("jacobian: a generator comes round after the order of its group") {
  using G = tiny::curve_12289;
  lucid::jacobian<G> sum;
  std::size_t order = 0;
  do {
    sum += lucid::affine<G>::generator();
    ++order;
  } while (!sum.is_infinity());
  CHECK(order == G::order);
}

TEST_CASE_TEMPLATE("jacobian and xyzz: sums agree on real curves", G, lucid::bn254::g1, lucid::bn254::g2, lucid::bls12_381::g1,
                   lucid::bls12_381::g2) {
  lucid::seeded_entropy entropy{1};
  auto const points = laws::sample_points<G>(entropy);
  laws::sums_agree<G>(points, lucid_test::random_field_element<typename G::field>(entropy));
  laws::infinity_is_neutral<G>(points.back());
  laws::sums_associate<G>({points.end() - 4, points.end()});
}
