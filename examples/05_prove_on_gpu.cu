// The proof of 04_prove_on_cpu on a GPU: the same calls under another policy, and the key prepared once. Where no card is, it says so and ends well.
#include <array>
#include <cstdint>
#include <cstdio>

#include <lucid/backend/cpu.hpp>
#include <lucid/backend/gpu.cuh>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/pinned.cuh>
#include <lucid/trace/text.hpp>

#include "sha256_preimage.hpp"

using curve = lucid::bn254::curve;
using scalar = curve::scalar;

// SHA-256 of the bytes 0, 1, …, 63 (FIPS 180-4; any sha256sum agrees).
constexpr std::array<std::uint8_t, 32> digest = {0xfd, 0xea, 0xb9, 0xac, 0xf3, 0x71, 0x03, 0x62, 0xbd, 0x26, 0x58,
                                                 0xcd, 0xc9, 0xa2, 0x9e, 0x8f, 0x9c, 0x75, 0x7f, 0xcf, 0x98, 0x11,
                                                 0x60, 0x3a, 0x8c, 0x44, 0x7c, 0xd1, 0xd9, 0x15, 0x11, 0x08};

int main() {
  try {
    lucid::memory::device_pool pool;
    lucid::memory::pinned pinned;
    lucid::gpu::stream const stream;
    lucid::trace::text phases;
    auto const exec = lucid::gpu::on(stream).with(pool).with(pinned).with(phases);

    lucid::os_entropy entropy;
    sha256_preimage statement;
    for (std::size_t i = 0; i < statement.secret.size(); ++i) statement.secret[i] = static_cast<std::uint8_t>(i);

    auto const shape = lucid::shape_of<scalar>(lucid::cpu::seq, sha256_preimage{});  // no secret is looked at
    auto const keys = lucid::groth16::single_party_setup<curve>(lucid::cpu::seq, shape, entropy);
    auto const key = lucid::groth16::prepare(exec, keys.proving);  // the one upload

    auto const proof = lucid::groth16::prove(exec, key, lucid::assign(exec, shape, statement), entropy);

    auto inputs = sha256_preimage_inputs<scalar>(digest);
    bool const accepted = lucid::groth16::verify<curve>(keys.verifying, proof, lucid::view<scalar const>{inputs});
    inputs[0] += scalar::one();
    bool const other_refused = !lucid::groth16::verify<curve>(keys.verifying, proof, lucid::view<scalar const>{inputs});
    std::printf("SHA-256 of 64 secret bytes on %s: %zu constraints, %zu MiB on the device\n", curve::name, shape.constraints(),
                pool.held() >> 20);
    std::fputs(phases.report().c_str(), stdout);
    std::printf("the digest is %s, another digest is %s\n", accepted ? "proved" : "NOT proved", other_refused ? "refused" : "NOT refused");
    return accepted && other_refused ? 0 : 1;
  } catch (lucid::no_device const& e) {
    std::printf("no card to prove on: %s\n", e.what());
    return 0;
  }
}
