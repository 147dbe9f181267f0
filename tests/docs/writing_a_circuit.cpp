// The blocks of docs/11-writing-a-circuit.md, compiled and run. script/check sees to it that each stands here as it stands there, but for its indentation.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget.hpp>

using namespace lucid;
using F = bn254::scalar;

namespace {

// "I know two bits, not both set, of which one is."
struct exactly_one {
  bool x = false, y = false;  // secrets

  void operator()(constraint_system auto& cs) const {
    auto const a = witness_boolean(cs, x);  // 1 row: (1 − a) · a = 0
    auto const b = witness_boolean(cs, y);
    auto const both = boolean_and(cs, a, b);     // 1 row: a · b = both
    auto const either = boolean_or(cs, a, b);    // 1 row
    expose(cs, boolean_and(cs, either, !both));  // NOT is free
  }
};

// "I know x with x³ + x + 5 = y."
struct cubic_equation {
  F x{};

  void operator()(constraint_system auto& cs) const {
    auto const v = witness_number(cs, x);               // a variable, and no row yet
    auto const cube = multiply(cs, squared(cs, v), v);  // 2 rows
    expose(cs, cube + v + F{5} * one);                  // 1 row; the sum itself costs nothing
  }
};

// "I know an age of at least 18."
struct of_age {
  unsigned age = 0;

  void operator()(constraint_system auto& cs) const {
    auto const years = witness_number(cs, F{age});
    auto const scope = cs.enter("of age");
    enforce_range<7>(cs, years);                                      // 0 ≤ years < 2^7
    enforce_less_or_equal<7>(cs, number<F>::constant(F{18}), years);  // both below 2^7: now it means what it says
  }
};

// "I know the quotient and the remainder of n by 10."
struct by_ten {
  std::uint64_t n = 0;
  bool lie = false;

  void operator()(constraint_system auto& cs) const {
    auto const shown = input_number(cs, F{n});
    auto const quotient = witness_number(cs, F{n / 10});
    auto const remainder = witness_number(cs, F{n % 10 + (lie ? 1 : 0)});
    auto const scope = cs.enter("by ten");
    enforce_equal(cs, F{10} * quotient + remainder, shown);  // one of very many pairs, as p is prime
    enforce_range<61>(cs, quotient);                         // so say how large they are
    enforce_range<4>(cs, remainder);
    enforce_less<4>(cs, remainder, number<F>::constant(F{10}));
  }
};

// "I know 32 bytes with this SHA-256."
struct preimage {
  std::array<std::uint8_t, 32> secret{};

  void operator()(constraint_system auto& cs) const {
    auto const bits = witness_bytes(cs, secret);
    auto const digest = sha256(cs, bits);
    pack_into_inputs(cs, digest);  // 256 bits in two public inputs
  }
};

// x⁵, 3 rows.
template <constraint_system CS, linear X>
[[nodiscard]] number<typename CS::field> fifth_power(CS& cs, X const& x) {
  auto const scope = cs.enter("fifth_power");
  auto const square = squared(cs, x);
  auto const fourth = squared(cs, square);
  // x⁴ · x = x⁵
  return multiply(cs, fourth, x);
}

// "I know the fifth root of y."
struct fifth_root {
  F secret{};

  void operator()(constraint_system auto& cs) const { expose(cs, fifth_power(cs, witness_number(cs, secret))); }
};

// "A leaf of the tree with this root is mine."
struct membership {
  using hash_type = merkle_poseidon<F, 2>;
  hash_type const& hash;
  F secret{};
  merkle_path<hash_type> path;

  void operator()(constraint_system auto& cs) const {
    auto const leaf = hash.witness(cs, secret);
    auto const position = witness_position(cs, path);         // a bit a level, hidden
    expose(cs, merkle_root(cs, hash, leaf, position, path));  // the verifier compares it with the root that it knows
  }
};

// "I know 32 bytes for each of these digests."
struct preimages {
  std::vector<std::array<std::uint8_t, 32>> secrets;

