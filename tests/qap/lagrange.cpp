#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/qap/lagrange.hpp>
#include <support/small_fields.hpp>

namespace {

using lucid::poly::domain;

// Π (x − x_m)/(x_i − x_m) over m ≠ i.
template <class F>
F basis_polynomial(std::vector<F> const& x, std::size_t i, F const& at) {
  F value = F::one();
  for (std::size_t m = 0; m < x.size(); ++m) {
    if (m != i) value = value * (at - x[m]) * inverse(x[i] - x[m]);
  }
  return value;
}

template <class F>
std::vector<F> all_points(domain<F> const& points) {
  std::vector<F> x{F::one()};
  while (x.size() < points.size()) x.push_back(x.back() * points.root());
  return x;
}

}  // namespace

TEST_CASE_TEMPLATE("lagrange: the basis by its definition", F, lucid::bn254::scalar, lucid::bls12_381::scalar,
                   lucid::prime_field<lucid_test::field_97>) {
  F const root = lucid::two_adic<typename F::spec>::root;
  F const tau{5};  // generates the units of the field of 97: in no proper domain
  F const factor{11};
  for (unsigned k = 0; k <= 4; ++k) {
    domain<F> const points{k, root};
    auto const x = all_points(points);
    auto const basis = lucid::qap::lagrange_at(lucid::cpu::seq, points, tau);
    CHECK(basis.size() == points.size());
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(basis[i] == basis_polynomial(x, i, tau));

    auto const x_of_twice = all_points(domain<F>{k + 1, root});
    auto const odd = lucid::qap::odd_lagrange_of_twice_at(lucid::cpu::seq, points, tau, factor);
    CHECK(odd.size() == points.size());
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(odd[i] == factor * basis_polynomial(x_of_twice, 2 * i + 1, tau));
  }
}

// Σ L_i(τ)·v_i is the value at τ of the polynomial with values v_i: with v_i = ω^i, τ itself, and with v_i = 1, one.
TEST_CASE("lagrange: large domains interpolate") {
  using F = lucid::bn254::scalar;
  domain<F> const points{14, lucid::two_adic<F::spec>::root};
  F const tau = F{3} * F{1234567};
  auto const basis = lucid::qap::lagrange_at(lucid::cpu::seq, points, tau);
  F one, identity;
  F x = F::one();
  for (std::size_t i = 0; i < basis.size(); ++i, x = x * points.root()) {
    one += basis[i];
    identity += basis[i] * x;
  }
  CHECK(one == F::one());
  CHECK(identity == tau);
}

TEST_CASE("lagrange: a point of the domain is refused") {
  using F = lucid::bn254::scalar;
  F const root = lucid::two_adic<F::spec>::root;
  domain<F> const points{3, root};
  for (F const& tau : all_points(points))
    CHECK_THROWS_AS(static_cast<void>(lucid::qap::lagrange_at(lucid::cpu::seq, points, tau)), lucid::argument_error);
  for (F const& tau : all_points(domain<F>{4, root})) {
    CHECK_THROWS_AS(static_cast<void>(lucid::qap::odd_lagrange_of_twice_at(lucid::cpu::seq, points, tau)), lucid::argument_error);
  }
  CHECK_NOTHROW(static_cast<void>(lucid::qap::lagrange_at(lucid::cpu::seq, points, F::zero())));
}

TEST_CASE("lagrange: no domain of twice the size") {
  using F = lucid::prime_field<lucid_test::field_97>;
  domain<F> const points{5, lucid::two_adic<F::spec>::root};
  CHECK_THROWS_AS(static_cast<void>(lucid::qap::odd_lagrange_of_twice_at(lucid::cpu::seq, points, F{5})), lucid::argument_error);
}
