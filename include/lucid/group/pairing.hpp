// The optimal ate pairing e: G1 × G2 → F_q12 of a pairing-friendly curve, and the question verifiers ask. The parts are in pairing/.
#pragma once

#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/pairing/final_exponentiation.hpp>
#include <lucid/group/pairing/miller_loop.hpp>

namespace lucid::inline v0 {

// e(p, q), bilinear and not degenerate on the two subgroups; 1 when either is infinity. Points outside the subgroups give a value without meaning.
template <class Curve>
[[nodiscard]] typename Curve::fq12 pairing(affine<typename Curve::g1> const& p, affine<typename Curve::g2> const& q) noexcept {
  pairing_input<Curve> const pair{p, q};
  return final_exponentiation<Curve>(miller_loop<Curve>({&pair, 1}));
}

// Whether Π e(pᵢ, qᵢ) = 1: one Miller loop with shared squarings and one final exponentiation, whatever the number of pairs. True for none.
template <class Curve>
[[nodiscard]] bool pairing_product_is_one(view<pairing_input<Curve> const> pairs) noexcept {
  return final_exponentiation<Curve>(miller_loop<Curve>(pairs)).is_one();
}

}  // namespace lucid::inline v0
