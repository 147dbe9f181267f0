#include <doctest/doctest.h>

#include <laws/gadget_case.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/power_of_two.hpp>
#include <lucid/gadget/comparison.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using laws::gadget_case;
using laws::obeys;
using f13 = prime_field<lucid_test::field_13>;
using f17 = prime_field<lucid_test::field_17>;
using large = bn254::scalar;

namespace {

template <class Bits>
std::size_t integer_of(Bits const& b, std::size_t first, std::size_t count) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::size_t{b[first + i]} << i;
  return value;
}

// Numbers below 2^3, or nothing that is promised.
template <class Numbers>
bool in_range(Numbers const& x) {
  return x[0].to_integer().bit_width() <= 3 && x[1].to_integer().bit_width() <= 3;
}
// The comparison's own precondition, made a statement of the circuit.
void hold_range(auto& cs, auto const& x) {
  enforce_range<3>(cs, x[0]);
  enforce_range<3>(cs, x[1]);
}
template <class F>
std::optional<F> bit_unless(bool refused, bool b) {
  return refused ? std::nullopt : std::optional{b ? F::one() : F::zero()};
}

// Rows against a constant of six bits, and the answer for each value.
std::size_t rows_against(limb_t constant, bool or_equal) {
  auto const circuit = [=](auto& cs, limb_t value) {
    std::array<boolean, 6> x;
    for (std::size_t i = 0; i < 6; ++i) x[i] = witness_boolean(cs, ((value >> i) & 1) != 0);
    big_uint<1> const c{constant};
    return or_equal ? is_less_or_equal(cs, x, c) : is_less(cs, x, c);
  };
  std::size_t rows = 0;
  for (limb_t value = 0; value < 64; ++value) {
    checker<large> const checked{
        [&](auto& cs) { CHECK(circuit(cs, value).value() == (value < constant || (or_equal && value == constant))); }};
    CHECK(checked.is_satisfied());
    rows = checked.recorded_shape().constraints() - 6;
  }
  return rows;
}

// The answers of comparisons of field elements, both ways.
struct of_elements {
  large x, y;
  bool x_constant = false, y_constant = false;
  void operator()(constraint_system auto& cs) const {
    auto const a = x_constant ? number<large>::constant(x) : witness_number(cs, x);
    auto const b = y_constant ? number<large>::constant(y) : witness_number(cs, y);
    boolean const less = is_less_canonical(cs, a, b);
    boolean const not_more = is_less_or_equal_canonical(cs, a, b);
    expose(cs, less);
    expose(cs, not_more);
  }
};

}  // namespace

TEST_CASE("comparison: of numbers below a power of two") {
  constexpr std::size_t ranges = 2 * 4;
  obeys<f17, large>(
      gadget_case<0, 2>{"enforce_less<3>", ranges + 4, 0, 3},
      [](auto& cs, auto&, auto& x) { hold_range(cs, x), enforce_less<3>(cs, x[0], x[1]); },
      [](auto&, auto& x) { return in_range(x) && x[0].to_integer() < x[1].to_integer(); });
  obeys<f17, large>(
      gadget_case<0, 2>{"enforce_less_or_equal<3>", ranges + 4, 0, 3},
      [](auto& cs, auto&, auto& x) { hold_range(cs, x), enforce_less_or_equal<3>(cs, x[0], x[1]); },
      [](auto&, auto& x) { return in_range(x) && x[0].to_integer() <= x[1].to_integer(); });
  obeys<f17, large>(
      gadget_case<0, 2>{"is_less<3>", ranges + 5, 0, 3},
      [](auto& cs, auto&, auto& x) { return hold_range(cs, x), is_less<3>(cs, x[0], x[1]); },
      [](auto&, auto& x) {
        return bit_unless<typename std::remove_cvref_t<decltype(x)>::value_type>(!in_range(x), x[0].to_integer() < x[1].to_integer());
      });
  obeys<f17, large>(
      gadget_case<0, 2>{"is_less_or_equal<3>", ranges + 5, 0, 3},
      [](auto& cs, auto&, auto& x) { return hold_range(cs, x), is_less_or_equal<3>(cs, x[0], x[1]); },
      [](auto&, auto& x) {
        return bit_unless<typename std::remove_cvref_t<decltype(x)>::value_type>(!in_range(x), x[0].to_integer() <= x[1].to_integer());
      });
}

