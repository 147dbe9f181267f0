#include <doctest/doctest.h>

#include <cstddef>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/satisfaction.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bls12_381.hpp>

#include <../benchmarks/circuits/storage_proof.hpp>

TEST_CASE("storage_proof: the benchmark's circuit is satisfied and has the size that it says") {
  using F = lucid::bls12_381::scalar;
  using circuit = circuits::storage_proof<F>;
  auto const of_columns = lucid::filecoin_poseidon<F>(11);
  auto const of_trees = lucid::filecoin_poseidon<F>(8);
  circuit::tree const hash{of_trees};
  circuit const one{&of_columns, &hash};
  auto const shape = lucid::shape_of<F>(lucid::cpu::seq, one);
  CHECK(shape.constraints() == circuit::rows_of_part);
  CHECK(shape.constraints() == 62'975);
  CHECK(shape.a().terms() == 146'439);  // 2.33 a row
  CHECK(shape.b().terms() == 112'042);  // 1.78
  CHECK(shape.c().terms() == 163'947);  // 2.60
  auto const z = lucid::assign(lucid::cpu::seq, shape, one);
  CHECK_FALSE(lucid::first_violated_row<F>(shape, z.all()));

  std::size_t bits = 0;
  for (F const& x : z.witness()) bits += x.is_zero() || x.is_one() ? 1 : 0;
  CHECK(100 * bits / z.witness().size() == 71);
  CHECK(circuit::parts_for(std::size_t{1} << 16) == 1);
  CHECK(circuit::parts_for(std::size_t{1} << 24) == 256);
}
