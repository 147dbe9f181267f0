// One base at infinity spoiled the sum: icicle#169, icicle#552, and in blst and revm#1432 cases where the additions of a bucket are none.
#include <doctest/doctest.h>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/msm/naive_msm.hpp>
#include <vector>

#include <laws/msm.hpp>

namespace {

using namespace lucid;

TEST_CASE_TEMPLATE("icicle 169, 552: infinity counts for nothing, alone and beside a point", G, bn254::g1, bls12_381::g2) {
  using F = typename G::scalar;
  auto const p = affine<G>::generator();
  auto const o = affine<G>::infinity();
  auto const k = F{12345};
  auto const expected = naive_msm{}(std::vector{p}, std::vector{k});
  for (unsigned const window : {0u, 1u, 4u, 13u}) {
    pippenger const msm{.window = window};
    CHECK(msm(cpu::seq, std::vector{o}, std::vector{k}).is_infinity());
    CHECK(msm(cpu::seq, std::vector{o, o, o}, std::vector{k, F{0}, -k}).is_infinity());
    CHECK(msm(cpu::seq, std::vector{o, p}, std::vector{k, k}) == expected);
    CHECK(msm(cpu::seq, std::vector{p, o}, std::vector{k, k}) == expected);
    CHECK(msm(cpu::seq, std::vector{o, p, o}, std::vector{-k, k, k}) == expected);
  }
}

TEST_CASE_TEMPLATE("blst f48500c, revm 1432: P, −P, zero scalars and equal scalars in one bucket", G, bn254::g1, bls12_381::g2) {
  using F = typename G::scalar;
  auto const p = affine<G>::generator();
  auto const k = F{77};
  for (unsigned const window : {0u, 1u, 4u, 13u}) {
    pippenger const msm{.window = window};
    CHECK(msm(cpu::seq, std::vector{p, -p}, std::vector{k, k}).is_infinity());
    CHECK(msm(cpu::seq, std::vector{p, p}, std::vector{k, -k}).is_infinity());
    CHECK(msm(cpu::seq, std::vector{p, p}, std::vector{k, k}) == naive_msm{}(std::vector{p}, std::vector{k + k}));
    CHECK(msm(cpu::seq, std::vector{p, -p, p}, std::vector{k, k, k}) == naive_msm{}(std::vector{p}, std::vector{k}));
    CHECK(msm(cpu::seq, std::vector{p, p, -p, p}, std::vector{k, F{0}, k, F{0}}).is_infinity());
  }
}

}  // namespace
