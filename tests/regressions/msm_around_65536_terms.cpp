// A crash from 2^16 terms on, where an index of 16 bits ends (icicle#231).
#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bn254.hpp>

#include <laws/msm.hpp>

namespace {

using namespace lucid;

TEST_CASE("icicle 231: 2^16 − 1, 2^16 and 2^16 + 1 terms") {
  lucid_test::multiples<bn254::g1> terms{(std::size_t{1} << 16) + 1};
  seeded_entropy entropy{16};
  laws::fill_as_a_witness(terms, entropy);
  for (std::size_t n = (std::size_t{1} << 16) - 1; n <= (std::size_t{1} << 16) + 1; ++n) {
    CAPTURE(n);
    CHECK(laws::msm_agrees(cpu::seq, terms.first(n)));
  }
}

}  // namespace
