#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/power_of_two.hpp>
#include <lucid/field/random.hpp>
#include <support/small_fields.hpp>

TEST_CASE_TEMPLATE("power_of_two: division undoes doubling", F, lucid::bn254::scalar, lucid::bn254::base, lucid::bls12_381::scalar,
                   lucid::bls12_381::base) {
  lucid::seeded_entropy entropy{1};
  auto largest = F::modulus();
  subtract_from(largest, decltype(largest){1});
  F const samples[] = {F::zero(),
                       F::one(),
                       -F::one(),
                       F::from_montgomery(decltype(largest){1}),
                       F::from_montgomery(largest),
                       lucid::random_element<F>(entropy),
                       lucid::random_element<F>(entropy)};
  for (F const& x : samples) {
    F divided = x;
    for (unsigned k = 0; k < 64; ++k) {
      F const y = divided_by_power_of_two(x, k);
      CHECK(y.to_montgomery() < F::modulus());
      F back = y;
      for (unsigned i = 0; i < k; ++i) back = doubled(back);
      CHECK(back == x);
      CHECK(y == divided);
      divided = divided_by_power_of_two(divided, 1);
    }
  }
}

TEST_CASE_TEMPLATE("power_of_two: small fields, every element", Spec, lucid_test::field_17, lucid_test::field_97, lucid_test::field_257) {
  using F = lucid::prime_field<Spec>;
  for (lucid::limb_t x = 0; x < F::modulus()[0]; ++x) {
    for (unsigned k = 0; k < 64; ++k) CHECK(divided_by_power_of_two(F{x}, k) * F{lucid::limb_t{1} << k} == F{x});
  }
}
