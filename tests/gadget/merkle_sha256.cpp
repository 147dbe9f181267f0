#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/merkle.hpp>
#include <support/hex.hpp>

using namespace lucid;

namespace {
using F = bn254::scalar;
using hash = merkle_sha256<2>;

struct membership {
  hash::digest leaf{};
  merkle_path<hash> path;
  void operator()(constraint_system auto& cs) const {
    auto const own = hash::witness(cs, leaf);
    auto const position = witness_position(cs, path);
    pack_into_inputs(cs, merkle_root(cs, hash{}, own, position, path));
  }
};

merkle_tree<hash> example() {
  std::vector<hash::digest> leaves(4);
  for (std::size_t i = 0; i < 4; ++i) leaves[i].fill(static_cast<std::uint8_t>(i));
  return {hash{}, leaves};
}
}  // namespace

TEST_CASE("merkle over SHA-256: a root that other programs compute too") {
  // Of four leaves of 32 bytes 00, 01, 02 and 03; by Python's hashlib.
  CHECK(support::to_hex(std::as_bytes(std::span{example().root()})) == "d35f51699389da7eec7ce5eb02640c6d318cf51ae39eca890bbc7b84ecb5da68");
}

TEST_CASE("merkle over SHA-256: the circuit's root is the tree's; another leaf is caught by the rows that tie it") {
  auto const tree = example();
  membership const honest{tree.leaves()[2], tree.path(2)};
  auto const shape = shape_of<F>(cpu::seq, membership{{}, merkle_path<hash>{2}});
  CHECK(shape.constraints() == 256 + 2 * 45'389 + 2);
  auto const z = assign(cpu::seq, shape, honest);
  auto const expected = packed_bytes<F>(tree.root());
  REQUIRE(z.public_inputs() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(z.inputs()[i] == expected[i]);
  CHECK_FALSE(first_violated_row<F>(shape, z.all()));

  for (std::size_t const bit : {0, 100, 255}) {
    std::vector<F> values(z.all().begin(), z.all().end());
    F& of_leaf = values[1 + z.public_inputs() + bit];
    of_leaf = F::one() - of_leaf;
    CHECK(first_violated_row<F>(shape, view<F const>{values}));
  }
}
