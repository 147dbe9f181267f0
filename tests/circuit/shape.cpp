#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/bits.hpp>
#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>

using namespace lucid;
using F = bn254::scalar;

namespace {
struct term {
  matrix_name matrix;
  std::size_t row, column;
  F k;
};

shape<F> built(std::vector<term> const& terms, std::size_t rows) {
  shape_builder<F> builder{9, 2, rows};
  for (term const& t : terms) builder.add(t.matrix, t.row, t.column, t.k);
  return builder.finish(rows);
}

struct private_before_public {
  void operator()(constraint_system auto& cs) const {
    auto const x = witness_number(cs, F{3});
    auto const y = input_number(cs, F{4});
    auto const w = witness_number(cs, F{12});
    auto const z = input_number(cs, F{12});
    // x · y = z
    cs.enforce(x, y, z);
    // w · 1 = z
    cs.enforce(w, one, z);
  }
};

// Computing any of its values throws.
struct without_values {
  void operator()(constraint_system auto& cs) const {
    auto const nothing = [](int i) -> F { throw missing_value("value " + std::to_string(i)); };
    auto const x = witness_number(cs, [&] { return nothing(1); });
    auto const y = input_number(cs, [&] { return nothing(2); });
    auto const b = witness_boolean(cs, std::optional<bool>{});
    (void)divided(cs, x, y + b);
    (void)to_bits<4>(cs, x);
    expose(cs, b);
  }
};

// a · (0·b + 1·c) = d; also with the zero in A and in C, with b − b, and with c in several parts.
struct with_zeros {
  int where;
  void operator()(constraint_system auto& cs) const {
    auto const a = witness_number(cs, F{2});
    auto const b = witness_number(cs, F{3});
    auto const c = witness_number(cs, F{5});
    auto const d = witness_number(cs, F{10});
    // a · c = d, in different words
    switch (where) {
      case 0:
        cs.enforce(a, c, d);
        break;
      case 1:
        cs.enforce(a, F{0} * b + c, d);
        break;
      case 2:
        cs.enforce(F{0} * b + a, c, d);
        break;
      case 3:
        cs.enforce(a, c, d + F{0} * b);
        break;
      case 4:
        cs.enforce(a, b - b + c, d);
        break;
      case 5:
        cs.enforce(a, F{3} * c - c - c, d + one - one);
        break;
      default:
        cs.enforce([&](auto& lc) { a.add_to(lc, F{1}), b.add_to(lc, F{0}); }, [&](auto& lc) { c.add_to(lc, F{1}); },
                   [&](auto& lc) { d.add_to(lc, F{2}), d.subtract_from(lc, F{1}); });
    }
  }
};

}  // namespace

TEST_CASE("shape_builder: any order of terms gives the same shape, late rows too") {
  std::vector<term> const terms = {{matrix_name::a, 0, 1, F{5}},  {matrix_name::a, 0, 3, F{7}},  {matrix_name::b, 0, 0, F{1}},
                                   {matrix_name::a, 2, 8, F{2}},  {matrix_name::c, 2, 8, -F{1}}, {matrix_name::a, 4, 4, F{9}},
                                   {matrix_name::a, 4, 2, F{11}}, {matrix_name::b, 5, 6, F{12}}};
  auto const in_order = built(terms, 7);
  CHECK(in_order.constraints() == 7);
  CHECK(in_order.variables() == 9);
  CHECK(in_order.public_inputs() == 2);
  CHECK(in_order.a().terms() == 5);
  CHECK(in_order.b().rows() == 7);
  CHECK(in_order.c().rows() == 7);

  std::vector<term> shuffled = terms;
  std::vector<std::size_t> order = {7, 3, 0, 6, 1, 5, 2, 4};
  for (int round = 0; round < 50; ++round) {
    std::next_permutation(order.begin(), order.end());
    for (std::size_t i = 0; i < terms.size(); ++i) shuffled[i] = terms[order[i]];
    auto const other = built(shuffled, 7);
    CHECK(other == in_order);
    CHECK(other.hash() == in_order.hash());
  }
}

TEST_CASE("shape_builder: duplicates merge and zeros vanish, also across late rows") {
  auto const plain = built({{matrix_name::a, 0, 1, F{5}}, {matrix_name::a, 3, 2, F{1}}}, 4);
  CHECK(built({{matrix_name::a, 3, 2, F{1}}, {matrix_name::a, 0, 1, F{2}}, {matrix_name::a, 0, 1, F{3}}}, 4) == plain);
  CHECK(built({{matrix_name::a, 0, 1, F{5}},
               {matrix_name::a, 0, 4, F{0}},
               {matrix_name::b, 1, 3, F{8}},
               {matrix_name::b, 2, 3, F{8}},
               {matrix_name::b, 1, 3, -F{8}},
               {matrix_name::b, 2, 3, -F{8}},
               {matrix_name::a, 3, 2, F{1}}},
              4) == plain);
}

