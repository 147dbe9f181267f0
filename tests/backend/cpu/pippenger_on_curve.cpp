// Sums over points of any order: no opposite may stand for a scalar, and no half.
#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/msm/naive_msm.hpp>
#include <vector>

#include <laws/msm.hpp>
#include <support/points.hpp>
#include <support/tiny_curve.hpp>
#include <support/tiny_pairing.hpp>

namespace {

using namespace lucid;

// Every point of the whole curve with every scalar.
template <class G>
void sums_all(std::vector<affine<G>> const& points) {
  using F = typename G::scalar;
  std::vector<affine<G>> bases;
  std::vector<F> scalars;
  for (auto const& p : points) {
    for (limb_t s = 0; s < F::modulus()[0]; ++s) {
      bases.push_back(p);
      scalars.push_back(F{s});
    }
  }
  bool each = true;
  for (std::size_t i = 0; i < bases.size(); i += 7) {
    std::vector<affine<G>> const base{bases[i], bases[(i * 31) % bases.size()]};
    std::vector<F> const scalar{scalars[i], scalars[(i * 31) % bases.size()]};
    each = each && pippenger{.window = 3}.sum_on_curve(cpu::seq, base, scalar) == naive_msm{}(base, scalar);
  }
  CHECK(each);
  auto const expected = naive_msm{}(bases, scalars);
  for (unsigned window = 0; window <= 8; ++window) CHECK(pippenger{.window = window}.sum_on_curve(cpu::seq, bases, scalars) == expected);
}

TEST_CASE("pippenger, points of any order: all points and scalars of tiny curves") {
  sums_all(tiny::all_points<tiny::curve_12>());
  sums_all(tiny::all_points<tiny::bls12_minus::g1>());
}

TEST_CASE("pippenger, points of any order: extremal scalars, infinity, and none") {
  using G = bls12_381::g1;
  using F = G::scalar;
  seeded_entropy entropy{6};
  auto scalars = laws::extremal_scalars<F>();
  scalars.push_back(-F::one());
  std::vector<affine<G>> bases;
  jacobian<G> expected;
  while (bases.size() < scalars.size()) {
    auto const p = bases.size() % 9 == 8 ? affine<G>::infinity() : lucid_test::random_curve_point<G>(entropy);
    expected += lucid_test::double_and_add(jacobian<G>{p}, scalars[bases.size()].to_integer());
    bases.push_back(p);
  }
  REQUIRE_FALSE(is_in_subgroup(bases[0]));
  for (unsigned const window : {0u, 1u, 4u, 15u, 18u})
    CHECK(pippenger{.window = window}.sum_on_curve(cpu::seq, bases, scalars) == expected);
  jacobian<G> of_few;
  for (std::size_t n = 0; n < 24; ++n) {  // few terms take another way
    std::size_t const i = n * 31;
    CHECK(pippenger{}.sum_on_curve(cpu::seq, view<affine<G> const>{bases}.subview(i, 1), view<F const>{scalars}.subview(i, 1)) ==
          lucid_test::double_and_add(jacobian<G>{bases[i]}, scalars[i].to_integer()));
    CHECK(pippenger{}.sum_on_curve(cpu::seq, view<affine<G> const>{bases}.subview(0, n), view<F const>{scalars}.subview(0, n)) == of_few);
    of_few += lucid_test::double_and_add(jacobian<G>{bases[n]}, scalars[n].to_integer());
  }
  CHECK(pippenger{}.sum_on_curve(cpu::seq, std::vector<affine<G>>{}, std::vector<F>{}).is_infinity());
  CHECK_THROWS_AS(static_cast<void>(pippenger{}.sum_on_curve(cpu::seq, bases, std::vector<F>{})), argument_error);
}

}  // namespace
