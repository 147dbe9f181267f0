// A parameter file of no bytes was used (rust-fil-proofs 480), and a truncated one was reported as points outside the subgroup (rust-fil-proofs 1185):
// what is missing must be called missing, where it is missing.
#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/mapped_file.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <support/scratch_folder.hpp>
#include <support/zkey_parts.hpp>

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using curve = lucid::bn254::curve;

namespace {

std::string refusal(support::bytes const& data) {
  try {
    static_cast<void>(iden3::read_zkey<curve>(cpu::seq, data, "k.zkey"));
  } catch (lucid::decode_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

}  // namespace

TEST_CASE("an empty file is called empty") {
  support::scratch_folder const folder;
  support::write_text(folder / "key.zkey", "");
  CHECK_THROWS_WITH_AS(lucid::mapped_file{folder / "key.zkey"}, (folder / "key.zkey" + ": the file is empty").c_str(), lucid::io_error);
  CHECK(refusal({}) == "k.zkey: header at byte 0: the file is empty");
}

TEST_CASE("a key cut short by one byte is called truncated, in the section that lost it") {
  auto data = support::read_data("circom/bn254/sha256_8rounds/circuit.zkey");
  data.pop_back();
  CHECK(refusal(data).find("section 10 is truncated") != std::string::npos);
  auto file = support::iden3_file::parse(support::read_data("circom/bn254/sha256_8rounds/circuit.zkey"));
  file.content(9).pop_back();  // the length of the section agrees with what is there
  CHECK(refusal(file.build()).find("section 9 (H)") != std::string::npos);
  CHECK(refusal(file.build()).find("4096 points of 64 bytes do not fit in the 262143 bytes left") != std::string::npos);
}
