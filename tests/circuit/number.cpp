#include <doctest/doctest.h>

#include <bit>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using f17 = prime_field<lucid_test::field_17>;
using f43 = prime_field<lucid_test::small_field<43, 3>>;  // p − 1 = 101010 in binary
using f61 = prime_field<lucid_test::small_field<61, 2>>;  // p − 1 = 111100

namespace {
template <class F>
limb_t integer_of(F const& x) {
  return x.to_integer()[0];
}

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
    (void)to_bits<8>(cs, number<F>::constant(F{200}) + is_zero(cs, b - b));
  }
};

template <class F>
struct canonical {
  F x;
  void operator()(constraint_system auto& cs) const { (void)to_bits_canonical(cs, witness_number(cs, x)); }
};

template <std::size_t N, class F>
limb_t packed(std::vector<F> const& z, std::array<std::size_t, N> const& columns) {
  limb_t value = 0;
  for (std::size_t i = 0; i < N; ++i) value |= integer_of(z[columns[i]]) << i;
  return value;
}

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
    CHECK(packed_bits{to_bits<5>(cs, b + b)}.template evaluate<F>() == F{14});
    auto const bits = to_bits_canonical(cs, -F{1} * a);
    CHECK(packed_bits{bits}.template evaluate<F>() == -F{6});
  }
};

}  // namespace

TEST_CASE("number: arithmetic obeys the laws of gadgets") {
  using F = bn254::scalar;
  laws::gadget<F>(arithmetic<F>{F{5}, F{7}}, arithmetic<F>{-F{1}, F{1000}}, {.hints = 1});  // is_zero(b − b): its hint is free
}

TEST_CASE("number: values") {
  using F = bn254::scalar;
  CHECK(checker<F>{every_value{}}.is_satisfied());
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

TEST_CASE("number: to_bits accepts each number below 2^N once and no other") {
  auto const shape = shape_of<f17>(cpu::seq, [](auto& cs) { (void)to_bits<4>(cs, witness_number(cs, f17{})); });
  CHECK(shape.constraints() == 5);
  auto const found = laws::solutions(shape);
  CHECK(found.size() == 16);
  for (auto const& z : found) CHECK(packed<4, f17>(z, {2, 3, 4, 5}) == integer_of(z[1]));
  CHECK_FALSE(checker<f17>{[](auto& cs) { (void)to_bits<4>(cs, witness_number(cs, f17{16})); }}.is_satisfied());
}

TEST_CASE_TEMPLATE("number: canonical bits of a whole field, each once", F, f17, f43, f61) {
  auto const shape = shape_of<F>(cpu::seq, canonical<F>{});
  constexpr limb_t p = F::modulus()[0];
  CHECK(shape.constraints() == F::bits + static_cast<std::size_t>(std::popcount(p - 1)));
  auto const found = laws::solutions(shape);
  CHECK(found.size() == p);
  for (limb_t x = 0; x < p; ++x) CHECK(checker<F>{canonical<F>{F{x}}}.is_satisfied());
}

TEST_CASE("number: canonical bits refuse a value written as itself plus the modulus") {
  using F = bls12_381::scalar;
  auto const shape = shape_of<F>(cpu::seq, canonical<F>{});
  laws::gadget<F>(canonical<F>{-F{1}}, canonical<F>{F{12345}});
  // The bits of 1 + p, bits of the same sum: every row but one of the range check accepts them.
  auto integer = F::modulus();
  add_to(integer, F::integer{1});
  REQUIRE(integer.bit_width() == F::bits);
  checker<F> const honest{canonical<F>{F{1}}};
  auto const values = honest.values();
  std::vector<F> z(values.begin(), values.end());
  std::size_t column = 2;  // after one and x: bits from the top, each one of p − 1 but the first followed by a product
  auto const largest = (-F::one()).to_integer();
  bool tied = true;
  bool first = true;
  for (std::size_t i = F::bits; i-- > 0;) {
    z[column++] = integer.bit(i) ? F::one() : F::zero();
    if (!largest.bit(i)) continue;
    tied = tied && integer.bit(i);
    if (!first) z[column++] = tied ? F::one() : F::zero();
    first = false;
  }
  REQUIRE(column == z.size());
  auto const violation = first_violation<F>(shape, z);
  REQUIRE(violation);
  std::size_t broken = 0;
  for (auto v = violation; v; v = first_violation<F>(shape, z, v->row + 1)) ++broken;
  CHECK(broken == 1);
  CHECK(violation->row + 1 < shape.constraints());  // not the packing
}
