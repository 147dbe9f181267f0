#include <doctest/doctest.h>

#include <laws/pairing.hpp>
#include <lucid/group/pairing.hpp>
#include <support/naive_pairing.hpp>
#include <support/tiny_pairing.hpp>

#include <vector>

TEST_CASE_TEMPLATE("pairing: laws on tiny curves", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus, tiny::bls12_minus) {
  laws::infinity_pairs_to_one<Curve>();
}

// e(a·G, b·H) = e(G, H)^(ab), for all a and, where r is large, some b.
TEST_CASE_TEMPLATE("pairing: bilinear for all pairs of a tiny curve", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus,
                   tiny::bls12_minus) {
  using p1 = lucid::affine<typename Curve::g1>;
  using p2 = lucid::affine<typename Curve::g2>;
  auto const r = Curve::order;
  std::vector<typename Curve::fq12> powers{Curve::fq12::one()};
  auto const e = lucid::pairing<Curve>(p1::generator(), p2::generator());
  CHECK(!e.is_one());
  for (lucid::limb_t i = 1; i < r; ++i) powers.push_back(powers.back() * e);
  CHECK((powers.back() * e).is_one());
  lucid::limb_t const step = r < 20 ? 1 : r / 7;
  bool bilinear = true;
  auto p = p1::infinity();
  for (lucid::limb_t a = 0; a < r; ++a, p = tiny::textbook_sum(p, p1::generator())) {
    auto q = p2::infinity();
    for (lucid::limb_t b = 0; b < r; ++b, q = tiny::textbook_sum(q, p2::generator())) {
      if (b % step == a % step) bilinear = bilinear && lucid::pairing<Curve>(p, q) == powers[a * b % r];
    }
  }
  CHECK(bilinear);
}

TEST_CASE_TEMPLATE("pairing: the value of the definition, on tiny curves", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus,
                   tiny::bls12_minus) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  using naive = lucid_test::naive_pairing<Curve>;
  bool same = true;
  auto p = lucid::affine<g1>::generator();
  auto q = lucid::affine<g2>::generator();
  for (int i = 0; i < 12; ++i) {
    same = same && lucid::pairing<Curve>(p, q) == naive::pairing(p, q);
    p = tiny::textbook_sum(p, lucid::affine<g1>::generator());
    if (i % 3 == 2) q = tiny::textbook_sum(q, lucid::affine<g2>::generator());
  }
  CHECK(same);
}

// Not only the value after the final exponentiation: with shared squarings and in groups, the loop's value is a product of loops up to r-th powers.
TEST_CASE_TEMPLATE("miller_loop: many pairs are the product of one each", Curve, tiny::bn_plus, tiny::bls12_minus) {
  using p1 = lucid::affine<typename Curve::g1>;
  using p2 = lucid::affine<typename Curve::g2>;
  std::vector<lucid::pairing_input<Curve>> pairs;
  auto expected = Curve::fq12::one();
  auto p = p1::generator();
  auto q = p2::generator();
  for (int n = 0; n <= 40; ++n) {
    auto const value = lucid::final_exponentiation<Curve>(lucid::miller_loop<Curve>(lucid::view<lucid::pairing_input<Curve> const>{pairs}));
    CHECK(value == expected);
    pairs.push_back({n % 5 == 4 ? p1::infinity() : p, n % 7 == 6 ? p2::infinity() : q});
    expected = expected * lucid::pairing<Curve>(pairs.back().p, pairs.back().q);
    p = tiny::textbook_sum(p, p1::generator());
    q = tiny::textbook_sum(q, q);
  }
}

TEST_CASE_TEMPLATE("miller_loop: points outside the subgroup do no harm", Curve, tiny::bn_minus, tiny::bls12_minus) {
  auto const p = lucid::affine<typename Curve::g1>::generator();
  for (auto const& q : tiny::all_points_of_twist<typename Curve::g2>()) static_cast<void>(lucid::pairing<Curve>(p, q));
}

TEST_CASE("ate_loop: digits are the loop's length") {
  auto const value = [](auto const& digits) {
    long sum = 0;
    for (std::size_t i = digits.length; i-- > 0;) sum = 2 * sum + digits.digit[i];
    return sum;
  };
  CHECK(value(lucid::ate_loop<tiny::bn_plus>::digits) == 8);
  CHECK(value(lucid::ate_loop<tiny::bn_minus>::digits) == 4);
  CHECK(value(lucid::ate_loop<tiny::bls12_plus>::digits) == 4);
  CHECK(value(lucid::ate_loop<tiny::bls12_minus>::digits) == 2);
}
