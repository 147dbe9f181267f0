#include <doctest/doctest.h>

#include <array>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/boolean.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using small = prime_field<lucid_test::small_field<8191, 17>>;  // 13 bits

namespace {
enum class operation { conjunction, disjunction, exclusive, equality };
constexpr operation operations[] = {operation::conjunction, operation::disjunction, operation::exclusive, operation::equality};

bool truth(operation op, bool a, bool b) {
  switch (op) {
    case operation::conjunction:
      return a && b;
    case operation::disjunction:
      return a || b;
    case operation::exclusive:
      return a != b;
    default:
      return a == b;
  }
}

boolean apply(constraint_system auto& cs, operation op, boolean a, boolean b) {
  switch (op) {
    case operation::conjunction:
      return boolean_and(cs, a, b);
    case operation::disjunction:
      return boolean_or(cs, a, b);
    case operation::exclusive:
      return boolean_xor(cs, a, b);
    default:
      return boolean_equal(cs, a, b);
  }
}

// a op b = out, with a and b negated or not.
struct binary {
  operation op;
  bool negate_a = false, negate_b = false;
  bool a = false, b = false;

  void operator()(constraint_system auto& cs) const {
    auto const x = witness_boolean(cs, a);
    auto const y = witness_boolean(cs, b);
    auto const r = apply(cs, op, negate_a ? !x : x, negate_b ? !y : y);
    CHECK((!std::is_same_v<std::remove_cvref_t<decltype(cs)>, check_recorder<small>> ||
           r.value() == truth(op, a != negate_a, b != negate_b)));
    expose(cs, r);
  }
};

struct output_last {
  binary circuit;
  void operator()(constraint_system auto& cs) const {
    auto const x = witness_boolean(cs, false);
    auto const y = witness_boolean(cs, false);
    auto const r = apply(cs, circuit.op, circuit.negate_a ? !x : x, circuit.negate_b ? !y : y);
    auto const out = witness_boolean(cs, false);
    enforce_equal(cs, r, out);
  }
};

struct folded {
  void operator()(constraint_system auto& cs) const {
    boolean const v = witness_boolean(cs, true);
    boolean const cases[] = {boolean::constant(false), boolean::constant(true), v, !v};
    for (operation const op : operations) {
      for (boolean const x : cases) {
        for (boolean const y : cases) {
          boolean const r = apply(cs, op, x, y);
          CHECK((x.is_constant() || y.is_constant() || r.is_constant() || r.is_same(x) || r.is_same(y)));
          if (r.is_constant() && x.is_constant() && y.is_constant()) CHECK(r.value() == truth(op, x.value(), y.value()));
          CHECK(r.value() == truth(op, x.value(), y.value()));
        }
      }
    }
  }
};

}  // namespace

TEST_CASE("boolean: constants, negations and signs") {
  boolean const t = boolean::constant(true);
  boolean const v{variable::private_at(3), true};
  CHECK(t.is_constant(true));
  CHECK((!t).is_constant(false));
  CHECK(boolean{}.is_constant(false));
  CHECK((!v).is_negated());
  CHECK_FALSE((!v).value());
  CHECK((!!v).is_same(v));
  CHECK_FALSE((!v).is_same(v));
  CHECK((!v).without_negation().is_same(v));
  CHECK_FALSE(v.is_same(boolean{variable::private_at(4), true}));
}

TEST_CASE("boolean: operations on every combination of signs obey the laws of gadgets") {
  for (operation const op : operations) {
    for (int signs = 0; signs < 4; ++signs) {
      for (int values = 0; values < 4; ++values) {
        binary circuit{op, (signs & 1) != 0, (signs & 2) != 0, (values & 1) != 0, (values & 2) != 0};
        binary other = circuit;
        other.a = !other.a;
        laws::gadget<small>(circuit, other, {.given = 2});
      }
    }
  }
  laws::gadget<bls12_381::scalar>(binary{operation::exclusive, true, false, true, true},
                                  binary{operation::exclusive, true, false, false, true}, {.given = 2});
}

TEST_CASE("boolean: on a field of 13 bits each input has one witness, and nothing but bits is an input") {
  for (operation const op : operations) {
    for (int signs = 0; signs < 4; ++signs) {
      binary const circuit{op, (signs & 1) != 0, (signs & 2) != 0};
      // Columns: 1, out, a, b, result. The public input is tried last, or the search would begin with a free variable.
      auto const shape = shape_of<small>(cpu::seq, output_last{circuit});
      CHECK(shape.constraints() == 5);
      auto const found = laws::solutions(shape);
      CHECK(found.size() == 4);
      for (auto const& z : found) {
        bool const a = z[1].is_one();
        bool const b = z[2].is_one();
        CHECK((z[1].is_zero() || a));
        CHECK((z[2].is_zero() || b));
        CHECK(z[4] == (truth(op, a != circuit.negate_a, b != circuit.negate_b) ? small::one() : small::zero()));
      }
    }
  }
}

TEST_CASE("boolean: constants and repeated variables cost no row") { CHECK(checker<small>{folded{}}.recorded_shape().constraints() == 1); }

TEST_CASE("boolean: inputs are held to bits, and exposed constants are what they are") {
  auto const shape = shape_of<small>(cpu::seq, [](auto& cs) {
    (void)input_boolean(cs, false);
    expose(cs, boolean::constant(true));
    expose(cs, boolean::constant(false));
  });
  auto const found = laws::solutions(shape);
  CHECK(found.size() == 2);
  for (auto const& z : found) {
    CHECK((z[1].is_zero() || z[1].is_one()));
    CHECK(z[2].is_one());
    CHECK(z[3].is_zero());
  }
}

TEST_CASE("packed_bits: the value of more bits than a limb") {
  using F = bls12_381::scalar;
  std::array<boolean, 200> bits;
  F expected{};
  F k = F::one();
  for (std::size_t i = 0; i < bits.size(); ++i, k = doubled(k)) {
    bits[i] = boolean{variable::private_at(static_cast<std::uint32_t>(i)), i % 3 == 0};
    if (i % 3 == 0) expected += k;
  }
  CHECK(packed_bits{bits}.evaluate<F>() == expected);
  CHECK(packed_bits{std::span<boolean const>{bits}.first(64)}.evaluate<F>() == F{0x9249249249249249});
  CHECK(packed_bits{}.evaluate<F>().is_zero());
}
