// `prove --gpu` on both curves: one key uploaded, one proof made.
#include "gpu.hpp"

#include <cstddef>
#include <limits>
#include <string>

#include <lucid/backend/gpu.cuh>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/limit.hpp>

namespace circom_prover {

void require_gpu() { static_cast<void>(lucid::gpu::api::get_device_count()); }

template <class Curve>
lucid::groth16::proof<Curve> prove_on_gpu(lucid::groth16::proving_key<Curve, lucid::qap::circom_reduction> const& key,
                                          lucid::assignment<typename Curve::scalar> const& z, randomness entropy,
                                          lucid::groth16::prove_options const& options, std::optional<std::uint64_t> limit,
                                          watchers::sink_type& sink) {
  lucid::memory::device_pool pool;
  lucid::memory::limit<lucid::memory::device_pool> limited{
      pool, static_cast<std::size_t>(limit.value_or(std::numeric_limits<std::size_t>::max()))};
  lucid::gpu::stream const stream;
  auto const exec = lucid::gpu::on(stream).with(limited).with(sink);
  // What does not fit is refused before the work.
  auto const plan = lucid::groth16::plan(exec, key);
  if (limit && plan.key > *limit) {
    throw lucid::out_of_memory("plan: the key takes " + std::to_string(plan.key) + " bytes of the device, and " + std::to_string(*limit) +
                               " are allowed");
  }
  auto const resident = lucid::groth16::prepare(exec, key);
  if (limit) plan.require_fits(limited);
  return lucid::groth16::prove(exec, resident, z, entropy, options);
}

template lucid::groth16::proof<lucid::bn254::curve> prove_on_gpu(
    lucid::groth16::proving_key<lucid::bn254::curve, lucid::qap::circom_reduction> const&, lucid::assignment<lucid::bn254::scalar> const&,
    randomness, lucid::groth16::prove_options const&, std::optional<std::uint64_t>, watchers::sink_type&);
template lucid::groth16::proof<lucid::bls12_381::curve> prove_on_gpu(
    lucid::groth16::proving_key<lucid::bls12_381::curve, lucid::qap::circom_reduction> const&,
    lucid::assignment<lucid::bls12_381::scalar> const&, randomness, lucid::groth16::prove_options const&, std::optional<std::uint64_t>,
    watchers::sink_type&);

}  // namespace circom_prover
