// Pairing-friendly curves so small that every pair of points can be tried: both families, both signs of the parameter, both kinds of twist.
#pragma once

#include <cstddef>
#include <vector>

#include <lucid/field/cubic.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <support/tiny_curve.hpp>

namespace tiny {

// Facts: p, generator_of_p, r, generator_of_r, square_of_u (u², as ±small), xi0, xi1 (ξ), b, the generators' coordinates, points1 and points2 (of the whole
// curves), family, twist, x, x_is_negative.
template <class Facts>
struct pairing_curve {
  using scalar = lucid::prime_field<field_spec<Facts::r, Facts::generator_of_r>>;
  using base = lucid::prime_field<field_spec<Facts::p, Facts::generator_of_p>>;

  struct fq2_spec {
    using base = pairing_curve::base;
    static constexpr base multiply_by_non_residue(base const& a) noexcept {
      return Facts::square_of_u < 0 ? -(a * base{static_cast<lucid::limb_t>(-Facts::square_of_u)})
                                    : a * base{static_cast<lucid::limb_t>(Facts::square_of_u)};
    }
  };
  using fq2 = lucid::quadratic<fq2_spec>;
  struct fq6_spec {
    using base = fq2;
    static constexpr fq2 multiply_by_non_residue(fq2 const& a) noexcept {
      return a * fq2{pairing_curve::base{Facts::xi0}, pairing_curve::base{Facts::xi1}};
    }
  };
  using fq6 = lucid::cubic<fq6_spec>;
  struct fq12_spec {
    using base = fq6;
    static constexpr fq6 multiply_by_non_residue(fq6 const& a) noexcept { return multiply_by_generator(a); }
  };
  using fq12 = lucid::quadratic<fq12_spec>;

  struct g1 {
    using field = base;
    using scalar = pairing_curve::scalar;
    using curve = pairing_curve;
    static constexpr std::size_t points = Facts::points1;
    static constexpr bool prime_order = points == Facts::r;
    static constexpr field b() noexcept { return field{Facts::b}; }
    static constexpr field generator_x() noexcept { return field{Facts::g1[0]}; }
    static constexpr field generator_y() noexcept { return field{Facts::g1[1]}; }
  };
  struct g2 {
    using field = fq2;
    using scalar = pairing_curve::scalar;
    using curve = pairing_curve;
    static constexpr std::size_t points = Facts::points2;
    static constexpr bool prime_order = false;
    static constexpr field b() noexcept {
      fq2 const xi{base{Facts::xi0}, base{Facts::xi1}};
      return (Facts::twist == lucid::twist_kind::m ? xi : inverse(xi)) * base{Facts::b};
    }
    static constexpr field generator_x() noexcept { return {base{Facts::g2[0]}, base{Facts::g2[1]}}; }
    static constexpr field generator_y() noexcept { return {base{Facts::g2[2]}, base{Facts::g2[3]}}; }
  };

  static constexpr auto family = Facts::family;
  static constexpr auto twist = Facts::twist;
  static constexpr auto parameter = lucid::big_uint<1>{Facts::x};
  static constexpr bool parameter_is_negative = Facts::x_is_negative;
  static constexpr lucid::limb_t order = Facts::r;
};

struct bn_plus_facts {  // x = 1
  static constexpr lucid::limb_t p = 103, generator_of_p = 5, r = 97, generator_of_r = 5, b = 5, xi0 = 4, xi1 = 2, x = 1;
  static constexpr int square_of_u = -1;
  static constexpr lucid::limb_t g1[2] = {2, 42}, g2[4] = {75, 7, 7, 56};
  static constexpr std::size_t points1 = 97, points2 = 97 * 109;
  static constexpr auto family = lucid::pairing_family::bn;
  static constexpr auto twist = lucid::twist_kind::m;
  static constexpr bool x_is_negative = false;
};
struct bn_minus_facts {  // x = −1
  static constexpr lucid::limb_t p = 19, generator_of_p = 2, r = 13, generator_of_r = 2, b = 2, xi0 = 1, xi1 = 1, x = 1;
  static constexpr int square_of_u = -1;
  static constexpr lucid::limb_t g1[2] = {4, 3}, g2[4] = {7, 18, 11, 8};
  static constexpr std::size_t points1 = 13, points2 = 13 * 25;
  static constexpr auto family = lucid::pairing_family::bn;
  static constexpr auto twist = lucid::twist_kind::d;
  static constexpr bool x_is_negative = true;
};
struct bls12_plus_facts {  // x = 4
  static constexpr lucid::limb_t p = 727, generator_of_p = 5, r = 241, generator_of_r = 7, b = 7, xi0 = 1, xi1 = 2, x = 4;
  static constexpr int square_of_u = -1;
  static constexpr lucid::limb_t g1[2] = {45, 411}, g2[4] = {601, 263, 162, 217};
  static constexpr std::size_t points1 = 241 * 3, points2 = 241 * 2197;
  static constexpr auto family = lucid::pairing_family::bls12;
  static constexpr auto twist = lucid::twist_kind::d;
  static constexpr bool x_is_negative = false;
};
struct bls12_minus_facts {  // x = −2
  static constexpr lucid::limb_t p = 37, generator_of_p = 2, r = 13, generator_of_r = 2, b = 3, xi0 = 0, xi1 = 1, x = 2;
  static constexpr int square_of_u = 2;
  static constexpr lucid::limb_t g1[2] = {15, 23}, g2[4] = {14, 14, 23, 16};
  static constexpr std::size_t points1 = 13 * 3, points2 = 13 * 109;
  static constexpr auto family = lucid::pairing_family::bls12;
  static constexpr auto twist = lucid::twist_kind::m;
  static constexpr bool x_is_negative = true;
};

using bn_plus = pairing_curve<bn_plus_facts>;
using bn_minus = pairing_curve<bn_minus_facts>;
using bls12_plus = pairing_curve<bls12_plus_facts>;
using bls12_minus = pairing_curve<bls12_minus_facts>;

static_assert(lucid::pairing_curve<bn_plus> && lucid::pairing_curve<bn_minus> && lucid::pairing_curve<bls12_plus> &&
              lucid::pairing_curve<bls12_minus>);

// Every affine point over a quadratic field, infinity first. O(p²) memory and time.
template <class G>
std::vector<lucid::affine<G>> all_points_of_twist() {
  using fq2 = typename G::field;
  using base = typename fq2::base;
  std::size_t const p = base::modulus()[0];
  auto const element = [&](std::size_t i) { return fq2{base{i / p}, base{i % p}}; };
  auto const index = [&](fq2 const& a) { return a.c0.to_integer()[0] * p + a.c1.to_integer()[0]; };
  std::vector<std::vector<std::size_t>> roots(p * p);
  for (std::size_t i = 0; i < p * p; ++i) roots[index(square(element(i)))].push_back(i);
  std::vector<lucid::affine<G>> points{lucid::affine<G>::infinity()};
  for (std::size_t i = 0; i < p * p; ++i) {
    fq2 const x = element(i);
    for (std::size_t const y : roots[index(square(x) * x + G::b())]) points.push_back({x, element(y)});
  }
  return points;
}

}  // namespace tiny
