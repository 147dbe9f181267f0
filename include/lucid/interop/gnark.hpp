// Verifying keys and proofs in the files of gnark: WriteTo (compressed) and WriteRawTo (whole points), told apart by the flags of the first point.
// Circuits with commitments are refused: their verification is not plain Groth16.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/interop/byte_reader.hpp>
#include <lucid/interop/read_point.hpp>
#include <lucid/interop/two_sided_key.hpp>

namespace lucid::inline v0::gnark {

// gnark-crypto uses three flag bits where the base field has three spare bits (BLS12-381), else two (BN254).
template <class Curve>
using format_of = std::conditional_t<8 * Curve::base::bytes - Curve::base::bits >= 3, zcash_format, gnark_format>;

namespace detail {

template <class Curve>
[[nodiscard]] point_form form_of_file(byte_reader const& bytes, std::span<std::byte const> file) {
  if (file.empty()) bytes.fail("the file is empty");
  return form_of<format_of<Curve>>(file.front());
}

inline void expect_none(byte_reader& bytes, char const* what) {
  auto const offset = bytes.offset();
  if (auto const count = read_u32_big_endian(bytes, what); count != 0) {
    bytes.fail_at(offset, std::to_string(count) + ' ' + what + "; circuits with commitments are not supported");
  }
}

}  // namespace detail

// α₁ β₁ β₂ γ₂ δ₁ δ₂ ‖ u32be count, K ‖ two empty lists of commitments, and nothing behind. Throws decode_error (`source` names the bytes), key_error for a key
// that must not be used. K at infinity is refused: that public input would bind nothing. Cost: a subgroup check a point, four Miller loops.
template <class Curve>
[[nodiscard]] two_sided_verifying_key<Curve> read_verifying_key(std::span<std::byte const> file, std::string source,
                                                                groth16::key_policy policy = groth16::key_policy::refuse_unfinished) {
  byte_reader bytes{file, std::move(source), "gnark verifying key", 0};
  auto both = read_two_sided_key<format_of<Curve>, Curve>(bytes, detail::form_of_file<Curve>(bytes, file), point_of_one::maybe_infinity);
  detail::expect_none(bytes, "public and commitment committed lists");
  detail::expect_none(bytes, "commitment keys");
  bytes.expect_end();
  require_usable_from(bytes.source(), both, policy);
  return both;
}

// Ar Bs Krs ‖ u32be 0 ‖ infinity, and nothing behind. Throws decode_error.
template <class Curve>
[[nodiscard]] groth16::proof<Curve> read_proof(std::span<std::byte const> file, std::string source) {
  using format = format_of<Curve>;
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  byte_reader bytes{file, std::move(source), "gnark proof", 0};
  auto const form = detail::form_of_file<Curve>(bytes, file);
  groth16::proof<Curve> proof;
  proof.a = read_point<format, g1>(bytes, form, "Ar");
  proof.b = read_point<format, g2>(bytes, form, "Bs");
  proof.c = read_point<format, g1>(bytes, form, "Krs");
  detail::expect_none(bytes, "commitments");
  auto const offset = bytes.offset();
  if (!read_point<format, g1>(bytes, form, "CommitmentPok").is_infinity())
    bytes.fail_at(offset, "CommitmentPok: not infinity, without commitments");
  bytes.expect_end();
  return proof;
}

// The inverse of read_proof.
template <class Curve>
[[nodiscard]] std::vector<std::byte> write_proof(groth16::proof<Curve> const& proof, point_form form = point_form::compressed) {
  using format = format_of<Curve>;
  std::vector<std::byte> file;
  auto const append = [&](auto const& point) {
    auto const put = [&file](auto const& bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); };
    if (form == point_form::compressed) {
      put(encode_compressed<format>(point));
    } else {
      put(encode_uncompressed<format>(point));
    }
  };
  append(proof.a);
  append(proof.b);
  append(proof.c);
  file.resize(file.size() + sizeof(std::uint32_t));
  append(affine<typename Curve::g1>::infinity());
  return file;
}

}  // namespace lucid::inline v0::gnark
