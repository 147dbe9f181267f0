// A proving key where a policy's work can reach it. On the host that is the key itself, by view; for a device it is the one upload.
#pragma once

#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>

namespace lucid::inline v0::groth16 {

// Immutable; many threads and streams may prove with one at once. The proving key must outlive it.
template <class Curve, class Reduction, memory_space Space = memory_space::host>
struct prepared_key {
  using curve = Curve;
  using reduction = Reduction;
  using scalar = typename Curve::scalar;

  proving_key<Curve, Reduction> const* key;
  view<affine<typename Curve::g1> const, Space> a, b1;
  view<affine<typename Curve::g2> const, Space> b2;
  view<affine<typename Curve::g1> const, Space> l, h;

  [[nodiscard]] groth16::verifying_key<Curve> const& verifying() const noexcept { return key->verifying; }
  [[nodiscard]] poly::domain<scalar> const& domain() const noexcept { return key->domain; }
  [[nodiscard]] qap::matrices<scalar> const& matrices() const noexcept { return key->matrices; }
  [[nodiscard]] std::size_t variables() const noexcept { return key->variables(); }
  [[nodiscard]] std::size_t public_inputs() const noexcept { return key->public_inputs(); }
};

// Host policies: no copy, no cost.
template <class Curve, class Reduction>
[[nodiscard]] prepared_key<Curve, Reduction> prepare(execution_policy auto const&, proving_key<Curve, Reduction> const& key) noexcept {
  return {&key, key.a.all(), key.b1.all(), key.b2.all(), key.l.all(), key.h.all()};
}

}  // namespace lucid::inline v0::groth16