  void operator()(constraint_system auto& cs) const {
    std::vector<std::array<boolean, 256>> digests(secrets.size());
    independent(cs, secrets.size(), [&](auto& part, std::size_t i) {
      auto const scope = part.enter("preimage", i);
      auto const bits = witness_bytes(part, secrets[i]);
      digests[i] = sha256(part, bits);  // a part hands out what it made in a place of its own
    });
    for (auto const& digest : digests) pack_into_inputs(cs, digest);  // public inputs are made outside
  }
};

}  // namespace

TEST_CASE("writing a circuit: the first bits") {
  auto const shape = shape_of<F>(cpu::seq, exactly_one{});                     // once: never looks at x and y
  auto const z = assign(cpu::seq, shape, exactly_one{.x = true, .y = false});  // for each proof

  CHECK(shape.constraints() == 6);
  CHECK(z.inputs()[0] == F{1});
  CHECK(assign(cpu::seq, shape, exactly_one{true, true}).inputs()[0] == F{0});
}

TEST_CASE("writing a circuit: numbers") {
  auto const shape = shape_of<F>(cpu::seq, cubic_equation{});
  CHECK(shape.constraints() == 3);
  CHECK(assign(cpu::seq, shape, cubic_equation{F{3}}).inputs()[0] == F{35});
}

TEST_CASE("writing a circuit: sizes") {
  CHECK(checker<F>{of_age{18}}.is_satisfied());
  CHECK(checker<F>{of_age{127}}.is_satisfied());
  CHECK_FALSE(checker<F>{of_age{17}}.is_satisfied());
  CHECK_FALSE(checker<F>{of_age{128}}.is_satisfied());
}

TEST_CASE("writing a circuit: hints, and what the checker says") {
  CHECK(checker<F>{by_ten{1234567}}.is_satisfied());
  checker<F> const checked{by_ten{.n = 1234567, .lie = true}};
  std::string const text = checked.first_violation()->text();
  CHECK(text == "row 0 in by ten: 10·w_0 + w_1 = x_0, but 1234568 ≠ 1234567");
}

TEST_CASE("writing a circuit: bytes and words") {
  auto const shape = shape_of<F>(cpu::seq, preimage{});
  std::array<std::uint8_t, 32> secret{};
  secret[0] = 42;
  auto const z = assign(cpu::seq, shape, preimage{secret});

  CHECK(shape.public_inputs() == 2);
  CHECK(z.inputs().size() == packed_input_count<F>(256));
}

TEST_CASE("writing a circuit: a gadget of one's own") {
  laws::gadget<F>(fifth_root{F{2}}, fifth_root{F{3}});
  CHECK(shape_of<F>(cpu::seq, fifth_root{}).constraints() == 3 + 1);
  CHECK(checker<F>{fifth_root{F{2}}}.values()[1] == F{32});
}

TEST_CASE("writing a circuit: membership") {
  auto const parameters = circomlib_poseidon<F>(2);
  membership::hash_type const hash{parameters};

  std::vector<F> const leaves = {F{11}, F{12}, F{13}, F{14}, F{15}, F{16}, F{17}, F{18}};
  merkle_tree<membership::hash_type> const tree{hash, leaves};
  auto const shape = shape_of<F>(cpu::seq, membership{hash, {}, merkle_path<membership::hash_type>{tree.levels()}});
  auto const z = assign(cpu::seq, shape, membership{hash, F{14}, tree.path(3)});

  CHECK(z.inputs()[0] == tree.root());
  CHECK(shape.constraints() == 3 * 242 + 1);
}

TEST_CASE("writing a circuit: many parts") {
  census const spent = census_of<F>(preimages{std::vector<std::array<std::uint8_t, 32>>(3)});
  CHECK(spent.total().rows == 3 * shape_of<F>(cpu::seq, preimage{}).constraints());
  CHECK(spent.of("preimage[*]").rows == 3 * (256 + spent.of("preimage[*]/sha256").rows / 3));
}

TEST_CASE("writing a circuit: the report") {
  CHECK(checker<F>{by_ten{.n = 1234567, .lie = true}}.report() ==
        "73 rows, 1 of which do not hold\n"
        "row 0 in by ten does not hold\n"
        "  it asks  10·w_0 + w_1 = x_0\n"
        "  it has   1234568 on the left, 1234567 on the right\n"
        "  made outside of all scopes: x_0 = 1234567, w_0 = 123456, w_1 = 8\n"
        "72 variables, all held\n");
}
