// Sums on a device in the groups of bls12_381; bn254 and all else: pippenger.cu.
#include <doctest/doctest.h>

#include <lucid/backend/gpu/pippenger.cuh>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/memory/device_pool.cuh>

#include <laws/msm.hpp>
#include <support/cuda_machine.hpp>

namespace {

using namespace lucid;

TEST_CASE_TEMPLATE("gpu pippenger: bls12_381", G, bls12_381::g1, bls12_381::g2) {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  seeded_entropy entropy{33};
  lucid_test::multiples<G> terms{65};
  laws::fill_as_a_witness(terms, entropy);
  terms.negate_base(3);
  terms.forget_base(7);
  terms.set_base(8, typename G::scalar{9});
  for (std::size_t const n : {0u, 1u, 2u, 33u, 65u}) CHECK(laws::msm_agrees(exec, terms.first(n)));
  for (unsigned const window : {1u, 2u, 6u, 9u}) CHECK(laws::msm_agrees(exec, terms, window));
  laws::msm_of_extremal_halves<G>(exec, 8, 8);
}

}  // namespace
