// BN254's facts against where they are published: EIP-196 and EIP-197, and the numbers that follow from the parameter x.
#include <doctest/doctest.h>

#include <lucid/curve/bn254.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/group/pairing/tower.hpp>
#include <lucid/integer/literal.hpp>

#include <type_traits>

using namespace lucid::bn254;
using lucid::big_uint;

namespace {

// Σ cᵢ·xⁱ for the parameter x.
big_uint<4> polynomial_at_x(std::initializer_list<lucid::limb_t> from_the_top) {
  big_uint<4> sum;
  for (auto const c : from_the_top) {
    sum = lucid::resized<4>(multiply_wide(sum, curve::parameter));
    add_to(sum, big_uint<4>{c});
  }
  return sum;
}

}  // namespace

TEST_CASE("bn254: moduli") {
  CHECK(to_hex(scalar::modulus()) == "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
  CHECK(to_hex(base::modulus()) == "0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
  CHECK(base::modulus() == polynomial_at_x({36, 36, 24, 6, 1}));
  CHECK(scalar::modulus() == polynomial_at_x({36, 36, 18, 6, 1}));
  CHECK(scalar::bits == 254);
  CHECK(base::bits == 254);
}

TEST_CASE("bn254: tower") {
  CHECK(square(fq2{base{}, base{1}}) == fq2{-base{1}, base{}});
  CHECK(lucid::tower<curve>::xi == fq2{base{9}, base{1}});
  fq6 const v{{}, fq2::one(), {}};
  CHECK(v * v * v == fq6{lucid::tower<curve>::xi, {}, {}});
  fq12 const w{{}, fq6::one()};
  CHECK(square(w) == fq12{v, {}});
}

TEST_CASE("bn254: generators of order r") {
  CHECK(lucid::is_valid(lucid::affine<g1>::generator()));
  CHECK(lucid::is_valid(lucid::affine<g2>::generator()));
  CHECK(multiply_vartime(lucid::affine<g1>::generator(), scalar::modulus()).is_infinity());
  CHECK(multiply_vartime(lucid::affine<g2>::generator(), scalar::modulus()).is_infinity());
  CHECK(g2::b() * lucid::tower<curve>::xi == fq2{base{3}, base{}});
}

TEST_CASE("bn254: roots of unity") {
  using group = lucid::two_adic<scalar_spec>;
  CHECK(group::order_log2 == 28);
  // 5 is the generator of the units and the least non-residue alike, so bellman's and snarkjs's roots are one.
  CHECK(group::root == group::root_of_least_non_residue);
  CHECK(to_decimal(group::root.to_integer()) == "19103219067921713944291392827692070036145651957329286315305642004821462161904");
}

static_assert(lucid::pairing_curve<curve>);
static_assert(std::is_same_v<g1::curve, curve> && std::is_same_v<g2::curve, curve>);
static_assert(lucid::parameter_check<curve>::holds);
