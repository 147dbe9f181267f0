// Values against other implementations; the laws on tiny curves, where every pair can be tried, are in pairing/.
#include <doctest/doctest.h>

#include <laws/pairing.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/pairing.hpp>
#include <support/naive_pairing.hpp>

TEST_CASE_TEMPLATE("pairing: bilinear, not degenerate", Curve, lucid::bn254::curve, lucid::bls12_381::curve) {
  lucid::seeded_entropy entropy{5};
  laws::pairing_is_bilinear<Curve>(entropy);
  laws::infinity_pairs_to_one<Curve>();
}

TEST_CASE_TEMPLATE("pairing: products that cancel", Curve, lucid::bn254::curve, lucid::bls12_381::curve) {
  lucid::seeded_entropy entropy{6};
  for (std::size_t n : {1, 3, 7, 8, 17}) laws::products_cancel<Curve>(n, entropy);  // around the number of pairs that share squarings
}

TEST_CASE_TEMPLATE("pairing: the value of the definition", Curve, lucid::bn254::curve, lucid::bls12_381::curve) {
  lucid::seeded_entropy entropy{7};
  auto const p = lucid_test::random_subgroup_point<typename Curve::g1>(entropy);
  auto const q = lucid_test::random_subgroup_point<typename Curve::g2>(entropy);
  CHECK(lucid::pairing<Curve>(p, q) == lucid_test::naive_pairing<Curve>::pairing(p, q));
}

TEST_CASE_TEMPLATE("pairing: points outside the subgroup give some value", Curve, lucid::bn254::curve, lucid::bls12_381::curve) {
  lucid::seeded_entropy entropy{8};
  auto const p = lucid_test::random_curve_point<typename Curve::g1>(entropy);
  auto const q = lucid_test::random_curve_point<typename Curve::g2>(entropy);
  CHECK(!lucid::pairing<Curve>(p, q).is_zero());
}
