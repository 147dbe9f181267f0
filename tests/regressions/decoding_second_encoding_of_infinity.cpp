// Infinity with junk beside its flag was accepted (gnark-crypto#363, snarkVM#3397), and a flag was read before the range of the coordinate was looked at
// (execution-specs#2395).
#include <cstddef>

#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/interop/eip_2537.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;
using support::bytes;

// The flag byte and every other byte, one at a time, set to some values.
template <class Decode>
void check_junk(std::size_t size, unsigned flag, std::size_t flag_at, Decode decode) {
  bytes infinity(size);
  infinity[flag_at] = static_cast<std::byte>(flag);
  CHECK(decode(infinity) == decode_fault::none);
  for (std::size_t i = 0; i < size; ++i) {
    for (unsigned const junk : {0x01u, 0x10u, 0x1fu}) {
      auto data = infinity;
      data[i] |= static_cast<std::byte>(junk);
      CHECK(decode(data) == decode_fault::wrong_infinity);
    }
  }
}

TEST_CASE("gnark-crypto 363, snarkVM 3397: infinity with junk") {
  using bls_g1 = bls12_381::g1;
  using bls_g2 = bls12_381::g2;
  check_junk(48, 0xc0, 0, [](bytes const& b) { return decode_compressed<zcash_format, bls_g1>(b).fault; });
  check_junk(96, 0xc0, 0, [](bytes const& b) { return decode_compressed<zcash_format, bls_g2>(b).fault; });
  check_junk(96, 0x40, 0, [](bytes const& b) { return decode_uncompressed<zcash_format, bls_g1>(b).fault; });
  check_junk(192, 0x40, 0, [](bytes const& b) { return decode_uncompressed<zcash_format, bls_g2>(b).fault; });
  check_junk(32, 0x40, 0, [](bytes const& b) { return decode_compressed<gnark_format, bn254::g1>(b).fault; });
  check_junk(64, 0x40, 0, [](bytes const& b) { return decode_compressed<gnark_format, bn254::g2>(b).fault; });
  check_junk(32, 0x40, 31, [](bytes const& b) { return decode_compressed<arkworks_format, bn254::g1>(b).fault; });
  check_junk(128, 0x40, 127, [](bytes const& b) { return decode_uncompressed<arkworks_format, bn254::g2>(b).fault; });
}

TEST_CASE("gnark-crypto 363: infinity with the sign of y, or both flags of arkworks") {
  bytes data(48);
  data[0] = std::byte{0xe0};
  CHECK(decode_compressed<zcash_format, bls12_381::g1>(data).fault == decode_fault::wrong_flags);
  data.resize(96);
  data[0] = std::byte{0x60};
  CHECK(decode_uncompressed<zcash_format, bls12_381::g1>(data).fault == decode_fault::wrong_flags);
  data.assign(32, std::byte{0});
  data[31] = std::byte{0xc0};
  CHECK(decode_compressed<arkworks_format, bn254::g1>(data).fault == decode_fault::wrong_flags);
}

TEST_CASE("zero coordinates without the flag of infinity are no point") {
  bytes zeros(96);
  CHECK(decode_uncompressed<zcash_format, bls12_381::g1>(zeros).fault == decode_fault::not_on_curve);
  CHECK(decode_uncompressed<zcash_format, bls12_381::g1>(zeros, subgroup_check::unchecked_subgroup).fault == decode_fault::not_on_curve);
  zeros.resize(64);
  CHECK(decode_uncompressed<arkworks_format, bn254::g1>(zeros).fault == decode_fault::not_on_curve);
}

// 0x40 in front is the flag of infinity in Zcash's format, and a coordinate of 2^382 or 2^510 where there are no flags.
TEST_CASE("execution-specs 2395: 0x40 in front is no infinity where a format has no flags") {
  bytes input(256);
  input[0] = std::byte{0x40};
  CHECK_THROWS_AS(static_cast<void>(eip_2537::add<bls12_381::g1>(input)), decode_error);
  input[0] = std::byte{0};
  input[16] = std::byte{0x40};
  CHECK_THROWS_AS(static_cast<void>(eip_2537::add<bls12_381::g1>(input)), decode_error);
  input[16] = std::byte{0};
  CHECK(eip_2537::add<bls12_381::g1>(input) == eip_2537::point_bytes<bls12_381::g1>{});

  bytes iden3(64);
  iden3[63] = std::byte{0x40};
  CHECK(decode_uncompressed<iden3_format, bn254::g1>(iden3).fault == decode_fault::coordinate_too_large);
}

}  // namespace
