#include <lucid/interop/key_rules.hpp>

#include <string>

#include <doctest/doctest.h>

#include <lucid/curve/bn254.hpp>
#include <lucid/group/scalar_mul.hpp>

using curve = lucid::bn254::curve;
using g1 = lucid::affine<curve::g1>;
using g2 = lucid::affine<curve::g2>;
using lucid::key_error;
using lucid::groth16::key_policy;

namespace {

lucid::groth16::verifying_key<curve> finished() {
  auto const delta = lucid::multiply_vartime(g2::generator(), curve::scalar{5}).to_affine();
  return {g1::generator(), g2::generator(), g2::generator(), delta, {g1::generator(), g1::generator()}};
}

std::string refusal(lucid::groth16::verifying_key<curve> const& key, key_policy policy = key_policy::refuse_unfinished) {
  try {
    lucid::require_usable_from("some.zkey", key, policy);
  } catch (key_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

}  // namespace

TEST_CASE("key_rules: a good key passes, a bad one is refused in the name of its file") {
  CHECK_NOTHROW(lucid::require_usable_from("some.zkey", finished(), key_policy::refuse_unfinished));
  auto key = finished();
  key.delta_g2 = g2::infinity();
  CHECK(refusal(key) == "some.zkey: key: delta is the point at infinity");
  key = finished();
  key.delta_g2 = g2::generator();
  CHECK(refusal(key).rfind("some.zkey: key: unfinished", 0) == 0);
  CHECK_NOTHROW(lucid::require_usable_from("some.zkey", key, key_policy::accept_unfinished));
}

TEST_CASE("key_rules: an input that binds nothing is refused") {
  for (std::size_t const i : {0u, 1u}) {
    auto key = finished();
    key.ic[i] = g1::infinity();
    CHECK(refusal(key, key_policy::accept_unfinished) ==
          "some.zkey: key: IC[" + std::to_string(i) + "] is the point at infinity, every value of that public input would pass");
  }
}
