#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/codec.hpp>
#include <support/field_samples.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using namespace lucid_test;

TEST_CASE("codec: integers byte by byte, in both orders") {
  std::array<std::byte, 16> bytes{};
  for (std::size_t i = 0; i < 16; ++i) bytes[i] = std::byte(i + 1);
  auto const little = load_integer<2>(bytes, byte_order::little);
  CHECK(little[0] == 0x0807060504030201);
  CHECK(little[1] == 0x100f0e0d0c0b0a09);
  auto const big = load_integer<2>(bytes, byte_order::big);
  CHECK(big[1] == 0x0102030405060708);
  CHECK(big[0] == 0x090a0b0c0d0e0f10);
  std::array<std::byte, 16> again{};
  store_integer(little, again, byte_order::little);
  CHECK(again == bytes);
  store_integer(big, again, byte_order::big);
  CHECK(again == bytes);
}

TEST_CASE_TEMPLATE("codec: every value below p in one way, in both orders; none above", F, bn254::scalar, bn254::base, bls12_381::scalar,
                   bls12_381::base, prime_field<field_127>) {
  std::vector<std::byte> bytes(F::bytes);
  for (auto const order : {byte_order::little, byte_order::big}) {
    for (F const& x : edge_elements<F>()) {
      encode_plain(x, std::span{bytes}, order);
      CHECK(load_integer<F::limbs>(bytes, order) == x.to_integer());
      CHECK(decode_plain<F>(bytes, order) == x);
    }
    auto multiple = F::modulus();
    for (int i = 0; i < 8; ++i) {
      store_integer(multiple, std::span{bytes}, order);
      CHECK_FALSE(decode_plain<F>(bytes, order).has_value());
      if (add_to(multiple, F::modulus()) != 0) break;
    }
    std::vector<std::byte> const all_ones(F::bytes, std::byte{0xff});
    CHECK_FALSE(decode_plain<F>(all_ones, order).has_value());
  }
}

TEST_CASE_TEMPLATE("codec: Montgomery form is the residue, and only one below p is accepted", F, bn254::scalar, bn254::base,
                   bls12_381::scalar, bls12_381::base) {
  std::vector<std::byte> bytes(F::bytes);
  for (F const& x : edge_elements<F>()) {
    encode_montgomery(x, std::span{bytes});
    CHECK(load_integer<F::limbs>(bytes, byte_order::little) == x.to_montgomery());
    CHECK(decode_montgomery<F>(bytes) == x);
  }
  auto above = F::modulus();
  for (int i = 0; i < 2; ++i, add_to(above, typename F::integer{1})) {
    store_integer(above, std::span{bytes}, byte_order::little);
    CHECK_FALSE(decode_montgomery<F>(bytes).has_value());
  }
  CHECK_FALSE(decode_montgomery<F>(std::vector<std::byte>(F::bytes, std::byte{0xff})).has_value());
}

TEST_CASE("codec: one in Montgomery form as zkey files of BN254 hold it") {
  // R mod q, little-endian: the y of a G1 point at (x, 1).
  constexpr unsigned char one[32] = {0x9d, 0x0d, 0x8f, 0xc5, 0x8d, 0x43, 0x5d, 0xd3, 0x3d, 0x0b, 0xc7, 0xf5, 0x28, 0xeb, 0x78, 0x0a,
                                     0x2c, 0x46, 0x79, 0x78, 0x6f, 0xa3, 0x6e, 0x66, 0x2f, 0xdf, 0x07, 0x9a, 0xc1, 0x77, 0x0a, 0x0e};
  CHECK(decode_montgomery<bn254::base>(std::as_bytes(std::span{one})) == bn254::base::one());
}
