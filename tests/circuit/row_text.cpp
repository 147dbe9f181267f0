#include <doctest/doctest.h>

#include <cstddef>

#include <lucid/circuit/row_text.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bls12_381.hpp>

using namespace lucid;
using F = bls12_381::scalar;

namespace {

F power_of_two(unsigned n) {
  F x = F::one();
  while (n-- > 0) x = doubled(x);
  return x;
}

// One row from sums of k·z[column], columns: one, one public input, private variables.
template <class... Terms>
std::string row_of(Terms... add) {
  shape_builder<F> builder{300, 1, 1};
  (add(builder), ...);
  return row_text(builder.finish(1), 0);
}
auto term(matrix_name m, std::size_t column, F const& k) {
  return [=](shape_builder<F>& builder) { builder.add(m, 0, column, k); };
}
constexpr matrix_name a = matrix_name::a, b = matrix_name::b, c = matrix_name::c;

}  // namespace

TEST_CASE("short_text: small numbers of either sign, powers of two, long numbers") {
  CHECK(short_text(F{0}) == "0");
  CHECK(short_text(F{7}) == "7");
  CHECK(short_text(-F{1}) == "−1");
  CHECK(short_text(F{0xffff'ffff'ffff'ffff}) == "18446744073709551615");
  CHECK(short_text(-F{0xffff'ffff'ffff'ffff}) == "−18446744073709551615");
  CHECK(short_text(power_of_two(64)) == "2^64");
  CHECK(short_text(-power_of_two(200)) == "−2^200");
  CHECK(short_text(power_of_two(64) + F{1}) == "0x10000000…00000001");
  CHECK(short_text(inverse(F{2})) == "0x39f6d3a9…80000001");
}

TEST_CASE("row_text: signs, factors, brackets") {
  F const x{1};
  CHECK(row_of(term(a, 0, x), term(a, 7, -x), term(b, 7, x)) == "(1 − w_5) · w_5 = 0");
  CHECK(row_of(term(a, 2, -F{2}), term(b, 3, x), term(c, 0, -F{5}), term(c, 1, x)) == "−2·w_0 · w_1 = −5 + x_0");
  CHECK(row_of(term(a, 2, x), term(a, 3, F{3}), term(b, 0, x), term(c, 1, x)) == "w_0 + 3·w_1 = x_0");
  CHECK(row_of(term(a, 0, x), term(b, 2, x), term(c, 1, power_of_two(100))) == "w_0 = 2^100·x_0");
  CHECK(row_of(term(a, 0, F{2}), term(b, 2, x), term(b, 4, -x), term(c, 1, x)) == "2 · (w_0 − w_2) = x_0");
  CHECK(row_of(term(c, 0, -F{5}), term(c, 2, x), term(c, 3, -F{2})) == "w_0 = 5 + 2·w_1");
  CHECK(row_of(term(c, 2, -x)) == "0 = w_0");
  CHECK(row_of(term(a, 2, x)) == "w_0 · 0 = 0");
  CHECK(row_of() == "0 = 0");
}

TEST_CASE("row_text: the middle of a long sum is left out") {
  shape_builder<F> builder{300, 0, 2};
  F k = F::one();
  for (std::size_t i = 0; i < 254; ++i, k = doubled(k)) builder.add(a, 0, 1 + i, k);
  for (std::size_t i = 0; i < 9; ++i) builder.add(a, 1, 1 + i, F{1});
  for (std::size_t row : {std::size_t{0}, std::size_t{1}}) builder.add(b, row, 0, F{1});
  builder.add(c, 0, 299, F{1});
  builder.add(c, 1, 299, F{1});
  auto const shape = builder.finish(2);
  CHECK(row_text(shape, 0) == "w_0 + 2·w_1 + 4·w_2 + 8·w_3 + 16·w_4 + 32·w_5 + … 246 more … + 2^252·w_252 + 2^253·w_253 = w_298");
  CHECK(row_text(shape, 1) == "w_0 + w_1 + w_2 + w_3 + w_4 + w_5 + w_6 + w_7 + w_8 = w_298");
}

TEST_CASE("row_text: a system without C") {
  shape_builder<F> builder{3, 0, 1, false};
  builder.add(a, 0, 1, F{1});
  builder.add(b, 0, 2, F{1});
  CHECK(row_text(builder.finish(1), 0) == "w_0 · w_1 = ?");
}
