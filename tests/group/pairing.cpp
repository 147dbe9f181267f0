// Values against other implementations; the laws on tiny curves, where every pair can be tried, are in pairing/.
#include <doctest/doctest.h>

#include <laws/pairing.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/pairing.hpp>
#include <support/naive_pairing.hpp>
#include <support/published_pairings.hpp>

#include <cstdlib>
#include <sstream>

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

// @noble/curves: tests/data/pairing, or fresh ones from tests/interop/snarkjs/pairing_values.mjs.
TEST_CASE("pairing: the values of others") {
  char const* const fresh = std::getenv("LUCID_PAIRING_VALUES");
  std::istringstream lines{lucid_test::whole_file(fresh != nullptr ? fresh : LUCID_TEST_DATA "/pairing/values.txt")};
  auto const compare = []<class Curve>(Curve, std::string const& line) {
    auto const c = lucid_test::numbers_after<typename Curve::base>(line, " ", 18);
    auto const p = lucid_test::point1<Curve>(c.data());
    auto const q = lucid_test::point2<Curve>(c.data() + 2);
    REQUIRE(p.is_on_curve());
    REQUIRE(q.is_on_curve());
    CHECK(lucid::pairing<Curve>(p, q) == lucid_test::target<Curve>(c.data() + 6));
  };
  int compared = 0;
  for (std::string line; std::getline(lines, line); ++compared) {
    if (line.rfind("bn254 ", 0) == 0) {
      compare(lucid::bn254::curve{}, line);
    } else {
      REQUIRE(line.rfind("bls12_381 ", 0) == 0);
      compare(lucid::bls12_381::curve{}, line);
    }
  }
  CHECK(compared == 10);
}

// vk_alphabeta_12 = e(α, β) in keys that snarkjs exported: [2][3][2] in the order of our tower, on both curves, with the same exponents.
TEST_CASE_TEMPLATE("pairing: snarkjs's e(alpha, beta)", Curve, lucid::bn254::curve, lucid::bls12_381::curve) {
  std::string const folder = std::string{Curve::name} == "bn254" ? "bn254" : "bls12-381";
  for (char const* circuit : {"multiplier", "poseidon3", "no_public"}) {
    auto const text = lucid_test::whole_file(LUCID_TEST_DATA "/circom/" + folder + "/" + circuit + "/verification_key.json");
    using base = typename Curve::base;
    auto const alpha = lucid_test::numbers_after<base>(text, "\"vk_alpha_1\"", 2);
    auto const beta = lucid_test::numbers_after<base>(text, "\"vk_beta_2\"", 4);
    auto const expected = lucid_test::numbers_after<base>(text, "\"vk_alphabeta_12\"", 12);
    auto const e = lucid::pairing<Curve>(lucid_test::point1<Curve>(alpha.data()), lucid_test::point2<Curve>(beta.data()));
    CHECK(e == lucid_test::target<Curve>(expected.data()));
  }
}
