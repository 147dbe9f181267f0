#include <doctest/doctest.h>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>

#include <laws/msm.hpp>

namespace {

using namespace lucid;

TEST_CASE_TEMPLATE("pippenger: 0 to 70 terms on BLS12-381", G, bls12_381::g1, bls12_381::g2) { laws::msm_of_few<G>(cpu::seq); }
TEST_CASE("pippenger: 2^k − 1, 2^k, 2^k + 1 terms on BLS12-381") { laws::msm_around_powers_of_two<bls12_381::g1>(cpu::seq, 12); }
TEST_CASE("pippenger: 2^k − 1, 2^k, 2^k + 1 terms on BLS12-381, of the second group") {
  laws::msm_around_powers_of_two<bls12_381::g2>(cpu::seq, 9);
}
TEST_CASE("pippenger: every window × extremal scalars on BLS12-381") { laws::msm_of_extremal_scalars<bls12_381::g1>(cpu::seq, 1, 17); }
TEST_CASE("pippenger: every window × extremal scalars on BLS12-381, of the second group") {
  laws::msm_of_extremal_scalars<bls12_381::g2>(cpu::seq, 1, 8);
}
TEST_CASE_TEMPLATE("pippenger: every window × halves that are extremal on BLS12-381", G, bls12_381::g1, bls12_381::g2) {
  laws::msm_of_extremal_halves<G>(cpu::seq, 1, 8);
}
TEST_CASE_TEMPLATE("pippenger: equal, opposite and infinite bases on BLS12-381", G, bls12_381::g1, bls12_381::g2) {
  laws::msm_of_special_bases<G>(cpu::seq, 90);
}
TEST_CASE_TEMPLATE("pippenger: zeros, ones, bytes, a witness on BLS12-381", G, bls12_381::g1, bls12_381::g2) {
  laws::msm_of_special_scalars<G>(cpu::seq, 200);
}

}  // namespace
