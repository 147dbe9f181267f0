// Files that others refused, or used without a word of warning: what is whole must prove, what is not must say why.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/groth16/prove.hpp>
#include <lucid/groth16/setup.hpp>
#include <lucid/groth16/verify.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/interop/zkey_writer.hpp>
#include <support/scratch_folder.hpp>
#include <support/zkey_parts.hpp>

namespace cpu = lucid::cpu;
namespace groth16 = lucid::groth16;
namespace iden3 = lucid::iden3;
using curve = lucid::bn254::curve;
using scalar = curve::scalar;
using lucid::matrix_name;
using support::bytes;

namespace {

std::string const folder = "circom/bn254/multiplier";

iden3::zkey_proving_key<curve> key_of(bytes const& data) { return iden3::read_zkey<curve>(cpu::seq, data, "k.zkey"); }

lucid::assignment<scalar> witness_of(bytes const& data, std::size_t public_inputs = 1) {
  return iden3::read_wtns<scalar>(cpu::seq, data, "w.wtns", public_inputs);
}

bool proves(iden3::zkey_proving_key<curve> const& key, lucid::assignment<scalar> const& z) {
  lucid::seeded_entropy entropy{5};
  auto const proof = groth16::prove(cpu::seq, groth16::prepare(cpu::seq, key), z, entropy);
  return groth16::verify<curve>(key.verifying, proof, z.inputs());
}

template <class Write>
bytes written(Write const& write) {
  support::scratch_folder const scratch;
  lucid::atomic_file out{scratch / "f"};
  write(out);
  out.commit();
  auto const text = support::read_text(scratch / "f");
  return support::to_bytes(std::as_bytes(std::span{text}));
}

}  // namespace

// snarkjs 183
TEST_CASE("a key without its list of contributions proves") {
  auto file = support::zkey_file(folder);
  file.remove(10);
  CHECK(proves(key_of(file.build()), witness_of(support::read_data(folder + "/witness.wtns"))));
}

// phase2-bn254 2: a reader refused the points at infinity that keys of circom need.
TEST_CASE("a key with infinity in A, B and C proves") {
  std::string const unused = "circom/bn254/unused_signals";
  auto const key = key_of(support::read_data(unused + "/circuit.zkey"));
  CHECK(proves(key, witness_of(support::read_data(unused + "/witness.wtns"), key.public_inputs())));
}

// snarkjs 439: r1cs and witness written by hand, four constraints and three public values, passed every check and failed in verification.
TEST_CASE("a circuit and a witness of one's own prove after a way through the files") {
  lucid::shape_builder<scalar> rows{8, 3, 4};  // 1, p1 = a·b, p2 = p1·c, p3 = (a + 2)·(b − c), a, b, c, d; 0 = 0·d
  auto const one = scalar::one();
  rows.add(matrix_name::a, 0, 4, one), rows.add(matrix_name::b, 0, 5, one), rows.add(matrix_name::c, 0, 1, one);
  rows.add(matrix_name::a, 1, 1, one), rows.add(matrix_name::b, 1, 6, one), rows.add(matrix_name::c, 1, 2, one);
  rows.add(matrix_name::a, 2, 4, one), rows.add(matrix_name::a, 2, 0, scalar{2}), rows.add(matrix_name::b, 2, 5, one);
  rows.add(matrix_name::b, 2, 6, -one), rows.add(matrix_name::c, 2, 3, one);
  rows.add(matrix_name::b, 3, 7, one);
  auto const circuit = rows.finish(4);
  std::vector<scalar> const z{one, scalar{15}, scalar{105}, -scalar{10}, scalar{3}, scalar{5}, scalar{7}, scalar{9}};

  auto const r1cs_file = written([&](auto& out) { iden3::write_r1cs(cpu::seq, out, circuit); });
  auto const wtns_file = written([&](auto& out) { iden3::write_wtns<scalar>(cpu::seq, out, lucid::view<scalar const>{z}); });
  auto const r1cs = iden3::read_r1cs<scalar>(cpu::seq, r1cs_file, "c.r1cs");
  CHECK(r1cs.circuit == circuit);
  lucid::seeded_entropy entropy{3};
  auto const keys = groth16::single_party_setup<curve>(cpu::seq, r1cs.circuit, entropy);
  auto const zkey_file = written([&](auto& out) { iden3::write_zkey<curve>(cpu::seq, out, keys.proving, r1cs_file, "c.r1cs"); });
  auto const key = key_of(zkey_file);
  CHECK(key.verifying == keys.verifying);
  CHECK(proves(key, witness_of(wtns_file, 3)));
  CHECK(proves(keys.proving, witness_of(wtns_file, 3)));
}

