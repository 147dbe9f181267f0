#include <lucid/interop/setup_from_ptau.hpp>

#include <algorithm>
#include <span>
#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/zkey_writer.hpp>
#include <support/iden3_file.hpp>
#include <support/points.hpp>
#include <support/scratch_folder.hpp>

#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using bn254 = lucid::bn254::curve;
using bls12_381 = lucid::bls12_381::curve;
using lucid::groth16::key_policy;
using support::bytes;
using support::iden3_file;

namespace {

template <class Curve>
std::string set_name() {
  return Curve::base::limbs == 4 ? "bn254" : "bls12-381";
}

// The file that a setup of the circuit writes.
template <class Curve, class Exec>
bytes set_up(Exec const& exec, std::string const& circuit) {
  auto const r1cs_data = support::read_data("circom/" + set_name<Curve>() + "/" + circuit + "/circuit.r1cs");
  auto const powers = support::read_data("ptau/" + set_name<Curve>() + "/powers.ptau");
  auto const r1cs = iden3::read_r1cs<typename Curve::scalar>(exec, r1cs_data, "c");
  auto const setup = iden3::setup_from_ptau<Curve>(exec, r1cs.circuit, powers, "p");
  CHECK(lucid::groth16::is_unfinished(setup.key.verifying));
  support::scratch_folder const folder;
  lucid::atomic_file out{folder / "k"};
  iden3::write_zkey<Curve>(exec, out, setup.key, r1cs_data, "c",
                           {.policy = key_policy::accept_unfinished, .circuit_hash = setup.circuit_hash});
  out.commit();
  auto const text = support::read_text(folder / "k");
  return support::to_bytes(std::as_bytes(std::span{text}));
}

}  // namespace

TEST_CASE_TEMPLATE("setup_from_ptau: byte for byte what snarkjs groth16 setup writes", Curve, bn254, bls12_381) {
  for (char const* circuit : {"multiplier", "no_public", "unused_signals"}) {
    CAPTURE(circuit);
    auto const expected = support::read_data("ptau/" + set_name<Curve>() + "/" + circuit + ".zkey");
    CHECK(set_up<Curve>(cpu::seq, circuit) == expected);
#if LUCID_TEST_HAS_TBB
    CHECK(set_up<Curve>(cpu::par, circuit) == expected);
#endif
  }
}

TEST_CASE("setup_from_ptau: a circuit that is too large, or has no C, or a spoilt file") {
  auto const powers = support::read_data("ptau/bn254/powers.ptau");
  auto const circuit = iden3::read_r1cs<bn254::scalar>(cpu::seq, support::read_data("circom/bn254/range_check/circuit.r1cs"), "c").circuit;
  CHECK_THROWS_WITH_AS(static_cast<void>(iden3::setup_from_ptau<bn254>(cpu::seq, circuit, powers, "p.ptau")),
                       "p.ptau: it has room for 2^3 rows, the circuit needs 2^7", lucid::argument_error);
  lucid::shape_builder<bn254::scalar> without_c{3, 1, 1, false};
  CHECK_THROWS_AS(static_cast<void>(iden3::setup_from_ptau<bn254>(cpu::seq, without_c.finish(1), powers, "p")), lucid::argument_error);

  auto const small = iden3::read_r1cs<bn254::scalar>(cpu::seq, support::read_data("circom/bn254/multiplier/circuit.r1cs"), "c").circuit;
  auto file = iden3_file::parse(powers);
  std::swap_ranges(file.content(5).begin(), file.content(5).begin() + 64, file.content(5).begin() + 64);  // β·τ for β
  CHECK_THROWS_AS(static_cast<void>(iden3::setup_from_ptau<bn254>(cpu::seq, small, file.build(), "p")), lucid::key_error);
  for (std::uint32_t const type : {2u, 4u, 6u, 12u, 13u, 14u, 15u}) {
    file = iden3_file::parse(powers);
    for (std::byte& b : file.content(type)) b ^= std::byte{1};
    CHECK_THROWS_AS(static_cast<void>(iden3::setup_from_ptau<bn254>(cpu::seq, small, file.build(), "p")), lucid::decode_error);
  }
}

TEST_CASE("setup_from_ptau: points on the curve that give a public input one outside the subgroup") {
  auto const small =
      iden3::read_r1cs<bls12_381::scalar>(cpu::seq, support::read_data("circom/bls12-381/multiplier/circuit.r1cs"), "c").circuit;
  auto file = iden3_file::parse(support::read_data("ptau/bls12-381/powers.ptau"));
  lucid::seeded_entropy entropy{14};
  auto const encoded = lucid::encode_uncompressed<lucid::iden3_format>(lucid_test::random_curve_point<bls12_381::g1>(entropy));
  auto& beta = file.content(15);
  for (std::size_t at = 0; at < beta.size(); at += encoded.size())
    std::copy(encoded.begin(), encoded.end(), beta.begin() + static_cast<std::ptrdiff_t>(at));
  CHECK_THROWS_WITH_AS(static_cast<void>(iden3::setup_from_ptau<bls12_381>(cpu::seq, small, file.build(), "p")),
                       "p: its points give a public input one outside the subgroup", lucid::key_error);
}

TEST_CASE("setup_from_ptau: a circuit without constraints and without inputs takes a domain of two, as in snarkjs") {
  lucid::shape_builder<bn254::scalar> empty{2, 0, 0};
  auto const setup = iden3::setup_from_ptau<bn254>(cpu::seq, empty.finish(0), support::read_data("ptau/bn254/powers.ptau"), "p");
  CHECK(setup.key.domain.size() == 2);
  CHECK(setup.key.verifying.ic.size() == 1);
  CHECK_FALSE(setup.key.a[0].is_infinity());
  CHECK(setup.key.a[1].is_infinity());
}
