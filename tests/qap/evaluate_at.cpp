#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/naive_dft.hpp>
#include <lucid/qap/evaluate_at.hpp>
#include <support/toy_systems.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

namespace qap = lucid::qap;
using lucid::poly::domain;

// The value at τ of the polynomial through the column: coefficients by the definition of the transform, then Horner's rule.
template <class F>
F interpolated(domain<F> const& points, std::vector<F> const& column, F const& tau) {
  return lucid::poly::evaluate<F>(lucid::poly::naive_inverse_dft(points, column), tau);
}

template <class F>
void check(auto const& exec, lucid_test::toy_system<F> const& system, qap::input_rows inputs) {
  qap::matrices<F> const matrices{system.circuit, inputs};
  domain<F> const points{lucid::poly::log2_at_least(matrices.rows()), lucid::two_adic<typename F::spec>::root_of_least_non_residue};
  F const tau{987654321};
  auto const values = qap::evaluate_at(exec, matrices, points, tau);
  CHECK(values.a.size() == matrices.variables());
  CHECK(values.b.size() == matrices.variables());
  CHECK(values.c.size() == matrices.variables());
  auto const column = [&](lucid::sparse_matrix<F> const& m, std::size_t j) {
    std::vector<F> v(points.size());
    for (std::size_t i = 0; i < m.rows(); ++i) {
      for (auto const [place, code] : m.row(i)) {
        if (place == j) v[i] += system.circuit.dictionary()[code];
      }
    }
    return v;
  };
  for (std::size_t j = 0; j < matrices.variables(); ++j) {
    auto a = column(system.circuit.a(), j);
    if (inputs == qap::input_rows::appended && j <= matrices.public_inputs()) a[system.circuit.constraints() + j] = F::one();
    CHECK(values.a[j] == interpolated(points, a, tau));
    CHECK(values.b[j] == interpolated(points, column(system.circuit.b(), j), tau));
    CHECK(values.c[j] == interpolated(points, column(system.circuit.c(), j), tau));
  }
}

template <class F>
void check_all(auto const& exec) {
  for (auto const inputs : {qap::input_rows::appended, qap::input_rows::inside}) {
    check(exec, lucid_test::multiplier<F>(), inputs);
    check(exec, lucid_test::no_private<F>(), inputs);
    check(exec, lucid_test::no_constraints<F>(3), inputs);
    for (std::size_t rows : {1u, 3u, 20u}) check(exec, lucid_test::random_system<F>(rows, rows % 5, rows), inputs);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("evaluate_at: agrees with interpolated columns", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  check_all<F>(lucid::cpu::seq);
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("evaluate_at: agrees with interpolated columns, in parallel") { check_all<lucid::bn254::scalar>(lucid::cpu::par); }
#endif

// Σ z_j·A_j(τ) is the polynomial of A·z at τ: the two directions of the sparse product agree on sizes of many shares.
TEST_CASE("evaluate_at: columns and rows tell the same") {
  using F = lucid::bn254::scalar;
  auto const system = lucid_test::random_system<F>(5000, 9, 1);
  qap::matrices<F> const matrices{system.circuit, qap::input_rows::inside};
  domain<F> const points{13, lucid::two_adic<F::spec>::root};
  F const tau{42};
  auto const values = qap::evaluate_at(lucid::cpu::seq, matrices, points, tau);
  auto const basis = qap::lagrange_at(lucid::cpu::seq, points, tau);
  F by_columns[3] = {};
  for (std::size_t j = 0; j < system.z.size(); ++j) {
    by_columns[0] += system.z[j] * values.a[j];
    by_columns[1] += system.z[j] * values.b[j];
    by_columns[2] += system.z[j] * values.c[j];
  }
  F by_rows[3] = {};
  for (std::size_t i = 0; i < system.circuit.constraints(); ++i) {
    by_rows[0] += basis[i] * system.circuit.a().row_value(i, system.circuit.dictionary(), system.z);
    by_rows[1] += basis[i] * system.circuit.b().row_value(i, system.circuit.dictionary(), system.z);
    by_rows[2] += basis[i] * system.circuit.c().row_value(i, system.circuit.dictionary(), system.z);
  }
  for (int m = 0; m < 3; ++m) CHECK(by_columns[m] == by_rows[m]);
}

TEST_CASE("evaluate_at: a point of the domain, a domain too small, a shape without C") {
  using F = lucid::bn254::scalar;
  F const root = lucid::two_adic<F::spec>::root;
  qap::matrices<F> const matrices{lucid_test::random_system<F>(6, 1, 1).circuit};  // 8 rows
  auto const evaluated = [&](unsigned k, F const& tau) {
    static_cast<void>(qap::evaluate_at(lucid::cpu::seq, matrices, domain<F>{k, root}, tau));
  };
  CHECK_NOTHROW(evaluated(3, F{7}));
  CHECK_THROWS_AS(evaluated(2, F{7}), lucid::argument_error);
  CHECK_THROWS_AS(evaluated(3, F::one()), lucid::argument_error);
  CHECK_THROWS_AS(evaluated(3, -F::one()), lucid::argument_error);
  CHECK_THROWS_AS(evaluated(3, domain<F>(3, root).root()), lucid::argument_error);

  lucid::shape_builder<F> builder{2, 0, 1, false};
  builder.add(lucid::matrix_name::a, 0, 1, F::one());
  qap::matrices<F> const without_c{builder.finish(1)};
  CHECK_THROWS_AS(static_cast<void>(qap::evaluate_at(lucid::cpu::seq, without_c, domain<F>{1, root}, F{7})), lucid::argument_error);
}
