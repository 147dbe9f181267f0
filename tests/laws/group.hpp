// What must hold of points in every representation. Handed any set of affine points, it tries all pairs; a tiny curve hands it all its points.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/xyzz.hpp>
#include <support/points.hpp>
#include <support/tiny_curve.hpp>

namespace laws {

template <class G>
lucid::xyzz<G> rescaled(lucid::xyzz<G> const& p, typename G::field const& k) {
  return {p.x * square(k), p.y * (square(k) * k), p.zz * square(k), p.zzz * (square(k) * k)};
}

// Every sum of two of the points, in every mix of representations and with denominators other than 1, is the textbook's. So are negation, doubling and equality.
// Includes the exceptional cases when the set has infinity, equal and opposite points. k: any field element but 0.
template <class G>
void sums_agree(std::vector<lucid::affine<G>> const& points, typename G::field const& k) {
  using lucid::jacobian;
  using lucid::xyzz;
  bool jacobian_sums = true, mixed_sums = true, differences = true, xyzz_sums = true, xyzz_mixed_sums = true, doubles = true,
       equalities = true, negations = true, on_curve = true;
  for (auto const& p : points) {
    jacobian<G> const jp = lucid_test::rescaled(jacobian<G>{p}, k);
    xyzz<G> const xp = rescaled(xyzz<G>{p}, k);
    auto const twice = tiny::textbook_sum(p, p);
    doubles = doubles && doubled(jp).to_affine() == twice && doubled(xp).to_jacobian().to_affine() == twice &&
              doubled(jacobian<G>{p}).to_affine() == twice;
    negations = negations && (-jp).to_affine() == -p && (-xp).to_jacobian().to_affine() == -p && (jp + (-jp)).is_infinity() &&
                (xp + (-xp)).is_infinity() && (jp + -p).is_infinity() && (xp + -p).is_infinity() && tiny::textbook_sum(p, -p).is_infinity();
    equalities = equalities && jp == jacobian<G>{p} && xp == xyzz<G>{p} && xp.to_jacobian() == jp && jp.to_affine() == p;
    for (auto const& q : points) {
      auto const sum = tiny::textbook_sum(p, q);
      jacobian<G> const jq = lucid_test::rescaled(jacobian<G>{q}, k + k);
      xyzz<G> const xq = rescaled(xyzz<G>{q}, k + k);
      on_curve = on_curve && sum.is_on_curve();
      jacobian_sums = jacobian_sums && (jp + jq).to_affine() == sum && (jp + jacobian<G>{q}).to_affine() == sum;
      mixed_sums = mixed_sums && (jp + q).to_affine() == sum && (jacobian<G>{p} + q).to_affine() == sum;
      xyzz_sums = xyzz_sums && (xp + xq).to_jacobian().to_affine() == sum;
      xyzz_mixed_sums = xyzz_mixed_sums && (xp + q).to_jacobian().to_affine() == sum && (xyzz<G>{p} + q).to_jacobian().to_affine() == sum;
      differences = differences && (jp - jq) + jq == jp && (jp - q) + q == jp;
      equalities = equalities && (jp == jq) == (p == q) && (xp == xq) == (p == q);
    }
  }
  CHECK(on_curve);
  CHECK(jacobian_sums);
  CHECK(mixed_sums);
  CHECK(differences);
  CHECK(xyzz_sums);
  CHECK(xyzz_mixed_sums);
  CHECK(doubles);
  CHECK(negations);
  CHECK(equalities);
}

// Infinity is neutral, in every representation and mix.
template <class G>
void infinity_is_neutral(lucid::affine<G> const& p) {
  using A = lucid::affine<G>;
  using J = lucid::jacobian<G>;
  using X = lucid::xyzz<G>;
  CHECK(A::infinity().is_infinity());
  CHECK(A::infinity().is_on_curve());
  CHECK((-A::infinity()).is_infinity());
  CHECK(J{}.is_infinity());
  CHECK(J{A::infinity()}.is_infinity());
  CHECK(J{}.to_affine() == A::infinity());
  CHECK(X{}.is_infinity());
  CHECK(X{A::infinity()}.is_infinity());
  CHECK(X{}.to_jacobian().is_infinity());
  CHECK(doubled(J{}).is_infinity());
  CHECK(doubled(X{}).is_infinity());
  CHECK(J{} + J{p} == J{p});
  CHECK(J{p} + J{} == J{p});
  CHECK(J{} + p == J{p});
  CHECK(J{p} + A::infinity() == J{p});
  CHECK((J{} + J{}).is_infinity());
  CHECK((J{} + A::infinity()).is_infinity());
  CHECK(X{} + X{p} == X{p});
  CHECK(X{p} + X{} == X{p});
  CHECK(X{} + p == X{p});
  CHECK(X{p} + A::infinity() == X{p});
  CHECK((X{} + A::infinity()).is_infinity());
  // Z = 0 whatever X and Y hold
  auto const seven = typename G::field{} + p.x;
  CHECK(J{seven, p.y, {}} == J{});
  CHECK(J{seven, p.y, {}} + J{p} == J{p});
  CHECK(!(J{p} == J{}));
  CHECK(!(X{} == X{p}));
}

// (p + q) + s = p + (q + s) and p + q = q + p over all triples.
template <class G>
void sums_associate(std::vector<lucid::affine<G>> const& points) {
  bool associative = true, commutative = true;
  for (auto const& p : points) {
    for (auto const& q : points) {
      auto const pq = lucid::jacobian<G>{p} + q;
      commutative = commutative && pq == lucid::jacobian<G>{q} + p;
      for (auto const& s : points) associative = associative && pq + s == p + (lucid::jacobian<G>{q} + s);
    }
  }
  CHECK(associative);
  CHECK(commutative);
}

// Infinity, ±G, ±2G, 3G, points of the subgroup, points of the curve.
template <class G>
std::vector<lucid::affine<G>> sample_points(lucid::seeded_entropy& entropy) {
  using A = lucid::affine<G>;
  A const g = A::generator();
  A const g2 = tiny::textbook_sum(g, g);
  std::vector<A> points{A::infinity(), g, -g, g2, -g2, tiny::textbook_sum(g2, g)};
  points.push_back(lucid_test::random_subgroup_point<G>(entropy));
  points.push_back(lucid_test::random_curve_point<G>(entropy));
  points.push_back(-points.back());
  return points;
}

}  // namespace laws
