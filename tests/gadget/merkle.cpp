#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/merkle.hpp>
#include <support/poseidon_circuits.hpp>
#include <support/small_fields.hpp>

using namespace lucid;

namespace {
using F = bls12_381::scalar;

// "The leaf is in the tree with this root, at this place."
template <class Hash>
struct membership {
  Hash const* hash;
  typename Hash::digest leaf{};
  merkle_path<Hash> path;

  void operator()(constraint_system auto& cs) const {
    auto const own = hash->witness(cs, leaf);
    auto const position = witness_position(cs, path);
    auto const root = merkle_root(cs, *hash, own, position, path);
    if constexpr (requires { root.value(); }) {
      expose(cs, root);
    } else {
      pack_into_inputs(cs, root);
    }
    expose(cs, packed_bits{position});
  }
};

template <std::size_t Arity>
merkle_tree<merkle_poseidon<F, Arity>> counted_tree(merkle_poseidon<F, Arity> const& hash, std::size_t leaves) {
  std::vector<F> values;
  for (std::size_t i = 0; i < leaves; ++i) values.push_back(F{100 + i});
  return {hash, values};
}

}  // namespace

TEST_CASE("merkle: roots and paths of values") {
  auto const two = filecoin_poseidon<F>(2);
  auto const eight = filecoin_poseidon<F>(8);
  merkle_poseidon<F, 2> const binary{two};
  merkle_poseidon<F, 8> const octal{eight};
  auto const tree = counted_tree(binary, 4);
  auto const h = [&](F const& x, F const& y) { return poseidon_digest<F>(two, std::array{x, y}); };
  CHECK(tree.root() == h(h(F{100}, F{101}), h(F{102}, F{103})));
  CHECK(tree.levels() == 2);
  auto const wide = counted_tree(octal, 64);
  for (std::uint64_t const index : {0, 7, 8, 37, 63}) {
    CHECK(merkle_root(octal, F{100 + index}, wide.path(index)) == wide.root());
    CHECK(merkle_root(octal, F{101 + index}, wide.path(index)) != wide.root());
  }
  CHECK(counted_tree(binary, 1).root() == F{100});

  CHECK_THROWS_AS(counted_tree(binary, 6), argument_error);
  CHECK_THROWS_AS(counted_tree(binary, 0), argument_error);
  CHECK_THROWS_AS((void)wide.path(64), argument_error);
  CHECK_THROWS_AS((merkle_poseidon<F, 4>{two}), argument_error);
}

TEST_CASE("merkle: the circuit has the tree's root, whatever the leaf; rows as said") {
  auto const parameters = filecoin_poseidon<F>(8);
  merkle_poseidon<F, 8> const hash{parameters};
  auto const tree = counted_tree(hash, 64);
  using circuit = membership<merkle_poseidon<F, 8>>;
  auto const shape = shape_of<F>(cpu::seq, circuit{&hash, {}, merkle_path<merkle_poseidon<F, 8>>{2}});
  CHECK(shape.constraints() == 2 * (384 + 7 + 3) + 2);
  laws::gadget<F>(circuit{&hash, F{137}, tree.path(37)}, circuit{&hash, F{100}, tree.path(0)}, {.given = 1});
  for (std::uint64_t const index : {0, 9, 58}) {
    auto const z = assign(cpu::seq, shape, circuit{&hash, F{100 + index}, tree.path(index)});
    CHECK(z.inputs()[0] == tree.root());
    CHECK(z.inputs()[1] == F{index});
  }
}

