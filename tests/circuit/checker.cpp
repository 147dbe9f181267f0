#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/number.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using F = prime_field<lucid_test::field_8191>;

namespace {

// y = x² three times over, each in its own scope; what may be wrong with it is said when it is made.
struct squares {
  bool wrong = false;
  bool loose = false;

  void operator()(constraint_system auto& cs) const {
    auto const x = witness_number(cs, F{3});
    {
      auto const outer = cs.enter("squares");
      for (std::size_t i = 0; i < 3; ++i) {
        auto const inner = cs.enter("row", i);
        auto const y = witness_number(cs, wrong && i > 0 ? F{10} : F{9});
        // x · x = y
        cs.enforce(x, x, y);
        if (loose && i == 2) (void)witness_number(cs, F{1});
      }
    }
    if (loose) (void)input_number(cs, F{5});
    // 1 · 1 = 1
    cs.enforce(one, one, one);
  }
};

// A bit that is 2, and a sum that is off by one.
struct wrong_bit {
  void operator()(constraint_system auto& cs) const {
    auto const shown = input_number(cs, F{8});
    auto const scope = cs.enter("bit", 4);
    auto const b = witness_number(cs, F{2});
    // (1 − b) · b = 0
    cs.enforce(one - b, b, zero);
    auto const sum = cs.enter("sum");
    auto const x = witness_number(cs, F{5});
    auto const y = witness_number(cs, -F{1});
    // x + 2b + 3y · 1 = shown
    cs.enforce(x + b + b + F{3} * y, one, shown);
  }
};

}  // namespace

TEST_CASE("checker: nothing to say about a good circuit") {
  checker<F> const checked{squares{}};
  CHECK(checked.is_satisfied());
  CHECK(checked.violations().empty());
  CHECK(checked.warnings().empty());
  CHECK(checked.report() == "4 rows, all hold\n4 variables, all held\n");
  CHECK(checked.hash() == shape_of<F>(cpu::seq, squares{}).hash());
  CHECK(checked.path_of_row(0) == "squares/row[0]");
  CHECK(checked.path_of_row(3).empty());
  CHECK(checked.text_of_row(2) == "row 2 in squares/row[2]: w_0 · w_0 = w_3");
  CHECK(checked.text_of_row(3) == "row 3: 1 = 1");
  CHECK(checked.path_of_column(0).empty());
  CHECK(checked.path_of_column(1).empty());
  CHECK(checked.path_of_column(2) == "squares/row[0]");
}

TEST_CASE("checker: a violated row is named, with its values") {
  checker<F> const checked{squares{true}};
  auto const first = checked.first_violation();
  REQUIRE(first);
  CHECK(first->row == 1);
  CHECK(first->path == "squares/row[1]");
  CHECK(first->a == F{3});
  CHECK(first->b == F{3});
  CHECK(first->c == F{10});
  CHECK(first->text() == "row 1 in squares/row[1]: w_0 · w_0 = w_2, but 9 ≠ 10");
  CHECK(checked.violations().size() == 2);
  CHECK(checked.violations()[1].row == 2);
  CHECK(checked.violations(1).size() == 1);
  CHECK(checked.count_violations() == 2);
  CHECK_FALSE(checked.is_satisfied());
}

