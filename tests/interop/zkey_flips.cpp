// What comes back from a key with one bit changed: a typed error, a self-verification error, or a valid proof. Never anything else.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/groth16/prove.hpp>
#include <lucid/groth16/verify.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <support/zkey_parts.hpp>

namespace cpu = lucid::cpu;
namespace groth16 = lucid::groth16;
namespace iden3 = lucid::iden3;
using curve = lucid::bn254::curve;
using scalar = curve::scalar;
using support::bytes;

namespace {

constexpr auto policy = groth16::key_policy::accept_unfinished;  // the smallest key is one

bytes multiplier() { return support::read_data("ptau/bn254/multiplier.zkey"); }

// The key, or nothing where a typed error refuses it. Anything else that is thrown fails the test.
std::optional<iden3::zkey_proving_key<curve>> read(bytes const& data) {
  try {
    return iden3::read_zkey<curve>(cpu::seq, data, "k.zkey", {.policy = policy});
  } catch (lucid::decode_error const& e) {
    CHECK(e.source() == "k.zkey");
    CHECK(e.offset() <= data.size());
  } catch (lucid::key_error const&) {}
  return std::nullopt;
}

struct outcome {
  std::size_t refused = 0, self_refused = 0, valid = 0;
};

// Flips the bits first, first + step, … of the file, and proves with what is accepted.
outcome flip_bits(std::size_t first, std::size_t step) {
  auto const data = multiplier();
  auto const original = *read(data);
  auto const z = iden3::read_wtns<scalar>(cpu::seq, support::read_data("circom/bn254/multiplier/witness.wtns"), "w", 1);
  lucid::seeded_entropy entropy{1};
  outcome result;
  for (std::size_t bit = first; bit < 8 * data.size(); bit += step) {
    auto flipped = data;
    flipped[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    auto const key = read(flipped);
    if (!key) {
      ++result.refused;
      continue;
    }
    try {
      auto const proof = groth16::prove(cpu::seq, groth16::prepare(cpu::seq, *key), z, entropy, {.policy = policy});
      CAPTURE(bit);
      CHECK(groth16::verify<curve>(original.verifying, proof, z.inputs(), policy));
      ++result.valid;
    } catch (lucid::self_verification_error const&) {
      ++result.self_refused;
    }
  }
  return result;
}

}  // namespace

TEST_CASE("zkey: every 7th flipped bit of a key is refused, noticed, or does no harm") {
  auto const result = flip_bits(3, 7);
  CHECK(result.refused > 0);
  CHECK(result.self_refused > 0);
  CHECK(result.valid > 0);
}

TEST_CASE("zkey: every flipped bit of a key is refused, noticed, or does no harm [heavy]") {
  auto const result = flip_bits(0, 1);
  MESSAGE(result.refused << " refused, " << result.self_refused << " noticed by self-verification, " << result.valid << " without effect");
  CHECK(result.refused + result.self_refused + result.valid == 8 * multiplier().size());
}
