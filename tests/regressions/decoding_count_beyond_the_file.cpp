// A count in a small file made readers allocate gigabytes (gnark CVE-2024-50354, gnark-crypto GHSA-fj2x-735w-74vq, celestia-app#6754 and #6788).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

#include <doctest/doctest.h>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/bellman.hpp>
#include <lucid/interop/gnark.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;

template <class Read>
void check_count(support::bytes file, std::size_t at, std::uint32_t right, Read read) {
  CHECK_NOTHROW(static_cast<void>(read(file)));
  for (std::uint32_t const count : {0u, 1u, right - 1, right + 1, 1u << 24, (1u << 31) - 1, 1u << 31, (1u << 31) + 1, ~0u}) {
    if (count == right) continue;
    auto const written = big_endian(count);
    std::copy(written.begin(), written.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
    // bad_alloc or length_error would mean that memory was asked for first.
    CHECK_THROWS_AS(static_cast<void>(read(file)), decode_error);
  }
}

TEST_CASE("CVE-2024-50354, celestia-app 6754 and 6788: each count of a gnark key") {
  auto const file = support::read_data("gnark/groth16_vk.bin");
  auto const read = [](support::bytes const& bytes) { return gnark::read_verifying_key<bn254::curve>(bytes, "vk.bin"); };
  check_count(file, 288, 3, read);
  check_count(file, 388, 0, read);
  check_count(file, 392, 0, read);
}

TEST_CASE("GHSA-fj2x-735w-74vq: the count of commitments of a gnark proof") {
  check_count(support::read_data("gnark/proof_raw.bin"), 256, 0,
              [](support::bytes const& bytes) { return gnark::read_proof<bn254::curve>(bytes, "proof.bin"); });
}

TEST_CASE("CVE-2024-50354: the count of a bellman key") {
  check_count(support::read_data("zcash/sprout-groth16.vk"), 864, 10,
              [](support::bytes const& bytes) { return bellman::read_verifying_key<bls12_381::curve>(bytes, "key.vk"); });
}

// The lengths at which bellperson's readers panicked.
TEST_CASE("bellperson 312: a proof of 0, 1, 191 or 193 bytes is an error") {
  auto file = support::read_data("zcash/joinsplit_proof.bin");
  file.push_back(std::byte{0});
  for (std::size_t const size : {0, 1, 191, 193}) {
    CHECK_THROWS_AS(static_cast<void>(bellman::read_proof<bls12_381::curve>(std::span{file}.first(size), "proof.bin")), decode_error);
  }
}

// Truncation was reported as a point outside the subgroup.
TEST_CASE("rust-fil-proofs 1185: a key cut by one byte is reported as cut") {
  auto file = support::read_data("zcash/sprout-groth16.vk");
  file.pop_back();
  CHECK_THROWS_WITH_AS(static_cast<void>(bellman::read_verifying_key<bls12_381::curve>(file, "key.vk")),
                       "key.vk: bellman verifying key at byte 864: 10 IC points do not fit in the 959 bytes left", decode_error);
}

}  // namespace
