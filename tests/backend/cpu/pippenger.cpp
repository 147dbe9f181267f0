// The sums on one thread; all threads: pippenger_parallel.cpp, bls12_381: pippenger_bls12_381.cpp.
#include <doctest/doctest.h>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bn254.hpp>

#include <laws/msm.hpp>
#include <support/tiny_curve.hpp>

namespace {

using namespace lucid;

TEST_CASE_TEMPLATE("pippenger: 0 to 70 terms", G, bn254::g1, bn254::g2) { laws::msm_of_few<G>(cpu::seq); }
TEST_CASE("pippenger: 0 to 513 terms [heavy]") { laws::msm_of_few<bn254::g1>(cpu::seq, 513); }
TEST_CASE("pippenger: 2^k − 1, 2^k, 2^k + 1 terms") { laws::msm_around_powers_of_two<bn254::g1>(cpu::seq, 12); }
TEST_CASE("pippenger: 2^k − 1, 2^k, 2^k + 1 terms, of the second group") { laws::msm_around_powers_of_two<bn254::g2>(cpu::seq, 10); }
TEST_CASE("pippenger: every window × extremal scalars") { laws::msm_of_extremal_scalars<bn254::g1>(cpu::seq, 1, 20); }
TEST_CASE("pippenger: every window × extremal scalars, of the second group") { laws::msm_of_extremal_scalars<bn254::g2>(cpu::seq, 1, 12); }
TEST_CASE("pippenger: every window × halves that are extremal") { laws::msm_of_extremal_halves<bn254::g1>(cpu::seq, 1, 20); }
TEST_CASE("pippenger: every window × halves that are extremal, of the second group") {
  laws::msm_of_extremal_halves<bn254::g2>(cpu::seq, 1, 12);
}
TEST_CASE("pippenger: one digit a scalar") { laws::msm_of_single_digits<bn254::g1>(cpu::seq); }
TEST_CASE_TEMPLATE("pippenger: equal, opposite and infinite bases", G, bn254::g1, bn254::g2) {
  laws::msm_of_special_bases<G>(cpu::seq, 120);
}
TEST_CASE_TEMPLATE("pippenger: zeros, ones, bytes, a witness", G, bn254::g1, bn254::g2) { laws::msm_of_special_scalars<G>(cpu::seq, 300); }

TEST_CASE("pippenger: all pairs of points and scalars of a tiny curve") {
  auto const points = tiny::all_points<tiny::curve_13>();
  for (unsigned const window : {0u, 1u, 2u, 5u}) laws::msm_exhaustively<tiny::curve_13>(cpu::seq, points, window);
}
TEST_CASE("pippenger: all points and scalars of a small curve, all at once") {
  using G = tiny::curve_97;
  std::vector<affine<G>> bases;
  std::vector<G::scalar> scalars;
  for (auto const& p : tiny::all_points<G>()) {
    for (limb_t s = 0; s < G::order; ++s) {
      bases.push_back(p);
      scalars.push_back(G::scalar{s * s});
    }
  }
  auto const expected = naive_msm{}(bases, scalars);
  for (unsigned window = 0; window <= 8; ++window) {
    CAPTURE(window);
    CHECK(pippenger{.window = window}(cpu::seq, bases, scalars) == expected);
  }
}

}  // namespace