TEST_CASE("checker: the report says what a row asks, what it has, and where its variables were made") {
  CHECK(checker<F>{wrong_bit{}}.report() ==
        "2 rows, 2 of which do not hold\n"
        "row 0 in bit[4] does not hold\n"
        "  it asks  (1 − w_0) · w_0 = 0\n"
        "  it has   −1 · 2 = −2 on the left, 0 on the right\n"
        "  made in bit[4]: w_0 = 2\n"
        "row 1 in bit[4]/sum does not hold\n"
        "  it asks  2·w_0 + w_1 + 3·w_2 = x_0\n"
        "  it has   6 on the left, 8 on the right\n"
        "  made in bit[4]: w_0 = 2\n"
        "  made in bit[4]/sum: w_1 = 5, w_2 = −1\n"
        "  made outside of all scopes: x_0 = 8\n"
        "4 variables, all held\n");
  CHECK(checker<F>{squares{true, true}}.report(1) ==
        "4 rows, 2 of which do not hold\n"
        "row 1 in squares/row[1] does not hold\n"
        "  it asks  w_0 · w_0 = w_2\n"
        "  it has   3 · 3 = 9 on the left, 10 on the right\n"
        "  made outside of all scopes: w_0 = 3\n"
        "  made in squares/row[1]: w_2 = 10\n"
        "… and 1 more\n"
        "6 variables, 2 of which nothing holds\n"
        "  x_0, made outside of all scopes, is in no row: it binds nothing\n"
        "  … and 1 more\n");
  auto const linear_row = [](auto& cs) {
    auto const x = witness_number(cs, F{5});
    auto const y = witness_number(cs, F{4});
    // 0 · 0 = 1 + x − 2y
    cs.enforce(zero, zero, one + x - F{2} * y);
  };
  CHECK(checker<F>{linear_row}.report() ==
        "1 row, 1 of which do not hold\n"
        "row 0 does not hold\n"
        "  it asks  1 + w_0 = 2·w_1\n"
        "  it has   6 on the left, 8 on the right\n"
        "  made outside of all scopes: w_0 = 5, w_1 = 4\n"
        "2 variables, all held\n");
  auto const many = checker<F>{[](auto& cs) {
                      std::array<number<F>, 20> x;
                      for (std::size_t i = 0; i < x.size(); ++i) x[i] = witness_number(cs, F{i});
                      // Σ x_i · 1 = 0
                      cs.enforce(
                          [&](auto& lc) {
                            for (auto const& y : x) y.add_to(lc, F{1});
                          },
                          one, zero);
                    }}.first_violation();
  REQUIRE(many);
  CHECK(many->equation == "w_0 + w_1 + w_2 + w_3 + w_4 + w_5 + … 12 more … + w_18 + w_19 = 0");
  REQUIRE(many->variables.size() == 2);
  CHECK(many->variables[1] == "… and 4 more variables");
}

TEST_CASE("checker: variables that no row holds are named") {
  checker<F> const checked{squares{false, true}};
  CHECK(checked.is_satisfied());
  CHECK(checked.count_warnings() == 2);
  CHECK(checked.warnings() == std::vector<std::string>{"x_0, made outside of all scopes, is in no row: it binds nothing",
                                                       "w_4, made in squares/row[2], is in no row: it may have any value"});
  CHECK(checked.warnings(1).size() == 1);
}

TEST_CASE("checker: variables in rows that cannot fail are held by nothing") {
  auto const circuit = [](auto& cs) {
    auto const x = input_number(cs, F{1});
    auto const y = input_number(cs, F{2});
    auto const u = witness_number(cs, F{0});
    auto const v = witness_number(cs, F{4});
    auto const w = witness_number(cs, F{5});
    auto const scope = cs.enter("idle");
    // 2 · (x + u) = 2x + 2u, and the other way round
    cs.enforce(F{2} * one, x + u, x + x + F{2} * u);
    cs.enforce(x + u, one, x + u);
    // 0 · v = 0, and v − v · v = 0
    cs.enforce(zero, v, zero);
    cs.enforce(v - v, v, zero);
    // Rows that can fail: y · 1 = 2, w · 0 = w − 5
    cs.enforce(y, one, F{2} * one);
    cs.enforce(w, zero, w - F{5} * one);
  };
  checker<F> const checked{circuit};
  CHECK(checked.is_satisfied());
  CHECK(
      checked.warnings() ==
      std::vector<std::string>{
          "x_0, made outside of all scopes, is only in rows that cannot fail, such as row 0 in idle: 2 · (x_0 + w_0) = 2·x_0 + 2·w_0: it "
          "binds nothing",
          "w_0, made outside of all scopes, is only in rows that cannot fail, such as row 0 in idle: 2 · (x_0 + w_0) = 2·x_0 + 2·w_0: it "
          "may have any value",
          "w_1, made outside of all scopes, is only in rows that cannot fail, such as row 2 in idle: 0 · w_1 = 0: it may have any value"});
}

TEST_CASE("first_violation: of a shape and values alone") {
  checker<F> const checked{squares{true}};
  auto const& shape = checked.recorded_shape();
  auto const found = first_violation<F>(shape, checked.values());
  REQUIRE(found);
  CHECK(found->text() == "row 1: w_0 · w_0 = w_2, but 9 ≠ 10");
  CHECK(found->variables == std::vector<std::string>{"w_0 = 3, w_2 = 10"});
  CHECK(first_violation<F>(shape, checked.values(), 2)->row == 2);
  CHECK_FALSE(first_violation<F>(shape, checked.values(), 3));
  CHECK_THROWS_AS((void)first_violation<F>(shape, checked.values().from(1)), argument_error);
  shape_builder<F> without_c{2, 0, 1, false};
  F const z[] = {F{1}, F{1}};
  CHECK_THROWS_AS((void)first_violation<F>(without_c.finish(1), view<F const>{z, 2}), argument_error);
}
