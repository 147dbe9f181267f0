// Is this proof valid for these public inputs? Four pairings with one final exponentiation, whatever the circuit's size.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/pairing.hpp>
#include <lucid/msm/scalar_parts.hpp>
#include <lucid/msm/straus.hpp>

namespace lucid::inline v0::groth16 {

// IC_0 + Σ x_i·IC_i. Throws argument_error when the number of inputs is not the key's. As many doublings for 16 inputs as for one. The points of IC have order r,
// as those of every key that was decoded or made here.
template <class Curve>
[[nodiscard]] jacobian<typename Curve::g1> input_sum(verifying_key<Curve> const& key, view<typename Curve::scalar const> inputs) {
  if (inputs.size() != key.public_inputs()) {
    throw argument_error("public inputs: " + std::to_string(inputs.size()) + " given, the key has " + std::to_string(key.public_inputs()));
  }
  using g1 = typename Curve::g1;
  view<affine<g1> const> const ic = key.ic;
  return straus<short_parts<g1>>(ic.subview(1, inputs.size()), inputs) + ic[0];
}

// e(A, B) = e(α, β)·e(IC_0 + Σ x_i·IC_i, γ)·e(C, δ), with A, B, C checked to be in their groups: false where they are not.
// Throws key_error for a key that must not be used (keys.hpp), argument_error for a wrong number of inputs.
// A valid proof can be turned into other valid proofs of the same statement ((−A, −B, C) is one): tell statements apart by their inputs, never by
// the bytes of a proof.
template <class Curve>
[[nodiscard]] LUCID_COLD bool verify(verifying_key<Curve> const& key, proof<Curve> const& proof, view<typename Curve::scalar const> inputs,
                                     key_policy policy = key_policy::refuse_unfinished) {
  require_usable(key, policy);
  auto const inputs_point = input_sum<Curve>(key, inputs).to_affine();
  if (!is_valid(proof.a) || !is_valid(proof.b) || !is_valid(proof.c)) return false;
  std::array<pairing_input<Curve>, 4> const factors{{
      {-proof.a, proof.b},
      {key.alpha_g1, key.beta_g2},
      {inputs_point, key.gamma_g2},
      {proof.c, key.delta_g2},
  }};
  return pairing_product_is_one<Curve>(view<pairing_input<Curve> const>{factors});
}

}  // namespace lucid::inline v0::groth16
