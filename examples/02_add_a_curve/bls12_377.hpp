// BLS12-377 [BCGMMW20], written as a curve of the library is written: facts, and nothing that can be derived.
#pragma once

#include <cstddef>

#include <lucid/field/cubic.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/integer/literal.hpp>

namespace bls12_377 {

struct scalar_spec {
  static constexpr std::size_t limbs = 4;
  static constexpr auto modulus = lucid::decimal<limbs>("8444461749428370424248824938781546531375899335154063827935233455917409239041");
  static constexpr lucid::limb_t generator = 22;
};
using scalar = lucid::prime_field<scalar_spec>;

struct base_spec {
  static constexpr std::size_t limbs = 6;
  static constexpr auto modulus = lucid::decimal<limbs>(
      "258664426012969094010652733694893533536393512754914660539884262666720468348340822774968888139573360124440321458177");
  static constexpr lucid::limb_t generator = 15;
};
using base = lucid::prime_field<base_spec>;

// u² = −5
struct fq2_spec {
  using base = bls12_377::base;
  LUCID_HOST_DEVICE static constexpr base multiply_by_non_residue(base const& a) noexcept { return -(doubled(doubled(a)) + a); }
};
using fq2 = lucid::quadratic<fq2_spec>;

// v³ = ξ = u
struct fq6_spec {
  using base = fq2;
  LUCID_HOST_DEVICE static constexpr fq2 multiply_by_non_residue(fq2 const& a) noexcept {
    return {fq2_spec::multiply_by_non_residue(a.c1), a.c0};
  }
};
using fq6 = lucid::cubic<fq6_spec>;

// w² = v
struct fq12_spec {
  using base = fq6;
  LUCID_HOST_DEVICE static constexpr fq6 multiply_by_non_residue(fq6 const& a) noexcept { return multiply_by_generator(a); }
};
using fq12 = lucid::quadratic<fq12_spec>;

struct curve;

// y² = x³ + 1
struct g1 {
  using field = base;
  using scalar = bls12_377::scalar;
  using curve = bls12_377::curve;
  static constexpr bool prime_order = false;
  LUCID_HOST_DEVICE static constexpr field b() noexcept { return field{1}; }
  LUCID_HOST_DEVICE static constexpr field generator_x() noexcept {
    constexpr base value = base::from_integer(lucid::decimal<6>(
        "81937999373150964239938255573465948239988671502647976594219695644855304257327692006745978603320413799295628339695"));
    return value;
  }
  LUCID_HOST_DEVICE static constexpr field generator_y() noexcept {
    constexpr base value = base::from_integer(lucid::decimal<6>(
        "241266749859715473739788878240585681733927191168601896383759122102112907357779751001206799952863815012735208165030"));
    return value;
  }
};

// y² = x³ + 1/u, the D-type sextic twist
struct g2 {
  using field = fq2;
  using scalar = bls12_377::scalar;
  using curve = bls12_377::curve;
  static constexpr bool prime_order = false;
  LUCID_HOST_DEVICE static constexpr field b() noexcept {
    constexpr fq2 value = inverse(fq2{base{0}, base{1}});
    return value;
  }
  LUCID_HOST_DEVICE static constexpr field generator_x() noexcept {
    constexpr fq2 value{
        base::from_integer(lucid::decimal<6>(
            "233578398248691099356572568220835526895379068987715365179118596935057653620464273615301663571204657964920925606294")),
        base::from_integer(lucid::decimal<6>(
            "140913150380207355837477652521042157274541796891053068589147167627541651775299824604154852141315666357241556069118"))};
    return value;
  }
  LUCID_HOST_DEVICE static constexpr field generator_y() noexcept {
    constexpr fq2 value{
        base::from_integer(lucid::decimal<6>(
            "63160294768292073209381361943935198908131692476676907196754037919244929611450776219210369229519898517858833747423")),
        base::from_integer(lucid::decimal<6>(
            "149157405641012693445398062341192467754805999074082136895788947234480009303640899064710353187729182149407503257491"))};
    return value;
  }
};

struct curve {
  using scalar = bls12_377::scalar;
  using base = bls12_377::base;
  using fq2 = bls12_377::fq2;
  using fq6 = bls12_377::fq6;
  using fq12 = bls12_377::fq12;
  using g1 = bls12_377::g1;
  using g2 = bls12_377::g2;
  static constexpr auto family = lucid::pairing_family::bls12;
  static constexpr auto twist = lucid::twist_kind::d;
  static constexpr auto parameter = lucid::hex<1>("0x8508c00000000001");
  static constexpr bool parameter_is_negative = false;
  static constexpr char const* name = "bls12_377";
};

static_assert(lucid::group_spec<g1> && lucid::group_spec<g2> && lucid::pairing_curve<curve>);
static_assert(lucid::affine<g1>::generator().is_on_curve() && lucid::affine<g2>::generator().is_on_curve());
static_assert(lucid::two_adic<scalar_spec>::order_log2 == 47);

}  // namespace bls12_377
