// A window that divides the number of bits exactly left out the last carry: constantine#366, again #410 and #484 on several threads.
#include <doctest/doctest.h>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <vector>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

#include <laws/msm.hpp>

namespace {

using namespace lucid;

// Divisors of the bits of the order, of one less (a balanced scalar's), and of the next multiples: 252 … 256.
template <class G>
void divisors_of_the_bits(auto const& exec) {
  using F = typename G::scalar;
  lucid_test::multiples<G> terms{6};
  terms.scalars = {-F{1}, inverse(F{2}), -inverse(F{2}), power(F{2}, limb_t{253}) - F{1}, power(F{2}, limb_t{252}), F{1}};
  for (unsigned const window : {1u, 2u, 3u, 4u, 5u, 8u, 11u, 15u, 17u}) {
    CAPTURE(window);
    CHECK(laws::msm_agrees(exec, terms, window));
  }
}

TEST_CASE_TEMPLATE("constantine 366: windows that divide the bits of the order", G, bn254::g1, bls12_381::g1) {
  divisors_of_the_bits<G>(cpu::seq);
}
#if LUCID_TEST_HAS_TBB
TEST_CASE("constantine 410, 484: windows that divide the bits of the order, on all threads") {
  divisors_of_the_bits<bls12_381::g1>(cpu::par);
}
#endif

TEST_CASE("constantine 366: half of the bits at once is refused") {
  std::vector<affine<bn254::g1>> const bases{affine<bn254::g1>::generator()};
  std::vector<bn254::scalar> const scalars{bn254::scalar{1}};
  CHECK_THROWS_AS(static_cast<void>(pippenger{.window = 127}(cpu::seq, bases, scalars)), argument_error);
}

}  // namespace
