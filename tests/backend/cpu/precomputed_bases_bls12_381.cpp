#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>

#include <backend/cpu/precomputed_bases_on.hpp>

namespace {

using namespace lucid;

TEST_CASE_TEMPLATE("precomputed bases: bls12_381", G, bls12_381::g1, bls12_381::g2) {
  lucid_test::every_divisor<G>(cpu::seq, 3, 12);
  lucid_test::extremal_scalars_of_tables<G>(cpu::seq, 7);
  lucid_test::special_scalars_of_tables<G>(cpu::seq);
}
TEST_CASE("precomputed bases: bls12_381, every window × every number of copies [heavy]") {
  lucid_test::every_number_of_copies<bls12_381::g2>(cpu::seq, 6, 2, 16);
}

}  // namespace
