// Roots of unity as bellman and snarkjs have them; residuosity by reciprocity against Euler's criterion.
#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/integer/literal.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using namespace lucid_test;

TEST_CASE("two_adic: BN254, one root for all key formats") {
  using group = two_adic<bn254::scalar_spec>;
  static_assert(group::order_log2 == 28);
  CHECK(to_hex(group::root.to_integer()) == "0x2a3c09f0a58a7e8500e0a7eb8ef62abc402d111e41112ed49bd61b6e725b19f0");
  CHECK(group::root == group::root_of_least_non_residue);
  CHECK(group::least_non_residue == 5);
}

TEST_CASE("two_adic: BLS12-381, one root for bellman and another for snarkjs") {
  using group = two_adic<bls12_381::scalar_spec>;
  static_assert(group::order_log2 == 32);
  CHECK(to_hex(group::root.to_integer()) == "0x16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b");
  CHECK(to_hex(group::root_of_least_non_residue.to_integer()) == "0x212d79e5b416b6f0fd56dc8d168d6c0c4024ff270b3e0941b788f500b912f1f");
  CHECK(group::least_non_residue == 5);
}

TEST_CASE_TEMPLATE("two_adic: both roots generate the whole subgroup, and p - 1 is what it is made of", Spec, bn254::scalar_spec,
                   bls12_381::scalar_spec, field_17, field_97, field_113, field_127, field_257, field_7681, field_8191, field_61_bits) {
  using group = two_adic<Spec>;
  using field = prime_field<Spec>;
  CHECK(group::generates(group::root));
  CHECK(group::generates(group::root_of_least_non_residue));
  CHECK_FALSE(group::generates(field::one()));
  if (group::order_log2 > 1) CHECK_FALSE(group::generates(square(group::root)));
  auto units = field::modulus();
  subtract_from(units, typename field::integer{1});
  CHECK(group::odd_part.is_odd());
  CHECK(shifted_left(group::odd_part, group::order_log2) == units);
  field x = group::root;
  for (unsigned i = 1; i < group::order_log2; ++i) x = square(x);
  CHECK(x == -field::one());
}

TEST_CASE_TEMPLATE("two_adic: the least non-residue by Euler's criterion", Spec, bn254::scalar_spec, bls12_381::scalar_spec, field_17,
                   field_97, field_113, field_127, field_257, field_7681, field_8191, field_61_bits) {
  using field = prime_field<Spec>;
  auto half = field::modulus();
  subtract_from(half, typename field::integer{1});
  half = shifted_right(half, 1);
  limb_t n = 2;
  while (power(field{n}, half) == field::one()) ++n;
  CHECK(two_adic<Spec>::least_non_residue == n);
}
