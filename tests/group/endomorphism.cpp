#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/endomorphism.hpp>
#include <support/points.hpp>
#include <support/tiny_pairing.hpp>

using lucid::affine;
using lucid::big_uint;
using lucid::is_in_subgroup;
using lucid::is_valid;

namespace {

// The definition: r·P = O.
template <class G>
bool has_order_r(affine<G> const& p) {
  return lucid_test::double_and_add(lucid::jacobian<G>{p}, G::scalar::modulus()).is_infinity();
}

template <class G>
void agrees_with_definition(std::vector<affine<G>> const& points, std::size_t inside) {
  std::size_t found = 0;
  bool same = true;
  for (auto const& p : points) {
    same = same && is_in_subgroup(p) == has_order_r(p);
    found += is_in_subgroup(p) ? 1 : 0;
  }
  CHECK(same);
  CHECK(found == inside);
}

// A point of the prime order `small`: a random point with all other orders multiplied away, then as often by `small` as it stays finite.
template <class G, std::size_t N>
affine<G> point_of_order(lucid::limb_t small, big_uint<N> const& points_on_curve, lucid::seeded_entropy& entropy) {
  auto others = points_on_curve;
  for (;;) {
    auto const [quotient, remainder] = divide(others, big_uint<N>{small});
    if (!remainder.is_zero()) break;
    others = quotient;
  }
  REQUIRE(others != points_on_curve);
  for (;;) {
    auto p = lucid_test::double_and_add(lucid::jacobian<G>{lucid_test::random_curve_point<G>(entropy)}, others);
    if (p.is_infinity()) continue;
    for (auto next = p; !next.is_infinity(); next = lucid_test::double_and_add(p, big_uint<1>{small})) p = next;
    return p.to_affine();
  }
}

// In: k·G, infinity. Out: random points of the curve, their multiples by r, points of each small order given, and sums of those with points inside.
template <class G, std::size_t N>
void fast_test_is_the_definition(big_uint<N> const& points_on_curve, std::initializer_list<lucid::limb_t> small_orders) {
  lucid::seeded_entropy entropy{4};
  CHECK(is_in_subgroup(affine<G>::infinity()));
  CHECK(is_valid(affine<G>::infinity()));
  CHECK(is_valid(affine<G>::generator()));
  for (int i = 0; i < 4; ++i) {
    auto const inside = lucid_test::random_subgroup_point<G>(entropy);
    CHECK(is_in_subgroup(inside));
    CHECK(has_order_r(inside));
    auto const anywhere = lucid_test::random_curve_point<G>(entropy);
    CHECK(is_in_subgroup(anywhere) == has_order_r(anywhere));
    CHECK(!is_in_subgroup(anywhere));
    auto const cleared =
        lucid_test::double_and_add(lucid::jacobian<G>{anywhere}, G::scalar::modulus()).to_affine();  // order divides the cofactor
    CHECK(!is_in_subgroup(cleared));
    CHECK(!is_in_subgroup((lucid::jacobian<G>{cleared} + inside).to_affine()));
    CHECK(lucid_test::double_and_add(lucid::jacobian<G>{anywhere}, points_on_curve).is_infinity());
    auto const into = divide(points_on_curve, lucid::resized<N>(G::scalar::modulus())).quotient;
    CHECK(is_valid(lucid_test::double_and_add(lucid::jacobian<G>{anywhere}, into).to_affine()));
  }
  for (auto const order : small_orders) {
    auto const p = point_of_order<G>(order, points_on_curve, entropy);
    CHECK(lucid_test::double_and_add(lucid::jacobian<G>{p}, big_uint<1>{order}).is_infinity());
    CHECK(!has_order_r(p));
    CHECK(!is_in_subgroup(p));
    CHECK(!is_valid(p));
    CHECK(!is_in_subgroup((lucid::jacobian<G>{p} + affine<G>::generator()).to_affine()));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("is_in_subgroup: every point of tiny curves, G1", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus,
                   tiny::bls12_minus) {
  auto const points = tiny::all_points<typename Curve::g1>();
  REQUIRE(points.size() == Curve::g1::points);
  agrees_with_definition(points, Curve::order);
}

TEST_CASE_TEMPLATE("is_in_subgroup: every point of tiny curves, G2", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_minus) {
  auto const points = tiny::all_points_of_twist<typename Curve::g2>();
  REQUIRE(points.size() == Curve::g2::points);
  agrees_with_definition(points, Curve::order);
}

TEST_CASE("is_in_subgroup: every fortieth of half a million points") {
  using G = tiny::bls12_plus::g2;
  auto const points = tiny::all_points_of_twist<G>();
  REQUIRE(points.size() == G::points);
  bool same = true;
  for (std::size_t i = 0; i < points.size(); i += 40) same = same && is_in_subgroup(points[i]) == has_order_r(points[i]);
  CHECK(same);
}

TEST_CASE("is_in_subgroup: a group that knows no endomorphism") {
  agrees_with_definition(tiny::all_points<tiny::curve_12>(), tiny::curve_12::order);
  agrees_with_definition(tiny::all_points<tiny::curve_97>(), tiny::curve_97::order);
}

TEST_CASE("is_in_subgroup: BN254 G2") {
  // p + 1 − t points on the curve make r; the twist has r·(2p − r) [BN05].
  auto twice_p = lucid::resized<5>(lucid::bn254::base::modulus());
  twice_p = shifted_left(twice_p, 1);
  subtract_from(twice_p, lucid::resized<5>(lucid::bn254::scalar::modulus()));
  fast_test_is_the_definition<lucid::bn254::g2>(multiply_wide(twice_p, lucid::bn254::scalar::modulus()), {10069, 5864401});
}

TEST_CASE("is_in_subgroup: BLS12-381 G1") {
  auto const cofactor = lucid::hex<2>("0x396c8c005555e1568c00aaab0000aaab");  // (x − 1)²/3
  fast_test_is_the_definition<lucid::bls12_381::g1>(multiply_wide(cofactor, lucid::bls12_381::scalar::modulus()),
                                                    {3, 11, 10177, 859267, 52437899});
}

TEST_CASE("is_in_subgroup: BLS12-381 G2") {
  auto const cofactor = lucid::hex<8>(
      "0x05d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5");
  fast_test_is_the_definition<lucid::bls12_381::g2>(multiply_wide(cofactor, lucid::bls12_381::scalar::modulus()),
                                                    {13, 23, 2713, 11953, 262069});
}

TEST_CASE("is_valid: published points outside the subgroup") {
  using bls1 = lucid::bls12_381::g1;
  affine<bls1> const order_three{bls1::field{0}, bls1::field{2}};
  CHECK(order_three.is_on_curve());
  CHECK(!is_valid(order_three));
  CHECK((lucid::jacobian<bls1>{order_three} + order_three + order_three).is_infinity());
  for (lucid::limb_t x : {4, 5, 6}) {
    auto const p = lucid_test::point_with_x<bls1>(x);
    REQUIRE(p);
    CHECK(!is_valid(*p));
  }
  for (lucid::limb_t x : {2, 4, 5}) {
    auto const p = lucid_test::point_with_x<lucid::bls12_381::g2>(x);
    REQUIRE(p);
    CHECK(!is_valid(*p));
  }
  using bn2 = lucid::bn254::g2;
  for (lucid::limb_t x : {1, 2, 6}) {
    auto const p = lucid_test::point_with_x<bn2>(x);
    REQUIRE(p);
    CHECK(!is_valid(*p));
  }
  using bn = lucid::bn254::base;
  affine<bn2> const at_one{{bn{1}, bn{}},
                           {bn::from_integer(lucid::hex<4>("0x2869111d5381f072f8e2728fdb825a51aadd70e52c9830e9ab4b871c0531f1bb")),
                            bn::from_integer(lucid::hex<4>("0x0d1271953ed9ea0836846e70a1934187998c7f790cb4d7511b7f8da82de048a4"))}};
  CHECK(at_one.is_on_curve());
  CHECK(!is_valid(at_one));
}

TEST_CASE("is_valid: off the curve") {
  using bn1 = lucid::bn254::g1;
  CHECK(!is_valid(affine<bn1>{bn1::field{1}, bn1::field{3}}));
  CHECK(is_valid(affine<bn1>{bn1::field{1}, bn1::field{2}}));
  auto const q = affine<lucid::bls12_381::g2>::generator();
  CHECK(!is_valid(affine<lucid::bls12_381::g2>{q.x, q.x}));
  CHECK(!is_valid(affine<lucid::bls12_381::g2>{q.y, q.x}));
}
