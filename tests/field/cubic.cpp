// Cubic extensions: the curves' F_q6, and one small enough to try many pairs against the schoolbook.
#include <doctest/doctest.h>

#include <vector>

#include <laws/field.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/cubic.hpp>
#include <support/field_samples.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using namespace lucid_test;

namespace {

// v³ = 2 over the integers modulo 7: the cubes are 1 and −1.
struct cube_of_7_spec {
  using base = prime_field<small_field<7, 3>>;
  static constexpr base multiply_by_non_residue(base const& a) noexcept { return doubled(a); }
};
using cube_of_7 = cubic<cube_of_7_spec>;

template <class F>
F schoolbook(F const& a, F const& b) {
  auto const reduced = [](auto const& x) { return F::spec::multiply_by_non_residue(x); };
  return {a.c0 * b.c0 + reduced(a.c1 * b.c2 + a.c2 * b.c1), a.c0 * b.c1 + a.c1 * b.c0 + reduced(a.c2 * b.c2),
          a.c0 * b.c2 + a.c1 * b.c1 + a.c2 * b.c0};
}

}  // namespace

TEST_CASE("cubic: every pair of a small field by the schoolbook, every inverse") {
  using base = cube_of_7::base;
  std::vector<cube_of_7> all;
  for (limb_t x = 0; x < 343; ++x) all.push_back({base{x % 7}, base{x / 7 % 7}, base{x / 49}});
  bool same = true;
  for (auto const& a : all) {
    for (auto const& b : all) same = same && a * b == schoolbook(a, b);
    same = same && square(a) == schoolbook(a, a) && multiply_by_generator(a) == a * cube_of_7{{}, base::one(), {}};
  }
  CHECK(same);
  laws::division(all);
}

TEST_CASE_TEMPLATE("cubic: laws of a field", F, bn254::fq6, bls12_381::fq6) { laws::field(samples<F>(16)); }

TEST_CASE_TEMPLATE("cubic: products by the schoolbook, and by elements of the base", F, bn254::fq6, bls12_381::fq6) {
  auto const elements = samples<F>(20);
  F const v{{}, F::base::one(), {}};
  for (F const& a : elements) {
    for (F const& b : elements) {
      CHECK(a * b == schoolbook(a, b));
      CHECK(a * b.c1 == schoolbook(a, F{b.c1, {}, {}}));
    }
    CHECK(square(a) == schoolbook(a, a));
    CHECK(multiply_by_generator(a) == schoolbook(a, v));
  }
  CHECK(v * v * v == F{F::spec::multiply_by_non_residue(F::base::one()), {}, {}});
}
