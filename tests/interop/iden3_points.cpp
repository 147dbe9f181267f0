#include <lucid/interop/iden3_points.hpp>

#include <cstring>
#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/iden3_file.hpp>

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using lucid::affine;
using lucid::byte_reader;
using lucid::decode_error;
using lucid::subgroup_check;
using support::bytes;

namespace {

template <class G>
void append(bytes& data, affine<G> const& p) {
  auto const encoded = lucid::encode_uncompressed<lucid::iden3_format>(p);
  data.insert(data.end(), encoded.begin(), encoded.end());
}

template <class G>
lucid::buffer<affine<G>> read(bytes const& data, std::size_t count, subgroup_check check = subgroup_check::required) {
  byte_reader in{data, "f", "section", 500};
  iden3::point_section<G> const points{in, count, "points"};
  return points.read_all(cpu::seq, check);
}

template <class G>
std::string refusal(bytes const& data, std::size_t count) {
  try {
    static_cast<void>(read<G>(data, count));
  } catch (decode_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

}  // namespace

// The generator of BN254's G1 is (1, 2): x = 2^256 mod q, y = 2^257 mod q in Montgomery form.
TEST_CASE("iden3_points: the bytes of a point") {
  auto const data = support::from_hex(
      "9d0d8fc58d435dd33d0bc7f528eb780a2c4679786fa36e662fdf079ac1770a0e"
      "3a1b1e8b1b87baa67b168eeb51d6f114588cf2f0de46ddcc5ebe0f3483ef141c");
  auto const points = read<lucid::bn254::g1>(data, 1);
  CHECK(points[0] == affine<lucid::bn254::g1>::generator());
}

TEST_CASE_TEMPLATE("iden3_points: many points, infinity among them, at any byte", G, lucid::bn254::g1, lucid::bn254::g2,
                   lucid::bls12_381::g1, lucid::bls12_381::g2) {
  auto const g = affine<G>::generator();
  bytes data(1);
  for (auto const& p : {g, affine<G>::infinity(), -g}) append(data, p);
  byte_reader in{data, "f", "section", 0};
  in.take(1, "an odd byte");
  iden3::point_section<G> const section{in, 3, "points"};
  CHECK(section.size() == 3);
  CHECK_NOTHROW(in.expect_end());
  auto const points = section.read_all(cpu::seq, subgroup_check::required);
  CHECK(points[0] == g);
  CHECK(points[1].is_infinity());
  CHECK(points[2] == -g);
  affine<G> last;
  section.read(2, {&last, 1}, subgroup_check::required);
  CHECK(last == -g);
  CHECK(read<G>({}, 0).empty());
}

TEST_CASE_TEMPLATE("iden3_points: what is wrong with a point is named", G, lucid::bn254::g1, lucid::bn254::g2, lucid::bls12_381::g1,
                   lucid::bls12_381::g2) {
  constexpr std::size_t size = iden3::point_size<G>;
  bytes good;
  append(good, affine<G>::generator());
  append(good, affine<G>::generator());
  std::string const place = "f: section at byte " + std::to_string(500 + size) + ": point 1: ";
  auto bad = good;
  bad[size] ^= std::byte{1};
  CHECK(refusal<G>(bad, 2) == place + "point is not on the curve");
  // Twice the generator's y, and (0, y), are not on the curve either; nor is (x, 0).
  bad = good;
  std::memset(bad.data() + size, 0, size / 2);
  CHECK(refusal<G>(bad, 2) == place + "point is not on the curve");
  bad = good;
  std::memset(bad.data() + size + size / 2, 0, size / 2);
  CHECK(refusal<G>(bad, 2) == place + "point is not on the curve");
  constexpr std::size_t element = lucid::detail::coordinate_parts<typename G::field>::prime::bytes;
  for (std::size_t at = 0; at < size; at += element) {
    bad = good;
    std::memset(bad.data() + size + at, 0xff, element);
    CHECK(refusal<G>(bad, 2) == place + "coordinate is not below the modulus");
  }
  CHECK_THROWS_AS(read<G>(good, 3), decode_error);
  CHECK_THROWS_AS(read<G>(good, std::size_t{1} << 62), decode_error);
}

TEST_CASE("iden3_points: zero written as the modulus is refused, not taken for infinity") {
  bytes data;
  for (int coordinate = 0; coordinate < 2; ++coordinate) {
    for (auto const limb : lucid::bn254::base::modulus().limb) support::append_number(data, limb);
  }
  CHECK(refusal<lucid::bn254::g1>(data, 1) == "f: section at byte 500: point 0: coordinate is not below the modulus");
}
