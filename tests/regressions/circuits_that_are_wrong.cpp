// Circuits with a fault: each is a typed error, from `checker` with its place, from `assign` and `synthesize` where they know. None crashes, none proves.
#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/same_shape.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using F = prime_field<lucid_test::field_97>;

namespace {

// 1/x public, with every way to be wrong.
struct inverse_of {
  std::optional<F> x;
  bool for_a_secret_longer = false;

  void operator()(constraint_system auto& cs) const {
    auto const scope = cs.enter("inverse_of");
    auto const a = witness_number(cs, x);
    number<F> y;
    {
      auto const inner = cs.enter("step", 2);
      y = inverted(cs, a);
    }
    if (for_a_secret_longer && a.value() == F{5}) y = number_of(cs, y);
    expose(cs, y);
  }
};

template <class Error, class Work>
std::string said(Work const& work) {
  try {
    work();
  } catch (Error const& e) {
    return e.what();
  }
  return "nothing";
}

// Keeps a variable of its first run for the next one.
struct remembers {
  std::shared_ptr<number<F>> first = std::make_shared<number<F>>();
  void operator()(constraint_system auto& cs) const {
    auto const x = witness_number(cs, F{4});
    if (first->is_constant()) *first = x;
    auto const scope = cs.enter("second", 2);
    // x · 1 = the x of the first run
    cs.enforce(x, one, *first);
  }
};

}  // namespace

TEST_CASE("wrong circuits: a missing value") {
  auto const shape = shape_of<F>(cpu::seq, inverse_of{});
  CHECK(said<missing_value>([] { (void)checker<F>{inverse_of{}}; }) ==
        "circuit: the value of a variable is missing (in inverse_of, before row 0 and w_0)");
  CHECK_THROWS_AS((void)assign(cpu::seq, shape, inverse_of{}), missing_value);
  CHECK_THROWS_AS((void)synthesize<F>(cpu::seq, inverse_of{}), missing_value);
}

TEST_CASE("wrong circuits: a division by zero") {
  auto const shape = shape_of<F>(cpu::seq, inverse_of{});
  CHECK(said<division_by_zero>([] { (void)checker<F>{inverse_of{F{0}}}; }) ==
        "circuit: the inverse of zero (in inverse_of/step[2], before row 0 and w_1)");
  CHECK_THROWS_AS((void)assign(cpu::seq, shape, inverse_of{F{0}}), division_by_zero);
  CHECK_THROWS_AS((void)synthesize<F>(cpu::seq, inverse_of{F{0}}), division_by_zero);
}

TEST_CASE("wrong circuits: a shape that depends on a secret") {
  auto const shape = shape_of<F>(cpu::seq, inverse_of{{}, true});
  CHECK(said<shape_mismatch>([&] {
          (void)assign(cpu::seq, shape, inverse_of{F{5}, true});
        }) == "assign: the circuit has more private variables than the shape's 2");
  CHECK(said<shape_mismatch>([] {
          require_same_shape<F>(inverse_of{F{4}, true}, inverse_of{F{5}, true});
        }) ==
        "the circuit's shape depends on its values\n"
        "  one run    has row 1 in inverse_of: w_1 = x_0\n"
        "  the other  has row 1 in inverse_of: w_1 = w_2\n");
  auto const longer = shape_of<F>(cpu::seq, [](auto& cs) {
    inverse_of{}(cs);
    (void)witness_number(cs, F{1});
  });
  CHECK(said<shape_mismatch>([&] { (void)assign(cpu::seq, longer, inverse_of{F{5}}); }) ==
        "assign: the circuit has 2 private variables, the shape 3");
}

TEST_CASE("wrong circuits: a variable of another builder") {
  remembers const circuit;
  (void)shape_of<F>(cpu::seq, circuit);
  CHECK(said<foreign_variable>([&] { (void)checker<F>{circuit}; }) ==
        "circuit: row 0 has a private variable that this builder never made (in second[2], before row 0 and w_1)");
  remembers const twice;
  (void)checker<F>{twice};
  CHECK_THROWS_AS((void)checker<F>{twice}, foreign_variable);
  // What is out of range is found by synthesize as well, and never read.
  auto const out_of_range = [](variable v) {
    return [v](auto& cs) {
      (void)witness_number(cs, F{1});
      cs.enforce(v, one, one);
    };
  };
  for (variable const v : {variable::private_at(1), variable::private_at(variable::limit - 1), variable::public_at(1)}) {
    CHECK_THROWS_AS((void)checker<F>{out_of_range(v)}, foreign_variable);
    CHECK_THROWS_AS((void)shape_of<F>(cpu::seq, out_of_range(v)), foreign_variable);
    CHECK_THROWS_AS((void)synthesize<F>(cpu::seq, out_of_range(v)), foreign_variable);
    CHECK_THROWS_AS((void)synthesize<F>(cpu::seq, out_of_range(v), {1, 1000, 100}), foreign_variable);
  }
  // A public number past the end is no private one, although a column of that number exists.
  CHECK_THROWS_AS((void)shape_of<F>(cpu::seq,
                                    [](auto& cs) {
                                      for (int i = 0; i < 5; ++i) (void)witness_number(cs, F{1});
                                      (void)input_number(cs, F{1});
                                      cs.enforce(variable::public_at(3), one, one);
                                    }),
                  foreign_variable);
  CHECK_NOTHROW((void)synthesize<F>(cpu::seq, out_of_range(variable::private_at(0))));
  CHECK_NOTHROW((void)synthesize<F>(cpu::seq, out_of_range(variable::one())));
}

TEST_CASE("wrong circuits: variables and rows after the end") {
  auto const late = [](auto& builder) {
    CHECK_THROWS_AS((void)builder.witness([] { return F{1}; }), builder_closed);
    CHECK_THROWS_AS((void)builder.input([] { return F{1}; }), builder_closed);
  };
  auto const late_row = [](auto& builder) {
    CHECK_THROWS_AS(builder.enforce(one, one, one), builder_closed);
    variable const v = variable::private_at(0);
    CHECK_THROWS_AS(builder.enforce(v + v, one, one), builder_closed);
  };

  shape_recorder<F> recorder;
  inverse_of{}(recorder);
  auto const shape = recorder.finish();
  late(recorder);
  late_row(recorder);

  using exec = std::remove_const_t<decltype(cpu::seq)>;
  synthesizer<F, exec> rows{cpu::seq, {}};
  inverse_of{F{3}}(rows);
  (void)rows.finish();
  late(rows);
  late_row(rows);

  std::vector<F> z(shape.variables());
  assigner<F, exec> values{cpu::seq, shape.public_inputs(), view<F>{z}};
  inverse_of{F{3}}(values);
  values.finish();
  late(values);
}
