// Encodings as @noble/curves makes and refuses them: tests/data/noble-points, or the file that LUCID_NOBLE_POINTS names (tests/interop/snarkjs).
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/integer/literal.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;
using support::from_hex;

template <class G>
affine<G> multiple(std::string const& k) {
  return multiply_vartime(affine<G>::generator(), parse_decimal<4>(k).value()).to_affine();
}

template <class G>
void check_bls12_381(std::istringstream& line) {
  std::string word, encoding, whole;
  line >> word >> encoding;
  auto const bytes = from_hex(encoding);
  bool const compressed = bytes.size() == compressed_size<zcash_format, G>;
  if (word == "accepted" || word == "refused") {
    auto const decoded = compressed ? decode_compressed<zcash_format, G>(bytes) : decode_uncompressed<zcash_format, G>(bytes);
    CHECK(static_cast<bool>(decoded) == (word == "accepted"));
    return;
  }
  line >> whole;
  auto const p = multiple<G>(word);
  CHECK(support::to_hex(encode_compressed<zcash_format>(p)) == encoding);
  CHECK(support::to_hex(encode_uncompressed<zcash_format>(p)) == whole);
  CHECK(decode_compressed<zcash_format, G>(bytes).point == p);
  CHECK(decode_uncompressed<zcash_format, G>(from_hex(whole)).point == p);
}

template <class G>
void check_bn254(std::istringstream& line) {
  std::string k, encoding;
  line >> k >> encoding;
  auto const p = multiple<G>(k);
  CHECK(support::to_hex(encode_uncompressed<gnark_format>(p)) == encoding);
  CHECK(decode_uncompressed<gnark_format, G>(from_hex(encoding)).point == p);
}

TEST_CASE("noble_points: the encodings of others") {
  char const* const named = std::getenv("LUCID_NOBLE_POINTS");
  std::string const file = named != nullptr ? named : std::string{LUCID_TEST_DATA} + "/noble-points/points.txt";
  std::ifstream lines(file);
  REQUIRE(lines.good());
  std::size_t count = 0;
  for (std::string text; std::getline(lines, text); ++count) {
    CAPTURE(text);
    std::istringstream line{text};
    std::string curve, group;
    line >> curve >> group;
    bool const g1 = group == "g1";
    if (curve == "bls12_381") {
      g1 ? check_bls12_381<bls12_381::g1>(line) : check_bls12_381<bls12_381::g2>(line);
    } else {
      g1 ? check_bn254<bn254::g1>(line) : check_bn254<bn254::g2>(line);
    }
  }
  CHECK(count == 182);
}

}  // namespace
