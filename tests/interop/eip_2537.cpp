// The vectors of EIP-2537 as go-ethereum publishes them, without the maps to the curve; the longer sums are in eip_2537_sums.cpp.
#include <doctest/doctest.h>

#if LUCID_TEST_HAS_JSON

#include <cstddef>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/interop/eip_2537.hpp>
#include <support/ethereum_vectors.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;
using support::bytes;
using support::joined;
using g1 = bls12_381::g1;
using g2 = bls12_381::g2;

bytes g1_add(bytes const& input) { return support::to_bytes(eip_2537::add<g1>(input)); }
bytes g2_add(bytes const& input) { return support::to_bytes(eip_2537::add<g2>(input)); }
bytes g1_msm(bytes const& input) { return support::to_bytes(eip_2537::msm<g1>(input)); }
bytes g2_msm(bytes const& input) { return support::to_bytes(eip_2537::msm<g2>(input)); }
bytes pairing_check(bytes const& input) { return support::to_bytes(eip_2537::pairing_check<bls12_381::curve>(input)); }

void check_all(char const* file, std::size_t count, bytes (*operation)(bytes const&)) {
  auto const vectors = support::ethereum_vectors(file);
  CHECK(vectors.size() == count);
  for (auto const& v : vectors) {
    CAPTURE(v.name);
    CHECK(operation(v.input) == v.expected);
  }
}

TEST_CASE("eip_2537: blsG1Add.json") { check_all("blsG1Add.json", 112, g1_add); }
TEST_CASE("eip_2537: blsG2Add.json") { check_all("blsG2Add.json", 112, g2_add); }
TEST_CASE("eip_2537: blsG1Mul.json") { check_all("blsG1Mul.json", 11, g1_msm); }
TEST_CASE("eip_2537: blsG2Mul.json") { check_all("blsG2Mul.json", 11, g2_msm); }
TEST_CASE("eip_2537: blsPairing.json") { check_all("blsPairing.json", 106, pairing_check); }

// Why go-ethereum refuses, in our words.
std::string reason(std::string const& fault) {
  if (fault == "invalid input length") return "the length is not";
  if (fault == "invalid field element top bytes" || fault == "invalid fp.Element encoding")
    return describe(decode_fault::coordinate_too_large);
  if (fault == "invalid point: not on curve") return describe(decode_fault::not_on_curve);
  if (fault == "g1 point is not on correct subgroup" || fault == "g2 point is not on correct subgroup")
    return describe(decode_fault::not_in_subgroup);
  return "a fault without a translation: " + fault;
}

void check_all_fail(char const* file, std::size_t count, bytes (*operation)(bytes const&)) {
  auto const vectors = support::ethereum_vectors(file);
  CHECK(vectors.size() == count);
  for (auto const& v : vectors) {
    CAPTURE(v.name);
    std::string said;
    try {
      operation(v.input);
    } catch (decode_error const& e) {
      said = e.what();
    }
    CHECK_MESSAGE(said.find(reason(v.fault)) != std::string::npos, said, " for ", v.fault);
  }
}

TEST_CASE("eip_2537: fail-blsG1Add.json") { check_all_fail("fail-blsG1Add.json", 6, g1_add); }
TEST_CASE("eip_2537: fail-blsG2Add.json") { check_all_fail("fail-blsG2Add.json", 6, g2_add); }
TEST_CASE("eip_2537: fail-blsG1Mul.json") { check_all_fail("fail-blsG1Mul.json", 7, g1_msm); }
TEST_CASE("eip_2537: fail-blsG2Mul.json") { check_all_fail("fail-blsG2Mul.json", 7, g2_msm); }
TEST_CASE("eip_2537: fail-blsG1MultiExp.json") { check_all_fail("fail-blsG1MultiExp.json", 7, g1_msm); }
TEST_CASE("eip_2537: fail-blsG2MultiExp.json") { check_all_fail("fail-blsG2MultiExp.json", 7, g2_msm); }
TEST_CASE("eip_2537: fail-blsPairing.json") { check_all_fail("fail-blsPairing.json", 9, pairing_check); }

bytes const generator = support::to_bytes(encode_uncompressed<eip_2537_format>(affine<g1>::generator()));
bytes const order_three = [] {  // (0, 2): on the curve, of order 3
  bytes point(128);
  point.back() = std::byte{2};
  return point;
}();

TEST_CASE("eip_2537: additions take points outside the subgroup, sums and pairings do not") {
  bytes const zero(128), one(32);
  CHECK(g1_add(joined({order_three, zero})) == order_three);
  auto const twice = g1_add(joined({order_three, order_three}));
  CHECK(g1_add(joined({twice, order_three})) == zero);
  CHECK_THROWS_AS(g1_msm(joined({order_three, one})), decode_error);
  CHECK_THROWS_AS(pairing_check(joined({order_three, bytes(256)})), decode_error);
}

TEST_CASE("eip_2537: a sum uses the algorithm it is given") {
  std::size_t terms = 0;
  auto const counted = [&terms](view<affine<g1> const> points, view<bls12_381::scalar const> scalars) {
    terms += points.size();
    return eip_2537::term_by_term{}(points, scalars);
  };
  bytes scalar(32);
  scalar.back() = std::byte{1};
  auto const sum = eip_2537::msm<g1>(joined({generator, scalar, generator, scalar}), counted);
  CHECK(support::to_bytes(sum) == g1_add(joined({generator, generator})));
  CHECK(terms == 2);
}

TEST_CASE("eip_2537: a scalar may exceed the order") {
  bytes scalar(32);
  auto above = bls12_381::scalar::modulus();
  add_to(above, big_uint<4>{1});
  store_integer(above, scalar, byte_order::big);
  CHECK(g1_msm(joined({generator, scalar})) == generator);
}

TEST_CASE("eip_2537: every padding byte must be zero") {
  auto input = joined({generator, generator});
  for (std::size_t element = 0; element < 4; ++element) {
    for (std::size_t i = 0; i < 16; ++i) {
      input[64 * element + i] = std::byte{1};
      CHECK_THROWS_AS(g1_add(input), decode_error);
      input[64 * element + i] = std::byte{0};
    }
  }
  CHECK_NOTHROW(g1_add(input));
}

}  // namespace

#endif
