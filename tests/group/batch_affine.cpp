#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/group/batch_affine.hpp>
#include <support/points.hpp>
#include <support/tiny_curve.hpp>

#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

#include <vector>

namespace {

using G = tiny::curve_97;

// k·G for k = 0, 1, …, each with another denominator: every 97th is infinity.
std::vector<lucid::jacobian<G>> multiples(std::size_t n) {
  std::vector<lucid::jacobian<G>> points;
  lucid::jacobian<G> sum;
  for (std::size_t i = 0; i < n; ++i) {
    points.push_back(lucid_test::rescaled(sum, G::field{i % 101 + 1}));
    sum += lucid::affine<G>::generator();
  }
  return points;
}

void each_is_its_own_affine_form(auto const& exec, std::size_t n) {
  auto const points = multiples(n);
  std::vector<lucid::xyzz<G>> extended;
  for (auto const& p : points) extended.push_back({p.x, p.y, square(p.z), square(p.z) * p.z});
  auto const from_jacobian = normalize(exec, lucid::view<lucid::jacobian<G> const>{points});
  auto const from_xyzz = normalize(exec, lucid::view<lucid::xyzz<G>>{extended});  // a view of mutable ones serves as well
  REQUIRE(from_jacobian.size() == n);
  REQUIRE(from_xyzz.size() == n);
  bool same = true;
  for (std::size_t i = 0; i < n; ++i) same = same && from_jacobian[i] == points[i].to_affine() && from_xyzz[i] == points[i].to_affine();
  CHECK(same);
}

}  // namespace

TEST_CASE("normalize: every number of points around a batch") {
  for (std::size_t n : {0, 1, 2, 3, 96, 97, 98, 194, 1023, 1024, 1025, 2047, 2048, 2049, 5000})
    each_is_its_own_affine_form(lucid::cpu::seq, n);
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("normalize: in parallel") {
  for (std::size_t n : {0, 1, 1025, 20000}) each_is_its_own_affine_form(lucid::cpu::par, n);
}
#endif

TEST_CASE("normalize: infinity alone, first and last") {
  std::vector<lucid::jacobian<G>> const points{{}, {}, lucid::jacobian<G>::generator(), {G::field{3}, G::field{4}, {}}};
  auto const affine = normalize(lucid::cpu::seq, lucid::view<lucid::jacobian<G> const>{points});
  CHECK(affine[0].is_infinity());
  CHECK(affine[1].is_infinity());
  CHECK(affine[2] == lucid::affine<G>::generator());
  CHECK(affine[3].is_infinity());
}
