#include <doctest/doctest.h>

#include <lucid/group/pairing/line.hpp>
#include <support/naive_pairing.hpp>
#include <support/points.hpp>
#include <support/tiny_pairing.hpp>

namespace {

template <class Curve>
lucid::affine<typename Curve::g2> to_affine(lucid::homogeneous<Curve> const& t) {
  if (t.z.is_zero()) return lucid::affine<typename Curve::g2>::infinity();
  auto const z = inverse(t.z);
  return {t.x * z, t.y * z};
}

template <class Curve>
typename Curve::fq12 value_at(lucid::line<Curve> const& l, lucid::affine<typename Curve::g1> const& p) {
  auto f = Curve::fq12::one();
  lucid::multiply_by_line<Curve>(f, l, p);
  return f;
}

// The same up to a factor c·w^i with c in F_q2: such factors vanish in the final exponentiation.
template <class Curve>
bool same_up_to_a_small_factor(typename Curve::fq12 const& a, typename Curve::fq12 const& b) {
  auto const q = a * inverse(b);
  int const parts =
      !q.c0.c0.is_zero() + !q.c0.c1.is_zero() + !q.c0.c2.is_zero() + !q.c1.c0.is_zero() + !q.c1.c1.is_zero() + !q.c1.c2.is_zero();
  return parts == 1;
}

}  // namespace

// Along the multiples of a generator: the point after each step is the textbook's, and the line is the textbook's line over F_q12.
TEST_CASE_TEMPLATE("line: doubling and adding steps", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus, tiny::bls12_minus) {
  using naive = lucid_test::naive_pairing<Curve>;
  auto const g = lucid::affine<typename Curve::g2>::generator();
  auto const p = lucid::affine<typename Curve::g1>::generator();
  auto const at = naive::embedded(p);
  bool doubles = true, adds = true, tangents = true, chords = true;
  auto q = g;
  for (lucid::limb_t k = 1; k + 1 < Curve::order; ++k, q = tiny::textbook_sum(q, g)) {
    lucid::homogeneous<Curve> t{q};
    auto const tangent = lucid::double_step<Curve>(t);
    auto const twice = tiny::textbook_sum(q, q);
    doubles = doubles && to_affine<Curve>(t) == twice;
    auto over_fq12 = naive::untwisted(q);
    tangents = tangents && same_up_to_a_small_factor<Curve>(value_at<Curve>(tangent, p), naive::step(over_fq12, over_fq12, at));
    if (twice == g || twice == -g || twice.is_infinity()) continue;
    auto const chord = lucid::add_step<Curve>(t, g);  // with a denominator other than 1
    adds = adds && to_affine<Curve>(t) == tiny::textbook_sum(twice, g);
    chords = chords && same_up_to_a_small_factor<Curve>(value_at<Curve>(chord, p), naive::step(over_fq12, naive::untwisted(g), at));
  }
  CHECK(doubles);
  CHECK(adds);
  CHECK(tangents);
  CHECK(chords);
}

TEST_CASE_TEMPLATE("line: the sparse product is the product", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus, tiny::bls12_minus) {
  lucid::seeded_entropy entropy{10};
  auto const c = [&] { return lucid_test::random_field_element<typename Curve::fq2>(entropy); };
  auto const p = lucid::affine<typename Curve::g1>::generator();
  for (int i = 0; i < 20; ++i) {
    lucid::line<Curve> const l{c(), c(), c()};
    typename Curve::fq12 const f{{c(), c(), c()}, {c(), c(), c()}};
    auto product = f;
    lucid::multiply_by_line<Curve>(product, l, p);
    CHECK(product == f * value_at<Curve>(l, p));
  }
}
