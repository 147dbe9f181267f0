#include <doctest/doctest.h>

#include <optional>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <lucid/curve/bn254.hpp>

using namespace lucid;
using F = bn254::scalar;

namespace {

// x/y public; optional values, and as many extra variables as asked for.
struct quotient {
  std::optional<F> x, y;
  int extra_private = 0;
  int extra_public = 0;

  void operator()(constraint_system auto& cs) const {
    auto const a = witness_number(cs, x);
    auto const b = witness_number(cs, y);
    expose(cs, divided(cs, a, b));
    for (int i = 0; i < extra_private; ++i) (void)witness_boolean(cs, true);
    for (int i = 0; i < extra_public; ++i) (void)input_boolean(cs, true);
  }
};

}  // namespace

TEST_CASE("assign: one, public inputs, private values") {
  quotient const circuit{F{84}, F{2}};
  auto const shape = shape_of<F>(cpu::seq, quotient{});
  auto const z = assign(cpu::seq, shape, circuit);
  CHECK(z.variables() == 6);
  CHECK(z.public_inputs() == 1);
  CHECK(z.all()[0] == F{1});
  CHECK(z.inputs().size() == 1);
  CHECK(z.inputs()[0] == F{42});
  CHECK(z.witness().size() == 4);
  CHECK(z.witness()[0] == F{84});
  CHECK(z.witness()[1] == F{2});
  CHECK(z.witness()[2] == inverse(F{2}));
  CHECK(z.witness()[3] == F{42});
}

TEST_CASE("assign: a circuit with other numbers of variables than the shape is refused") {
  auto const shape = shape_of<F>(cpu::seq, quotient{{}, {}, 1, 1});
  CHECK_NOTHROW((void)assign(cpu::seq, shape, quotient{F{1}, F{1}, 1, 1}));
  CHECK_THROWS_WITH_AS((void)assign(cpu::seq, shape, quotient{F{1}, F{1}, 2, 1}),
                       "assign: the circuit has more private variables than the shape's 5", argument_error);
  CHECK_THROWS_WITH_AS((void)assign(cpu::seq, shape, quotient{F{1}, F{1}, 0, 1}),
                       "assign: the circuit has 4 private variables, the shape 5", argument_error);
  CHECK_THROWS_WITH_AS((void)assign(cpu::seq, shape, quotient{F{1}, F{1}, 1, 2}),
                       "assign: the circuit has more public inputs than the shape's 2", argument_error);
  CHECK_THROWS_WITH_AS((void)assign(cpu::seq, shape, quotient{F{1}, F{1}, 1, 0}), "assign: the circuit has 1 public inputs, the shape 2",
                       argument_error);
}

TEST_CASE("assign: a missing value and a division by zero have their own errors") {
  auto const shape = shape_of<F>(cpu::seq, quotient{});
  CHECK_THROWS_AS((void)assign(cpu::seq, shape, quotient{F{1}, {}}), missing_value);
  CHECK_THROWS_AS((void)assign(cpu::seq, shape, quotient{F{1}, F{0}}), division_by_zero);
  CHECK_THROWS_AS((void)synthesize<F>(cpu::seq, quotient{F{1}, {}}), missing_value);
  CHECK_THROWS_AS((void)synthesize<F>(cpu::seq, quotient{F{1}, F{0}}), division_by_zero);
}

TEST_CASE("assignment: values from elsewhere") {
  std::vector<F> const z = {F{1}, F{2}, F{3}};
  assignment<F> const all_public{cpu::seq, 2, z};
  CHECK(all_public.witness().empty());
  CHECK(all_public.inputs().size() == 2);
  assignment<F> const all_private{cpu::seq, 0, z};
  CHECK(all_private.inputs().empty());
  CHECK(all_private.witness()[1] == F{3});
  CHECK_THROWS_AS((assignment<F>{cpu::seq, 3, z}), argument_error);
  CHECK_THROWS_AS((assignment<F>{cpu::seq, 0, view<F const>{}}), argument_error);
  std::vector<F> const wrong = {F{2}, F{2}};
  CHECK_THROWS_AS((assignment<F>{cpu::seq, 0, wrong}), argument_error);
}
