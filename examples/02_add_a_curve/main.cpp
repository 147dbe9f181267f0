// A third curve is one short file of facts, bls12_377.hpp; everything else of the library runs on it unchanged, up to a proof.
#include <cstdio>

#include "bls12_377.hpp"

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/groth16.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/group/pairing.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/poly/domain.hpp>

using bls12_377::curve;
using scalar = curve::scalar;

// "I know the cube root of a public number."
struct cube {
  scalar x{};
  void operator()(lucid::constraint_system auto& cs) const {
    auto const root = lucid::witness_number(cs, x);
    lucid::expose(cs, lucid::multiply(cs, lucid::squared(cs, root), root));
  }
};

int main() {
  bool right = true;
  auto const check = [&right](char const* what, bool holds) {
    std::printf("%-64s %s\n", what, holds ? "yes" : "NO");
    right = right && holds;
  };
  using point1 = lucid::affine<curve::g1>;
  using point2 = lucid::affine<curve::g2>;
  auto const g = point1::generator();
  auto const h = point2::generator();

  check("the generators have order r, by multiplication",
        lucid::multiply_vartime(g, scalar::modulus()).is_infinity() && lucid::multiply_vartime(h, scalar::modulus()).is_infinity());
  check("the generators have order r, by endomorphisms", lucid::is_valid(g) && lucid::is_valid(h));
  check("a point of the curve outside the subgroup is refused", !lucid::is_valid(point1{curve::base{0}, curve::base{1}}));

  lucid::poly::domain<scalar> const largest{47, lucid::two_adic<bls12_377::scalar_spec>::root};
  std::printf("transforms of up to 2^%u points\n", largest.log2_size());

  scalar const a{1234567};
  scalar const b = -scalar{89};
  auto const ag = lucid::multiply_vartime(g, a).to_affine();
  auto const bh = lucid::multiply_vartime(h, b).to_affine();
  auto const e = lucid::pairing<curve>(g, h);
  check("e(aG, bH) = e(abG, H), and e(G, H) is not 1",
        lucid::pairing<curve>(ag, bh) == lucid::pairing<curve>(lucid::multiply_vartime(g, a * b).to_affine(), h) && !e.is_one());

  auto const exec = lucid::cpu::seq;
  lucid::os_entropy entropy;
  auto const keys = lucid::groth16::single_party_setup<curve>(exec, lucid::shape_of<scalar>(exec, cube{}), entropy);
  auto const proof =
      lucid::groth16::prove(exec, keys.proving, lucid::assign(exec, keys.proving.matrices.shape(), cube{scalar{11}}), entropy);
  scalar const inputs[] = {scalar{1331}, scalar{1332}};
  check("a proof that the cube root of 1331 is known", lucid::groth16::verify<curve>(keys.verifying, proof, {inputs, 1}));
  check("which proves nothing about 1332", !lucid::groth16::verify<curve>(keys.verifying, proof, {inputs + 1, 1}));
  return right ? 0 : 1;
}
