// Verifying keys and proofs in the files of bellman and bellperson (Zcash, Filecoin). BLS12-381, points in Zcash's format. Parameter files are not here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lucid/groth16/keys.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/interop/byte_reader.hpp>
#include <lucid/interop/read_point.hpp>
#include <lucid/interop/two_sided_key.hpp>

namespace lucid::inline v0::bellman {

// α₁ β₁ β₂ γ₂ δ₁ δ₂ ‖ u32be count, IC: all uncompressed, and nothing behind. Throws decode_error (`source` names the bytes), key_error for a key that must
// not be used. Cost: a subgroup check a point, four Miller loops.
template <class Curve>
[[nodiscard]] two_sided_verifying_key<Curve> read_verifying_key(std::span<std::byte const> file, std::string source,
                                                                groth16::key_policy policy = groth16::key_policy::refuse_unfinished) {
  byte_reader bytes{file, std::move(source), "bellman verifying key", 0};
  auto both = read_two_sided_key<zcash_format, Curve>(bytes, point_form::uncompressed, point_of_one::never_infinity);
  bytes.expect_end();
  require_usable_from(bytes.source(), both, policy);
  return both;
}

// The inverse of read_verifying_key.
template <class Curve>
[[nodiscard]] std::vector<std::byte> write_verifying_key(two_sided_verifying_key<Curve> const& both) {
  std::vector<std::byte> file;
  auto const append = [&file](auto const& bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); };
  append(encode_uncompressed<zcash_format>(both.key.alpha_g1));
  append(encode_uncompressed<zcash_format>(both.beta_g1));
  append(encode_uncompressed<zcash_format>(both.key.beta_g2));
  append(encode_uncompressed<zcash_format>(both.key.gamma_g2));
  append(encode_uncompressed<zcash_format>(both.delta_g1));
  append(encode_uncompressed<zcash_format>(both.key.delta_g2));
  append(big_endian(static_cast<std::uint32_t>(both.key.ic.size())));
  for (auto const& point : both.key.ic) append(encode_uncompressed<zcash_format>(point));
  return file;
}

template <class Curve>
inline constexpr std::size_t proof_size =
    2 * compressed_size<zcash_format, typename Curve::g1> + compressed_size<zcash_format, typename Curve::g2>;

namespace detail {

template <class Curve>
[[nodiscard]] groth16::proof<Curve> next_proof(byte_reader& bytes) {
  groth16::proof<Curve> proof;
  proof.a = read_compressed<zcash_format, typename Curve::g1>(bytes, "A");
  proof.b = read_compressed<zcash_format, typename Curve::g2>(bytes, "B");
  proof.c = read_compressed<zcash_format, typename Curve::g1>(bytes, "C");
  return proof;
}

}  // namespace detail

// A B C, compressed, and nothing behind: 192 bytes on BLS12-381. Throws decode_error.
template <class Curve>
[[nodiscard]] groth16::proof<Curve> read_proof(std::span<std::byte const> file, std::string source) {
  byte_reader bytes{file, std::move(source), "bellman proof", 0};
  auto const proof = detail::next_proof<Curve>(bytes);
  bytes.expect_end();
  return proof;
}

// Proofs one after the other, as Filecoin stores the partitions of one statement; at least one.
template <class Curve>
[[nodiscard]] std::vector<groth16::proof<Curve>> read_proofs(std::span<std::byte const> file, std::string source) {
  byte_reader bytes{file, std::move(source), "bellman proofs", 0};
  if (file.empty() || file.size() % proof_size<Curve> != 0) bytes.fail("the length is not a positive multiple of a proof's");
  std::vector<groth16::proof<Curve>> proofs(file.size() / proof_size<Curve>);
  for (auto& proof : proofs) proof = detail::next_proof<Curve>(bytes);
  return proofs;
}

template <class Curve>
[[nodiscard]] std::array<std::byte, proof_size<Curve>> write_proof(groth16::proof<Curve> const& proof) noexcept {
  std::array<std::byte, proof_size<Curve>> file;
  auto at = file.begin();
  auto const append = [&at](auto const& bytes) { at = std::copy(bytes.begin(), bytes.end(), at); };
  append(encode_compressed<zcash_format>(proof.a));
  append(encode_compressed<zcash_format>(proof.b));
  append(encode_compressed<zcash_format>(proof.c));
  return file;
}

}  // namespace lucid::inline v0::bellman
