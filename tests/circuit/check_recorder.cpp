#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/check_recorder.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/shape.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using F = prime_field<lucid_test::field_97>;

TEST_CASE("check_recorder: rows, values and scopes") {
  check_recorder<F> recorder;
  auto const circuit = [](auto& cs) {
    auto const x = witness_number(cs, F{3});
    auto const scope = cs.enter("scope");
    auto const y = input_number(cs, F{9});
    typename std::remove_cvref_t<decltype(cs)>::accumulator sum{cs};
    add_terms(sum, x + F{5} * one - y);
    cs.enforce(x, x, y);
    // The function's terms, and a sum that outlives its row
    cs.enforce([&](auto& lc) { x.add_to(lc, F{2}); }, one, sum);
  };
  circuit(recorder);
  CHECK(recorder.made() == circuit_size{2, 3, 1});
  CHECK(recorder.values() == std::vector<F>{F{1}, F{9}, F{3}});
  CHECK(recorder.scopes().path(recorder.scope_of_row(1)) == "scope");
  CHECK(recorder.scopes().path(recorder.scope_of_column(1)) == "scope");
  CHECK(recorder.scope_of_column(2) == 0);
  CHECK(recorder.scope_of_column(0) == 0);
  CHECK(recorder.whereabouts() == " (before row 2 and w_1)");
  CHECK(recorder.finish() == shape_of<F>(cpu::seq, circuit));
}

TEST_CASE("check_recorder: variables of any other builder are found") {
  check_recorder<F> first;
  check_recorder<F> second;
  shape_recorder<F> shape;
  auto const value = [] { return F{1}; };
  variable const mine[] = {second.witness(value), second.input(value), variable::one()};
  for (variable const v : mine) CHECK_NOTHROW(second.enforce(v, one, v));
  for (variable const v : {first.witness(value), first.input(value), shape.witness(value), shape.input(value)}) {
    CHECK_THROWS_AS(second.enforce(v, one, one), foreign_variable);
    CHECK_THROWS_AS(second.enforce(
                        one, [v](auto& lc) { lc.add(v, F{2}); }, one),
                    foreign_variable);
    check_recorder<F>::accumulator sum{second};
    sum.add(v, F{1});
    CHECK_THROWS_AS(second.enforce(one, one, sum), foreign_variable);
  }
}

TEST_CASE("check_recorder: nothing is made after the end") {
  check_recorder<F> recorder;
  (void)recorder.finish();
  CHECK_THROWS_AS((void)recorder.witness([] { return F{1}; }), builder_closed);
  CHECK_THROWS_AS((void)recorder.input([] { return F{1}; }), builder_closed);
  CHECK_THROWS_AS(recorder.enforce(one, one, one), builder_closed);
}