TEST_CASE("comparison: of bits with bits, in several pieces on a small field") {
  // Capacity 3 bits, 2 a piece, in the field of 13; all in one in the large one.
  obeys<f13, large>(
      gadget_case<6, 0>{"is_less of 3 bits and 3 bits", 5, 0, 8, 3 + 2 * 2},
      [](auto& cs, auto& b, auto&) {
        std::span<boolean const> const bits{b};
        return is_less(cs, bits.first(3), bits.last(3));
      },
      [](auto& b, auto&) { return integer_of(b, 0, 3) < integer_of(b, 3, 3); });
  obeys<f13, large>(
      gadget_case<4, 0>{"is_less_or_equal of 2 bits and 2 bits", 4, 0, 8},
      [](auto& cs, auto& b, auto&) {
        std::span<boolean const> const bits{b};
        return is_less_or_equal(cs, bits.first(2), bits.last(2));
      },
      [](auto& b, auto&) { return integer_of(b, 0, 2) <= integer_of(b, 2, 2); });
}

TEST_CASE("comparison: of bits with a constant") {
  obeys<f13, large>(
      gadget_case<5, 0>{"is_less of 5 bits and 0b10110", 3}, [](auto& cs, auto& b, auto&) { return is_less(cs, b, big_uint<1>{0b10110}); },
      [](auto& b, auto&) { return integer_of(b, 0, 5) < 0b10110; });
  // Runs from the lowest bit, each 1 row or 2; what precedes the first decision is free.
  CHECK(rows_against(0b000000, false) == 0);
  CHECK(rows_against(0b000000, true) == 2);
  CHECK(rows_against(0b111111, true) == 0);
  CHECK(rows_against(0b111111, false) == 2);
  CHECK(rows_against(0b010101, false) == 5);
  CHECK(rows_against(0b101010, false) == 4);
  CHECK(rows_against(0b101010, true) == 5);
  CHECK(rows_against(0b011000, false) == 2);
  CHECK(rows_against(0b100111, true) == 2);
  CHECK(rows_against(64, false) == 0);
  CHECK(rows_against(1000, true) == 0);
}

TEST_CASE("comparison: of every two elements of a small field as integers") {
  // Canonical bits of the field of 17: 5 + 1 rows. The subtraction takes 3 bits and 2.
  obeys<f17, large>(
      gadget_case<0, 2>{"is_less_canonical", 2 * 332 + 254 + 4, 48, 64, 2 * 6 + 5 + 4},
      [](auto& cs, auto&, auto& x) { return is_less_canonical(cs, x[0], x[1]); },
      [](auto&, auto& x) { return x[0].to_integer() < x[1].to_integer(); });
  obeys<f17, large>(
      gadget_case<0, 1>{"is_less_or_equal_canonical to 5", 332 + 3, 48, 3, 6 + 3},
      [](auto& cs, auto&, auto& x) {
        using F = typename std::remove_cvref_t<decltype(x[0])>::field;
        return is_less_or_equal_canonical(cs, x[0], number<F>::constant(F{5}));
      },
      [](auto&, auto& x) { return x[0].to_integer()[0] <= 5 && x[0].to_integer().bit_width() <= 3; });
}

TEST_CASE("comparison: of field elements as integers") {
  large const top = -large::one();
  large const values[] = {large{0}, large{1}, large{2}, top, top - large{1}, large{1u << 20}, divided_by_power_of_two(large::one(), 1)};
  auto const shape = shape_of<large>(cpu::seq, of_elements{});
  // Two comparisons of 332 · 2 rows of canonical bits and 254 + 2 · 2 of a subtraction in two pieces; two results.
  CHECK(shape.constraints() == 2 * (2 * 332 + 254 + 4) + 2);
  for (large const& x : values) {
    for (large const& y : values) {
      bool const less = x.to_integer() < y.to_integer();
      for (int constants = 0; constants < 4; ++constants) {
        checker<large> const checked{of_elements{x, y, (constants & 1) != 0, (constants & 2) != 0}};
        CHECK(checked.is_satisfied());
        CHECK(checked.values()[1] == large{limb_t{less}});
        CHECK(checked.values()[2] == large{limb_t{less || x == y}});
      }
    }
  }
  CHECK(shape_of<large>(cpu::seq, of_elements{large{5}, large{7}, true, true}).constraints() == 2);
  laws::gadget<large>(of_elements{values[2], values[3]}, of_elements{values[5], values[6]}, {.hints = 40});
}
