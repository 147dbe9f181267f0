// A prover wrote its buffer's zero bytes after the JSON (rapidsnark 35da645): files are as long as their text, and a text with more after its end is refused.
#if LUCID_TEST_HAS_JSON
#include <string>

#include <doctest/doctest.h>

#include <lucid/curve/bn254.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/snarkjs_json.hpp>
#include <support/scratch_folder.hpp>

namespace snarkjs = lucid::snarkjs;
using curve = lucid::bn254::curve;

TEST_CASE("a proof is written without a byte more than its text, and is not read with one") {
  std::string const text = support::read_text(std::string{LUCID_TEST_DATA} + "/circom/bn254/multiplier/proof.json");
  auto const proof = snarkjs::read_proof<curve>(text, "proof.json");
  support::scratch_folder const folder;
  lucid::write_file(folder / "proof.json", snarkjs::write_proof(proof));
  auto const written = support::read_text(folder / "proof.json");
  CHECK(written.size() == std::string{written.c_str()}.size());
  CHECK(written.back() == '}');
  for (std::string const& tail : {std::string(1, '\0'), std::string(3, '\0'), std::string{"}"}, std::string{"{}"}, std::string{" x"}}) {
    CHECK_THROWS_AS(static_cast<void>(snarkjs::read_proof<curve>(text + tail, "proof.json")), lucid::decode_error);
  }
  CHECK(snarkjs::read_proof<curve>(text + "\r\n", "proof.json") == proof);
}

// Values that a reader reduces without a word: p + 5 became 5 (circom 407), 1 + r became 1 (snarkjs 26, 359, 480).
TEST_CASE("a public value at or above the modulus is refused, not reduced") {
  auto value = curve::scalar::modulus();
  value[0] += 5;
  auto const list = [](std::string const& x) { return "[\"" + x + "\"]"; };
  CHECK_THROWS_AS(static_cast<void>(snarkjs::read_public<curve>(list(to_decimal(value)), "public.json")), lucid::decode_error);
  CHECK_THROWS_AS(static_cast<void>(snarkjs::read_public<curve>(list("-1"), "public.json")), lucid::decode_error);
  CHECK(snarkjs::read_public<curve>(list("5"), "public.json")[0] == curve::scalar{5});
}
#endif