TEST_CASE("merkle: another leaf, sibling or place has another root; a witness that claims this one is refused") {
  auto const parameters = filecoin_poseidon<F>(8);
  merkle_poseidon<F, 8> const hash{parameters};
  auto const tree = counted_tree(hash, 64);
  using circuit = membership<merkle_poseidon<F, 8>>;
  circuit const honest{&hash, F{137}, tree.path(37)};
  auto const shape = shape_of<F>(cpu::seq, honest);
  auto const accepted = [&](circuit const& claimed) {
    auto const z = assign(cpu::seq, shape, claimed);
    std::vector<F> values(z.all().begin(), z.all().end());
    values[1] = tree.root();
    values[2] = F{37};
    return !first_violation<F>(shape, values);
  };
  CHECK(accepted(honest));
  circuit leaf = honest;
  leaf.leaf = F{136};
  CHECK_FALSE(accepted(leaf));
  circuit sibling = honest;
  sibling.path.siblings[1][6] += F{1};
  CHECK_FALSE(accepted(sibling));
  circuit place = honest;
  place.path.index = 36;
  CHECK_FALSE(accepted(place));
  // The leaf swapped under an honest path: only the row that ties it to its child sees it.
  auto const z = assign(cpu::seq, shape, honest);
  std::vector<F> values(z.all().begin(), z.all().end());
  values[3] = F{136};
  auto const violation = first_violation<F>(shape, values);
  REQUIRE(violation);
  CHECK_FALSE(first_violation<F>(shape, values, violation->row + 1));
}

TEST_CASE("merkle: on a whole small field a leaf, its sibling and its place have one witness, and the root that they should") {
  using f17 = prime_field<lucid_test::field_17>;
  auto const parameters = support::toy_poseidon<f17>(3, 1);
  using toy_hash = merkle_poseidon<f17, 2>;
  toy_hash const hash{parameters};
  auto const found = laws::solutions(shape_of<f17>(cpu::seq, [&](auto& cs) {
    merkle_path<toy_hash> const path{1};
    auto const leaf = witness_number(cs, f17{});
    auto const position = witness_position(cs, path);
    (void)merkle_root(cs, hash, leaf, position, path);
  }));
  CHECK(found.size() == 17 * 17 * 2);
  std::size_t wrong = 0;
  for (auto const& z : found) {
    // z: one, leaf, bit, two children, …, and at the end x⁵, the root (element 1), x⁵.
    bool const second = z[2].is_one();
    merkle_path<toy_hash> path{1};
    path.index = second ? 1 : 0;
    path.siblings[0][0] = z[second ? 3 : 4];
    wrong += z[z.size() - 2] == merkle_root(hash, z[1], path) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("merkle: five children, with places hidden and known") {
  poseidon_parameters<F> const parameters{{.width = 6, .partial_rounds = 57}};
  merkle_poseidon<F, 5> const hash{parameters};
  auto const tree = counted_tree(hash, 25);
  auto const path = tree.path(19);  // 3·5 + 4
  for (bool const known : {false, true}) {
    auto const circuit = [&](auto& cs) {
      auto const leaf = witness_number(cs, F{119});
      auto position = witness_position(cs, path);
      if (known) {
        for (boolean& b : position) b = boolean::constant(b.value());
      }
      expose(cs, merkle_root(cs, hash, leaf, position, path));
    };
    checker<F> const checked{circuit};
    CHECK(checked.is_satisfied());
    CHECK(checked.values()[1] == tree.root());
    constexpr std::size_t of_hash = 3 * (6 * 8 + 57 - 1);
    CHECK(checked.recorded_shape().constraints() == 2 * (of_hash + 3 + (known ? 0 : 4 + 1)) + 1);
  }
  // 5, 6 and 7 are no places.
  auto const refused = [&](bool known) {
    return !checker<F>{[&](auto& cs) {
              std::array<boolean, 3> position;
              for (std::size_t i = 0; i < 3; ++i) {
                position[i] = known ? boolean::constant(i != 1) : witness_boolean(cs, i != 1);
              }
              (void)merkle_root(cs, hash, witness_number(cs, F{1}), position, merkle_path<merkle_poseidon<F, 5>>{1});
            }}.is_satisfied();
  };
  CHECK(refused(false));
  CHECK_THROWS_AS((void)refused(true), argument_error);
}

TEST_CASE("merkle: a path too long for an index") {
  using hash = merkle_poseidon<F, 8>;
  CHECK_THROWS_AS((void)shape_of<F>(cpu::seq, [](auto& cs) { (void)witness_position(cs, merkle_path<hash>{22}); }), argument_error);
}
