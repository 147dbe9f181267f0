// BLS12-381's facts against where they are published, and the numbers that follow from the parameter x.
#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/group/pairing/tower.hpp>
#include <lucid/integer/literal.hpp>

#include <type_traits>

using namespace lucid::bls12_381;
using lucid::big_uint;

TEST_CASE("bls12_381: moduli") {
  // r = x⁴ − x² + 1 and p = (x − 1)²·r/3 + x with x = −|x|
  auto const x = lucid::resized<6>(curve::parameter);
  auto const times = [](big_uint<6> const& a, big_uint<6> const& b) { return lucid::resized<6>(multiply_wide(a, b)); };
  auto const x2 = times(x, x);
  auto r = times(x2, x2);
  subtract_from(r, x2);
  add_to(r, big_uint<6>{1});
  CHECK(lucid::resized<6>(scalar::modulus()) == r);
  auto x_plus_1 = x;
  add_to(x_plus_1, big_uint<6>{1});
  auto p = times(divide(times(x_plus_1, x_plus_1), big_uint<6>{3}).quotient, r);
  subtract_from(p, x);
  CHECK(base::modulus() == p);
  CHECK(scalar::bits == 255);
  CHECK(base::bits == 381);
  CHECK(to_decimal(scalar::modulus()) == "52435875175126190479447740508185965837690552500527637822603658699938581184513");
}

TEST_CASE("bls12_381: tower") {
  CHECK(square(fq2{base{}, base{1}}) == fq2{-base{1}, base{}});
  CHECK(lucid::tower<curve>::xi == fq2{base{1}, base{1}});
  fq6 const v{{}, fq2::one(), {}};
  CHECK(v * v * v == fq6{lucid::tower<curve>::xi, {}, {}});
  fq12 const w{{}, fq6::one()};
  CHECK(square(w) == fq12{v, {}});
}

TEST_CASE("bls12_381: generators of order r") {
  CHECK(lucid::is_valid(lucid::affine<g1>::generator()));
  CHECK(lucid::is_valid(lucid::affine<g2>::generator()));
  CHECK(multiply_vartime(lucid::affine<g1>::generator(), scalar::modulus()).is_infinity());
  CHECK(multiply_vartime(lucid::affine<g2>::generator(), scalar::modulus()).is_infinity());
  CHECK(g2::b() == lucid::tower<curve>::xi * base{4});
}

TEST_CASE("bls12_381: roots of unity") {
  using group = lucid::two_adic<scalar_spec>;
  CHECK(group::order_log2 == 32);
  // 7^t of bellman; snarkjs starts from 5, the least non-residue.
  CHECK(to_hex(group::root.to_integer()) == "0x16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b");
  CHECK(group::least_non_residue == 5);
  CHECK(group::root != group::root_of_least_non_residue);
}

static_assert(lucid::pairing_curve<curve>);
static_assert(std::is_same_v<g1::curve, curve> && std::is_same_v<g2::curve, curve>);
static_assert(lucid::parameter_check<curve>::holds);
