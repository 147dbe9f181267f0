// @noble/curves: tests/data/msm, or fresh sums from tests/interop/snarkjs/msm_values.mjs.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/integer/literal.hpp>
#include <sstream>
#include <string>
#include <vector>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using namespace lucid;

template <class F>
F next(std::istream& tokens) {
  if constexpr (requires(F const& a) { a.c1; }) {
    auto const c0 = next<typename F::base>(tokens);
    return {c0, next<typename F::base>(tokens)};
  } else {
    std::string token;
    tokens >> token;
    auto const value = parse_decimal<F::limbs>(token);
    REQUIRE(value);
    auto const element = F::from_canonical(*value);
    REQUIRE(element);
    return *element;
  }
}

template <class G>
affine<G> next_point(std::istream& tokens) {
  auto const x = next<typename G::field>(tokens);
  affine<G> const point{x, next<typename G::field>(tokens)};
  REQUIRE(point.is_on_curve());
  return point;
}

template <class G>
void compare(std::istream& tokens) {
  std::size_t n = 0;
  tokens >> n;
  std::vector<affine<G>> bases(n);
  std::vector<typename G::scalar> scalars(n);
  for (std::size_t i = 0; i < n; ++i) {
    scalars[i] = next<typename G::scalar>(tokens);
    bases[i] = next_point<G>(tokens);
  }
  auto const sum = next_point<G>(tokens);
  CAPTURE(n);
  for (unsigned const window : {0u, 3u, 8u}) CHECK(pippenger{.window = window}(cpu::seq, bases, scalars).to_affine() == sum);
#if LUCID_TEST_HAS_TBB
  CHECK(pippenger{}(cpu::par, bases, scalars).to_affine() == sum);
#endif
}

TEST_CASE("msm: the sums of others") {
  char const* const fresh = std::getenv("LUCID_MSM_VALUES");
  std::ifstream file{fresh != nullptr ? fresh : LUCID_TEST_DATA "/msm/values.txt"};
  int compared = 0;
  for (std::string line; std::getline(file, line); ++compared) {
    CAPTURE(compared);
    std::istringstream tokens{line};
    std::string curve, group;
    tokens >> curve >> group;
    if (curve == "bn254") {
      group == "g1" ? compare<bn254::g1>(tokens) : compare<bn254::g2>(tokens);
    } else {
      REQUIRE(curve == "bls12_381");
      group == "g1" ? compare<bls12_381::g1>(tokens) : compare<bls12_381::g2>(tokens);
    }
  }
  CHECK(compared == (fresh != nullptr ? 8 : 28));
}

}  // namespace
