// Both inverses against GMP and Fermat: near powers of two, near multiples of p, both top bits set, every element of small fields.
#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/inverse.hpp>
#include <support/field_samples.hpp>
#include <support/isa.hpp>
#include <support/odd_fields.hpp>
#include <support/small_fields.hpp>
#if LUCID_TEST_HAS_GMP
#include <support/gmp.hpp>
#endif

using namespace lucid;
using namespace lucid_test;

namespace {

using field_of_113 = prime_field<field_113>;
using field_of_127 = prime_field<field_127>;
using field_of_3 = prime_field<small_field<3, 2>>;
using field_of_8191 = prime_field<field_8191>;

template <class F>
bool both_invert(F const& x) {
  F const y = inverse(x);
  return y == inverse_vartime(x) && y.to_montgomery() < F::modulus() && (x.is_zero() ? y.is_zero() : x * y == F::one());
}

// a^(p−2)
template <class F>
F by_fermat(F const& a) {
  auto exponent = F::modulus();
  subtract_from(exponent, typename F::integer{2});
  return power(a, exponent);
}

}  // namespace

TEST_CASE_TEMPLATE("inverse: every element of a small field, 0 among them", F, field_of_3, field_of_113, field_of_127, field_of_8191) {
  bool all = true;
  for (limb_t x = 0; x < F::modulus()[0]; ++x) all = all && both_invert(F{x});
  CHECK(all);
}

TEST_CASE_TEMPLATE("inverse: edges, powers of two and their neighbours, in value and in residue", F, bn254::scalar, bn254::base,
                   bls12_381::scalar, bls12_381::base, one_limb_full, two_limbs_full, three_limbs_full, four_limbs_full, four_limbs_sparse,
                   five_limbs_full, six_limbs_full, six_limbs_sparse) {
  with_every_isa([] {
    bool all = true, as_fermat = true;
    for (F const& x : edge_elements<F>()) {
      all = all && both_invert(x);
      as_fermat = as_fermat && inverse(x) == by_fermat(x);
    }
    for (std::size_t k = 0; k < F::integer::bits; ++k) {
      auto x = shifted_left(typename F::integer{1}, k);
      for (int below = 0; below < 3; ++below, subtract_from(x, typename F::integer{1})) {
        all = all && both_invert(F::from_integer(x));
        if (x < F::modulus()) all = all && both_invert(F::from_montgomery(x)) && both_invert(-F::from_montgomery(x));
      }
    }
    CHECK(all);
    CHECK(as_fermat);
  });
}

TEST_CASE_TEMPLATE("inverse: one constant expression, one value", F, bn254::base, bls12_381::base) {
  constexpr F third = inverse(F{3});
  constexpr F third_vartime = inverse_vartime(F{3});
  constexpr F none = inverse(F::zero());
  CHECK(third * F{3} == F::one());
  CHECK(third_vartime == third);
  CHECK(none.is_zero());
  CHECK(inverse(F{3}) == third);
  CHECK(inverse_vartime(F{3}) == third);
}

#if LUCID_TEST_HAS_GMP
TEST_CASE_TEMPLATE("inverse: random elements as GMP has them", F, bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base) {
  gmp_integer const p{F::modulus()};
  seeded_entropy entropy{F::bits + 2};
  bool same = true, same_vartime = true;
  for (int i = 0; i < 20'000; ++i) {
    F const x = random_element<F>(entropy);
    gmp_integer expected{x.to_integer()};
    mpz_invert(expected.get(), expected.get(), p.get());
    auto const y = expected.low<F::limbs>();
    same = same && inverse(x).to_integer() == y;
    same_vartime = same_vartime && inverse_vartime(x).to_integer() == y;
  }
  CHECK(same);
  CHECK(same_vartime);
}
#endif

TEST_CASE_TEMPLATE("inverse: 10^6 random elements times their inverses are 1 [heavy]", F, bn254::base, bls12_381::base) {
  seeded_entropy entropy{F::bits + 3};
  bool all = true;
  F x = random_element<F>(entropy);
  for (int i = 0; i < 1'000'000; ++i) {
    F const y = inverse_vartime(x);
    all = all && x * y == F::one() && (i % 8 != 0 || inverse(x) == y);
    x = y + F::one();
  }
  CHECK(all);
}

// What a device calculates with.
TEST_CASE_TEMPLATE("inverse: in words of 32 bits the same as in words of 64", F, field_of_3, field_of_113, field_of_8191, bn254::scalar,
                   bn254::base, bls12_381::base, four_limbs_full, six_limbs_full) {
  constexpr auto scale = F::arithmetic::r_squared;
  using narrow = detail::division_steps<typename F::spec, 30>;
  bool all = true;
  auto const agrees = [&](F const& x) {
    auto const y = inverse(x).to_montgomery();
    all = all && y == narrow::template inverse<false>(x.to_montgomery(), scale) &&
          y == narrow::template inverse<true>(x.to_montgomery(), scale);
  };
  for (F const& x : edge_elements<F>()) agrees(x);
  F walk{3};
  for (int i = 0; i < 200; ++i, walk = walk * walk + F{1}) agrees(walk);
  CHECK(all);
}
