#include <doctest/doctest.h>

#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/groth16.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using curve = bls12_381::curve;
using scalar = curve::scalar;

namespace {

struct batch {
  groth16::verifying_key<curve> key;
  std::vector<groth16::proof<curve>> proofs;
  std::vector<std::vector<scalar>> inputs;

  [[nodiscard]] bool accepted() const {
    os_entropy entropy;
    return groth16::batch_verify<curve>(key, view<groth16::proof<curve> const>{proofs}, view<std::vector<scalar> const>{inputs}, entropy);
  }
};

batch const& example() {
  static batch const made = [] {
    auto const system = lucid_test::random_system<scalar>(5, 2, 31);
    seeded_entropy entropy{6};
    auto const keys = groth16::single_party_setup<curve>(cpu::seq, system.circuit, entropy);
    batch result{keys.verifying, {}, {}};
    for (int i = 0; i < 5; ++i) {
      result.proofs.push_back(groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy));
      result.inputs.push_back(system.inputs());
    }
    return result;
  }();
  return made;
}

}  // namespace

TEST_CASE("batch_verify: valid proofs are accepted, none at all too") {
  CHECK(example().accepted());
  CHECK(batch{example().key, {}, {}}.accepted());
}

TEST_CASE("batch_verify: one bad proof or input among good ones is found, wherever it stands") {
  for (std::size_t i = 0; i < example().proofs.size(); ++i) {
    batch bad = example();
    bad.proofs[i].c = -bad.proofs[i].c;
    CHECK_FALSE(bad.accepted());
    bad = example();
    bad.inputs[i][1] += scalar::one();
    CHECK_FALSE(bad.accepted());
  }
}

TEST_CASE("batch_verify: errors that cancel in a plain sum do not cancel under the weights") {
  batch bad = example();
  auto const g = affine<curve::g1>::generator();
  bad.proofs[0].c = (jacobian<curve::g1>{bad.proofs[0].c} + g).to_affine();
  bad.proofs[1].c = (jacobian<curve::g1>{bad.proofs[1].c} - g).to_affine();
  CHECK_FALSE(bad.accepted());
}

TEST_CASE("batch_verify: counts that differ are refused before any curve work") {
  batch bad = example();
  bad.inputs.pop_back();
  CHECK_THROWS_AS(static_cast<void>(bad.accepted()), argument_error);
  bad = example();
  bad.inputs[2].pop_back();
  CHECK_THROWS_WITH_AS(static_cast<void>(bad.accepted()), doctest::Contains("proof 2"), argument_error);
}

TEST_CASE("batch_verify: a source that delivers zeros is an error, not a weight") {
  struct zeros {
    void fill(std::span<std::byte> bytes) { std::fill(bytes.begin(), bytes.end(), std::byte{0}); }
  } zero;
  auto const& made = example();
  CHECK_THROWS_AS(static_cast<void>(groth16::batch_verify<curve>(made.key, view<groth16::proof<curve> const>{made.proofs},
                                                                 view<std::vector<scalar> const>{made.inputs}, zero)),
                  entropy_error);
}

TEST_CASE("verify: a point of order three added to A or C does not change the pairings, and is refused all the same") {
  auto const& made = example();
  affine<curve::g1> const order_three{curve::base{0}, curve::base{2}};
  REQUIRE(order_three.is_on_curve());
  auto const accepts = [&](groth16::proof<curve> const& p) {
    return groth16::verify<curve>(made.key, p, view<scalar const>{made.inputs[0]});
  };
  auto p = made.proofs[0];
  CHECK(accepts(p));
  p.c = (jacobian<curve::g1>{p.c} + order_three).to_affine();
  CHECK_FALSE(accepts(p));
  p = made.proofs[0];
  p.a = (jacobian<curve::g1>{p.a} + order_three).to_affine();
  CHECK_FALSE(accepts(p));
  batch bad = example();
  bad.proofs[3] = p;
  CHECK_FALSE(bad.accepted());
}
