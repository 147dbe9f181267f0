#include <lucid/interop/zkey_writer.hpp>

#include <algorithm>
#include <span>
#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/circom_sets.hpp>
#include <support/scratch_folder.hpp>
#include <support/zkey_parts.hpp>

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using bn254 = lucid::bn254::curve;
using bls12_381 = lucid::bls12_381::curve;
using lucid::groth16::key_policy;
using support::bytes;
using support::iden3_file;

namespace {

template <class Write>
bytes written(Write const& write) {
  support::scratch_folder const folder;
  lucid::atomic_file out{folder / "k"};
  write(out);
  out.commit();
  auto const text = support::read_text(folder / "k");
  return support::to_bytes(std::as_bytes(std::span{text}));
}

// Reading and writing gives every section again, the coefficients sorted within their rows.
template <class Curve>
void check_set(std::string const& folder, bool sorted) {
  CAPTURE(folder);
  auto const data = support::read_data(folder + "/circuit.zkey");
  auto const key = iden3::read_zkey<Curve>(cpu::seq, data, folder);
  auto original = iden3_file::parse(data);
  iden3::zkey_write_options options;
  std::copy_n(original.content(10).begin(), 64, options.circuit_hash.begin());
  auto const again_data = written([&](auto& out) { iden3::write_zkey<Curve>(cpu::seq, out, key, options); });
  auto again = iden3_file::parse(again_data);
  for (std::uint32_t const type : {1u, 2u, 3u, 5u, 6u, 7u, 8u, 9u}) {
    CAPTURE(type);
    CHECK(again.content(type) == original.content(type));
  }
  CHECK(again.content(4).size() == original.content(4).size());
  if (sorted) CHECK(again.content(4) == original.content(4));
  CHECK(again.content(10).size() == 68);
  CHECK(std::equal(again.content(10).begin(), again.content(10).begin() + 64, original.content(10).begin()));

  auto const key_again = iden3::read_zkey<Curve>(cpu::seq, again_data, folder);
  CHECK(key_again.matrices.shape() == key.matrices.shape());
}

// circom leaves the terms of the larger circuits unsorted.
bool is_sorted(std::string const& folder) {
  return folder.find("poseidon") == std::string::npos && folder.find("sha256") == std::string::npos;
}

}  // namespace

TEST_CASE("zkey_writer: every set is written again as it was, section by section") {
  for (auto const& folder : support::circom_sets("bn254")) check_set<bn254>(folder, is_sorted(folder));
  for (auto const& folder : support::circom_sets("bls12-381")) check_set<bls12_381>(folder, is_sorted(folder));
  check_set<bn254>("real-world/df-whitelist", false);
}

TEST_CASE("zkey_writer: terms in the order of the circuit's file") {
  for (char const* folder :
       {"circom/bn254/poseidon3", "circom/bn254/sha256_8rounds", "circom/bn254/unused_signals", "real-world/df-whitelist"}) {
    CAPTURE(folder);
    auto const r1cs_data = support::read_data(std::string{folder} + "/circuit.r1cs");
    auto const zkey_data = support::read_data(std::string{folder} + "/circuit.zkey");
    auto key = iden3::read_zkey<bn254>(cpu::seq, zkey_data, folder);
    key.matrices = lucid::qap::matrices<bn254::scalar>{iden3::read_r1cs<bn254::scalar>(cpu::seq, r1cs_data, folder).circuit};
    auto again = iden3_file::parse(written([&](auto& out) { iden3::write_zkey<bn254>(cpu::seq, out, key, r1cs_data, "c.r1cs"); }));
    auto original = iden3_file::parse(zkey_data);
    CHECK(again.content(4) == original.content(4));
  }
}

TEST_CASE("zkey_writer: a key that leaves points at infinity out has no place in a .zkey") {
  auto const data = support::read_data("ptau/bn254/multiplier.zkey");
  auto key = iden3::read_zkey<bn254>(cpu::seq, data, "k", {.policy = key_policy::accept_unfinished});
  key.b_density = lucid::qap::density{cpu::seq, key.variables(), [](auto const& set) { set(0); }};
  CHECK_THROWS_AS(written([&](auto& out) { iden3::write_zkey<bn254>(cpu::seq, out, key, {.policy = key_policy::accept_unfinished}); }),
                  lucid::argument_error);
}

TEST_CASE("zkey_writer: an unfinished key is written on an explicit word only, a key of another circuit never") {
  auto const data = support::read_data("ptau/bn254/multiplier.zkey");
  auto const key = iden3::read_zkey<bn254>(cpu::seq, data, "k", {.policy = key_policy::accept_unfinished});
  CHECK_THROWS_AS(written([&](auto& out) { iden3::write_zkey<bn254>(cpu::seq, out, key); }), lucid::key_error);
  CHECK_NOTHROW(written([&](auto& out) { iden3::write_zkey<bn254>(cpu::seq, out, key, {.policy = key_policy::accept_unfinished}); }));
  auto const other = support::read_data("circom/bn254/no_public/circuit.r1cs");
  CHECK_THROWS_AS(
      written([&](auto& out) { iden3::write_zkey<bn254>(cpu::seq, out, key, other, "c", {.policy = key_policy::accept_unfinished}); }),
      lucid::argument_error);
}
