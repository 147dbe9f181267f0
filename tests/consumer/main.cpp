// What a user's first program is: it must build against an installed copy, a subdirectory, and by one compiler line, and it must prove something.
#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>

using curve = lucid::bn254::curve;
using scalar = curve::scalar;

struct factors {  // "I know two factors of out"
  scalar x{}, y{};
  void operator()(lucid::constraint_system auto& cs) const {
    auto const a = lucid::witness_number(cs, x);
    auto const b = lucid::witness_number(cs, y);
    lucid::expose(cs, lucid::multiply(cs, a, b));
  }
};

int main() {
  auto const& exec = lucid::cpu::seq;
  lucid::os_entropy entropy;
  auto const shape = lucid::shape_of<scalar>(exec, factors{});
  auto const keys = lucid::groth16::single_party_setup<curve>(exec, shape, entropy);
  auto const proof = lucid::groth16::prove(exec, keys.proving, lucid::assign(exec, shape, factors{scalar{6}, scalar{7}}), entropy);
  scalar const out{42};
  return lucid::groth16::verify<curve>(keys.verifying, proof, {&out, 1}) ? 0 : 1;
}
