#include <lucid/group/batch_subgroup.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/xyzz.hpp>
#include <support/points.hpp>

using namespace lucid;

namespace {

// G, 2G, 3G, …
template <class G>
std::vector<affine<G>> multiples_of_generator(std::size_t n) {
  std::vector<xyzz<G>> sums(n);
  std::vector<affine<G>> points(n);
  xyzz<G> sum;
  for (auto& s : sums) s = sum += affine<G>::generator();
  normalize_serial<xyzz<G>>(sums, points);
  return points;
}

template <class G>
bool all(std::vector<affine<G>> const& points, std::uint64_t seed) {
  seeded_entropy entropy{seed};
  return all_in_subgroup<G>(cpu::seq, points, entropy);
}

template <class G>
affine<G> sum_of(affine<G> const& p, affine<G> const& q) {
  return (jacobian<G>{p} + q).to_affine();
}

constexpr std::size_t many = detail::fewest_points_to_batch;

TEST_CASE_TEMPLATE("batch_subgroup: points of the subgroup pass, one outside does not, wherever it is and however many there are", G,
                   bls12_381::g1, bls12_381::g2) {
  seeded_entropy entropy{5};
  auto const outside = lucid_test::random_curve_point<G>(entropy);
  REQUIRE_FALSE(is_in_subgroup(outside));
  auto const inside = multiples_of_generator<G>(many);
  for (std::size_t const n : {std::size_t{0}, std::size_t{1}, std::size_t{70}, many}) {
    CAPTURE(n);
    std::vector<affine<G>> points(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(n));
    CHECK(all<G>(points, n));
    if (n < many) CHECK(all_in_subgroup<G>(cpu::seq, points));
    for (std::size_t const i : {std::size_t{0}, n / 2, n - 1}) {
      if (i >= n) continue;
      auto const kept = std::exchange(points[i], outside);
      CHECK_FALSE(all<G>(points, n + i));
      points[i] = kept;
    }
  }
}

// (0, 2) on y² = x³ + 4 has order 3: of all that can be wrong, the hardest to see in sums.
TEST_CASE("batch_subgroup: what is wrong by a point of order 3 does not cancel") {
  using G = bls12_381::g1;
  affine<G> const third{G::field::zero(), doubled(G::field::one())};
  REQUIRE((third.is_on_curve() && doubled(jacobian<G>{third}) == -jacobian<G>{third}));
  auto points = multiples_of_generator<G>(many);
  for (std::size_t bad = 1; bad <= 12; ++bad) {
    points[17 * bad] = sum_of(points[17 * bad], third);
    CHECK_FALSE(all<G>(points, bad));
  }
  points[7] = third, points[8] = -third;
  CHECK_FALSE(all<G>(points, 99));
}

TEST_CASE("batch_subgroup: infinity and repeated points are in the subgroup") {
  using G = bls12_381::g1;
  std::vector<affine<G>> points(many, affine<G>::generator());
  for (std::size_t i = 0; i < many; i += 3) points[i] = {};
  for (std::size_t i = 1; i < many; i += 3) points[i] = -affine<G>::generator();
  CHECK(all<G>(points, 3));
}

TEST_CASE("batch_subgroup: where the curve has prime order, there is nothing to ask") {
  std::vector<affine<bn254::g1>> const nonsense(many, affine<bn254::g1>{bn254::g1::field{7}, bn254::g1::field{7}});
  CHECK(all_in_subgroup<bn254::g1>(cpu::seq, nonsense));
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("batch_subgroup: on several threads") {
  using G = bls12_381::g1;
  auto points = multiples_of_generator<G>(many);
  CHECK(all_in_subgroup<G>(cpu::par, points));
  points[many - 1].x = points[many - 1].x * detail::cube_root_of_unity<bls12_381::curve>::beta;  // still inside
  CHECK(all_in_subgroup<G>(cpu::par, points));
  seeded_entropy entropy{6};
  points[1] = lucid_test::random_curve_point<G>(entropy);
  CHECK_FALSE(all_in_subgroup<G>(cpu::par, points));
}
#endif

}  // namespace
