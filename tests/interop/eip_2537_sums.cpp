// EIP-2537's sums of up to 4877 terms, term by term where they are short and with buckets at every length: vectors from outside for both.
#include <doctest/doctest.h>

#if LUCID_TEST_HAS_JSON

#include <cstddef>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/interop/eip_2537.hpp>
#include <lucid/msm/pippenger.hpp>
#include <support/ethereum_vectors.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;

struct buckets {
  template <class Points, class Scalars>
  auto operator()(Points const& points, Scalars const& scalars) const {
    return pippenger{}(cpu::seq, points, scalars);
  }
};

template <class G>
void check_all(char const* file, std::size_t count) {
  constexpr std::size_t short_input = 20'000;  // bytes
  auto const vectors = support::ethereum_vectors(file);
  CHECK(vectors.size() == count);
  for (auto const& v : vectors) {
    CAPTURE(v.name);
    CHECK(support::to_bytes(eip_2537::msm<G>(v.input, buckets{})) == v.expected);
    if (v.input.size() < short_input) CHECK(support::to_bytes(eip_2537::msm<G>(v.input)) == v.expected);
  }
}

TEST_CASE("eip_2537: blsG1MultiExp.json") { check_all<bls12_381::g1>("blsG1MultiExp.json", 70); }
TEST_CASE("eip_2537: blsG2MultiExp.json") { check_all<bls12_381::g2>("blsG2MultiExp.json", 40); }

}  // namespace

#endif
