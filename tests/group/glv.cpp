#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>
#include <lucid/group/glv.hpp>
#include <lucid/group/jacobian.hpp>
#if LUCID_TEST_HAS_GMP
#include <support/gmp.hpp>
#endif
#include <support/points.hpp>
#include <support/tiny_pairing.hpp>

namespace {

using namespace lucid;

template <class Curve>
typename Curve::scalar value(typename glv<Curve>::part const& part) {
  auto const magnitude = Curve::scalar::from_integer(part.magnitude);
  return part.negative ? -magnitude : magnitude;
}

// Where rounding changes its mind, k·b/r and k·|a − b|/r near a half, is near (2i + 1)·r/2b; λ and its neighbours decompose into ±1 and λ.
template <class Curve>
std::vector<typename Curve::scalar> edges() {
  using F = typename Curve::scalar;
  F const lambda = glv<Curve>::lambda();
  F const half = inverse(F{2});
  std::vector<F> all{F::zero(), F::one(), -F::one(), half, -half, half - F::one(), lambda, -lambda, square(lambda), lambda * half};
  for (std::size_t i = all.size(); i-- > 0;) all.push_back(all[i] + F::one()), all.push_back(all[i] - F::one());
  F power = F::one();
  for (std::size_t k = 1; k < F::bits; ++k) {
    power = doubled(power);
    for (F const& e : {power, power - F::one(), power * lambda, power * lambda + power, power * half}) all.push_back(e), all.push_back(-e);
  }
  return all;
}

template <class Curve>
bool splits(typename Curve::scalar const& k) {
  using split = glv<Curve>;
  auto const parts = split::split(k.to_integer());
  return value<Curve>(parts.first) + value<Curve>(parts.second) * split::lambda() == k && parts.first.magnitude <= split::largest &&
         parts.second.magnitude <= split::largest;
}

TEST_CASE_TEMPLATE("glv: k = k₁ + k₂λ with parts of half the length, edges and random scalars", Curve, bn254::curve, bls12_381::curve) {
  using F = typename Curve::scalar;
  CHECK(glv<Curve>::bits == 127);
  F const lambda = glv<Curve>::lambda();
  CHECK(square(lambda) + lambda + F::one() == F::zero());
  bool all = true;
  for (F const& k : edges<Curve>()) all = all && splits<Curve>(k);
  seeded_entropy entropy{3};
  for (int i = 0; i < 20000; ++i) all = all && splits<Curve>(random_element<F>(entropy));
  CHECK(all);
}

TEST_CASE_TEMPLATE("glv: small numbers and their opposites have no second part", Curve, bn254::curve, bls12_381::curve) {
  using F = typename Curve::scalar;
  bool all = true;
  F k = F::one();
  for (std::size_t bits = 0; bits < 125; ++bits, k = doubled(k) + F::one()) {
    auto const plus = glv<Curve>::split(k.to_integer()), minus = glv<Curve>::split((-k).to_integer());
    all = all && plus.second.magnitude.is_zero() && plus.first.magnitude == k.to_integer() && !plus.first.negative;
    all = all && minus.second.magnitude.is_zero() && minus.first.magnitude == k.to_integer() && minus.first.negative;
  }
  CHECK(all);
  CHECK(glv<Curve>::split({}).first.magnitude.is_zero());
}

#if LUCID_TEST_HAS_GMP
// The oracle knows r and λ, and no more: the sum is made of integers, and λ is a root of λ² + λ + 1 found by a power of a small number.
TEST_CASE_TEMPLATE("glv: the parts by another library's integers", Curve, bn254::curve, bls12_381::curve) {
  using F = typename Curve::scalar;
  using lucid_test::gmp_integer;
  gmp_integer const r{F::modulus()}, one{1ul}, zero{0ul};
  gmp_integer const lambda{glv<Curve>::lambda().to_integer()};
  CHECK((lambda * lambda + lambda + one) % r == zero);
  gmp_integer const limit = one << std::size_t{127};
  bool all = true;
  auto const agrees = [&](F const& scalar) {
    auto const parts = glv<Curve>::split(scalar.to_integer());
    auto const signed_value = [&](auto const& part) {
      gmp_integer const magnitude{part.magnitude};
      all = all && magnitude < limit;
      return part.negative ? zero - magnitude : magnitude;
    };
    gmp_integer const k{scalar.to_integer()};
    all = all && (signed_value(parts.first) + signed_value(parts.second) * lambda - k) % r == zero;
  };
  for (F const& k : edges<Curve>()) agrees(k);
  seeded_entropy entropy{4};
  for (int i = 0; i < 1000; ++i) agrees(random_element<F>(entropy));
  CHECK(all);
}
#endif

// Both families, both signs of the parameter.
TEST_CASE_TEMPLATE("glv: every scalar and every multiple of the generators of tiny curves", Curve, tiny::bn_plus, tiny::bn_minus,
                   tiny::bls12_plus, tiny::bls12_minus) {
  using F = typename Curve::scalar;
  bool all = true;
  jacobian<typename Curve::g1> p;
  jacobian<typename Curve::g2> q;
  for (limb_t k = 0; k < Curve::order; ++k) {
    all = all && splits<Curve>(F{k});
    auto const lambda = glv<Curve>::lambda().to_integer();
    all = all && lucid_test::double_and_add(p, lambda) == jacobian<typename Curve::g1>{glv_image(p.to_affine())};
    all = all && lucid_test::double_and_add(q, lambda) == jacobian<typename Curve::g2>{glv_image(q.to_affine())};
    p += affine<typename Curve::g1>::generator();
    q += affine<typename Curve::g2>::generator();
  }
  CHECK(all);
  CHECK(p.is_infinity());
}

template <class G>
void image_is_multiplication_by_lambda() {
  auto const lambda = glv<typename G::curve>::lambda().to_integer();
  seeded_entropy entropy{5};
  jacobian<G> point = jacobian<G>::generator();
  for (int i = 0; i < 4; ++i) {
    auto const p = point.to_affine();
    CHECK(jacobian<G>{glv_image(p)} == lucid_test::double_and_add(point, lambda));
    point = lucid_test::double_and_add(point, random_element<typename G::scalar>(entropy).to_integer());
  }
  CHECK(glv_image(affine<G>::infinity()).is_infinity());
}
TEST_CASE_TEMPLATE("glv: the image of a point is λ times the point, the same λ in both groups", G, bn254::g1, bn254::g2, bls12_381::g1,
                   bls12_381::g2) {
  image_is_multiplication_by_lambda<G>();
}

}  // namespace
