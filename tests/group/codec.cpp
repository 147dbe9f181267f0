// Encodings of points: every format on the curves that use it. Others' vectors for the Zcash format: tests/interop/bls12_381_points.cpp.
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/jacobian.hpp>
#include <support/hex.hpp>
#include <support/tiny_curve.hpp>

namespace {

using namespace lucid;
using support::from_hex;
using support::to_bytes;

// One form of one format on one group, with the types taken away: each check below is compiled once.
struct encoding {
  std::string name;
  decode_fault (*fault)(std::span<std::byte const>, subgroup_check);
  support::bytes (*again)(std::span<std::byte const>);  // decoded and encoded
  std::vector<support::bytes> samples;                  // 0, G, −G, 2G, −2G
  std::vector<support::bytes> too_large;                // q and q + 1, as one element of the prime field
  std::size_t flag_position;
  std::byte flag_mask;
};

template <class Format, class G, bool Compressed>
encoding encoding_of(std::string name) {
  using prime = typename detail::coordinate_parts<typename G::field>::prime;
  static constexpr auto decode = [](std::span<std::byte const> bytes, subgroup_check check) {
    if constexpr (Compressed) {
      return decode_compressed<Format, G>(bytes, check);
    } else {
      return decode_uncompressed<Format, G>(bytes, check);
    }
  };
  static constexpr auto encode = [](affine<G> const& p) {
    if constexpr (Compressed) {
      return to_bytes(encode_compressed<Format>(p));
    } else {
      return to_bytes(encode_uncompressed<Format>(p));
    }
  };
  encoding e;
  e.name = std::move(name);
  e.fault = [](std::span<std::byte const> bytes, subgroup_check check) {
    auto const decoded = decode(bytes, check);
    return decoded || decoded.point.is_infinity() ? decoded.fault : decode_fault{255};  // a fault leaves no point behind
  };
  e.again = [](std::span<std::byte const> bytes) { return encode(decode(bytes, subgroup_check::unchecked_subgroup).point); };
  jacobian<G> const g = affine<G>::generator();
  for (auto const& p : {jacobian<G>{}, g, -g, doubled(g), -doubled(g)}) e.samples.push_back(encode(p.to_affine()));
  auto number = prime::modulus();
  for (int i = 0; i < 2; ++i) {
    e.too_large.emplace_back(prime::bytes);
    store_integer(number, e.too_large.back(), Format::layout.order);
    add_to(number, decltype(number){1});
  }
  e.flag_position = detail::flag_position<Format>(e.samples[0].size());
  if constexpr (Compressed) {
    e.flag_mask = std::byte{Format::compressed.mask};
  } else {
    e.flag_mask = std::byte{Format::uncompressed.mask};
  }
  return e;
}

std::vector<encoding> const& encodings() {
  static std::vector<encoding> const all{
      encoding_of<iden3_format, bn254::g1, false>("iden3 BN254 G1"),
      encoding_of<iden3_format, bn254::g2, false>("iden3 BN254 G2"),
      encoding_of<iden3_format, bls12_381::g1, false>("iden3 BLS12-381 G1"),
      encoding_of<iden3_format, bls12_381::g2, false>("iden3 BLS12-381 G2"),
      encoding_of<zcash_format, bls12_381::g1, false>("zcash G1 uncompressed"),
      encoding_of<zcash_format, bls12_381::g1, true>("zcash G1 compressed"),
      encoding_of<zcash_format, bls12_381::g2, false>("zcash G2 uncompressed"),
      encoding_of<zcash_format, bls12_381::g2, true>("zcash G2 compressed"),
      encoding_of<gnark_format, bn254::g1, false>("gnark G1 uncompressed"),
      encoding_of<gnark_format, bn254::g1, true>("gnark G1 compressed"),
      encoding_of<gnark_format, bn254::g2, false>("gnark G2 uncompressed"),
      encoding_of<gnark_format, bn254::g2, true>("gnark G2 compressed"),
      encoding_of<arkworks_format, bn254::g1, false>("arkworks G1 uncompressed"),
      encoding_of<arkworks_format, bn254::g1, true>("arkworks G1 compressed"),
      encoding_of<arkworks_format, bn254::g2, false>("arkworks G2 uncompressed"),
      encoding_of<arkworks_format, bn254::g2, true>("arkworks G2 compressed"),
  };
  return all;
}

void turn(support::bytes& bytes, std::size_t bit) { bytes[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8)); }

TEST_CASE("codec: a point decodes from its own bytes") {
  for (auto const& e : encodings()) {
    CAPTURE(e.name);
    for (auto const& bytes : e.samples) {
      CHECK(e.fault(bytes, subgroup_check::required) == decode_fault::none);
      CHECK(e.again(bytes) == bytes);
    }
    auto distinct = e.samples;
    std::sort(distinct.begin(), distinct.end());
    CHECK(std::adjacent_find(distinct.begin(), distinct.end()) == distinct.end());
  }
}

