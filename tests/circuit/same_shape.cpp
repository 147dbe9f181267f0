#include <doctest/doctest.h>

#include <string>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/same_shape.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using F = prime_field<lucid_test::field_97>;

namespace {

// Its rows, its public inputs or its variables depend on a secret: bugs that must show.
struct leaky {
  bool secret = false;
  enum class leak { nothing, rows, a_coefficient, an_input, a_variable } what = leak::nothing;

  void operator()(constraint_system auto& cs) const {
    auto const b = witness_boolean(cs, secret);
    auto const scope = cs.enter("leaky", 2);
    if (what == leak::rows && b.value()) (void)boolean_and(cs, b, witness_boolean(cs, true));
    if (what == leak::a_coefficient) cs.enforce(b, (b.value() ? F{2} : F{3}) * one, zero);
    if (what == leak::an_input && b.value()) (void)input_number(cs, F{1});
    if (what == leak::a_variable && b.value()) (void)witness_number(cs, F{1});
    // b · b = b
    cs.enforce(b, b, b);
  }
};

std::string told(leaky::leak what) {
  auto const found = first_difference(checker<F>{leaky{false, what}}, checker<F>{leaky{true, what}});
  return found ? found->text() : "none";
}

}  // namespace

TEST_CASE("same_shape: the first place where two runs part is named") {
  CHECK(told(leaky::leak::nothing) == "none");
  CHECK(told(leaky::leak::rows) ==
        "the circuit's shape depends on its values\n"
        "  one run    has row 1 in leaky[2]: w_0 · w_0 = w_0\n"
        "  the other  has row 1 in leaky[2]: (1 − w_1) · w_1 = 0\n");
  CHECK(told(leaky::leak::a_coefficient) ==
        "the circuit's shape depends on its values\n"
        "  one run    has row 1 in leaky[2]: w_0 · 3 = 0\n"
        "  the other  has row 1 in leaky[2]: w_0 · 2 = 0\n");
  CHECK(told(leaky::leak::an_input) ==
        "the circuit's shape depends on its values\n"
        "  one run    has 2 rows, 0 public inputs and 1 private variable\n"
        "  the other  has 2 rows, 1 public input and 1 private variable\n");
  CHECK(told(leaky::leak::a_variable) ==
        "the circuit's shape depends on its values\n"
        "  one run    has 2 rows, 0 public inputs and 1 private variable\n"
        "  the other  has 2 rows, 0 public inputs and 2 private variables\n");
}

TEST_CASE("same_shape: rows that one run has and the other has not") {
  auto const rows = [](int n) {
    return checker<F>{[n](auto& cs) {
      auto const x = witness_number(cs, F{0});
      for (int i = 0; i < n; ++i) cs.enforce(x, x, zero);
    }};
  };
  auto const found = first_difference(rows(3), rows(1));
  REQUIRE(found);
  CHECK(found->row == 1);
  CHECK(found->one == "row 1: w_0 · w_0 = 0");
  CHECK(found->other == "no row 1");
}

TEST_CASE("same_shape: a shape that depends on a secret is a typed error, and another hash") {
  CHECK_NOTHROW(require_same_shape<F>(leaky{false}, leaky{true}));
  CHECK_THROWS_AS(require_same_shape<F>(leaky{false, leaky::leak::rows}, leaky{true, leaky::leak::rows}), shape_mismatch);
  leaky const shown{true, leaky::leak::rows};
  CHECK(checker<F>{leaky{false, leaky::leak::rows}}.hash() != checker<F>{shown}.hash());
  CHECK(checker<F>{shown}.hash() != shape_of<F>(cpu::seq, shown).hash());
}
