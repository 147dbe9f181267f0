// The circuits that benchmarks measure, and the old style that they are measured against: sizes, non-zeros, and the same rows in every variant.
#include <doctest/doctest.h>

#include <cstddef>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>

#include "../benchmarks/circuits/mixed.hpp"
#include "../benchmarks/circuits/sha256_chain.hpp"
#include "../benchmarks/old_style/circuits.hpp"

namespace {

using F = lucid::bls12_381::scalar;

template <class X, class Y>
bool equal(X const& x, Y const& y) {
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != y[i]) return false;
  }
  return true;
}

template <old_style::style Style, class Circuit>
old_style::proving_assignment<F, Style> check_same(Circuit const& circuit, lucid::evaluated_rows<F> const& ours) {
  old_style::proving_assignment<F, Style> cs;
  old_style::synthesize(cs, circuit);
  CHECK(equal(cs.a, ours.a));
  CHECK(equal(cs.b, ours.b));
  CHECK(equal(cs.c, ours.c));
  CHECK(equal(cs.aux(), ours.z.witness()));
  return cs;
}

}  // namespace

TEST_CASE("reference circuit S: rows and non-zeros a row") {
  circuits::sha256_chain const circuit{4};
  auto const shape = lucid::shape_of<F>(lucid::cpu::seq, circuit);
  CHECK(shape.constraints() == circuit.rows());
  CHECK(shape.public_inputs() == 2);
  auto const rows = static_cast<double>(circuit.rows());
  CHECK(static_cast<double>(shape.a().terms()) / rows == doctest::Approx(2.31).epsilon(0.005));
  CHECK(static_cast<double>(shape.b().terms()) / rows == doctest::Approx(1.00).epsilon(0.005));
  CHECK(static_cast<double>(shape.c().terms()) / rows == doctest::Approx(2.16).epsilon(0.005));
  CHECK(!lucid::first_violated_row(shape, lucid::assign(lucid::cpu::seq, shape, circuit).all()));
}

TEST_CASE("reference circuits: of n rows, as many blocks as fit") {
  for (std::size_t const n : {std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{2} * 26'704 - 350}) {
    auto const s = circuits::sha256_chain::of_rows(n);
    CHECK(s.rows() <= n);
    CHECK(circuits::sha256_chain{s.blocks + 1}.rows() > n);
    auto const m = circuits::mixed::of_rows(n);
    CHECK(m.rows() <= n);
    CHECK(circuits::mixed{m.blocks + 1}.rows() > n);
  }
}

TEST_CASE("reference circuit S: every variant of the old style makes the same rows") {
  circuits::sha256_chain const circuit{2};
  auto const ours = lucid::synthesize<F>(lucid::cpu::seq, circuit);
  auto const counted = check_same<old_style::style{.counts = true}>(circuit, ours);
  check_same<old_style::append>(circuit, ours);
  check_same<old_style::append_recycle>(circuit, ours);
  check_same<old_style::append_recycle_prefetch>(circuit, ours);

  // What the description of the old style counts: 2.0 calls of the helper, 1.93 temporaries, 3.0 base buffers a row.
  auto const rows = static_cast<double>(circuit.rows());
  CHECK(static_cast<double>(counted.counts.calls) / rows == doctest::Approx(2.0).epsilon(0.01));
  CHECK(static_cast<double>(counted.counts.temporaries) / rows == doctest::Approx(1.93).epsilon(0.01));
  CHECK(static_cast<double>(counted.counts.base_buffers) / rows == doctest::Approx(3.0).epsilon(0.01));
}

TEST_CASE("reference circuit M: rows, products, and the same rows in the old style") {
  circuits::mixed const circuit{1};
  auto const ours = lucid::synthesize<F>(lucid::cpu::seq, circuit);
  CHECK(ours.a.size() == circuit.rows());
  std::size_t bits = 0;
  for (F const& x : ours.z.witness()) bits += x.is_zero() || x.is_one() ? 1 : 0;
  CHECK(static_cast<double>(bits) / static_cast<double>(circuit.rows()) == doctest::Approx(0.70).epsilon(0.005));
  check_same<old_style::append_recycle_prefetch>(circuit, ours);
}
