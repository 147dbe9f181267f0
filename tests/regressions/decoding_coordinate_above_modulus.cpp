// A coordinate of q or more was taken modulo q, so that one proof had several encodings (snarkjs#423).
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/interop/eip_196_197.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;
using support::bytes;

// Every part of the encoding plus q, 2q, … while that fits in `bits`.
template <std::size_t N>
std::vector<bytes> with_multiples_of(big_uint<N> const& q, bytes const& encoding, byte_order order, std::size_t bits) {
  std::vector<bytes> others;
  for (std::size_t at = 0; at < encoding.size(); at += 8 * N) {
    auto data = encoding;
    auto const part = std::span{data}.subspan(at, 8 * N);
    auto value = load_integer<N>(part, order);
    while (add_to(value, q) == 0 && value.bit_width() <= bits) {
      store_integer(value, part, order);
      others.push_back(data);
    }
  }
  return others;
}

TEST_CASE("snarkjs 423: BN254 coordinates plus multiples of q") {
  auto const q = bn254::base::modulus();
  auto const g1 = affine<bn254::g1>::generator();
  auto const g2 = affine<bn254::g2>::generator();
  using support::to_bytes;

  auto const in_g1 = with_multiples_of(q, to_bytes(encode_uncompressed<eip_197_format>(g1)), byte_order::big, 256);
  CHECK(in_g1.size() == 2 * 5);  // five further encodings of each small coordinate fit in 256 bits
  for (auto const& other : in_g1) {
    CHECK(decode_uncompressed<eip_197_format, bn254::g1>(other).fault == decode_fault::coordinate_too_large);
    CHECK_THROWS_AS(static_cast<void>(eip_196::add<bn254::g1>(other)), decode_error);
  }
  for (auto const& other : with_multiples_of(q, to_bytes(encode_uncompressed<iden3_format>(g1)), byte_order::little, 256)) {
    CHECK(decode_uncompressed<iden3_format, bn254::g1>(other).fault == decode_fault::coordinate_too_large);
  }
  auto const in_g2 = with_multiples_of(q, to_bytes(encode_uncompressed<iden3_format>(g2)), byte_order::little, 256);
  CHECK(in_g2.size() >= 4 * 4);
  for (auto const& other : in_g2) CHECK(decode_uncompressed<iden3_format, bn254::g2>(other).fault == decode_fault::coordinate_too_large);
}

// 2^381 and more would be flags; of the coordinates of i·G, those below 2^381 − q have a second encoding that fits.
TEST_CASE("snarkjs 423: BLS12-381 coordinates plus q") {
  auto const q = bls12_381::base::modulus();
  jacobian<bls12_381::g1> sum;
  std::size_t tried = 0;
  for (int i = 0; i < 20; ++i) {
    sum += affine<bls12_381::g1>::generator();
    auto const plain = support::to_bytes(encode_uncompressed<zcash_format>(sum.to_affine()));
    for (auto const& other : with_multiples_of(q, plain, byte_order::big, 381)) {
      CHECK(decode_uncompressed<zcash_format, bls12_381::g1>(other).fault == decode_fault::coordinate_too_large);
      ++tried;
    }
  }
  CHECK(tried > 0);
}

}  // namespace
