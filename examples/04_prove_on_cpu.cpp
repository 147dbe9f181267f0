// A circuit becomes a verified proof on the CPU: shape, setup, assign, prove, verify. Prints where the time went.
#include <cstdio>

#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/groth16.hpp>
#include <lucid/trace/text.hpp>
#if __has_include(<tbb/parallel_for.h>)
#include <lucid/backend/cpu/par.hpp>
#define EXECUTION lucid::cpu::par
#else
#include <lucid/backend/cpu.hpp>
#define EXECUTION lucid::cpu::seq
#endif

using curve = lucid::bls12_381::curve;

struct conjunction {                // "I know x and y with x AND y = out"
  bool x = false, y = false;        // secret; not looked at when only the shape is built
  void operator()(lucid::constraint_system auto& cs) const {
    auto a = lucid::witness_boolean(cs, x);
    auto b = lucid::witness_boolean(cs, y);
    lucid::expose(cs, lucid::boolean_and(cs, a, b));
  }
};

int main() {
  lucid::trace::text phases;
  auto const exec = EXECUTION.with(phases);

  lucid::os_entropy entropy;
  auto const shape = lucid::shape_of<curve::scalar>(exec, conjunction{});
  auto const keys = lucid::groth16::single_party_setup<curve>(exec, shape, entropy);

  auto const witness = lucid::assign(exec, shape, conjunction{true, true});
  auto const proof = lucid::groth16::prove(exec, keys.proving, witness, entropy);

  curve::scalar const one{1}, zero{0};
  bool const accepted = lucid::groth16::verify<curve>(keys.verifying, proof, {&one, 1});
  bool const refused = !lucid::groth16::verify<curve>(keys.verifying, proof, {&zero, 1});

  std::fputs(phases.report().c_str(), stdout);
  std::printf("x AND y = 1 %s, x AND y = 0 %s\n", accepted ? "proved" : "NOT proved", refused ? "refused" : "NOT refused");
  return accepted && refused ? 0 : 1;
}
