#include <doctest/doctest.h>

#include <lucid/group/pairing/final_exponentiation.hpp>
#include <support/naive_pairing.hpp>
#include <support/points.hpp>
#include <support/tiny_pairing.hpp>

namespace {

template <class Curve>
typename Curve::fq12 random_fq12(lucid::seeded_entropy& entropy) {
  auto const c = [&] { return lucid_test::random_field_element<typename Curve::fq2>(entropy); };
  return {{c(), c(), c()}, {c(), c(), c()}};
}

// a^((p⁶ − 1)(p² + 1)): any element of the cyclotomic subgroup.
template <class Curve>
typename Curve::fq12 random_cyclotomic(lucid::seeded_entropy& entropy) {
  auto const a = random_fq12<Curve>(entropy);
  auto const b = conjugate(a) * inverse(a);
  return lucid::frobenius<Curve, 2>(b) * b;
}

}  // namespace

TEST_CASE_TEMPLATE("final_exponentiation: is the power that it says", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus,
                   tiny::bls12_minus) {
  lucid::seeded_entropy entropy{11};
  for (int i = 0; i < 20; ++i) {
    auto const a = random_fq12<Curve>(entropy);
    auto const b = lucid::final_exponentiation<Curve>(a);
    CHECK(b == lucid_test::naive_pairing<Curve>::final_exponentiation(a));
    CHECK(power(b, Curve::scalar::modulus()).is_one());
  }
}

TEST_CASE_TEMPLATE("final_exponentiation: zero and one stay", Curve, tiny::bn_plus, tiny::bls12_minus) {
  CHECK(lucid::final_exponentiation<Curve>(Curve::fq12::one()).is_one());
  CHECK(lucid::final_exponentiation<Curve>(Curve::fq12::zero()).is_zero());
}

TEST_CASE_TEMPLATE("cyclotomic_square: is the square", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus, tiny::bls12_minus) {
  lucid::seeded_entropy entropy{12};
  for (int i = 0; i < 20; ++i) {
    auto const a = random_cyclotomic<Curve>(entropy);
    CHECK(lucid::cyclotomic_square<Curve>(a) == square(a));
    CHECK((a * conjugate(a)).is_one());
  }
}

TEST_CASE_TEMPLATE("power_of_parameter: is the power, with its sign", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus,
                   tiny::bls12_minus) {
  lucid::seeded_entropy entropy{13};
  auto const a = random_cyclotomic<Curve>(entropy);
  auto const b = power(a, Curve::parameter);
  CHECK(lucid::detail::power_of_parameter<Curve>(a) == (Curve::parameter_is_negative ? inverse(b) : b));
}
