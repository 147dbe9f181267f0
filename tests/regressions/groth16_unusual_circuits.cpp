// Circuits that other provers stumbled over: each is proved and verified here. The reports stand in the names.
#include <doctest/doctest.h>

#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using lucid_test::toy_system;

namespace {

template <class Curve, class Reduction>
bool proves(toy_system<typename Curve::scalar> const& system) {
  seeded_entropy entropy{61};
  auto const keys = groth16::single_party_setup<Curve, Reduction>(cpu::seq, system.circuit, entropy);
  auto const proof = groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy);
  auto const inputs = system.inputs();
  return groth16::verify<Curve>(keys.verifying, proof, view<typename Curve::scalar const>{inputs});
}

using bn = bn254::curve;
using F = bn::scalar;

// x·x = y, x·y = z, 0·0 = z − a
template <class S>
toy_system<S> cube_with_a_linear_row() {
  shape_builder<S> rows{5, 1, 3};  // one, a | x, y, z
  S const one = S::one();
  rows.add(matrix_name::a, 0, 2, one), rows.add(matrix_name::b, 0, 2, one), rows.add(matrix_name::c, 0, 3, one);
  rows.add(matrix_name::a, 1, 2, one), rows.add(matrix_name::b, 1, 3, one), rows.add(matrix_name::c, 1, 4, one);
  rows.add(matrix_name::c, 2, 4, one), rows.add(matrix_name::c, 2, 1, -one);
  return {rows.finish(3), {S{1}, S{8}, S{2}, S{4}, S{8}}};
}

// a·(0·b + 1·c) = d with the zero term written out, and a term b − b.
template <class S>
toy_system<S> zero_terms(bool written_out) {
  shape_builder<S> rows{5, 1, 1};  // one, d | a, b, c
  S const one = S::one();
  rows.add(matrix_name::a, 0, 2, one);
  if (written_out) {
    rows.add(matrix_name::b, 0, 3, S::zero());
    rows.add(matrix_name::a, 0, 3, one), rows.add(matrix_name::a, 0, 3, -one);
    rows.add(matrix_name::c, 0, 3, S::zero());
  }
  rows.add(matrix_name::b, 0, 4, one);
  rows.add(matrix_name::c, 0, 1, one);
  return {rows.finish(1), {S{1}, S{6}, S{2}, S{99}, S{3}}};
}

// 0·0 = a + b − c, 0·0 = a − b − d: no product at all.
template <class S>
toy_system<S> nothing_but_linear_rows() {
  shape_builder<S> rows{5, 1, 2};  // one, c | a, b, d
  S const one = S::one();
  rows.add(matrix_name::c, 0, 2, one), rows.add(matrix_name::c, 0, 3, one), rows.add(matrix_name::c, 0, 1, -one);
  rows.add(matrix_name::c, 1, 2, one), rows.add(matrix_name::c, 1, 3, -one), rows.add(matrix_name::c, 1, 4, -one);
  return {rows.finish(2), {S{1}, S{12}, S{7}, S{5}, S{2}}};
}

}  // namespace

TEST_CASE("libsnark#185: the top coefficient of H is zero") {
  CHECK(proves<bn, qap::circom_reduction>(cube_with_a_linear_row<F>()));
  CHECK(proves<bn, qap::libsnark_reduction>(cube_with_a_linear_row<F>()));
}

TEST_CASE("gnark#96, snarkjs#301: every row is linear; they bind nevertheless") {
  auto const honest = nothing_but_linear_rows<F>();
  CHECK(proves<bn, qap::circom_reduction>(honest));
  CHECK(proves<bn, qap::libsnark_reduction>(honest));
  CHECK(proves<bls12_381::curve, qap::libsnark_reduction>(nothing_but_linear_rows<bls12_381::scalar>()));
  for (std::size_t column = 1; column < honest.z.size(); ++column) {
    auto wrong = honest;
    wrong.z[column] += F::one();
    CHECK_THROWS((void)proves<bn, qap::libsnark_reduction>(wrong));
    CHECK_THROWS((void)proves<bn, qap::circom_reduction>(wrong));
  }
}

TEST_CASE("bellman 781e7fb, bellperson#307: explicit zero coefficients and cancelling terms change nothing") {
  CHECK(proves<bn, qap::libsnark_reduction>(zero_terms<F>(true)));
  CHECK(zero_terms<F>(true).circuit == zero_terms<F>(false).circuit);
  seeded_entropy first{62}, second{62};
  auto const with = groth16::single_party_setup<bn>(cpu::seq, zero_terms<F>(true).circuit, first);
  auto const without = groth16::single_party_setup<bn>(cpu::seq, zero_terms<F>(false).circuit, second);
  CHECK(with.verifying == without.verifying);
}

TEST_CASE("gnark#163, zeroj#52: an unused public input is bound, and its point in the key is not infinity") {
  auto const system = lucid_test::no_private<F>();  // its third public input is in no row
  seeded_entropy entropy{63};
  auto const keys = groth16::single_party_setup<bn>(cpu::seq, system.circuit, entropy);
  for (auto const& point : keys.verifying.ic) CHECK_FALSE(point.is_infinity());
  auto const proof = groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy);
  auto inputs = system.inputs();
  CHECK(groth16::verify<bn>(keys.verifying, proof, view<F const>{inputs}));
  inputs[2] = F{100};
  CHECK_FALSE(groth16::verify<bn>(keys.verifying, proof, view<F const>{inputs}));
}

TEST_CASE("arkworks-groth16#60: 2,500 rows in a domain of 2^12 on BLS12-381") {
  CHECK(proves<bls12_381::curve, qap::circom_reduction>(lucid_test::random_system<bls12_381::scalar>(2500, 2, 64)));
}

TEST_CASE("libsnark#109: verification alone and in a batch give the same answer") {
  auto const system = lucid_test::random_system<F>(8, 2, 65);
  seeded_entropy entropy{66};
  auto const keys = groth16::single_party_setup<bn>(cpu::seq, system.circuit, entropy);
  std::vector<groth16::proof<bn>> proofs{groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy)};
  proofs.push_back({-proofs[0].a, proofs[0].b, proofs[0].c});
  proofs.push_back({-proofs[0].a, -proofs[0].b, proofs[0].c});
  for (auto const& proof : proofs) {
    std::vector<std::vector<F>> const inputs{system.inputs()};
    CHECK(
        groth16::verify<bn>(keys.verifying, proof, view<F const>{inputs[0]}) ==
        groth16::batch_verify<bn>(keys.verifying, view<groth16::proof<bn> const>{&proof, 1}, view<std::vector<F> const>{inputs}, entropy));
  }
}
