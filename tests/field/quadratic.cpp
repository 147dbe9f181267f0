// Quadratic extensions: the curves' F_q2 and F_q12, and small ones where every pair is tried against the schoolbook.
#include <doctest/doctest.h>

#include <vector>

#include <laws/field.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/quadratic.hpp>
#include <support/field_samples.hpp>
#include <support/isa.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using namespace lucid_test;

namespace {

// u² = −1 over the integers modulo 19.
struct square_of_19_spec {
  using base = prime_field<small_field<19, 2>>;
  static constexpr base multiply_by_non_residue(base const& a) noexcept { return -a; }
};
// u² = 3 over the integers modulo 17.
struct square_of_17_spec {
  using base = prime_field<field_17>;
  static constexpr base multiply_by_non_residue(base const& a) noexcept { return base{3} * a; }
};

template <class F>
F schoolbook(F const& a, F const& b) {
  return {a.c0 * b.c0 + F::spec::multiply_by_non_residue(a.c1 * b.c1), a.c0 * b.c1 + a.c1 * b.c0};
}

}  // namespace

TEST_CASE_TEMPLATE("quadratic: laws of a field", F, bn254::fq2, bls12_381::fq2) {
  auto const elements = samples<F>(40);
  with_every_isa([&] { laws::field(elements); });
}

TEST_CASE_TEMPLATE("quadratic: laws of a field, on top of two towers", F, bn254::fq12, bls12_381::fq12) { laws::field(samples<F>(12)); }

TEST_CASE_TEMPLATE("quadratic: every pair of a small field by the schoolbook", F, quadratic<square_of_19_spec>,
                   quadratic<square_of_17_spec>) {
  std::vector<F> all;
  limb_t const p = F::base::modulus()[0];
  for (limb_t x = 0; x < p; ++x) {
    for (limb_t y = 0; y < p; ++y) all.push_back({typename F::base{x}, typename F::base{y}});
  }
  bool same = true;
  for (F const& a : all) {
    for (F const& b : all) same = same && a * b == schoolbook(a, b);
  }
  CHECK(same);
  laws::division(all);
}

TEST_CASE_TEMPLATE("quadratic: products by the schoolbook, edges in every part", F, bn254::fq2, bls12_381::fq2) {
  using base = typename F::base;
  auto const edges = samples<base>(24);
  with_every_isa([&] {
    bool same = true;
    for (base const& w : edges) {
      for (base const& x : edges) {
        for (std::size_t i = 0; i < edges.size(); ++i) {
          F const a{w, x};
          F const b{edges[i], edges[(i * 5 + 3) % edges.size()]};
          same = same && a * b == schoolbook(a, b) && a * b.c0 == F{a.c0 * b.c0, a.c1 * b.c0};
        }
        same = same && square(F{w, x}) == schoolbook(F{w, x}, F{w, x});
      }
    }
    CHECK(same);
  });
}

TEST_CASE_TEMPLATE("quadratic: u squared is a non-residue, conjugation is the Frobenius map, the norm lies in the base", F, bn254::fq2,
                   bls12_381::fq2) {
  using base = typename F::base;
  F const u{base::zero(), base::one()};
  CHECK(square(u) == F{F::spec::multiply_by_non_residue(base::one()), base::zero()});
  laws::automorphism(samples<F>(20), [](F const& x) { return conjugate(x); });
  for (F const& x : samples<F>(10)) {
    CHECK(conjugate(x) == power(x, base::modulus()));
    CHECK(x * conjugate(x) == F{norm(x), base::zero()});
    CHECK(conjugate(conjugate(x)) == x);
  }
}

TEST_CASE_TEMPLATE("quadratic: constant expressions take the same values", F, bn254::fq2, bls12_381::fq2) {
  using base = typename F::base;
  constexpr F a{base{3}, -base{5}};
  constexpr F b{base{7}, base{11}};
  constexpr F product = a * b;
  constexpr F quotient = inverse(b);
  static_assert(quotient * b == F::one() && square(a) == a * a);
  F const a_now = a;
  F const b_now = b;
  CHECK(a_now * b_now == product);
  CHECK(product == F{base{76}, -base{2}});
  CHECK(inverse(b_now) == quotient);
}

TEST_CASE_TEMPLATE("quadratic: conjugation of F_q12 is the map x -> x^(q^6)", F, bn254::fq12, bls12_381::fq12) {
  laws::automorphism(samples<F>(8), [](F const& x) { return conjugate(x); });
  F x = samples<F>(12).back();
  F const conjugated = conjugate(x);
  for (int i = 0; i < 6; ++i) x = power(x, F::base::base::base::modulus());
  CHECK(x == conjugated);
}
