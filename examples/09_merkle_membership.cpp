// "I know a leaf of the tree with this root": a Merkle path in a circuit, proved on both curves. The root is public; the leaf and its place are not.
// On BN254 a binary tree with circomlib's Poseidon, on BLS12-381 one of eight children a node with Filecoin's.
#include <cstddef>
#include <cstdio>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/merkle.hpp>
#include <lucid/groth16.hpp>

template <class Hash>
struct membership {
  Hash const* hash;
  typename Hash::digest leaf{};  // secrets, as is the path; not looked at when only the shape is built
  lucid::merkle_path<Hash> path;

  void operator()(lucid::constraint_system auto& cs) const {
    auto const own = hash->witness(cs, leaf);
    auto const position = lucid::witness_position(cs, path);
    lucid::expose(cs, lucid::merkle_root(cs, *hash, own, position, path));
  }
};

template <class Curve, std::size_t Arity>
bool prove_membership(lucid::poseidon_parameters<typename Curve::scalar> const& parameters, std::size_t leaves) {
  using F = typename Curve::scalar;
  using hash_type = lucid::merkle_poseidon<F, Arity>;
  auto const exec = lucid::cpu::seq;
  lucid::os_entropy entropy;

  hash_type const hash{parameters};
  std::vector<F> values;
  for (std::size_t i = 0; i < leaves; ++i) values.push_back(lucid::random_element<F>(entropy));
  lucid::merkle_tree<hash_type> const tree{hash, values};

  std::size_t const mine = 2 * leaves / 3;
  membership<hash_type> const statement{&hash, values[mine], tree.path(mine)};
  auto const shape = lucid::shape_of<F>(exec, membership<hash_type>{&hash, {}, lucid::merkle_path<hash_type>{tree.levels()}});
  auto const keys = lucid::groth16::single_party_setup<Curve>(exec, shape, entropy);
  auto const proof = lucid::groth16::prove(exec, keys.proving, lucid::assign(exec, shape, statement), entropy);
  F const root = tree.root();
  bool const accepted = lucid::groth16::verify<Curve>(keys.verifying, proof, lucid::view<F const>{&root, 1});

  // Another leaf under the same path has another root, and the honest proof says nothing of that one.
  membership<hash_type> stranger = statement;
  stranger.leaf += F::one();
  F const other_root = lucid::assign(exec, shape, stranger).inputs()[0];
  bool const refused = other_root != root && !lucid::groth16::verify<Curve>(keys.verifying, proof, lucid::view<F const>{&other_root, 1});

  std::printf("%s: one of %zu leaves in %zu levels of %zu: %zu constraints; %s, another leaf is %s\n", Curve::name, leaves, tree.levels(),
              Arity, shape.constraints(), accepted ? "proved" : "NOT proved", refused ? "refused" : "NOT refused");
  return accepted && refused;
}

int main() {
  bool const binary = prove_membership<lucid::bn254::curve, 2>(lucid::circomlib_poseidon<lucid::bn254::scalar>(2), 64);
  bool const octal = prove_membership<lucid::bls12_381::curve, 8>(lucid::filecoin_poseidon<lucid::bls12_381::scalar>(8), 512);
  return binary && octal ? 0 : 1;
}
