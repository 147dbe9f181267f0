// One complete prover in one unit: a circuit, its keys, a proof and its verification. What an application pays to compile.
#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/groth16.hpp>

using curve = lucid::bls12_381::curve;

struct conjunction {  // "I know x and y with x AND y = out"
  bool x = false, y = false;
  void operator()(lucid::constraint_system auto& cs) const {
    auto a = lucid::witness_boolean(cs, x);
    auto b = lucid::witness_boolean(cs, y);
    lucid::expose(cs, lucid::boolean_and(cs, a, b));
  }
};

int main() {
  auto const& exec = lucid::cpu::seq;
  lucid::os_entropy entropy;
  auto const shape = lucid::shape_of<curve::scalar>(exec, conjunction{});
  auto const keys = lucid::groth16::single_party_setup<curve>(exec, shape, entropy);
  auto const proof = lucid::groth16::prove(exec, keys.proving, lucid::assign(exec, shape, conjunction{true, true}), entropy);
  curve::scalar const out{1};
  return lucid::groth16::verify<curve>(keys.verifying, proof, {&out, 1}) ? 0 : 1;
}
