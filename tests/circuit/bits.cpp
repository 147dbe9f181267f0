#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/bits.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using f17 = prime_field<lucid_test::field_17>;
using f43 = prime_field<lucid_test::small_field<43, 3>>;  // p − 1 = 101010 in binary
using f61 = prime_field<lucid_test::small_field<61, 2>>;  // p − 1 = 111100
using f97 = prime_field<lucid_test::field_97>;

namespace {

template <class F>
limb_t integer_of(F const& x) {
  return x.to_integer()[0];
}

template <class F>
struct canonical {
  F x;
  void operator()(constraint_system auto& cs) const { (void)to_bits_canonical(cs, witness_number(cs, x)); }
};

// The bits of p − 1 that are ANDed before each zero: the outcome of the last AND, and a run of ones.
template <class F>
std::vector<std::size_t> and_widths() {
  auto const largest = (-F::one()).to_integer();
  std::vector<std::size_t> widths;
  std::size_t width = 0;
  for (std::size_t i = F::bits; i-- > 0;) {
    if (largest.bit(i)) {
      ++width;
    } else {
      widths.push_back(width);
      width = 1;
    }
  }
  return widths;
}
template <class F>
std::size_t comparison_rows() {
  std::size_t rows = 0;
  for (std::size_t const width : and_widths<F>()) rows += width < 3 ? width - 1 : 2;
  return rows;
}
// Those wide enough to be counted, with a variable that is free when all are set.
template <class F>
std::size_t hints() {
  std::size_t count = 0;
  for (std::size_t const width : and_widths<F>()) count += width > 3 ? 1 : 0;
  return count;
}

template <std::size_t N, class F>
limb_t packed(std::vector<F> const& z, std::array<std::size_t, N> const& columns) {
  limb_t value = 0;
  for (std::size_t i = 0; i < N; ++i) value |= integer_of(z[columns[i]]) << i;
  return value;
}

}  // namespace

TEST_CASE("bits: to_bits accepts each number below 2^N once and no other") {
  auto const shape = shape_of<f17>(cpu::seq, [](auto& cs) { (void)to_bits<4>(cs, witness_number(cs, f17{})); });
  CHECK(shape.constraints() == 5);
  auto const found = laws::solutions(shape);
  CHECK(found.size() == 16);
  for (auto const& z : found) CHECK(packed<4, f17>(z, {2, 3, 4, 5}) == integer_of(z[1]));
  CHECK_FALSE(checker<f17>{[](auto& cs) { (void)to_bits<4>(cs, witness_number(cs, f17{16})); }}.is_satisfied());
}

TEST_CASE_TEMPLATE("bits: canonical bits of a whole field, each once", F, f17, f43, f61) {
  auto const shape = shape_of<F>(cpu::seq, canonical<F>{});
  constexpr limb_t p = F::modulus()[0];
  CHECK(shape.constraints() == F::bits + 1 + comparison_rows<F>());
  // The bits of x, whatever the hints: exactly those of the integer in [0, p).
  std::set<limb_t> seen;
  for (auto const& z : laws::solutions(shape)) {
    limb_t value = 0;
    std::size_t column = 2;
    auto const widths = and_widths<F>();
    std::size_t next = 0;
    for (std::size_t i = F::bits; i-- > 0;) {
      if (((p - 1) >> i) % 2 == 0) column += std::min<std::size_t>(widths[next++] - 1, 2);
      value |= integer_of(z[column++]) << i;
    }
    CHECK(value == integer_of(z[1]));
    seen.insert(value);
  }
  CHECK(seen.size() == p);
  for (limb_t x = 0; x < p; ++x) CHECK(checker<F>{canonical<F>{F{x}}}.is_satisfied());
}

TEST_CASE("bits: canonical bits refuse a value written as itself plus the modulus") {
  using F = bls12_381::scalar;
  auto const shape = shape_of<F>(cpu::seq, canonical<F>{});
  laws::gadget<F>(canonical<F>{-F{1}}, canonical<F>{F{12345}}, {.hints = hints<F>()});
  // The bits of 1 + p, bits of the same sum: every row but one of the range check accepts them.
  auto integer = F::modulus();
  add_to(integer, F::integer{1});
  REQUIRE(integer.bit_width() == F::bits);
  checker<F> const honest{canonical<F>{F{1}}};
  auto const values = honest.values();
  std::vector<F> z(values.begin(), values.end());
  std::size_t column = 2;  // after one and x: bits from the top, before each zero of p − 1 the variables of an AND
  auto const largest = (-F::one()).to_integer();
  std::vector<bool> literals;
  for (std::size_t i = F::bits; i-- > 0;) {
    if (largest.bit(i)) {
      literals.push_back(integer.bit(i));
    } else {
      auto const unset = static_cast<limb_t>(std::count(literals.begin(), literals.end(), false));
      if (literals.size() > 3) {
        z[column++] = inverse(F{unset});
      } else if (literals.size() == 3) {
        z[column++] = literals[0] && literals[1] ? F::one() : F::zero();
      }
      if (literals.size() > 1) z[column++] = unset == 0 ? F::one() : F::zero();
      literals = {unset == 0};
    }
    z[column++] = integer.bit(i) ? F::one() : F::zero();
  }
  REQUIRE(column == z.size());
  auto const violation = first_violation<F>(shape, z);
  REQUIRE(violation);
  std::size_t broken = 0;
  for (auto v = violation; v; v = first_violation<F>(shape, z, v->row + 1)) ++broken;
  CHECK(broken == 1);
  CHECK(violation->row + 1 < shape.constraints());  // not the packing
}

TEST_CASE("bits: as many rows as promised") {
  auto const rows = []<class F>(F) { return shape_of<F>(cpu::seq, canonical<F>{}).constraints(); };
  CHECK(rows(bn254::scalar{}) == 332);
  CHECK(rows(bls12_381::scalar{}) == 324);
  CHECK(shape_of<bn254::scalar>(cpu::seq, [](auto& cs) { (void)to_bits_lenient(cs, witness_number(cs, bn254::scalar{})); }).constraints() ==
        255);
}

TEST_CASE("bits: lenient bits are those of x, or of x + p where that is short enough") {
  auto const found = laws::solutions(shape_of<f97>(cpu::seq, [](auto& cs) { (void)to_bits_lenient(cs, witness_number(cs, f97{})); }));
  CHECK(found.size() == 128);
  for (auto const& z : found) CHECK(f97{packed<7, f97>(z, {2, 3, 4, 5, 6, 7, 8})} == z[1]);
}

TEST_CASE("bits: those of a constant are constants, and one that is too large has none") {
  checker<f97> const checked{[](auto& cs) {
    auto const k = number<f97>::constant(f97{11});
    CHECK(packed_bits{to_bits<4>(cs, k)}.template evaluate<f97>() == f97{11});
    CHECK(packed_bits{to_bits_canonical(cs, k - f97{12} * one)}.template evaluate<f97>() == f97{96});
    CHECK(to_bits_lenient(cs, k)[1].is_constant(true));
    CHECK(number_of(cs, packed_bits{to_bits<4>(cs, k)}).is_constant());
    boolean const b = boolean::constant(true);
    enforce_equal(cs, b, to_bits<4>(cs, k)[0]);
  }};
  CHECK(checked.recorded_shape().constraints() == 0);
  CHECK_FALSE(checker<f97>{[](auto& cs) { (void)to_bits<3>(cs, number<f97>::constant(f97{11})); }}.is_satisfied());
  CHECK_FALSE(checker<f97>{[](auto& cs) { enforce_equal(cs, boolean::constant(true), boolean::constant(false)); }}.is_satisfied());
}
