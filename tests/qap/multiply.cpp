#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/qap/multiply.hpp>
#include <support/toy_systems.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

namespace qap = lucid::qap;
using lucid::poly::domain;

// Row i of a matrix as a dense vector, without the code of the sparse product.
template <class F>
std::vector<F> dense_row(lucid::shape<F> const& circuit, lucid::sparse_matrix<F> const& m, std::size_t i) {
  std::vector<F> row(circuit.variables());
  for (auto const [column, code] : m.row(i)) row[column] += circuit.dictionary()[code];
  return row;
}

template <class F>
void check_against_dense(auto const& exec, lucid_test::toy_system<F> const& system, qap::input_rows inputs) {
  qap::matrices<F> const matrices{system.circuit, inputs};
  domain<F> const points{lucid::poly::log2_at_least(matrices.rows()), lucid::two_adic<typename F::spec>::root};
  auto const e = qap::multiply(exec, matrices, points, system.z);
  CHECK(e.a.size() == points.size());
  CHECK(e.b.size() == points.size());
  CHECK(e.c.size() == points.size());
  std::size_t const m = system.circuit.constraints();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    F a, b;
    if (i < m) {
      auto const row_a = dense_row(system.circuit, system.circuit.a(), i);
      auto const row_b = dense_row(system.circuit, system.circuit.b(), i);
      for (std::size_t j = 0; j < row_a.size(); ++j) {
        a += row_a[j] * system.z[j];
        b += row_b[j] * system.z[j];
      }
    } else if (i < matrices.rows()) {
      a = system.z[i - m];
    }
    wrong += e.a[i] == a && e.b[i] == b && e.c[i] == a * b ? 0 : 1;
  }
  CHECK(wrong == 0);
}

template <class F>
void check_all(auto const& exec) {
  for (auto const inputs : {qap::input_rows::appended, qap::input_rows::inside}) {
    check_against_dense(exec, lucid_test::multiplier<F>(), inputs);
    check_against_dense(exec, lucid_test::no_private<F>(), inputs);
    check_against_dense(exec, lucid_test::no_constraints<F>(0), inputs);
    check_against_dense(exec, lucid_test::no_constraints<F>(4), inputs);
    for (std::size_t rows : {1u, 2u, 7u, 100u}) check_against_dense(exec, lucid_test::random_system<F>(rows, rows % 4, rows), inputs);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("multiply: agrees with dense matrices", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  check_all<F>(lucid::cpu::seq);
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("multiply: agrees with dense matrices, in parallel") { check_all<lucid::bn254::scalar>(lucid::cpu::par); }
#endif

// The witness of an unsatisfied circuit: c is the product, not C·z.
TEST_CASE("multiply: c is the product of a and b") {
  using F = lucid::bn254::scalar;
  auto system = lucid_test::multiplier<F>();
  system.z[1] = F{34};
  qap::matrices<F> const matrices{system.circuit};
  auto const e = qap::multiply(lucid::cpu::seq, matrices, domain<F>{2, lucid::two_adic<F::spec>::root}, system.z);
  CHECK(e.c[0] == F{33});
}

TEST_CASE("multiply: wrong witness, domain too small") {
  using F = lucid::bn254::scalar;
  auto const system = lucid_test::random_system<F>(6, 1, 1);  // 8 rows with the input rows
  qap::matrices<F> const matrices{system.circuit};
  F const root = lucid::two_adic<F::spec>::root;
  domain<F> const points{3, root};
  auto const multiplied = [&](domain<F> const& d, std::vector<F> const& z) {
    static_cast<void>(qap::multiply(lucid::cpu::seq, matrices, d, z));
  };
  CHECK_NOTHROW(multiplied(points, system.z));
  CHECK_THROWS_AS(multiplied(domain<F>{2, root}, system.z), lucid::argument_error);
  auto z = system.z;
  z.pop_back();
  CHECK_THROWS_AS(multiplied(points, z), lucid::argument_error);
  CHECK_THROWS_AS(multiplied(points, {}), lucid::argument_error);
  z = system.z;
  z.push_back(F{1});
  CHECK_THROWS_AS(multiplied(points, z), lucid::argument_error);
  z = system.z;
  z[0] = F{2};
  CHECK_THROWS_AS(multiplied(points, z), lucid::argument_error);
}
