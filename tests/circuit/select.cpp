#include <doctest/doctest.h>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/select.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using small = prime_field<lucid_test::field_97>;
using f17 = prime_field<lucid_test::field_17>;

namespace {
// s ? t : f with each of the three a variable, a negated one, or a constant.
struct chosen {
  int kinds[3];
  bool s = false, t = false, f = false;

  static boolean made(auto& cs, int kind, bool value) {
    switch (kind) {
      case 0:
        return witness_boolean(cs, value);
      case 1:
        return !witness_boolean(cs, !value);
      case 2:
        return boolean::constant(false);
      default:
        return boolean::constant(true);
    }
  }
  void operator()(constraint_system auto& cs) const {
    auto const x = made(cs, kinds[0], s);
    auto const y = made(cs, kinds[1], t);
    auto const z = made(cs, kinds[2], f);
    auto const r = select(cs, x, y, z);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(cs)>, check_recorder<small>>)
      CHECK(r.value() == (x.value() ? y.value() : z.value()));
    expose(cs, r);
  }
};

template <class F>
struct swapped {
  bool s;
  F x, y;
  void operator()(constraint_system auto& cs) const {
    auto const bit = witness_boolean(cs, s);
    auto const a = witness_number(cs, x);
    auto const b = witness_number(cs, y);
    auto const [first, second] = swapped_if(cs, bit, a, b);
    expose(cs, first);
    expose(cs, second);
  }
};

struct without_output {
  chosen circuit;
  void operator()(constraint_system auto& cs) const {
    auto const x = chosen::made(cs, circuit.kinds[0], false);
    auto const y = chosen::made(cs, circuit.kinds[1], false);
    (void)select(cs, x, y, chosen::made(cs, circuit.kinds[2], false));
  }
};

}  // namespace

TEST_CASE("select: booleans of every kind obey the laws of gadgets") {
  for (int kinds = 0; kinds < 64; ++kinds) {
    for (int values = 0; values < 8; ++values) {
      chosen const circuit{{kinds & 3, (kinds >> 2) & 3, kinds >> 4}, (values & 1) != 0, (values & 2) != 0, (values & 4) != 0};
      chosen const other{{kinds & 3, (kinds >> 2) & 3, kinds >> 4}, !circuit.s, circuit.t, !circuit.f};
      auto const shape = laws::builders_agree<small>(circuit);
      CHECK(laws::builders_agree<small>(other) == shape);
    }
  }
}

TEST_CASE("select: each input has one result, over a whole field") {
  for (int kinds = 0; kinds < 64; ++kinds) {
    auto const shape = shape_of<small>(cpu::seq, without_output{{{kinds & 3, (kinds >> 2) & 3, kinds >> 4}}});
    std::size_t variables = 0;
    for (int const kind : {kinds & 3, (kinds >> 2) & 3, kinds >> 4}) variables += kind < 2 ? 1 : 0;
    CHECK(laws::solutions(shape).size() == std::size_t{1} << variables);
    CHECK(shape.constraints() <= variables + 1);
  }
}

TEST_CASE("select: numbers, and pairs in either order") {
  using F = bn254::scalar;
  laws::gadget<F>(swapped<F>{false, F{5}, F{8}}, swapped<F>{true, F{3}, -F{1}});
  auto const z = assign(cpu::seq, shape_of<F>(cpu::seq, swapped<F>{}), swapped<F>{true, F{5}, F{8}});
  CHECK(z.inputs()[0] == F{8});
  CHECK(z.inputs()[1] == F{5});

  auto const shape = shape_of<f17>(cpu::seq, [](auto& cs) {
    auto const bit = witness_boolean(cs, false);
    auto const x = witness_number(cs, f17{});
    (void)select(cs, bit, x, witness_number(cs, f17{}));
  });
  CHECK(shape.constraints() == 2);
  auto const found = laws::solutions(shape);
  CHECK(found.size() == 2 * 17 * 17);
  for (auto const& s : found) CHECK(s[4] == (s[1].is_one() ? s[2] : s[3]));
}
