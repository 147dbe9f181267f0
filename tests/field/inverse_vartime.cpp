#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/inverse_vartime.hpp>
#include <lucid/field/random.hpp>

#include <support/points.hpp>
#include <support/small_fields.hpp>

namespace {

using namespace lucid;

TEST_CASE_TEMPLATE("inverse_vartime: the inverse, of small, large, sparse and random elements", F, bn254::base, bn254::scalar,
                   bls12_381::base, bls12_381::scalar) {
  seeded_entropy entropy{2};
  CHECK(inverse_vartime(F::zero()).is_zero());
  bool right = true;
  auto const inverts = [](F const& x) { return (x * inverse_vartime(x)).is_one(); };
  for (limb_t k = 1; k < 500; ++k) right = right && inverts(F{k}) && inverts(-F{k});
  F power = F::one();
  for (std::size_t k = 1; k < F::bits; ++k) {
    power = doubled(power);
    right = right && inverts(power) && inverts(power - F::one()) && inverts(-power - F::one());
    // The same patterns as residues.
    typename F::integer residue;
    residue[(k - 1) / limb_bits] = limb_t{1} << ((k - 1) % limb_bits);
    right = right && inverts(F::from_montgomery(residue));
  }
  for (int i = 0; i < 3000; ++i) right = right && inverts(random_element<F>(entropy));
  CHECK(right);
  F const x = random_element<F>(entropy);
  CHECK(inverse_vartime(x) == inverse(x));
}

TEST_CASE_TEMPLATE("inverse_vartime: every element of a small field", Spec, lucid_test::field_17, lucid_test::field_97,
                   lucid_test::field_257) {
  using F = prime_field<Spec>;
  for (limb_t k = 0; k < F::modulus()[0]; ++k) CHECK(inverse_vartime(F{k}) == inverse(F{k}));
}

TEST_CASE_TEMPLATE("inverse_vartime: of a quadratic extension", F, bn254::fq2, bls12_381::fq2) {
  seeded_entropy entropy{3};
  CHECK(inverse_vartime(F::zero()).is_zero());
  for (int i = 0; i < 50; ++i) {
    F const x = lucid_test::random_field_element<F>(entropy);
    CHECK((x * inverse_vartime(x)).is_one());
  }
}

static_assert((bn254::base{3} * inverse_vartime(bn254::base{3})).is_one());

}  // namespace