TEST_CASE("codec: other lengths are refused") {
  for (auto const& e : encodings()) {
    CAPTURE(e.name);
    auto bytes = e.samples[1];
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      CHECK(e.fault(std::span{bytes}.first(size), subgroup_check::required) == decode_fault::wrong_length);
    }
    bytes.push_back(std::byte{0});
    CHECK(e.fault(bytes, subgroup_check::required) == decode_fault::wrong_length);
  }
}

// Canonical: whatever decodes, encodes to the very same bytes. Infinity has one encoding, so no neighbour of it gives infinity.
TEST_CASE("codec: a changed bit is refused or gives a point with exactly these bytes") {
  for (auto const& e : encodings()) {
    CAPTURE(e.name);
    std::size_t refused = 0;
    for (std::size_t sample : {0, 1, 4}) {
      auto bytes = e.samples[sample];
      for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        turn(bytes, bit);
        if (e.fault(bytes, subgroup_check::unchecked_subgroup) == decode_fault::none) {
          CHECK(e.again(bytes) == bytes);
        } else {
          CHECK(e.again(bytes) == e.samples[0]);
          ++refused;
        }
        turn(bytes, bit);
      }
    }
    CHECK(refused > 0);
  }
}

// x + q would be another number for the same residue.
TEST_CASE("codec: a coordinate that is not below the modulus is refused") {
  for (auto const& e : encodings()) {
    CAPTURE(e.name);
    for (auto const& number : e.too_large) {
      for (std::size_t part = 0; part < e.samples[1].size() / number.size(); ++part) {
        auto bytes = e.samples[1];
        std::copy(number.begin(), number.end(), bytes.begin() + static_cast<std::ptrdiff_t>(part * number.size()));
        bytes[e.flag_position] |= e.samples[1][e.flag_position] & e.flag_mask;
        CHECK(e.fault(bytes, subgroup_check::unchecked_subgroup) == decode_fault::coordinate_too_large);
      }
    }
  }
}

// Infinity's flag beside any other bit, and zero coordinates without it.
TEST_CASE("codec: every second encoding of infinity is refused") {
  for (auto const& e : encodings()) {
    CAPTURE(e.name);
    auto const& infinity = e.samples[0];
    bool const flagged = (infinity[e.flag_position] & e.flag_mask) != (e.samples[1][e.flag_position] & e.flag_mask);
    for (std::size_t bit = 0; bit < 8 * infinity.size(); ++bit) {
      if (bit / 8 == e.flag_position && (std::byte{1} << (bit % 8) & e.flag_mask) != std::byte{0}) continue;
      auto bytes = infinity;
      turn(bytes, bit);
      auto const fault = e.fault(bytes, subgroup_check::unchecked_subgroup);
      if (flagged) CHECK(fault == decode_fault::wrong_infinity);
      CHECK((fault != decode_fault::none || e.again(bytes) == bytes));
    }
    if (flagged) {
      support::bytes zeros(infinity.size());
      zeros[e.flag_position] = e.samples[1][e.flag_position] & e.flag_mask;
      auto const fault = e.fault(zeros, subgroup_check::required);
      CHECK((fault == decode_fault::not_on_curve || fault == decode_fault::not_in_subgroup));  // x = 0 is a point of order 3 on BLS12-381
    }
  }
}

TEST_CASE_TEMPLATE("codec: a point outside the subgroup is refused, unless unchecked", G, bn254::g2, bls12_381::g1, bls12_381::g2) {
  using F = typename G::field;
  std::size_t found = 0;
  for (limb_t small = 1; small < 12; ++small) {  // a random point of these curves is in the subgroup with a chance below 2^−100
    F const x = [&] {
      if constexpr (requires { F{}.c0; }) {
        return F{typename F::base{small}, {}};
      } else {
        return F{small};
      }
    }();
    auto const y = sqrt_vartime(square(x) * x + G::b());
    if (!y) continue;
    ++found;
    affine<G> const p{x, *y};
    CHECK(decode_uncompressed<iden3_format, G>(encode_uncompressed<iden3_format>(p)).fault == decode_fault::not_in_subgroup);
    CHECK(decode_uncompressed<iden3_format, G>(encode_uncompressed<iden3_format>(p), subgroup_check::unchecked_subgroup).point == p);
    CHECK(check_point(p) == decode_fault::not_in_subgroup);
    CHECK(check_point(p, subgroup_check::unchecked_subgroup) == decode_fault::none);
    if constexpr (!std::is_same_v<G, bn254::g2>) {
      CHECK(decode_uncompressed<zcash_format, G>(encode_uncompressed<zcash_format>(p)).fault == decode_fault::not_in_subgroup);
      CHECK(decode_compressed<zcash_format, G>(encode_compressed<zcash_format>(p)).fault == decode_fault::not_in_subgroup);
      CHECK(decode_compressed<zcash_format, G>(encode_compressed<zcash_format>(p), subgroup_check::unchecked_subgroup).point == p);
    } else {
      CHECK(decode_uncompressed<gnark_format, G>(encode_uncompressed<gnark_format>(p)).fault == decode_fault::not_in_subgroup);
      CHECK(decode_compressed<gnark_format, G>(encode_compressed<gnark_format>(p)).fault == decode_fault::not_in_subgroup);
      CHECK(decode_compressed<arkworks_format, G>(encode_compressed<arkworks_format>(p)).fault == decode_fault::not_in_subgroup);
      CHECK(decode_compressed<arkworks_format, G>(encode_compressed<arkworks_format>(p), subgroup_check::unchecked_subgroup).point == p);
    }
  }
  CHECK(found >= 3);
}

