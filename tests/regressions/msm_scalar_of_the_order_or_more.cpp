// Scalars that were not reduced gave another sum than multiplication did (arkworks algebra#656), or were split wrongly at the ends (algebra#803).
#include <doctest/doctest.h>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <vector>

#include <laws/msm.hpp>

namespace {

using namespace lucid;
using G = bls12_381::g1;
using F = bls12_381::scalar;

TEST_CASE("arkworks 656: an integer of the order or more is reduced or refused, never taken as it is") {
  big_uint<4> unreduced;  // above r
  unreduced[0] = 0x025607A7919D793F;
  unreduced[1] = 0xBDF7228F3A3DBD99;
  unreduced[2] = 0x68D0564B14693662;
  unreduced[3] = 0xAF6DD88BB87CB4AC;
  auto above = F::modulus();
  add_to(above, big_uint<4>{1});
  std::vector<affine<G>> const generator{affine<G>::generator()};
  for (auto const& k : {unreduced, F::modulus(), above}) {
    CHECK_FALSE(F::from_canonical(k).has_value());
    CHECK(pippenger{}(cpu::seq, generator, std::vector{F::from_integer(k)}) == multiply_vartime(jacobian<G>::generator(), k));
  }
}

TEST_CASE("arkworks 803: 0, 1, a cube root of one, r − 1 and a thousand others") {
  F lambda;  // a power of the generator with exponent (r − 1)/3
  auto const third = divide(F::modulus(), big_uint<4>{3}).quotient;
  for (limb_t g = 2; lambda.is_zero() || lambda.is_one(); ++g) lambda = power(F{g}, third);
  REQUIRE((lambda * lambda + lambda + F{1}).is_zero());
  lucid_test::multiples<G> terms{1006};
  seeded_entropy entropy{803};
  laws::fill_random(terms, entropy);
  F const ends[] = {F{0}, F{1}, lambda, -lambda, square(lambda), -F{1}};
  for (std::size_t i = 0; i < 6; ++i) {
    terms.scalars[i] = ends[i];
    CHECK(laws::msm_agrees(cpu::seq, terms.slice(i, 1)));
  }
  CHECK(laws::msm_agrees(cpu::seq, terms));
}

}  // namespace
