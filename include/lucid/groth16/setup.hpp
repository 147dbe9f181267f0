// Keys for a circuit, made by one party. Whoever runs this could forge proofs: for tests, benchmarks, and circuits of one's own. A key that others
// are to trust comes from a ceremony.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/release.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/field/random.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/msm/fixed_base.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/evaluate_at.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/quotient.hpp>

namespace lucid::inline v0::groth16 {

// The five secrets of a setup, wiped when the object dies. Knowing τ alone breaks the key.
template <class Scalar>
struct trapdoor {
  Scalar alpha{}, beta{}, gamma{}, delta{}, tau{};

  trapdoor() = default;
  trapdoor(trapdoor const&) = delete;
  trapdoor& operator=(trapdoor const&) = delete;
  ~trapdoor() { wipe_bytes(this, sizeof *this); }
};

template <class Curve, class Reduction>
struct key_pair {
  proving_key<Curve, Reduction> proving;
  verifying_key<Curve> verifying;  // the same as proving.verifying
};

namespace detail {

// A buffer of secrets: overwritten before its memory goes back.
template <class T>
struct secret_buffer : buffer<T> {
  using buffer<T>::buffer;
  explicit secret_buffer(buffer<T>&& b) noexcept : buffer<T>(std::move(b)) {}
  secret_buffer(secret_buffer&&) noexcept = default;
  ~secret_buffer() { wipe_all(this->all()); }
};

}  // namespace detail

// The keys of given secrets: the deterministic part. Throws argument_error when a secret is zero or τ lies in the domain.
// About (4·variables + domain size) fixed-base multiplications in G1 and `variables` in G2.
template <class Curve, class Reduction, class Exec>
[[nodiscard]] LUCID_COLD proving_key<Curve, Reduction> setup_from_trapdoor(Exec const& exec,
                                                                           qap::matrices<typename Curve::scalar> const& matrices,
                                                                           poly::domain<typename Curve::scalar> const& domain,
                                                                           trapdoor<typename Curve::scalar> const& secret) {
  auto const span = exec.open("groth16/setup");
  using scalar = typename Curve::scalar;
  using g1 = affine<typename Curve::g1>;
  using g2 = affine<typename Curve::g2>;
  for (scalar const* s : {&secret.alpha, &secret.beta, &secret.gamma, &secret.delta, &secret.tau}) {
    if (s->is_zero()) throw argument_error("trapdoor: a secret is zero");
  }
  std::size_t const variables = matrices.variables();
  std::size_t const instance = matrices.public_inputs() + 1;
  constexpr std::size_t grain = 4096;

  auto at_tau = qap::evaluate_at(exec, matrices, domain, secret.tau);
  detail::secret_buffer<scalar> a{std::move(at_tau.a)};
  detail::secret_buffer<scalar> b{std::move(at_tau.b)};
  detail::secret_buffer<scalar> k{std::move(at_tau.c)};  // becomes (β·a + α·b + c)/γ or /δ
  scalar const gamma_inverse = inverse(secret.gamma);
  scalar const delta_inverse = inverse(secret.delta);
  constexpr bool c_in_key = Reduction::c == qap::c_part::in_key;
  detail::secret_buffer<scalar> public_l{exec, c_in_key ? instance : 0};  // what L has of variables that are in IC
  if constexpr (c_in_key) {
    scalar const factor = Reduction::c_factor(domain, secret.tau);
    for (std::size_t i = 0; i < instance; ++i) public_l[i] = k[i] * factor * delta_inverse;
    for_ranges(exec, variables - instance, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = instance + begin; i < instance + end; ++i) k[i] += k[i] * factor;
    });
  }
  {
    auto const inner = exec.open("groth16/setup/combine");
    for_ranges(exec, variables, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        k[i] = (secret.beta * a[i] + secret.alpha * b[i] + k[i]) * (i < instance ? gamma_inverse : delta_inverse);
      }
    });
  }
  detail::secret_buffer<scalar> h{Reduction::h_scalars(exec, domain, secret.tau, delta_inverse)};

  fixed_base const multiples{};
  auto const g1_multiples = [&](char const* name, view<scalar const> scalars) {
    auto const inner = exec.open(name);
    return multiples(exec, g1::generator(), scalars);
  };
  auto const g2_multiples = [&](char const* name, view<scalar const> scalars) {
    auto const inner = exec.open(name);
    return multiples(exec, g2::generator(), scalars);
  };
  scalar const secrets_g1[] = {secret.alpha, secret.beta, secret.delta};
  scalar const secrets_g2[] = {secret.beta, secret.gamma, secret.delta};
  auto points_g1 = g1_multiples("groth16/setup/secrets", {secrets_g1, 3});
  auto points_g2 = g2_multiples("groth16/setup/secrets", {secrets_g2, 3});
  auto ic = g1_multiples("groth16/setup/ic", k.all().subview(0, instance));
  for (std::size_t i = 0; i < public_l.size(); ++i) k[i] = public_l[i];

  verifying_key<Curve> verifying{points_g1[0], points_g2[0], points_g2[1], points_g2[2], std::vector<g1>(ic.begin(), ic.end())};
  proving_key<Curve, Reduction> key{.verifying = std::move(verifying),
                                    .beta_g1 = points_g1[1],
                                    .delta_g1 = points_g1[2],
                                    .domain = domain,
                                    .matrices = matrices,
                                    .a = g1_multiples("groth16/setup/a", a.all()),
                                    .b1 = g1_multiples("groth16/setup/b1", b.all()),
                                    .b2 = g2_multiples("groth16/setup/b2", b.all()),
                                    .l = g1_multiples("groth16/setup/l", k.all().from(c_in_key ? 0 : instance)),
                                    .h = g1_multiples("groth16/setup/h", h.all())};
  release(exec, "groth16/setup/wipe", std::move(a), std::move(b), std::move(k), std::move(h), std::move(public_l), std::move(points_g1),
          std::move(points_g2), std::move(ic));
  return key;
}

