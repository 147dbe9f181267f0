#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <support/points.hpp>
#include <support/tiny_curve.hpp>

#include <span>

using lucid::big_uint;
using lucid::multiply_vartime;

TEST_CASE_TEMPLATE("multiply_vartime: every point of a tiny curve by every number up to four times its order", G, tiny::curve_13,
                   tiny::curve_97, tiny::curve_12) {
  bool affine_agrees = true, jacobian_agrees = true;
  for (auto const& p : tiny::all_points<G>()) {
    auto expected = lucid::affine<G>::infinity();
    auto const scaled = lucid_test::rescaled(lucid::jacobian<G>{p}, typename G::field{5});
    for (lucid::limb_t k = 0; k < 4 * G::points; ++k) {
      affine_agrees = affine_agrees && multiply_vartime(p, big_uint<1>{k}).to_affine() == expected;
      jacobian_agrees = jacobian_agrees && multiply_vartime(scaled, big_uint<2>{k}).to_affine() == expected;
      expected = tiny::textbook_sum(expected, p);
    }
  }
  CHECK(affine_agrees);
  CHECK(jacobian_agrees);
}

TEST_CASE("multiply_vartime: every scalar of a group of 12289 elements") {
  using G = tiny::curve_12289;
  auto const g = lucid::affine<G>::generator();
  lucid::jacobian<G> expected;
  bool same = true;
  for (lucid::limb_t k = 0; k < G::order; ++k) {
    same = same && multiply_vartime(g, typename G::scalar{k}) == expected;
    expected += g;
  }
  CHECK(same);
  CHECK(expected.is_infinity());
}

TEST_CASE_TEMPLATE("multiply_vartime: agrees with doubling and adding", G, lucid::bn254::g1, lucid::bn254::g2, lucid::bls12_381::g1,
                   lucid::bls12_381::g2) {
  lucid::seeded_entropy entropy{3};
  auto const p = lucid_test::random_curve_point<G>(entropy);  // any order
  auto const g = lucid_test::random_subgroup_point<G>(entropy);
  for (std::size_t bits : {0, 1, 2, 15, 16, 39, 40, 64, 99, 100, 255, 320}) {  // past r
    big_uint<5> k;
    entropy.fill(std::as_writable_bytes(std::span{k.limb}));
    k = shifted_right(k, 320 - bits);
    CHECK(multiply_vartime(p, k) == lucid_test::double_and_add(lucid::jacobian<G>{p}, k));
    CHECK(multiply_vartime(g, k) == lucid_test::double_and_add(lucid::jacobian<G>{g}, k));
  }
  auto const r = G::scalar::modulus();
  CHECK(multiply_vartime(g, r).is_infinity());
  CHECK(multiply_vartime(-g, r).is_infinity());
  CHECK(multiply_vartime(g, -G::scalar::one()) == lucid::jacobian<G>{-g});
  CHECK(multiply_vartime(g, G::scalar::zero()).is_infinity());
  CHECK(multiply_vartime(g, G::scalar::one()) == lucid::jacobian<G>{g});
  CHECK(multiply_vartime(lucid::affine<G>::infinity(), r).is_infinity());
  big_uint<4> ones;
  for (auto& limb : ones.limb) limb = ~lucid::limb_t{0};
  CHECK(multiply_vartime(g, ones) == lucid_test::double_and_add(lucid::jacobian<G>{g}, ones));
}
