#include <doctest/doctest.h>

#include <lucid/curve/bn254.hpp>
#include <lucid/groth16/keys.hpp>

using namespace lucid;
using curve = bn254::curve;

TEST_CASE("keys: the rules of use are read off the points") {
  using g1 = affine<curve::g1>;
  using g2 = affine<curve::g2>;
  groth16::verifying_key<curve> key{g1::generator(), g2::generator(), g2::generator(), -g2::generator(), {g1::generator()}};
  CHECK(key.public_inputs() == 0);
  CHECK_FALSE(groth16::is_unfinished(key));
  CHECK_NOTHROW(groth16::require_usable(key, groth16::key_policy::refuse_unfinished));
  key.delta_g2 = key.gamma_g2;
  CHECK(groth16::is_unfinished(key));
  CHECK_THROWS_AS(groth16::require_usable(key, groth16::key_policy::refuse_unfinished), key_error);
  CHECK_NOTHROW(groth16::require_usable(key, groth16::key_policy::accept_unfinished));
  key.ic.clear();
  CHECK_THROWS_WITH_AS(groth16::require_usable(key, groth16::key_policy::accept_unfinished), doctest::Contains("IC"), key_error);
}
