// bellman's files of Zcash's Sprout: every byte back as it was, and bad ones refused by name.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/interop/bellman.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;
using curve = bls12_381::curve;
using support::bytes;

constexpr std::size_t g1_size = 96, g2_size = 192;
constexpr std::size_t count_at = 3 * g1_size + 3 * g2_size;

bytes sprout_file() { return support::read_data("zcash/sprout-groth16.vk"); }
bytes proof_file() { return support::read_data("zcash/joinsplit_proof.bin"); }
two_sided_verifying_key<curve> read_key(bytes const& file) { return bellman::read_verifying_key<curve>(file, "key.vk"); }
groth16::proof<curve> read_proof(std::span<std::byte const> file) { return bellman::read_proof<curve>(file, "proof.bin"); }

TEST_CASE("bellman: Sprout's key is written as it was read") {
  auto const file = sprout_file();
  CHECK(file.size() == 1828);
  CHECK(bellman::write_verifying_key(read_key(file)) == file);
}

TEST_CASE("bellman: a proof is written as it was read") {
  auto const file = proof_file();
  CHECK(file.size() == 192);
  CHECK(support::to_bytes(bellman::write_proof(read_proof(file))) == file);
  auto const twice = support::joined({file, file});
  auto const proofs = bellman::read_proofs<curve>(twice, "partitions");
  REQUIRE(proofs.size() == 2);
  CHECK((proofs[0] == read_proof(file) && proofs[1] == proofs[0]));
}

// Each field's beginning, its neighbours, and some bytes between.
TEST_CASE("bellman: a truncated key is refused, and the message says which point is missing") {
  auto const file = sprout_file();
  for (std::size_t size = 0; size < file.size(); ++size) {
    bool const near_a_field = size % g1_size <= 1 || size % g1_size == g1_size - 1 || size >= file.size() - 4;
    if (!near_a_field && size % 29 != 0) continue;
    CHECK_THROWS_AS(read_key({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)}), decode_error);
  }
  CHECK_THROWS_WITH_AS(read_key({}), "key.vk: bellman verifying key at byte 0: alpha in G1 needs 96 bytes, but only 0 are left",
                       decode_error);
  auto longer = file;
  longer.push_back(std::byte{0});
  CHECK_THROWS_WITH_AS(read_key(longer), "key.vk: bellman verifying key at byte 1828: 1 bytes too many", decode_error);
}

TEST_CASE("bellman: a count that the file cannot hold is refused before anything is allocated") {
  for (std::uint32_t const count : {0u, 9u, 11u, 1u << 31, ~0u}) {
    auto file = sprout_file();
    auto const written = big_endian(count);
    std::copy(written.begin(), written.end(), file.begin() + count_at);
    CHECK_THROWS_AS(read_key(file), decode_error);  // with fewer points than before, the rest is too many bytes
  }
  auto file = sprout_file();
  file.resize(count_at + 4);
  std::fill(file.begin() + count_at, file.end(), std::byte{0});
  CHECK_THROWS_AS(read_key(file), key_error);  // whole, but without the point of the constant one
}

TEST_CASE("bellman: a changed bit of a key is refused") {
  auto file = sprout_file();
  for (std::size_t i = 0; i < file.size(); i += 11) {
    auto const bit = static_cast<std::byte>(1u << (i % 8));
    file[i] ^= bit;
    bool refused = false;
    try {
      static_cast<void>(read_key(file));
    } catch (decode_error const&) {
      refused = true;
    }
    CHECK_MESSAGE(refused, "byte ", i);
    file[i] ^= bit;
  }
}

TEST_CASE("bellman: infinity has no place in a key") {
  bytes infinity_g1(g1_size), infinity_g2(g2_size);
  infinity_g1[0] = infinity_g2[0] = std::byte{0x40};
  auto const with = [](std::size_t at, bytes const& point) {
    auto file = sprout_file();
    std::copy(point.begin(), point.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
    return file;
  };
  CHECK_THROWS_AS(read_key(with(0, infinity_g1)), key_error);                              // alpha
  CHECK_THROWS_AS(read_key(with(g1_size, infinity_g1)), key_error);                        // beta in G1
  CHECK_THROWS_AS(read_key(with(2 * g1_size, infinity_g2)), key_error);                    // beta in G2
  CHECK_THROWS_AS(read_key(with(2 * g1_size + g2_size, infinity_g2)), key_error);          // gamma
  CHECK_THROWS_AS(read_key(with(2 * g1_size + 2 * g2_size, infinity_g1)), key_error);      // delta in G1
  CHECK_THROWS_AS(read_key(with(3 * g1_size + 2 * g2_size, infinity_g2)), key_error);      // delta in G2
  CHECK_THROWS_AS(read_key(with(count_at + 4, infinity_g1)), decode_error);                // IC of the constant one
  CHECK_THROWS_AS(read_key(with(count_at + 4 + 9 * g1_size, infinity_g1)), decode_error);  // IC of the last input
}

TEST_CASE("bellman: halves that do not belong together are refused") {
  auto both = read_key(sprout_file());
  auto const beta = both.beta_g1;
  both.beta_g1 = -beta;
  CHECK_THROWS_WITH_AS(read_key(bellman::write_verifying_key(both)), "key.vk: key: beta differs between G1 and G2", key_error);
  both.beta_g1 = beta;
  both.delta_g1 = beta;
  CHECK_THROWS_WITH_AS(read_key(bellman::write_verifying_key(both)), "key.vk: key: delta differs between G1 and G2", key_error);
}

TEST_CASE("bellman: an unfinished key is refused, unless it is asked for") {
  auto both = read_key(sprout_file());
  both.key.delta_g2 = affine<curve::g2>::generator();
  both.delta_g1 = affine<curve::g1>::generator();
  auto const file = bellman::write_verifying_key(both);
  CHECK_THROWS_AS(read_key(file), key_error);
  CHECK(bellman::read_verifying_key<curve>(file, "key.vk", groth16::key_policy::accept_unfinished) == both);
}

TEST_CASE("bellman: proofs of another length are refused") {
  auto const file = proof_file();
  for (std::size_t size = 0; size < file.size(); ++size) {
    CHECK_THROWS_AS(static_cast<void>(read_proof(std::span{file}.first(size))), decode_error);
    if (size > 0) CHECK_THROWS_AS(static_cast<void>(bellman::read_proofs<curve>(std::span{file}.first(size), "partitions")), decode_error);
  }
  CHECK_THROWS_AS(static_cast<void>(read_proof(support::joined({file, file}))), decode_error);
  CHECK_THROWS_AS(static_cast<void>(bellman::read_proofs<curve>({}, "partitions")), decode_error);
}

// Only the sign of a y may be turned: that is another proof.
TEST_CASE("bellman: a changed bit of a proof is refused, or is another proof with exactly these bytes") {
  auto file = proof_file();
  auto const proof = read_proof(file);
  std::size_t other = 0;
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    file[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    try {
      auto const changed = read_proof(file);
      CHECK(changed != proof);
      CHECK(support::to_bytes(bellman::write_proof(changed)) == file);
      ++other;
    } catch (decode_error const& e) {
      CHECK(e.source() == "proof.bin");
      CHECK(e.offset() <= bit / 8);
    }
    file[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
  }
  CHECK(other == 3);
}

}  // namespace
