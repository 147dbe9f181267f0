#include <doctest/doctest.h>

#include <lucid/circuit/satisfaction.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using F = bn254::scalar;

TEST_CASE("satisfaction: every wrong value is found at the row that defines it") {
  auto system = lucid_test::random_system<F>(12, 2, 3);
  CHECK_FALSE(first_violated_row(system.circuit, view<F const>{system.z}).has_value());
  for (std::size_t row = 0; row < 12; ++row) {
    auto z = system.z;
    z[5 + row] += F::one();
    CHECK(first_violated_row(system.circuit, view<F const>{z}) == row);
  }
}

TEST_CASE("satisfaction: no rows are always satisfied, and rows without C cannot be judged") {
  auto const empty = lucid_test::no_constraints<F>(1);
  CHECK_FALSE(first_violated_row(empty.circuit, view<F const>{empty.z}).has_value());
  shape_builder<F> builder{2, 0, 1, false};
  builder.add(matrix_name::a, 0, 1, F::one());
  F const z[] = {F{1}, F{2}};
  CHECK_FALSE(first_violated_row(builder.finish(1), view<F const>{z, 2}).has_value());
}
