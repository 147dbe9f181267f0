#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/select.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using F = prime_field<lucid_test::field_97>;

namespace {

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

// Its rows depend on a secret: a bug that must show.
struct leaky {
  bool secret = false;
  void operator()(constraint_system auto& cs) const {
    auto const b = witness_boolean(cs, secret);
    if (b.value()) (void)boolean_and(cs, b, witness_boolean(cs, true));
  }
};

}  // namespace

TEST_CASE("checker: nothing to say about a good circuit") {
  checker<F> const checked{squares{}};
  CHECK(checked.is_satisfied());
  CHECK(checked.violations().empty());
  CHECK(checked.warnings().empty());
  CHECK(checked.hash() == shape_of<F>(cpu::seq, squares{}).hash());
  CHECK(checked.path_of_row(0) == "squares/row[0]");
  CHECK(checked.path_of_row(3).empty());
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
  CHECK(first->text() == "row 1 in squares/row[1]: 3 * 3 != 10");
  CHECK(checked.violations().size() == 2);
  CHECK(checked.violations()[1].row == 2);
  CHECK_FALSE(checked.is_satisfied());
}

TEST_CASE("checker: variables that no row holds are named") {
  checker<F> const checked{squares{false, true}};
  CHECK(checked.is_satisfied());
  auto const warnings = checked.warnings();
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0] == "public input 0 binds nothing");
  CHECK(warnings[1] == "private variable 4 of squares/row[2] is in no constraint");
}

TEST_CASE("checker: a shape that depends on a secret has another hash") {
  CHECK(checker<F>{leaky{false}}.hash() != checker<F>{leaky{true}}.hash());
  CHECK(checker<F>{leaky{true}}.hash() != shape_of<F>(cpu::seq, leaky{true}).hash());
}

TEST_CASE("first_violation: of a shape and values alone") {
  checker<F> const checked{squares{true}};
  auto const& shape = checked.recorded_shape();
  auto const found = first_violation<F>(shape, checked.values());
  REQUIRE(found);
  CHECK(found->text() == "row 1: 3 * 3 != 10");
  CHECK(first_violation<F>(shape, checked.values(), 2)->row == 2);
  CHECK_FALSE(first_violation<F>(shape, checked.values(), 3));
  CHECK_THROWS_AS((void)first_violation<F>(shape, checked.values().from(1)), argument_error);
  shape_builder<F> without_c{2, 0, 1, false};
  F const z[] = {F{1}, F{1}};
  CHECK_THROWS_AS((void)first_violation<F>(without_c.finish(1), view<F const>{z, 2}), argument_error);
}