TEST_CASE("codec: the larger of y and -y") {
  using fq = bn254::base;
  using fq2 = bn254::fq2;
  auto const half = fq::from_integer(shifted_right(fq::modulus(), 1));
  CHECK_FALSE(is_lexicographically_larger(fq{}));
  CHECK_FALSE(is_lexicographically_larger(fq{1}));
  CHECK_FALSE(is_lexicographically_larger(half));
  CHECK(is_lexicographically_larger(half + fq{1}));
  CHECK(is_lexicographically_larger(-fq{1}));

  CHECK_FALSE(is_lexicographically_larger(fq2{}));
  CHECK_FALSE(is_lexicographically_larger(fq2{-fq{1}, fq{1}}));  // the imaginary part decides
  CHECK(is_lexicographically_larger(fq2{fq{1}, -fq{1}}));
  CHECK(is_lexicographically_larger(fq2{-fq{1}, fq{}}));  // the real part, where the imaginary part is zero
  CHECK_FALSE(is_lexicographically_larger(fq2{fq{1}, fq{}}));
}

// Flags beside a little-endian x, on curves small enough for every x and both flags: the decoder finds each point of the curve once.
TEST_CASE_TEMPLATE("codec: compressed bytes and points are one to one", G, tiny::curve_13, tiny::curve_97, tiny::curve_12) {
  auto const points = tiny::all_points<G>();
  REQUIRE(points.size() == G::points);
  std::vector<affine<G>> found;
  std::size_t in_subgroup = 0;
  for (unsigned low = 0; low < 256; ++low) {
    for (unsigned const mark : {0x00u, 0x40u, 0x80u, 0xc0u}) {
      support::bytes bytes(8);
      bytes[0] = static_cast<std::byte>(low);
      bytes[7] = static_cast<std::byte>(mark);
      if (auto const decoded = decode_compressed<arkworks_format, G>(bytes, subgroup_check::unchecked_subgroup))
        found.push_back(decoded.point);
      if (decode_compressed<arkworks_format, G>(bytes)) ++in_subgroup;
    }
  }
  CHECK(found.size() == points.size());
  for (auto const& p : points) CHECK(std::find(found.begin(), found.end(), p) != found.end());
  CHECK(in_subgroup == G::order);
}

// The encodings of the generators that others publish: gnark-crypto and arkworks write the same numbers.
TEST_CASE("codec: generator of BN254 in each format") {
  auto const g = affine<bn254::g1>::generator();  // (1, 2)
  std::string const zeros(62, '0');
  CHECK(support::to_hex(encode_uncompressed<gnark_format>(g)) == zeros + "01" + zeros + "02");
  CHECK(support::to_hex(encode_compressed<gnark_format>(g)) == "80" + std::string(60, '0') + "01");
  CHECK(support::to_hex(encode_compressed<gnark_format>(-g)) == "c0" + std::string(60, '0') + "01");
  CHECK(support::to_hex(encode_compressed<gnark_format>(affine<bn254::g1>::infinity())) == "40" + zeros);
  CHECK(support::to_hex(encode_uncompressed<gnark_format>(affine<bn254::g1>::infinity())) == zeros + "00" + zeros + "00");
  CHECK(support::to_hex(encode_compressed<arkworks_format>(g)) == "01" + zeros);
  CHECK(support::to_hex(encode_compressed<arkworks_format>(-g)) == "01" + std::string(60, '0') + "80");
  CHECK(support::to_hex(encode_compressed<arkworks_format>(affine<bn254::g1>::infinity())) == zeros + "40");
  CHECK(support::to_hex(encode_uncompressed<arkworks_format>(g)) == "01" + zeros + "02" + zeros);
}

TEST_CASE("codec: every fault has a sentence of its own") {
  std::vector<std::string> sentences;
  for (unsigned char f = 0; f <= static_cast<unsigned char>(decode_fault::not_in_subgroup); ++f)
    sentences.emplace_back(describe(decode_fault{f}));
  std::sort(sentences.begin(), sentences.end());
  CHECK(std::adjacent_find(sentences.begin(), sentences.end()) == sentences.end());
}

}  // namespace
