#include <lucid/interop/curve_dispatch.hpp>

#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/iden3_file.hpp>

namespace iden3 = lucid::iden3;
using lucid::byte_reader;
using lucid::decode_error;
using bn254 = lucid::bn254::curve;
using bls12_381 = lucid::bls12_381::curve;

namespace {

template <class F>
support::bytes prime_bytes(std::uint32_t size = F::bytes) {
  support::bytes data;
  support::append_number(data, size);
  for (std::size_t i = 0; i < size; ++i) {
    data.push_back(i < F::bytes ? static_cast<std::byte>(F::modulus()[i / 8] >> (8 * (i % 8))) : std::byte{0});
  }
  return data;
}

iden3::file_prime read(support::bytes const& data) {
  byte_reader in{data, "f", "header", 0};
  return iden3::read_prime(in, "the prime q");
}

std::string name_by_base(iden3::file_prime const& q) {
  return iden3::with_curve<bn254, bls12_381>(q, "f", [](auto curve) { return std::string{decltype(curve)::type::name}; });
}

}  // namespace

TEST_CASE("curve_dispatch: the base field's prime chooses the curve") {
  CHECK(name_by_base(read(prime_bytes<lucid::bn254::base>())) == "bn254");
  CHECK(name_by_base(read(prime_bytes<lucid::bls12_381::base>())) == "bls12_381");
  int called = 0;
  iden3::with_curve<bls12_381>(read(prime_bytes<lucid::bls12_381::base>()), "f", [&](auto) { ++called; });
  CHECK(called == 1);
}

TEST_CASE("curve_dispatch: the scalar field's prime chooses the curve") {
  auto const name = [](iden3::file_prime const& r) {
    return iden3::with_curve_of_scalars<bn254, bls12_381>(r, "f", [](auto curve) { return std::string{decltype(curve)::type::name}; });
  };
  CHECK(name(read(prime_bytes<lucid::bn254::scalar>())) == "bn254");
  CHECK(name(read(prime_bytes<lucid::bls12_381::scalar>())) == "bls12_381");
  CHECK_THROWS_AS(name(read(prime_bytes<lucid::bn254::base>())), decode_error);
}

TEST_CASE("curve_dispatch: an unknown prime is named, with the curves that are known") {
  // Goldilocks, which circom can be asked for
  support::bytes goldilocks;
  support::append_number(goldilocks, std::uint32_t{8});
  support::append_number(goldilocks, std::uint64_t{0xffff'ffff'0000'0001});
  try {
    name_by_base(read(goldilocks));
    FAIL("was accepted");
  } catch (decode_error const& e) {
    CHECK(std::string{e.what()} ==
          "f: header at byte 0: the prime 18446744069414584321 is of none of the curves known here (bn254, bls12_381)");
  }
}

TEST_CASE("curve_dispatch: the right prime in the wrong number of bytes is not that prime") {
  auto const wide = read(prime_bytes<lucid::bn254::base>(48));
  CHECK_THROWS_AS(name_by_base(wide), decode_error);
  CHECK_THROWS_AS(iden3::expect_modulus<lucid::bn254::base>(wide, "f", "q"), decode_error);
  CHECK_NOTHROW(iden3::expect_modulus<lucid::bn254::base>(read(prime_bytes<lucid::bn254::base>()), "f", "q"));
}

TEST_CASE("curve_dispatch: hostile sizes of a prime are refused") {
  for (std::uint32_t const size : {0u, 1u, 7u, 31u, 33u, 104u, 0x8000'0000u, 0xffff'fff4u, 0xffff'ffffu}) {
    auto data = prime_bytes<lucid::bn254::base>();
    support::put_number(data, 0, size);
    CAPTURE(size);
    CHECK_THROWS_AS(read(data), decode_error);
  }
  for (std::size_t n = 0; n < 36; ++n) {
    auto data = prime_bytes<lucid::bn254::base>();
    data.resize(n);
    CHECK_THROWS_AS(read(data), decode_error);
  }
}