TEST_CASE("shape: equality and hash see each part") {
  auto const base = built({{matrix_name::a, 0, 1, F{5}}}, 2);
  for (auto const& other :
       {built({{matrix_name::a, 0, 1, F{6}}}, 2), built({{matrix_name::a, 0, 2, F{5}}}, 2), built({{matrix_name::a, 1, 1, F{5}}}, 2),
        built({{matrix_name::b, 0, 1, F{5}}}, 2), built({{matrix_name::a, 0, 1, F{5}}}, 3), built({}, 2)}) {
    CHECK_FALSE(base == other);
    CHECK(base.hash() != other.hash());
  }
  shape_builder<F> fewer_publics{9, 1, 2};
  fewer_publics.add(matrix_name::a, 0, 1, F{5});
  auto const other = fewer_publics.finish(2);
  CHECK_FALSE(base == other);
  CHECK(base.hash() != other.hash());
}

TEST_CASE("shape_builder: what is out of range is refused by name") {
  CHECK_THROWS_WITH_AS((shape_builder<F>{2, 2, 1}), "shape: 2 public inputs among 2 variables", argument_error);
  CHECK_THROWS_AS((shape_builder<F>{0, 0, 1}), argument_error);
  CHECK_THROWS_AS((shape_builder<F>{std::size_t{1} << 32, 0, 1}), argument_error);
  CHECK_THROWS_AS((shape_builder<F>{2, 0, std::size_t{1} << 32}), argument_error);

  shape_builder<F> builder{4, 1, 3, false};
  CHECK_THROWS_WITH_AS(builder.add(matrix_name::a, 3, 0, F{1}), "shape: row 3 of 3", argument_error);
  CHECK_THROWS_WITH_AS(builder.add(matrix_name::b, 0, 4, F{1}), "shape: column 4 of 4", argument_error);
  CHECK_THROWS_AS(builder.add(matrix_name::a, ~std::size_t{0}, 0, F{1}), argument_error);
  CHECK_THROWS_AS(builder.add(matrix_name::c, 0, 0, F{1}), argument_error);
  builder.add(matrix_name::a, 1, 0, F{1});
  CHECK(builder.rows_seen() == 2);
  CHECK_THROWS_AS((void)builder.finish(1), argument_error);
  CHECK_THROWS_AS((void)builder.finish(4), argument_error);
  auto const shape = builder.finish(2);
  CHECK_FALSE(shape.has_c());
  CHECK(shape.constraints() == 2);
}

TEST_CASE("shape_of: public inputs may come at any time and take the first columns") {
  auto const shape = shape_of<F>(cpu::seq, private_before_public{});
  shape_builder<F> expected{5, 2, 2};  // 1, y, z, x, w
  expected.add(matrix_name::a, 0, 3, F{1});
  expected.add(matrix_name::b, 0, 1, F{1});
  expected.add(matrix_name::c, 0, 2, F{1});
  expected.add(matrix_name::a, 1, 4, F{1});
  expected.add(matrix_name::b, 1, 0, F{1});
  expected.add(matrix_name::c, 1, 2, F{1});
  CHECK(shape == expected.finish(2));
}

TEST_CASE("shape_of: values are not looked at") {
  auto const shape = shape_of<F>(cpu::seq, without_values{});
  CHECK(shape.constraints() == 1 + 2 + 5 + 1);
  CHECK(shape.public_inputs() == 2);
}

TEST_CASE("shape_of: explicit zeros, cancelled terms and repeated terms leave no trace") {
  auto const plain = shape_of<F>(cpu::seq, with_zeros{0});
  CHECK(plain.b().terms() == 1);
  for (int where = 1; where <= 6; ++where) CHECK(shape_of<F>(cpu::seq, with_zeros{where}) == plain);
}

TEST_CASE("shape_of: no rows, no public inputs, no private variables") {
  auto const nothing = shape_of<F>(cpu::seq, [](auto&) {});
  CHECK(nothing.constraints() == 0);
  CHECK(nothing.variables() == 1);
  auto const only_public = shape_of<F>(cpu::seq, [](auto& cs) { (void)input_boolean(cs, true); });
  CHECK(only_public.public_inputs() == 1);
  CHECK(only_public.variables() == 2);
  auto const only_private = shape_of<F>(cpu::seq, [](auto& cs) { (void)witness_boolean(cs, true); });
  CHECK(only_private.public_inputs() == 0);
  auto const only_constants = shape_of<F>(cpu::seq, [](auto& cs) { cs.enforce(one, one, one); });
  CHECK(only_constants.constraints() == 1);
}
