// That XYZZ sums are right is tried together with Jacobian ones: jacobian.cpp, by laws/group.hpp.
#include <doctest/doctest.h>

#include <laws/group.hpp>
#include <lucid/group/xyzz.hpp>
#include <support/tiny_curve.hpp>

TEST_CASE_TEMPLATE("xyzz: an accumulator that meets every point in turn", G, tiny::curve_97, tiny::curve_12) {
  for (auto const& start : tiny::all_points<G>()) {
    lucid::xyzz<G> sum{start};
    auto expected = start;
    bool same = true;
    for (auto const& p : tiny::all_points<G>()) {
      sum += p;
      expected = tiny::textbook_sum(expected, p);
      same = same && sum.to_jacobian().to_affine() == expected && sum.is_infinity() == expected.is_infinity();
      same = same && (sum.is_infinity() || square(sum.zz) * sum.zz == square(sum.zzz));
    }
    CHECK(same);
  }
}

TEST_CASE("xyzz: infinity is neutral") {
  using G = tiny::curve_97;
  laws::infinity_is_neutral<G>(lucid::affine<G>::generator());
}

TEST_CASE("xyzz: to Jacobian and on") {
  using G = tiny::curve_97;
  auto const g = lucid::affine<G>::generator();
  auto const p = doubled(lucid::xyzz<G>{g}) + g;
  CHECK(p.to_jacobian() == lucid::jacobian<G>::generator() + g + g);
  CHECK(p + p == doubled(p));
  CHECK((p + -p).is_infinity());
}
