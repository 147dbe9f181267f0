#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>
#include <lucid/msm/scalar_parts.hpp>

#include <laws/msm.hpp>
#include <support/tiny_pairing.hpp>

namespace {

using namespace lucid;

// Σ part_h·λ^h, parts no longer than they may be, and where the width is short, one part of just that width.
template <class Parts, class F = typename Parts::scalar>
bool adds_up(F const& s, F const& lambda) {
  balanced_scalar<F> parts[Parts::count];
  unsigned const width = Parts::width(s);
  Parts::split(s, width, parts);
  F sum, weight = F::one();
  bool fits = width <= Parts::bits;
  for (unsigned h = 0; h < Parts::count; ++h, weight *= lambda) {
    F const part = weight * F::from_integer(parts[h].magnitude);
    sum += parts[h].negative ? -part : part;
    fits = fits && parts[h].magnitude <= Parts::largest;
    if (width < Parts::bits) fits = fits && parts[h].magnitude.bit_width() == (h == 0 ? width : 0);
  }
  return fits && sum == s;
}

template <class Curve>
bool all_add_up(typename Curve::scalar const& s) {
  using F = typename Curve::scalar;
  F const lambda = glv<Curve>::lambda();
  return adds_up<whole_scalar<F>>(s, lambda) && adds_up<balanced_parts<F>>(s, lambda) && adds_up<half_scalars<Curve>>(s, lambda);
}

TEST_CASE_TEMPLATE("scalar_parts: extremal and random scalars", Curve, bn254::curve, bls12_381::curve) {
  using F = typename Curve::scalar;
  bool all = true;
  for (F const& s : laws::extremal_scalars<F>()) all = all && all_add_up<Curve>(s);
  seeded_entropy entropy{40};
  for (int i = 0; i < 1000; ++i) all = all && all_add_up<Curve>(random_element<F>(entropy));
  CHECK(all);
  CHECK(whole_scalar<F>::bits == F::bits);
  CHECK(balanced_parts<F>::bits == F::bits - 1);
  CHECK(half_scalars<Curve>::bits == F::bits / 2);
}

TEST_CASE_TEMPLATE("scalar_parts: every scalar of tiny curves", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus, tiny::bls12_minus) {
  bool all = true;
  for (limb_t s = 0; s < Curve::order; ++s) all = all && all_add_up<Curve>(typename Curve::scalar{s});
  CHECK(all);
}

}  // namespace
