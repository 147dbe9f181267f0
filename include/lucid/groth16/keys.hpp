// Proofs and keys of Groth16 [Gro16], and the rules that a key must obey before anything is done with it. Holds data; proves nothing.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/density.hpp>
#include <lucid/qap/evaluations.hpp>
#include <lucid/qap/matrices.hpp>

namespace lucid::inline v0::groth16 {

template <class Curve>
struct proof {
  affine<typename Curve::g1> a;
  affine<typename Curve::g2> b;
  affine<typename Curve::g1> c;

  friend bool operator==(proof const&, proof const&) noexcept = default;
};

// ic[0] belongs to the constant one, ic[i] to the i-th public input.
template <class Curve>
struct verifying_key {
  affine<typename Curve::g1> alpha_g1;
  affine<typename Curve::g2> beta_g2, gamma_g2, delta_g2;
  std::vector<affine<typename Curve::g1>> ic;

  // Without the constant one. Precondition: ic is not empty, as in every key that a reader returns.
  [[nodiscard]] std::size_t public_inputs() const noexcept { return ic.size() - 1; }

  friend bool operator==(verifying_key const&, verifying_key const&) noexcept = default;
};

// Everything a prover needs; immutable once made, and shared by any number of threads. The reduction is part of its type: keys of one
// cannot be proved with by the other. Where a variable does not occur, its point in `a`, `b1` and `b2` is infinity: there in a key with full densities, left
// out in others.
template <class Curve, class Reduction>
struct proving_key {
  using curve = Curve;
  using reduction = Reduction;
  using scalar = typename Curve::scalar;
  using g1_point = affine<typename Curve::g1>;
  using g2_point = affine<typename Curve::g2>;

  groth16::verifying_key<Curve> verifying;
  g1_point beta_g1, delta_g1;
  poly::domain<scalar> domain;
  qap::matrices<scalar> matrices;
  buffer<g1_point> a;   // [a_i(τ)]₁, one a variable of a_density
  buffer<g1_point> b1;  // [b_i(τ)]₁, one a variable of b_density
  buffer<g2_point> b2;  // [b_i(τ)]₂, the same variables
  // [(β·a_i + α·b_i + c_i)(τ)/δ]₁, one a private variable; where C is in the key, one a variable and with more in it (qap/folded_reduction.hpp).
  buffer<g1_point> l;
  buffer<g1_point> h;        // Reduction::h_length(domain.size()) points over δ
  qap::density a_density{};  // all variables, unless said otherwise
  qap::density b_density{};

  [[nodiscard]] std::size_t variables() const noexcept { return matrices.variables(); }
  [[nodiscard]] std::size_t public_inputs() const noexcept { return verifying.public_inputs(); }
  // The variable of l[0].
  [[nodiscard]] std::size_t first_of_l() const noexcept { return Reduction::c == qap::c_part::in_key ? 0 : public_inputs() + 1; }
};

// An *unfinished* key, whose second phase was never run (γ = δ, or δ the generator), is forgeable: (α, β, −Σ x_i·IC_i) passes for any inputs.
// Reading, proving, verifying and writing refuse one unless the caller says so.
enum class key_policy { refuse_unfinished, accept_unfinished };

template <class Curve>
[[nodiscard]] LUCID_COLD bool is_unfinished(verifying_key<Curve> const& key) noexcept {
  return key.gamma_g2 == key.delta_g2 || key.delta_g2 == affine<typename Curve::g2>::generator();
}

// Throws key_error where the key must not be used: α, β, γ or δ at infinity, no IC, or unfinished under refuse_unfinished. No curve arithmetic.
template <class Curve>
LUCID_COLD void require_usable(verifying_key<Curve> const& key, key_policy policy) {
  auto const refuse_infinity = [](auto const& point, char const* name) {
    if (point.is_infinity()) throw key_error(std::string{"key: "} + name + " is the point at infinity");
  };
  refuse_infinity(key.alpha_g1, "alpha");
  refuse_infinity(key.beta_g2, "beta");
  refuse_infinity(key.gamma_g2, "gamma");
  refuse_infinity(key.delta_g2, "delta");
  if (key.ic.empty()) throw key_error("key: the IC list is empty; it holds at least the point of the constant one");
  if (policy == key_policy::refuse_unfinished && is_unfinished(key)) {
    throw key_error(
        "key: unfinished (gamma = delta, or delta is the generator): the second phase of its setup was never run, and anyone can forge "
        "proofs "
        "for it; accept_unfinished overrides");
  }
}

template <class Curve, class Reduction>
LUCID_COLD void require_usable(proving_key<Curve, Reduction> const& key, key_policy policy) {
  require_usable(key.verifying, policy);
  if (key.beta_g1.is_infinity()) throw key_error("key: beta in G1 is the point at infinity");
  if (key.delta_g1.is_infinity()) throw key_error("key: delta in G1 is the point at infinity");
}

}  // namespace lucid::inline v0::groth16
