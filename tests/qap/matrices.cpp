#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/qap/matrices.hpp>
#include <support/toy_systems.hpp>

TEST_CASE("matrices: input rows follow those of the circuit, or are among them") {
  using F = lucid::bn254::scalar;
  auto const system = lucid_test::random_system<F>(10, 3, 1);
  lucid::qap::matrices<F> const appended{system.circuit};
  CHECK(appended.rows() == 14);  // one for the constant one
  CHECK(appended.appended_rows() == 4);
  CHECK(appended.input_rows() == lucid::qap::input_rows::appended);
  CHECK(appended.variables() == system.z.size());
  CHECK(appended.public_inputs() == 3);
  CHECK(appended.shape() == system.circuit);
  lucid::qap::matrices<F> const inside{system.circuit, lucid::qap::input_rows::inside};
  CHECK(inside.rows() == 10);
  CHECK(inside.appended_rows() == 0);
}

TEST_CASE("matrices: no rows, no public inputs") {
  using F = lucid::bn254::scalar;
  CHECK(lucid::qap::matrices<F>{lucid_test::no_constraints<F>(0).circuit}.rows() == 1);
  CHECK(lucid::qap::matrices<F>{lucid_test::no_constraints<F>(2).circuit}.rows() == 3);
}