// rapidsnark 2: the length of the witness was not looked at.
TEST_CASE("a witness one value too short or too long is refused") {
  auto const key = key_of(support::read_data(folder + "/circuit.zkey"));
  std::vector<scalar> z{scalar{1}, scalar{33}, scalar{3}};
  lucid::seeded_entropy entropy{1};
  for (int i = 0; i < 2; ++i) {
    auto const file = written([&](auto& out) { iden3::write_wtns<scalar>(cpu::seq, out, lucid::view<scalar const>{z}); });
    auto const witness = witness_of(file);
    CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, groth16::prepare(cpu::seq, key), witness, entropy)), lucid::argument_error);
    z.push_back(scalar{11});
    z.push_back(scalar{11});
  }
  CHECK_THROWS_AS(witness_of(support::read_data(folder + "/witness.wtns"), 4), lucid::argument_error);
}

// circom_runtime 7 and circom 407: missing values became zero, values above the modulus were reduced.
TEST_CASE("a witness without values, or with one above the modulus, is refused") {
  auto file = support::iden3_file::parse(support::read_data(folder + "/witness.wtns"));
  auto larger = scalar::modulus();
  larger[0] += 5;
  for (std::size_t i = 0; i < 4; ++i) support::put_number(file.content(2), 32 * 2 + 8 * i, larger[i]);
  CHECK_THROWS_AS(witness_of(file.build()), lucid::decode_error);
  file.content(2).clear();
  CHECK_THROWS_AS(witness_of(file.build()), lucid::decode_error);
}

// snarkjs 425: a key from damaged powers of tau gave proofs that never verify.
TEST_CASE("a key whose points do not belong together is noticed by the proof that it makes") {
  for (std::uint32_t const type : {5u, 6u, 7u, 8u, 9u}) {
    CAPTURE(type);
    auto file = support::zkey_file(folder);
    auto& content = file.content(type);
    std::size_t const size = type == 7 ? 128 : 64;
    for (std::size_t i = 0; i + 2 * size <= content.size(); i += size) {  // every point takes the place of its left neighbour
      support::put_bytes(content, i, content, i + size, size);
    }
    auto const key = key_of(file.build());
    lucid::seeded_entropy entropy{1};
    auto const z = witness_of(support::read_data(folder + "/witness.wtns"));
    CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, groth16::prepare(cpu::seq, key), z, entropy)),
                    lucid::self_verification_error);
  }
}

// A witness that breaks a constraint gave a proof that is well formed and invalid.
TEST_CASE("a witness that does not satisfy the circuit is noticed") {
  auto const key = key_of(support::read_data(folder + "/circuit.zkey"));
  lucid::seeded_entropy entropy{1};
  for (std::size_t changed = 1; changed < 4; ++changed) {
    std::vector<scalar> z{scalar{1}, scalar{33}, scalar{3}, scalar{11}};
    z[changed] += scalar{1};
    lucid::assignment<scalar> const witness{cpu::seq, 1, lucid::view<scalar const>{z}};
    CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, groth16::prepare(cpu::seq, key), witness, entropy)),
                    lucid::self_verification_error);
  }
}
