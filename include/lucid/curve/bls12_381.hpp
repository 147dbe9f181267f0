// BLS12-381 (Bowe 2017): the curve of Zcash Sapling, Filecoin, Ethereum consensus (EIP-2537). Facts only.
#pragma once

#include <cstddef>

#include <lucid/field/cubic.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/integer/literal.hpp>

namespace lucid::inline v0::bls12_381 {

struct scalar_spec {
  static constexpr std::size_t limbs = 4;
  static constexpr auto modulus = hex<limbs>("0x73eda753299d7d48'3339d80809a1d805'53bda402fffe5bfe'ffffffff00000001");
  static constexpr limb_t generator = 7;
};
using scalar = prime_field<scalar_spec>;

struct base_spec {
  static constexpr std::size_t limbs = 6;
  static constexpr auto modulus =
      hex<limbs>("0x1a0111ea397fe69a'4b1ba7b6434bacd7'64774b84f38512bf'6730d2a0f6b0f624'1eabfffeb153ffff'b9feffffffffaaab");
};
using base = prime_field<base_spec>;

// u² = −1
struct fq2_spec {
  using base = bls12_381::base;
  LUCID_HOST_DEVICE static constexpr base multiply_by_non_residue(base const& a) noexcept { return -a; }
};
using fq2 = quadratic<fq2_spec>;

// v³ = ξ = 1 + u
struct fq6_spec {
  using base = fq2;
  LUCID_HOST_DEVICE static constexpr fq2 multiply_by_non_residue(fq2 const& a) noexcept { return {a.c0 - a.c1, a.c0 + a.c1}; }
};
using fq6 = cubic<fq6_spec>;

// w² = v
struct fq12_spec {
  using base = fq6;
  LUCID_HOST_DEVICE static constexpr fq6 multiply_by_non_residue(fq6 const& a) noexcept { return multiply_by_generator(a); }
};
using fq12 = quadratic<fq12_spec>;

struct curve;

// y² = x³ + 4
struct g1 {
  using field = base;
  using scalar = bls12_381::scalar;
  using curve = bls12_381::curve;
  static constexpr bool prime_order = false;
  LUCID_HOST_DEVICE static constexpr field b() noexcept { return field{4}; }
  LUCID_HOST_DEVICE static constexpr field generator_x() noexcept {
    constexpr base value =
        base::from_integer(hex<6>("0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"));
    return value;
  }
  LUCID_HOST_DEVICE static constexpr field generator_y() noexcept {
    constexpr base value =
        base::from_integer(hex<6>("0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"));
    return value;
  }
};

// y² = x³ + 4(1 + u), the M-type sextic twist
struct g2 {
  using field = fq2;
  using scalar = bls12_381::scalar;
  using curve = bls12_381::curve;
  static constexpr bool prime_order = false;
  LUCID_HOST_DEVICE static constexpr field b() noexcept { return {base{4}, base{4}}; }
  LUCID_HOST_DEVICE static constexpr field generator_x() noexcept {
    constexpr fq2 value{
        base::from_integer(hex<6>("0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8")),
        base::from_integer(hex<6>("0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"))};
    return value;
  }
  LUCID_HOST_DEVICE static constexpr field generator_y() noexcept {
    constexpr fq2 value{
        base::from_integer(hex<6>("0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801")),
        base::from_integer(hex<6>("0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"))};
    return value;
  }
};

// What algorithms over "a pairing-friendly curve" are written against.
struct curve {
  using scalar = bls12_381::scalar;
  using base = bls12_381::base;
  using fq2 = bls12_381::fq2;
  using fq6 = bls12_381::fq6;
  using fq12 = bls12_381::fq12;
  using g1 = bls12_381::g1;
  using g2 = bls12_381::g2;
  static constexpr auto family = pairing_family::bls12;
  static constexpr auto twist = twist_kind::m;
  static constexpr auto parameter = hex<1>("0xd201000000010000");
  static constexpr bool parameter_is_negative = true;
  static constexpr char const* name = "bls12_381";
  static constexpr char const* snarkjs_name = "bls12381";
};

static_assert(group_spec<g1> && group_spec<g2> && pairing_curve<curve>);
static_assert(affine<g1>::generator().is_on_curve() && affine<g2>::generator().is_on_curve());
static_assert(two_adic<scalar_spec>::order_log2 == 32);

}  // namespace lucid::inline v0::bls12_381
