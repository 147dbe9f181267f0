// What must hold of a pairing: bilinear, not degenerate, of order r, 1 at infinity; and products of pairings.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include <lucid/exec/entropy.hpp>
#include <lucid/field/power.hpp>
#include <lucid/group/pairing.hpp>
#include <support/points.hpp>

namespace laws {

template <class Curve>
bool product_is_one(std::vector<lucid::pairing_input<Curve>> const& pairs) {
  return lucid::pairing_product_is_one<Curve>(lucid::view<lucid::pairing_input<Curve> const>{pairs});
}

template <class Curve>
void pairing_is_bilinear(lucid::seeded_entropy& entropy) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  using scalar = typename Curve::scalar;
  auto const times = [](auto const& p, scalar const& k) {
    return lucid_test::double_and_add(lucid::jacobian{p}, k.to_integer()).to_affine();
  };
  auto const p = lucid_test::random_subgroup_point<g1>(entropy);
  auto const q = lucid_test::random_subgroup_point<g2>(entropy);
  auto const a = lucid::random_nonzero<scalar>(entropy);
  auto const b = lucid::random_nonzero<scalar>(entropy);

  auto const e = lucid::pairing<Curve>(p, q);
  CHECK(!e.is_one());
  CHECK(!e.is_zero());
  CHECK(power(e, scalar::modulus()).is_one());
  CHECK(lucid::pairing<Curve>(times(p, a), times(q, b)) == power(e, (a * b).to_integer()));
  CHECK(lucid::pairing<Curve>(times(p, a), q) == lucid::pairing<Curve>(p, times(q, a)));
  CHECK(lucid::pairing<Curve>(-p, q) == inverse(e));
  CHECK(lucid::pairing<Curve>(-p, q) == conjugate(e));
  CHECK(lucid::pairing<Curve>(p, -q) == conjugate(e));

  // additive in each argument
  auto const p2 = lucid_test::random_subgroup_point<g1>(entropy);
  auto const q2 = lucid_test::random_subgroup_point<g2>(entropy);
  CHECK(lucid::pairing<Curve>((lucid::jacobian<g1>{p} + p2).to_affine(), q) == e * lucid::pairing<Curve>(p2, q));
  CHECK(lucid::pairing<Curve>(p, (lucid::jacobian<g2>{q} + q2).to_affine()) == e * lucid::pairing<Curve>(p, q2));
}

template <class Curve>
void infinity_pairs_to_one() {
  using p1 = lucid::affine<typename Curve::g1>;
  using p2 = lucid::affine<typename Curve::g2>;
  CHECK(lucid::pairing<Curve>(p1::infinity(), p2::generator()).is_one());
  CHECK(lucid::pairing<Curve>(p1::generator(), p2::infinity()).is_one());
  CHECK(lucid::pairing<Curve>(p1::infinity(), p2::infinity()).is_one());
  CHECK(product_is_one<Curve>({}));
  CHECK(product_is_one<Curve>({{p1::infinity(), p2::infinity()}}));
  CHECK(product_is_one<Curve>(std::vector<lucid::pairing_input<Curve>>(20, {p1::infinity(), p2::generator()})));
  CHECK(!product_is_one<Curve>({{p1::generator(), p2::generator()}}));
}

// Σ aᵢbᵢ = 0 makes the product 1; with any one term changed it is not. Infinities in between change nothing.
template <class Curve>
void products_cancel(std::size_t n, lucid::seeded_entropy& entropy) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  using scalar = typename Curve::scalar;
  std::vector<lucid::pairing_input<Curve>> pairs;
  scalar sum;
  for (std::size_t i = 0; i < n; ++i) {
    auto const a = lucid::random_nonzero<scalar>(entropy);
    auto const b = lucid::random_nonzero<scalar>(entropy);
    pairs.push_back({lucid_test::double_and_add(lucid::jacobian<g1>::generator(), a.to_integer()).to_affine(),
                     lucid_test::double_and_add(lucid::jacobian<g2>::generator(), b.to_integer()).to_affine()});
    if (i % 3 == 1) pairs.push_back({pairs.back().p, lucid::affine<g2>::infinity()});
    if (i % 3 == 2) pairs.push_back({lucid::affine<g1>::infinity(), pairs.back().q});
    sum += a * b;
  }
  pairs.push_back(
      {lucid_test::double_and_add(lucid::jacobian<g1>::generator(), (-sum).to_integer()).to_affine(), lucid::affine<g2>::generator()});
  CHECK(product_is_one<Curve>(pairs));
  auto const e = lucid::miller_loop<Curve>(lucid::view<lucid::pairing_input<Curve> const>{pairs});
  CHECK(lucid::final_exponentiation<Curve>(e).is_one());
  pairs.front().p = -pairs.front().p;
  CHECK(!product_is_one<Curve>(pairs));
}

}  // namespace laws
