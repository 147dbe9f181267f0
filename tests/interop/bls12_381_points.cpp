// Zcash's encodings of i·G, i = 0 … 999, as the Rust crates publish them: 4 × 1000 encodings.
#include <cstddef>
#include <span>
#include <string>

#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/jacobian.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;

template <class G, bool Compressed>
struct published {
  static constexpr std::size_t count = 1000;
  static constexpr std::size_t size = Compressed ? compressed_size<zcash_format, G> : uncompressed_size<zcash_format, G>;

  support::bytes file = support::read_data("bls12-381-points/" + std::string{sizeof(typename G::field) == 48 ? "g1" : "g2"} +
                                           (Compressed ? "_compressed" : "_uncompressed") + "_valid_test_vectors.dat");

  [[nodiscard]] std::span<std::byte const> at(std::size_t i) const { return std::span{file}.subspan(i * size, size); }

  static decoded_point<G> decode(std::span<std::byte const> bytes) {
    if constexpr (Compressed) {
      return decode_compressed<zcash_format, G>(bytes);
    } else {
      return decode_uncompressed<zcash_format, G>(bytes);
    }
  }
  static support::bytes encode(affine<G> const& p) {
    if constexpr (Compressed) {
      return support::to_bytes(encode_compressed<zcash_format>(p));
    } else {
      return support::to_bytes(encode_uncompressed<zcash_format>(p));
    }
  }
};

#define LUCID_PUBLISHED \
  published<bls12_381::g1, false>, published<bls12_381::g1, true>, published<bls12_381::g2, false>, published<bls12_381::g2, true>

TEST_CASE_TEMPLATE("bls12_381_points: entry i is i times the generator, and encodes to the same bytes", P, LUCID_PUBLISHED) {
  P const vectors;
  REQUIRE(vectors.file.size() == P::count * P::size);
  auto const generator = decltype(P::decode({}).point)::generator();
  auto sum = jacobian{affine{generator}} - jacobian{affine{generator}};
  std::size_t equal = 0;
  for (std::size_t i = 0; i < P::count; ++i, sum += generator) {
    auto const decoded = P::decode(vectors.at(i));
    CAPTURE(i);
    REQUIRE(decoded.fault == decode_fault::none);
    REQUIRE(sum == decoded.point);
    if (P::encode(decoded.point) == support::to_bytes(vectors.at(i))) ++equal;
  }
  CHECK(equal == P::count);
}

// Each byte of some entries set to other values.
TEST_CASE_TEMPLATE("bls12_381_points: a changed byte is refused or gives another point with exactly these bytes", P, LUCID_PUBLISHED) {
  P const vectors;
  std::size_t refused = 0, other = 0;
  for (std::size_t const i : {0, 1, 2, 999}) {
    auto const original = P::decode(vectors.at(i)).point;
    auto bytes = support::to_bytes(vectors.at(i));
    for (std::byte& b : bytes) {
      auto const kept = b;
      for (unsigned const change : {0x01u, 0x20u, 0x80u, 0xffu}) {
        b = kept ^ static_cast<std::byte>(change);
        if (auto const decoded = P::decode(bytes)) {
          CHECK(decoded.point != original);
          CHECK(P::encode(decoded.point) == bytes);
          ++other;
        } else {
          ++refused;
        }
      }
      b = kept;
    }
  }
  CHECK(refused + other == 4 * 4 * P::size);
  // A changed x is a point of the subgroup with a chance below 2^−100: only the sign of a compressed point may change and still decode.
  CHECK(other == (P::size == compressed_size<zcash_format, typename decltype(P::decode({}).point)::group> ? 3 : 0));
}

}  // namespace
