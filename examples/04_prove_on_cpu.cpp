// A circuit becomes a verified proof on the CPU: shape, setup, assign, prove, verify, on both curves. The statement: "I know 64 bytes whose SHA-256
// digest is this one". Prints where the time went.
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/trace/text.hpp>
#if __has_include(<tbb/parallel_for.h>) && !defined(LUCID_NO_TBB)
#include <lucid/backend/cpu/par.hpp>
#define EXECUTION lucid::cpu::par
#else
#include <lucid/backend/cpu.hpp>
#define EXECUTION lucid::cpu::seq
#endif

#include "sha256_preimage.hpp"

// SHA-256 of the bytes 0, 1, …, 63 (FIPS 180-4; any sha256sum agrees).
constexpr std::array<std::uint8_t, 32> digest = {0xfd, 0xea, 0xb9, 0xac, 0xf3, 0x71, 0x03, 0x62, 0xbd, 0x26, 0x58,
                                                 0xcd, 0xc9, 0xa2, 0x9e, 0x8f, 0x9c, 0x75, 0x7f, 0xcf, 0x98, 0x11,
                                                 0x60, 0x3a, 0x8c, 0x44, 0x7c, 0xd1, 0xd9, 0x15, 0x11, 0x08};

template <class Curve>
bool prove_and_verify() {
  using scalar = typename Curve::scalar;
  lucid::trace::text phases;
  auto const exec = EXECUTION.with(phases);
  lucid::os_entropy entropy;

  sha256_preimage statement;
  for (std::size_t i = 0; i < statement.secret.size(); ++i) statement.secret[i] = static_cast<std::uint8_t>(i);

  auto const shape = lucid::shape_of<scalar>(exec, sha256_preimage{});  // no secret is looked at
  auto const keys = lucid::groth16::single_party_setup<Curve>(exec, shape, entropy);
  auto const proof = lucid::groth16::prove(exec, keys.proving, lucid::assign(exec, shape, statement), entropy);

  auto inputs = sha256_preimage_inputs<scalar>(digest);
  bool const accepted = lucid::groth16::verify<Curve>(keys.verifying, proof, lucid::view<scalar const>{inputs});
  inputs[0] += scalar::one();
  bool const other_refused = !lucid::groth16::verify<Curve>(keys.verifying, proof, lucid::view<scalar const>{inputs});

  std::printf(
      "\nSHA-256 of 64 secret bytes on %s: %zu constraints, %zu variables, %zu public inputs, domain %zu, proof %zu bytes in memory\n",
      Curve::name, shape.constraints(), shape.variables(), shape.public_inputs(), keys.proving.domain.size(), sizeof proof);
  std::fputs(phases.report().c_str(), stdout);
  std::printf("the digest is %s, another digest is %s\n", accepted ? "proved" : "NOT proved", other_refused ? "refused" : "NOT refused");
  return accepted && other_refused;
}

int main() {
  bool const on_bls12_381 = prove_and_verify<lucid::bls12_381::curve>();
  bool const on_bn254 = prove_and_verify<lucid::bn254::curve>();
  return on_bls12_381 && on_bn254 ? 0 : 1;
}
