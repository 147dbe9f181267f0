#include <doctest/doctest.h>

#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/sqrt.hpp>
#include <support/field_samples.hpp>
#include <support/odd_fields.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using namespace lucid_test;

namespace {

// u² = −1 over the integers modulo 127.
struct square_of_127_spec {
  using base = prime_field<field_127>;
  static constexpr base multiply_by_non_residue(base const& a) noexcept { return -a; }
};
// u² = 3 over the integers modulo 113, where −1 is a square.
struct square_of_113_spec {
  using base = prime_field<field_113>;
  static constexpr base multiply_by_non_residue(base const& a) noexcept { return base{3} * a; }
};

template <class F>
std::vector<F> everything() {
  std::vector<F> all;
  if constexpr (prime_field_element<F>) {
    for (limb_t x = 0; x < F::modulus()[0]; ++x) all.emplace_back(x);
  } else {
    for (auto const& c0 : everything<typename F::base>()) {
      for (auto const& c1 : everything<typename F::base>()) all.push_back(F{c0, c1});
    }
  }
  return all;
}

}  // namespace

TEST_CASE_TEMPLATE("sqrt: squares have roots, half of the rest has none: every element of a small field", F, prime_field<field_17>,
                   prime_field<field_113>, prime_field<field_127>, prime_field<field_7681>, prime_field<field_8191>,
                   quadratic<square_of_127_spec>, quadratic<square_of_113_spec>) {
  std::size_t squares = 0;
  auto const all = everything<F>();
  bool right = true;
  for (F const& x : all) {
    if (auto const root = sqrt_vartime(x)) {
      ++squares;
      right = right && square(*root) == x;
    }
    right = right && sqrt_vartime(square(x)).has_value();
  }
  CHECK(right);
  CHECK(squares == (all.size() + 1) / 2);
}

TEST_CASE_TEMPLATE("sqrt: of squares of edges and random elements, and of a non-residue times them", F, bn254::scalar, bn254::base,
                   bls12_381::scalar, bls12_381::base, two_limbs_full, six_limbs_two_spare_bits) {
  F non_residue = F::one();  // Euler
  auto half = F::modulus();
  subtract_from(half, typename F::integer{1});
  half = shifted_right(half, 1);
  while (power(non_residue, half) == F::one()) non_residue += F::one();
  for (F const& x : samples<F>(40)) {
    auto const root = sqrt_vartime(square(x));
    REQUIRE(root.has_value());
    CHECK((*root == x || *root == -x));
    if (!x.is_zero()) CHECK_FALSE(sqrt_vartime(non_residue * square(x)).has_value());
  }
  CHECK(sqrt_vartime(F::zero()) == F::zero());
}

TEST_CASE_TEMPLATE("sqrt: in F_q2, also where one part is zero", F, bn254::fq2, bls12_381::fq2) {
  using base = typename F::base;
  for (F const& x : samples<F>(60)) {
    auto const root = sqrt_vartime(square(x));
    REQUIRE(root.has_value());
    CHECK((*root == x || *root == -x));
  }
  int squares = 0;
  auto const random = samples<F>(200, 2);
  for (F const& x : random) {
    if (auto const root = sqrt_vartime(x)) {
      ++squares;
      CHECK(square(*root) == x);
    }
  }
  CHECK(squares > 60);
  CHECK(squares < 140);
  CHECK(sqrt_vartime(F::zero()) == F::zero());
  // Every element of the base is a square upstairs, a non-residue as well: c1 = 0, c0 = −1 and more.
  for (base const& c0 : samples<base>(20)) {
    auto const root = sqrt_vartime(F{c0, base::zero()});
    REQUIRE(root.has_value());
    CHECK(square(*root) == F{c0, base::zero()});
  }
  CHECK_FALSE(sqrt_vartime(-base::one()).has_value());
  CHECK(sqrt_vartime(F{-base::one(), base::zero()}).has_value());
  for (base const& c1 : samples<base>(20)) {
    if (auto const root = sqrt_vartime(F{base::zero(), c1})) CHECK(square(*root) == F{base::zero(), c1});
    if (auto const root = sqrt_vartime(F{c1, base::one()})) CHECK(square(*root) == F{c1, base::one()});
  }
}
