// From five sums to a proof: the last equations of the prover, [Gro16] §3.2. A handful of scalar multiplications.
#pragma once

#include <lucid/groth16/blinding.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/groth16/prepared_key.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/scalar_mul.hpp>

namespace lucid::inline v0::groth16 {

// Σ z_i·A_i, Σ z_i·B_i in both groups, Σ z_i·L_i over the private variables, Σ h_i·H_i.
template <class Curve>
struct queries {
  jacobian<typename Curve::g1> a, b1;
  jacobian<typename Curve::g2> b2;
  jacobian<typename Curve::g1> l, h;
};

// A = α + Σa + r·δ,  B = β + Σb + s·δ,  C = L + H + s·A + r·B₁ − r·s·δ, with B₁ the image of B in G1.
template <class Curve, class Reduction, memory_space Space, class Transform>
[[nodiscard]] proof<Curve> assemble(prepared_key<Curve, Reduction, Space, Transform> const& prepared, blinding<Curve> const& blind,
                                    queries<Curve> const& sums) {
  auto const& key = *prepared.key;
  auto const a = sums.a + key.verifying.alpha_g1 + multiply_vartime(key.delta_g1, blind.r);
  auto const b = sums.b2 + key.verifying.beta_g2 + multiply_vartime(key.verifying.delta_g2, blind.s);
  auto const b1 = sums.b1 + key.beta_g1 + multiply_vartime(key.delta_g1, blind.s);
  auto const c =
      sums.l + sums.h + multiply_vartime(a, blind.s) + multiply_vartime(b1, blind.r) - multiply_vartime(key.delta_g1, blind.r * blind.s);
  return {a.to_affine(), b.to_affine(), c.to_affine()};
}

}  // namespace lucid::inline v0::groth16
