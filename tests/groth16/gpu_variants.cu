// What tests/groth16/gpu_prove.cu has for one curve and one reduction, in short for the others.
#include <doctest/doctest.h>

#include <cstddef>
#include <utility>

#include <lucid/backend/cpu.hpp>
#include <lucid/backend/gpu.cuh>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;

namespace {

template <class Curve, class Reduction>
void gives_the_hosts_bytes(std::size_t rows) {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  auto const system = lucid_test::random_system<typename Curve::scalar>(rows, 3, rows);
  seeded_entropy setup{1};
  auto const keys = groth16::single_party_setup<Curve, Reduction>(cpu::seq, system.circuit, setup);
  auto const z = system.assigned(cpu::seq);
  auto const prove_on = [&](auto const& where, auto const& key) {
    seeded_entropy entropy{42};
    return groth16::prove(where, key, z, entropy);
  };
  auto const key = groth16::prepare(exec, keys.proving);
  CHECK(prove_on(exec, key) == prove_on(cpu::seq, groth16::prepare(cpu::seq, keys.proving)));
}

}  // namespace

TEST_CASE("prove on a device: BLS12-381, the quotient by division") {
  gives_the_hosts_bytes<bls12_381::curve, qap::libsnark_reduction>(100);
}
