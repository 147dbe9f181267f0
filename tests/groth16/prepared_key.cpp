#include <doctest/doctest.h>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16/prepared_key.hpp>
#include <lucid/groth16/setup.hpp>
#include <support/counting_memory.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using curve = bn254::curve;

TEST_CASE("prepared_key: on the host it is the key itself, by view, and takes no memory") {
  auto const system = lucid_test::random_system<curve::scalar>(5, 1, 51);
  seeded_entropy entropy{1};
  auto const keys = groth16::single_party_setup<curve>(cpu::seq, system.circuit, entropy);
  lucid_test::counting_memory memory;
  auto const prepared = groth16::prepare(cpu::seq.with(memory), keys.proving);
  CHECK(memory.calls() == 0);
  CHECK(prepared.a.data() == keys.proving.a.data());
  CHECK(prepared.b2.size() == keys.proving.variables());
  CHECK(prepared.h.size() == keys.proving.domain.size());
  CHECK(prepared.public_inputs() == 1);
  CHECK(prepared.verifying() == keys.verifying);
}