// The smallest domain that holds the circuit's rows and its input rows, with the root of unity that the reduction's key formats use.
// Throws argument_error when the field has no subgroup of that size.
template <class Reduction, class Scalar>
[[nodiscard]] poly::domain<Scalar> domain_for(qap::matrices<Scalar> const& matrices) {
  return {poly::log2_at_least(matrices.rows()), Reduction::template full_order_root<Scalar>()};
}

// Keys for a shape with fresh secrets, which are wiped before it returns. Throws what the source of entropy throws.
// Reduction: qap::circom_reduction makes keys that can be written as .zkey (γ = 1, as snarkjs has it), qap::libsnark_reduction those of bellman's form,
// qap::folded_reduction of either the same keys for proofs with fewer transforms, which no file holds.
template <class Curve, class Reduction = qap::circom_reduction, class Exec>
[[nodiscard]] LUCID_COLD key_pair<Curve, Reduction> single_party_setup(Exec const& exec, shape<typename Curve::scalar> const& circuit,
                                                                       entropy_source auto& entropy) {
  using scalar = typename Curve::scalar;
  qap::matrices<scalar> const matrices{circuit};
  auto const domain = domain_for<Reduction>(matrices);
  trapdoor<scalar> secret;
  for (scalar* s : {&secret.alpha, &secret.beta, &secret.delta, &secret.tau}) *s = random_nonzero<scalar>(entropy);
  secret.gamma = Reduction::gamma_is_one ? scalar::one() : random_nonzero<scalar>(entropy);
  if (secret.delta == secret.gamma || secret.delta.is_one()) throw entropy_error("the source of randomness repeats itself");
  while (power(secret.tau, big_uint<1>{limb_t{1} << domain.log2_size()}).is_one()) secret.tau = random_nonzero<scalar>(entropy);

  auto proving = setup_from_trapdoor<Curve, Reduction>(exec, matrices, domain, secret);
  auto verifying = proving.verifying;
  return {std::move(proving), std::move(verifying)};
}

}  // namespace lucid::inline v0::groth16
