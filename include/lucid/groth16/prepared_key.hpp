// A proving key where a policy's work can reach it. On the host that is the key itself, by view; for a device it is the one upload (resident_key.hpp).
#pragma once

#include <cstddef>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>

namespace lucid::inline v0::groth16 {

// Immutable; many threads and streams may prove with one at once. The proving key must outlive it. Transform: what a key that is not on the host keeps for its NTT.
template <class Curve, class Reduction, memory_space Space = memory_space::host, class Transform = void>
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
  // The transform of a proof with this key: as asked for.
  template <class Ntt>
  [[nodiscard]] Ntt const& transform(Ntt const& ntt) const noexcept {
    return ntt;
  }
  [[nodiscard]] std::size_t variables() const noexcept { return key->variables(); }
  [[nodiscard]] std::size_t public_inputs() const noexcept { return key->public_inputs(); }
};

namespace detail {

// Throws key_error where the points of a key are not as many as its variables ask for.
template <class Curve, class Reduction>
LUCID_COLD void require_all_points(proving_key<Curve, Reduction> const& key) {
  std::size_t const variables = key.variables();
  if (!key.a_density.fits(variables) || !key.b_density.fits(variables)) {
    throw key_error("key: a density was made for another number of variables");
  }
  auto const require_points = [](char const* query, std::size_t points, std::size_t expected) {
    if (points == expected) return;
    throw key_error("key: " + std::to_string(points) + " points of " + query + ", its variables ask for " + std::to_string(expected));
  };
  require_points("A", key.a.size(), key.a_density.count(variables));
  require_points("B in G1", key.b1.size(), key.b_density.count(variables));
  require_points("B in G2", key.b2.size(), key.b1.size());
  require_points("L", key.l.size(), variables - key.first_of_l());
}

}  // namespace detail

// Host policies: no copy, no cost.
template <execution_policy Exec, class Curve, class Reduction>
  requires(working_space<Exec> == memory_space::host)
[[nodiscard]] prepared_key<Curve, Reduction> prepare(Exec const&, proving_key<Curve, Reduction> const& key) noexcept {
  return {&key, key.a.all(), key.b1.all(), key.b2.all(), key.l.all(), key.h.all()};
}

}  // namespace lucid::inline v0::groth16
