// Many proofs under one key at once: n + 3 Miller loops and one final exponentiation instead of 4n and n.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/groth16/verify.hpp>
#include <lucid/group/scalar_mul.hpp>

namespace lucid::inline v0::groth16 {

// True when every proof is valid for its inputs; false when some are not (without naming them), except with probability 2^−128 over the weights.
// inputs[i] belongs to proofs[i]; no proofs at all are valid. Throws argument_error when the counts differ, before any curve work.
// Random linear combination with non-zero 128-bit weights z_i [BGR98]:  Π e(z_i·A_i, B_i) = e(Σz·α, β)·e(Σ z_i·X_i, γ)·e(Σ z_i·C_i, δ).
template <class Curve>
[[nodiscard]] bool batch_verify(verifying_key<Curve> const& key, view<proof<Curve> const> proofs,
                                view<std::vector<typename Curve::scalar> const> inputs, entropy_source auto& entropy,
                                key_policy policy = key_policy::refuse_unfinished) {
  using scalar = typename Curve::scalar;
  require_usable(key, policy);
  if (proofs.size() != inputs.size()) {
    throw argument_error("batch: " + std::to_string(proofs.size()) + " proofs, but inputs for " + std::to_string(inputs.size()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].size() != key.public_inputs()) {
      throw argument_error("batch: proof " + std::to_string(i) + " has " + std::to_string(inputs[i].size()) +
                           " public inputs, the key has " + std::to_string(key.public_inputs()));
    }
  }
  if (proofs.empty()) return true;

  std::vector<pairing_input<Curve>> factors;
  factors.reserve(proofs.size() + 3);
  jacobian<typename Curve::g1> c_sum;
  scalar weight_sum{};
  std::vector<scalar> input_weights(key.public_inputs(), scalar::zero());
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    if (!is_valid(proofs[i].a) || !is_valid(proofs[i].b) || !is_valid(proofs[i].c)) return false;
    big_uint<2> weight;
    entropy.fill(std::as_writable_bytes(std::span{weight.limb}));
    if (weight.is_zero()) throw entropy_error("the source of randomness delivers zeros");
    scalar const z = scalar::from_integer(resized<scalar::limbs>(weight));
    factors.push_back({-multiply_vartime(proofs[i].a, weight).to_affine(), proofs[i].b});
    c_sum += multiply_vartime(proofs[i].c, weight);
    weight_sum += z;
    for (std::size_t j = 0; j < input_weights.size(); ++j) input_weights[j] += z * inputs[i][j];
  }
  jacobian<typename Curve::g1> inputs_point = multiply_vartime(key.ic[0], weight_sum);
  for (std::size_t j = 0; j < input_weights.size(); ++j) inputs_point += multiply_vartime(key.ic[j + 1], input_weights[j]);
  factors.push_back({multiply_vartime(key.alpha_g1, weight_sum).to_affine(), key.beta_g2});
  factors.push_back({inputs_point.to_affine(), key.gamma_g2});
  factors.push_back({c_sum.to_affine(), key.delta_g2});
  return pairing_product_is_one<Curve>(view<pairing_input<Curve> const>{factors});
}

}  // namespace lucid::inline v0::groth16
