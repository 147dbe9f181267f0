#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/power.hpp>
#include <support/field_samples.hpp>
#include <support/small_fields.hpp>
#if LUCID_TEST_HAS_GMP
#include <support/gmp.hpp>
#endif

using namespace lucid;
using namespace lucid_test;

TEST_CASE("power: repeated products, every base and exponent of a small field") {
  using F = prime_field<field_113>;
  bool same = true;
  for (limb_t x = 0; x < 113; ++x) {
    F product = F::one();  // 0^0 = 1
    for (limb_t k = 0; k < 230; ++k) {
      same = same && power(F{x}, k) == product;
      product = product * F{x};
    }
  }
  CHECK(same);
}

TEST_CASE_TEMPLATE("power: a^p = a, a^(p-1) = 1", F, bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base) {
  auto units = F::modulus();
  subtract_from(units, typename F::integer{1});
  for (F const& x : samples<F>(12)) {
    CHECK(power(x, F::modulus()) == x);
    if (!x.is_zero()) CHECK(power(x, units) == F::one());
  }
}

TEST_CASE("power: of an extension, by the order of its units") {
  using F = bn254::fq2;
  auto units = multiply_wide(bn254::base::modulus(), bn254::base::modulus());
  subtract_from(units, big_uint<8>{1});
  for (F const& x : samples<F>(8)) {
    if (!x.is_zero()) CHECK(power(x, units) == F::one());
  }
}

#if LUCID_TEST_HAS_GMP
TEST_CASE_TEMPLATE("power: wide exponents as GMP has them", F, bn254::scalar, bls12_381::base) {
  gmp_integer const p{F::modulus()};
  std::mt19937_64 engine{F::bits};
  for (F const& x : samples<F>(50)) {
    auto const exponent = random_integer<8>(engine);
    gmp_integer expected{x.to_integer()};
    mpz_powm(expected.get(), expected.get(), gmp_integer{exponent}.get(), p.get());
    CHECK(power(x, exponent).to_integer() == expected.low<F::limbs>());
  }
}
#endif
