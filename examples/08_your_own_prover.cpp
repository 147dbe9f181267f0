// The prover composed by hand from the public parts, every stage open: the same steps as the ready-made one, and the same proof from the same blinding.
// Each stage can be called, timed and replaced on its own; here every MSM gets a window of its own choice.
#include <cstdio>
#include <utility>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/trace/text.hpp>

using curve = lucid::bn254::curve;
using scalar = curve::scalar;

struct cube {  // "I know x with x³ + x + 5 = out"
  scalar x{};
  void operator()(lucid::constraint_system auto& cs) const {
    auto const n = lucid::witness_number(cs, x);
    auto const cubed = lucid::multiply(cs, lucid::squared(cs, n), n);
    // (x³ + x + 5) · 1 = out
    lucid::expose(cs, cubed + n + scalar{5} * lucid::one);
  }
};

template <class Exec, class Key>
auto prove_by_hand(Exec const& exec, Key const& key, lucid::assignment<scalar> const& z, lucid::groth16::blinding<curve> const& blind) {
  lucid::radix2_ntt const ntt{};
  lucid::pippenger const msm{.window = 4};

  auto abc = lucid::qap::multiply(exec, key.matrices(), key.domain(), z.all());  // A·z, B·z, and their products for C·z
  auto const h = lucid::qap::quotient<typename Key::reduction>(exec, ntt, key.domain(), std::move(abc));

  return lucid::groth16::assemble(key, blind,
                                  lucid::groth16::queries<curve>{
                                      .a = msm(exec, key.a, z.all()),
                                      .b1 = msm(exec, key.b1, z.all()),
                                      .b2 = msm(exec, key.b2, z.all()),
                                      .l = msm(exec, key.l, z.witness()),
                                      .h = msm(exec, key.h, h.all()),
                                  });
}

int main() {
  lucid::trace::text phases;
  auto const exec = lucid::cpu::seq.with(phases);
  lucid::os_entropy entropy;

  auto const shape = lucid::shape_of<scalar>(exec, cube{});
  auto const keys = lucid::groth16::single_party_setup<curve>(exec, shape, entropy);
  auto const key = lucid::groth16::prepare(exec, keys.proving);
  auto const z = lucid::assign(exec, shape, cube{scalar{3}});

  lucid::seeded_entropy repeatable{1};  // so that both provers draw the same blinding
  auto const ready_made = lucid::groth16::prove(exec, key, z, repeatable);
  lucid::seeded_entropy again{1};
  auto const by_hand = prove_by_hand(exec, key, z, lucid::groth16::random_blinding<curve>(again));

  scalar const out{35};
  bool const valid = lucid::groth16::verify<curve>(keys.verifying, by_hand, {&out, 1});
  std::fputs(phases.report().c_str(), stdout);
  std::printf("valid: %s, equal to the ready-made prover's: %s\n", valid ? "yes" : "no", by_hand == ready_made ? "yes" : "no");
  return valid && by_hand == ready_made ? 0 : 1;
}
