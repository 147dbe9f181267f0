#include <doctest/doctest.h>

#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>
#include <lucid/field/running_sum.hpp>
#include <support/odd_fields.hpp>
#include <support/small_fields.hpp>

using lucid::prime_field;

TEST_CASE_TEMPLATE("running_sum: agrees with sums of elements", F, lucid::bn254::scalar, lucid::bls12_381::scalar, lucid::bls12_381::base,
                   lucid_test::four_limbs_full, lucid_test::four_limbs_sparse, lucid_test::two_limbs_full,
                   prime_field<lucid_test::field_97>) {
  lucid::seeded_entropy entropy{1};
  std::vector<F> values{F::zero(), F::one(), -F::one(), F{2}, -F{2}};
  for (int i = 0; i < 5; ++i) values.push_back(lucid::random_element<F>(entropy));
  bool same = true;
  for (F const& start : values) {
    for (F const& x : values) {
      lucid::running_sum<F> sum{start}, from_zero;
      F found, expected = start;
      auto const check = [&] {
        sum.store(found);
        same = same && found == expected && found.to_montgomery() < F::modulus();
      };
      sum.add(x), expected = expected + x, check();
      sum.double_in_place(), expected = expected + expected, check();
      sum.subtract(x), expected = expected - x, check();
      sum.subtract(start), expected = expected - start, check();
      sum.add(found), expected = expected + expected, check();
      from_zero.subtract(x), from_zero.store(found);
      same = same && found == -x;
    }
  }
  CHECK(same);
}
