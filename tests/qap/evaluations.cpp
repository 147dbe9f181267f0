#include <doctest/doctest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/qap/evaluations.hpp>

namespace {

using F = lucid::bn254::scalar;
auto const& exec = lucid::cpu::seq;

lucid::evaluated_rows<F> rows_of(std::size_t m, std::size_t publics) {
  auto const x = laws::random_vector<F>(3 * m, 5);
  lucid::view<F const> const all{x};
  std::vector<F> z{F{1}};
  for (std::size_t i = 0; i < publics + 2; ++i) z.push_back(F{100 + i});
  return {lucid::clone<F>(exec, all.subview(0, m)), lucid::clone<F>(exec, all.subview(m, m)), lucid::clone<F>(exec, all.subview(2 * m, m)),
          lucid::assignment<F>{exec, publics, z}};
}

}  // namespace

TEST_CASE("evaluations: rows, then inputs, then zeros") {
  for (std::size_t m : {0u, 1u, 5u, 13u}) {
    for (std::size_t publics : {0u, 2u}) {
      auto rows = rows_of(m, publics);
      auto const original = rows_of(m, publics);
      lucid::poly::domain<F> const domain{4, lucid::two_adic<F::spec>::root};
      auto const e = lucid::qap::pad_with_inputs(exec, domain, rows);
      CHECK(e.a.size() == 16);
      CHECK(e.b.size() == 16);
      CHECK(e.c.size() == 16);
      for (std::size_t i = 0; i < 16; ++i) {
        CHECK(e.a[i] == (i < m ? original.a[i] : i <= m + publics ? original.z.all()[i - m] : F::zero()));
        CHECK(e.b[i] == (i < m ? original.b[i] : F::zero()));
        CHECK(e.c[i] == (i < m ? original.c[i] : F::zero()));
      }
      CHECK(rows.a.empty());
      CHECK(rows.b.empty());
      CHECK(rows.c.empty());
      CHECK(rows.z.public_inputs() == publics);
    }
  }
}

TEST_CASE("evaluations: a domain too small, rows of different lengths") {
  lucid::poly::domain<F> const domain{2, lucid::two_adic<F::spec>::root};
  auto fits = rows_of(2, 1);
  CHECK_NOTHROW(static_cast<void>(lucid::qap::pad_with_inputs(exec, domain, fits)));
  for (auto [m, publics] : {std::pair<std::size_t, std::size_t>{4, 0}, {3, 1}, {9, 0}, {0, 4}}) {
    auto rows = rows_of(m, publics);
    CHECK_THROWS_AS(static_cast<void>(lucid::qap::pad_with_inputs(exec, domain, rows)), lucid::argument_error);
  }
  auto uneven = rows_of(2, 0);
  uneven.c = lucid::buffer<F>{exec, 1};
  CHECK_THROWS_AS(static_cast<void>(lucid::qap::pad_with_inputs(exec, domain, uneven)), lucid::argument_error);
}
