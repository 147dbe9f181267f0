// Sums of few terms crashed, or were wrong for a single one: sppark#7 (512 and fewer), blst#177 (one), and for counts that no block divides sppark#1, icicle#231.
#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <vector>

#include <laws/msm.hpp>

namespace {

using namespace lucid;
TEST_CASE("blst 177: the generator times one is the generator") {
  using G = bls12_381::g1;
  std::vector<affine<G>> const bases{affine<G>::generator()};
  std::vector<bls12_381::scalar> const scalars{bls12_381::scalar{1}};
  CHECK(pippenger{}(cpu::seq, bases, scalars).to_affine() == affine<G>::generator());
}

TEST_CASE("sppark 7: every number of terms from 0 to 512") {
  using G = bn254::g1;
  lucid_test::multiples<G> terms{512};
  seeded_entropy entropy{512};
  laws::fill_random(terms, entropy);
  jacobian<G> sum;
  bool agree = true;
  for (std::size_t n = 0; n <= 512; ++n) {
    agree = agree && pippenger{}(cpu::seq, terms.first(n).bases, terms.first(n).scalars) == sum;
    if (n < 512) sum += jacobian<G>{terms.slice(n, 1).sum()};
  }
  CHECK(agree);
}

TEST_CASE("sppark 1, icicle 471: 31, 33 and 63 terms, and scalars of one byte") {
  using G = bn254::g1;
  seeded_entropy entropy{31};
  for (std::size_t const n : {31u, 33u, 63u}) {
    lucid_test::multiples<G> terms{n};
    laws::fill_random(terms, entropy);
    CHECK(laws::msm_agrees(cpu::seq, terms));
    for (auto& s : terms.scalars) s = bn254::scalar{s.to_integer()[0] & 255};
    for (unsigned const window : {0u, 7u, 8u, 9u, 16u}) CHECK(laws::msm_agrees(cpu::seq, terms, window));
  }
}

}  // namespace
