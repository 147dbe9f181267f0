// BN254 (alt_bn128, bn128): the curve of Ethereum's precompiles (EIP-196, EIP-197) and of most circom keys. Facts only.
#pragma once

#include <cstddef>

#include <lucid/field/cubic.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/integer/literal.hpp>

namespace lucid::inline v0::bn254 {

struct scalar_spec {
  static constexpr std::size_t limbs = 4;
  static constexpr auto modulus = decimal<limbs>("21888242871839275222246405745257275088548364400416034343698204186575808495617");
  static constexpr limb_t generator = 5;
};
using scalar = prime_field<scalar_spec>;

struct base_spec {
  static constexpr std::size_t limbs = 4;
  static constexpr auto modulus = decimal<limbs>("21888242871839275222246405745257275088696311157297823662689037894645226208583");
};
using base = prime_field<base_spec>;

// u² = −1
struct fq2_spec {
  using base = bn254::base;
  LUCID_HOST_DEVICE static constexpr base multiply_by_non_residue(base const& a) noexcept { return -a; }
};
using fq2 = quadratic<fq2_spec>;

// v³ = ξ = 9 + u
struct fq6_spec {
  using base = fq2;
  LUCID_HOST_DEVICE static constexpr fq2 multiply_by_non_residue(fq2 const& a) noexcept {
    fq2 const eight = doubled(doubled(doubled(a)));
    return {eight.c0 + a.c0 - a.c1, eight.c1 + a.c1 + a.c0};
  }
};
using fq6 = cubic<fq6_spec>;

// w² = v
struct fq12_spec {
  using base = fq6;
  LUCID_HOST_DEVICE static constexpr fq6 multiply_by_non_residue(fq6 const& a) noexcept { return multiply_by_generator(a); }
};
using fq12 = quadratic<fq12_spec>;

struct curve;

// y² = x³ + 3, of prime order
struct g1 {
  using field = base;
  using scalar = bn254::scalar;
  using curve = bn254::curve;
  static constexpr bool prime_order = true;
  LUCID_HOST_DEVICE static constexpr field b() noexcept { return field{3}; }
  LUCID_HOST_DEVICE static constexpr field generator_x() noexcept { return field{1}; }
  LUCID_HOST_DEVICE static constexpr field generator_y() noexcept { return field{2}; }
};

// y² = x³ + 3/(9 + u), the D-type sextic twist
struct g2 {
  using field = fq2;
  using scalar = bn254::scalar;
  using curve = bn254::curve;
  static constexpr bool prime_order = false;
  LUCID_HOST_DEVICE static constexpr field b() noexcept {
    constexpr fq2 value = fq2{base{3}, base{}} * inverse(fq2{base{9}, base{1}});
    return value;
  }
  LUCID_HOST_DEVICE static constexpr field generator_x() noexcept {
    constexpr fq2 value{base::from_integer(decimal<4>("10857046999023057135944570762232829481370756359578518086990519993285655852781")),
                        base::from_integer(decimal<4>("11559732032986387107991004021392285783925812861821192530917403151452391805634"))};
    return value;
  }
  LUCID_HOST_DEVICE static constexpr field generator_y() noexcept {
    constexpr fq2 value{base::from_integer(decimal<4>("8495653923123431417604973247489272438418190587263600148770280649306958101930")),
                        base::from_integer(decimal<4>("4082367875863433681332203403145435568316851327593401208105741076214120093531"))};
    return value;
  }
};

// What algorithms over "a pairing-friendly curve" are written against.
struct curve {
  using scalar = bn254::scalar;
  using base = bn254::base;
  using fq2 = bn254::fq2;
  using fq6 = bn254::fq6;
  using fq12 = bn254::fq12;
  using g1 = bn254::g1;
  using g2 = bn254::g2;
  static constexpr auto family = pairing_family::bn;
  static constexpr auto twist = twist_kind::d;
  static constexpr auto parameter = decimal<1>("4965661367192848881");
  static constexpr bool parameter_is_negative = false;
  static constexpr char const* name = "bn254";
  static constexpr char const* snarkjs_name = "bn128";
};

static_assert(group_spec<g1> && group_spec<g2> && pairing_curve<curve>);
static_assert(affine<g1>::generator().is_on_curve() && affine<g2>::generator().is_on_curve());
static_assert(two_adic<scalar_spec>::order_log2 == 28);

}  // namespace lucid::inline v0::bn254
