// Points off the curve (libsnark#42) or on it but outside the subgroup (libsnark#61, gnark#2, BitVM#109) were accepted, and (0, 2) became infinity (blst#16).
#include <cstddef>

#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/interop/eip_196_197.hpp>
#include <lucid/interop/gnark.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;

template <class G>
affine<G> with_x(typename G::field const& x) {
  return {x, sqrt_vartime(square(x) * x + G::b()).value()};
}

affine<bn254::g2> bn254_outside(limb_t x) { return with_x<bn254::g2>({bn254::base{x}, bn254::base{}}); }

// The point of x = 1 with its y written out, so that no square root of ours decides what is tested.
affine<bn254::g2> const bn254_x_is_1{
    {bn254::base{1}, bn254::base{}},
    {bn254::base::from_integer(hex<4>("0x2869111d5381f072f8e2728fdb825a51aadd70e52c9830e9ab4b871c0531f1bb")),
     bn254::base::from_integer(hex<4>("0x0d1271953ed9ea0836846e70a1934187998c7f790cb4d7511b7f8da82de048a4"))}};

TEST_CASE("gnark 2, libsnark 61: a point of BN254's twist outside G2") {
  CHECK(bn254_x_is_1.is_on_curve());
  auto const y = bn254_outside(1).y;
  CHECK((y == bn254_x_is_1.y || y == -bn254_x_is_1.y));
  for (auto const& p : {bn254_x_is_1, -bn254_x_is_1, bn254_outside(2), bn254_outside(6)}) {
    CHECK(p.is_on_curve());
    CHECK(check_point(p) == decode_fault::not_in_subgroup);
    CHECK(decode_uncompressed<iden3_format, bn254::g2>(encode_uncompressed<iden3_format>(p)).fault == decode_fault::not_in_subgroup);
    CHECK(decode_uncompressed<gnark_format, bn254::g2>(encode_uncompressed<gnark_format>(p)).fault == decode_fault::not_in_subgroup);
    CHECK(decode_compressed<gnark_format, bn254::g2>(encode_compressed<gnark_format>(p)).fault == decode_fault::not_in_subgroup);
    CHECK(decode_compressed<arkworks_format, bn254::g2>(encode_compressed<arkworks_format>(p)).fault == decode_fault::not_in_subgroup);
    auto const pair =
        support::joined({encode_uncompressed<eip_197_format>(affine<bn254::g1>::generator()), encode_uncompressed<eip_197_format>(p)});
    CHECK_THROWS_AS(static_cast<void>(eip_197::pairing<bn254::curve>(pair)), decode_error);
  }
}

TEST_CASE("gnark 2: a proof with B outside G2") {
  auto file = support::read_data("gnark/proof_raw.bin");
  auto const b = encode_uncompressed<gnark_format>(bn254_x_is_1);
  std::copy(b.begin(), b.end(), file.begin() + 64);
  CHECK_THROWS_WITH_AS(static_cast<void>(gnark::read_proof<bn254::curve>(file, "proof")),
                       "proof: gnark proof at byte 64: Bs: point is on the curve but not in the subgroup", decode_error);
}

TEST_CASE("libsnark 42: (1, 3) is not on BN254") {
  affine<bn254::g1> const p{bn254::base{1}, bn254::base{3}};
  CHECK(decode_uncompressed<iden3_format, bn254::g1>(encode_uncompressed<iden3_format>(p)).fault == decode_fault::not_on_curve);
  CHECK(decode_uncompressed<gnark_format, bn254::g1>(encode_uncompressed<gnark_format>(p)).fault == decode_fault::not_on_curve);
}

TEST_CASE("BN254 has no point with x = 0") {
  support::bytes bytes(32);
  for (unsigned const flags : {0x80u, 0xc0u}) {
    bytes[0] = static_cast<std::byte>(flags);
    CHECK(decode_compressed<gnark_format, bn254::g1>(bytes).fault == decode_fault::not_on_curve);
  }
}

TEST_CASE("blst 16: (0, 2) of BLS12-381 has order 3, and is not infinity") {
  affine<bls12_381::g1> const p{bls12_381::base{}, bls12_381::base{2}};
  CHECK(p.is_on_curve());
  CHECK((doubled(jacobian{p}) + p).is_infinity());
  CHECK(decode_uncompressed<zcash_format, bls12_381::g1>(encode_uncompressed<zcash_format>(p)).fault == decode_fault::not_in_subgroup);
  auto const unchecked =
      decode_uncompressed<zcash_format, bls12_381::g1>(encode_uncompressed<zcash_format>(p), subgroup_check::unchecked_subgroup);
  CHECK(unchecked.point == p);
  support::bytes bytes(48);
  for (unsigned const flags : {0x80u, 0xa0u}) {
    bytes[0] = static_cast<std::byte>(flags);
    CHECK(decode_compressed<zcash_format, bls12_381::g1>(bytes).fault == decode_fault::not_in_subgroup);
  }
}

TEST_CASE("BLS12-381: points outside the subgroups") {
  for (limb_t const x : {4, 5, 6}) {
    auto const p = with_x<bls12_381::g1>(bls12_381::base{x});
    CHECK(decode_compressed<zcash_format, bls12_381::g1>(encode_compressed<zcash_format>(p)).fault == decode_fault::not_in_subgroup);
    CHECK(decode_uncompressed<iden3_format, bls12_381::g1>(encode_uncompressed<iden3_format>(p)).fault == decode_fault::not_in_subgroup);
  }
  for (limb_t const x : {2, 4, 5}) {
    auto const p = with_x<bls12_381::g2>({bls12_381::base{x}, bls12_381::base{}});
    CHECK(decode_compressed<zcash_format, bls12_381::g2>(encode_compressed<zcash_format>(p)).fault == decode_fault::not_in_subgroup);
    CHECK(decode_uncompressed<iden3_format, bls12_381::g2>(encode_uncompressed<iden3_format>(p)).fault == decode_fault::not_in_subgroup);
  }
}

}  // namespace
