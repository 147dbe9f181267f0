// Keys with beta and delta in both groups, made up here; those of others are in bellman.cpp and gnark.cpp.
#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/interop/two_sided_key.hpp>

namespace {

using namespace lucid;
using curve = bn254::curve;
using scalar = bn254::scalar;
using g1 = bn254::g1;
using g2 = bn254::g2;

template <class G>
affine<G> multiple(limb_t k) {
  return multiply_vartime(affine<G>::generator(), scalar{k}).to_affine();
}

two_sided_verifying_key<curve> made_up_key() {
  return {{multiple<g1>(2), multiple<g2>(3), multiple<g2>(4), multiple<g2>(5), {multiple<g1>(6), multiple<g1>(7)}},
          multiple<g1>(3),
          multiple<g1>(5)};
}

TEST_CASE("two_sided_key: the same multiple of both generators") {
  CHECK(is_same_multiple<curve>(multiple<g1>(5), multiple<g2>(5)));
  CHECK_FALSE(is_same_multiple<curve>(multiple<g1>(5), multiple<g2>(6)));
  CHECK_FALSE(is_same_multiple<curve>(multiple<g1>(5), -multiple<g2>(5)));
  CHECK_FALSE(is_same_multiple<curve>(affine<g1>::infinity(), multiple<g2>(5)));
}

TEST_CASE("two_sided_key: a usable key, and keys that are not") {
  auto const policy = groth16::key_policy::refuse_unfinished;
  CHECK_NOTHROW(require_usable_from("key", made_up_key(), policy));
  auto key = made_up_key();
  key.beta_g1 = multiple<g1>(4);
  CHECK_THROWS_WITH_AS(require_usable_from("key.bin", key, policy), "key.bin: key: beta differs between G1 and G2", key_error);
  key = made_up_key();
  key.delta_g1 = affine<g1>::infinity();
  CHECK_THROWS_WITH_AS(require_usable_from("key.bin", key, policy), "key.bin: key: delta differs between G1 and G2", key_error);
  key = made_up_key();
  key.key.gamma_g2 = key.key.delta_g2;
  CHECK_THROWS_AS(require_usable_from("key.bin", key, policy), key_error);
  CHECK_NOTHROW(require_usable_from("key.bin", key, groth16::key_policy::accept_unfinished));
}

}  // namespace
