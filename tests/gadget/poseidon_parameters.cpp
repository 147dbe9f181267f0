#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/poseidon_parameters.hpp>
#include <support/poseidon_vectors.hpp>
#include <support/small_fields.hpp>

using namespace lucid;

TEST_CASE_TEMPLATE("poseidon_parameters: the published constants of width 3, all of them", F, bn254::scalar, bls12_381::scalar) {
  auto const expected = support::poseidon_constants<F>(std::is_same_v<F, bn254::scalar> ? "bn254" : "bls12-381");
  REQUIRE(expected.size() == 195 + 9);
  poseidon_parameters<F> const parameters{{.width = 3, .partial_rounds = 57}};
  auto const constants = parameters.round_constants();
  REQUIRE(constants.size() == 195);
  std::size_t different = 0;
  for (std::size_t i = 0; i < constants.size(); ++i) different += constants[i] == expected[i] ? 0 : 1;
  for (std::size_t i = 0; i < 9; ++i) different += parameters.matrix()[i] == expected[195 + i] ? 0 : 1;
  CHECK(different == 0);
}

TEST_CASE("poseidon_parameters: circomlib's and Filecoin's") {
  auto const c = circomlib_poseidon<bn254::scalar>(2);
  CHECK(c.width() == 3);
  CHECK(c.arity() == 2);
  CHECK(c.full_rounds() == 8);
  CHECK(c.partial_rounds() == 57);
  CHECK(c.capacity().is_zero());
  CHECK(c.digest_element() == 0);

  using F = bls12_381::scalar;
  auto const f = filecoin_poseidon<F>(8, poseidon_strength::strengthened);
  CHECK(f.width() == 9);
  CHECK(f.partial_rounds() == 72);
  CHECK(f.capacity() == F{255 + (limb_t{1} << 32)});
  CHECK(f.digest_element() == 1);
  CHECK(f.matrix()[9 + 2] == inverse(F{1 + 9 + 2}));
}

TEST_CASE("poseidon_parameters: what is no instance") {
  using F = bn254::scalar;
  auto const refused = [](poseidon_instance const& instance, std::size_t digest = 0) {
    CHECK_THROWS_AS((poseidon_parameters<F>{instance, F::zero(), digest}), argument_error);
  };
  refused({.width = 1, .partial_rounds = 57});
  refused({.width = 41, .partial_rounds = 57});
  refused({.width = 3, .full_rounds = 2, .partial_rounds = 57});
  refused({.width = 3, .full_rounds = 7, .partial_rounds = 57});
  refused({.width = 3, .partial_rounds = 0});
  refused({.width = 3, .partial_rounds = 1024});
  refused({.width = 3, .partial_rounds = 57, .s_box_bits = 16});
  refused({.width = 3, .partial_rounds = 57}, 3);
  CHECK_THROWS_AS(circomlib_poseidon<F>(0), argument_error);
  CHECK_THROWS_AS(circomlib_poseidon<F>(17), argument_error);
  CHECK_THROWS_AS(filecoin_poseidon<bls12_381::scalar>(3), argument_error);
  // 1/(i + t + j) of width 9 has a division by zero in the field of 17 elements.
  using f17 = prime_field<lucid_test::field_17>;
  CHECK_THROWS_AS((poseidon_parameters<f17>{{.width = 9, .partial_rounds = 1, .matrix = poseidon_matrix::counted}}), argument_error);
}
