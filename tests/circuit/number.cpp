#include <doctest/doctest.h>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using f17 = prime_field<lucid_test::field_17>;

namespace {
// Everything that a number can do.
template <class F>
struct arithmetic {
  F x, y;
  void operator()(constraint_system auto& cs) const {
    auto const a = witness_number(cs, x);
    auto const b = input_number(cs, y);
    auto const p = multiply(cs, a + one, b - number<F>::constant(F{3}));
    auto const q = divided(cs, p + b, squared(cs, a) + one);
    auto const s = number_of(cs, q + p + p);
    expose(cs, is_equal(cs, s, a));
    expose(cs, s);
    expose(cs, is_zero(cs, b - b));
  }
};

struct every_value {
  using F = bn254::scalar;
  void operator()(constraint_system auto& cs) const {
    auto const a = witness_number(cs, F{6});
    auto const b = witness_number(cs, [] { return F{7}; });
    CHECK(multiply(cs, a, b).value() == F{42});
    CHECK(squared(cs, a).value() == F{36});
    CHECK(divided(cs, multiply(cs, a, b), b).value() == F{6});
    CHECK(number_of(cs, a - b).value() == -F{1});
    CHECK(number<F>::constant(F{9}).is_constant());
    CHECK_FALSE(a.is_constant());
    CHECK(is_zero(cs, a).value() == false);
    CHECK(is_equal(cs, a + one, b).value() == true);
    CHECK(is_zero(cs, a - b).value() == false);
    // Constants cost no row, and products with them are linear.
    auto const k = number<F>::constant(F{9});
    CHECK(is_zero(cs, F{2} * k - F{18} * one).is_constant(true));
    CHECK(is_equal(cs, k, zero).is_constant(false));
    CHECK(multiply(cs, k, k - one).is_constant());
    CHECK(squared(cs, k).value() == F{81});
    CHECK(number_of(cs, k + k).value() == F{18});
    CHECK(multiply(cs, k, a).value() == F{54});
    CHECK(multiply(cs, a - b, k).value() == -F{9});
    enforce_nonzero(cs, a);
    enforce_not_equal(cs, a, b);
    enforce_boolean(cs, b - a);
  }
};

}  // namespace

TEST_CASE("number: arithmetic obeys the laws of gadgets") {
  using F = bn254::scalar;
  laws::gadget<F>(arithmetic<F>{F{5}, F{7}}, arithmetic<F>{-F{1}, F{1000}}, {.hints = 1});  // is_zero(b − b): its hint is free
}

TEST_CASE("number: values") {
  using F = bn254::scalar;
  checker<F> const checked{every_value{}};
  CHECK(checked.is_satisfied());
  // 4 products, 1 inverse, number_of, is_zero and is_equal three times 2, two products with constants, three statements.
  CHECK(checked.recorded_shape().constraints() == 4 + 1 + 1 + 3 * 2 + 2 + 3);
}

TEST_CASE("number: is_zero has one answer for each value of a whole field") {
  auto const shape = shape_of<f17>(cpu::seq, [](auto& cs) { (void)is_zero(cs, witness_number(cs, f17{})); });
  CHECK(shape.constraints() == 2);
  auto const found = laws::solutions(shape);
  CHECK(found.size() == 16 + 17);  // the hint of 0 is free
  for (auto const& z : found) CHECK(z[3] == (z[1].is_zero() ? f17::one() : f17::zero()));
}

TEST_CASE("number: an inverse says that there is one, a quotient that it is the only one") {
  auto const inverses = laws::solutions(shape_of<f17>(cpu::seq, [](auto& cs) { inverted(cs, witness_number(cs, f17{})); }));
  CHECK(inverses.size() == 16);
  for (auto const& z : inverses) CHECK((z[1] * z[2]).is_one());

  auto const quotients = laws::solutions(shape_of<f17>(cpu::seq, [](auto& cs) {
    auto const x = witness_number(cs, f17{});
    auto const y = witness_number(cs, f17{});
    (void)divided(cs, x, y);
  }));
  CHECK(quotients.size() == 17 * 16);
  for (auto const& z : quotients) CHECK(z[4] * z[2] == z[1]);
}

TEST_CASE("number: linear-only rows have no term in A and B") {
  using F = bn254::scalar;
  auto const linear_rows = shape_of<F>(cpu::seq, [](auto& cs) {
    auto const a = witness_number(cs, F{});
    auto const b = witness_number(cs, F{});
    enforce_equal(cs, a + a, F{2} * b);
    enforce_zero(cs, a - b);
    (void)number_of(cs, a + b);
    (void)multiply(cs, a, number<F>::constant(F{5}));
    expose(cs, a);
  });
  CHECK(linear_rows.constraints() == 5);
  CHECK(linear_rows.a().terms() == 0);
  CHECK(linear_rows.b().terms() == 0);
}
