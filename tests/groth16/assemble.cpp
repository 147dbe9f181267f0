#include <doctest/doctest.h>

#include <lucid/curve/bn254.hpp>
#include <lucid/groth16/assemble.hpp>
#include <lucid/qap/quotient.hpp>

using namespace lucid;
using curve = bn254::curve;
using scalar = curve::scalar;

TEST_CASE("assemble: with every input a known multiple of the generators, the proof is the multiple that the equations give") {
  auto const g1 = [](scalar const& k) { return multiply_vartime(affine<curve::g1>::generator(), k); };
  auto const g2 = [](scalar const& k) { return multiply_vartime(affine<curve::g2>::generator(), k); };
  scalar const alpha{3}, beta{5}, delta{7}, a{11}, b{13}, l{17}, h{19}, r{23}, s{29};
  groth16::proving_key<curve, qap::circom_reduction> key{
      .verifying = {g1(alpha).to_affine(), g2(beta).to_affine(), affine<curve::g2>::generator(), g2(delta).to_affine(), {}},
      .beta_g1 = g1(beta).to_affine(),
      .delta_g1 = g1(delta).to_affine(),
      .domain = {0, two_adic<bn254::scalar_spec>::root},
      .matrices = qap::matrices<scalar>{shape_builder<scalar>{1, 0, 0}.finish(0)},
      .a = {},
      .b1 = {},
      .b2 = {},
      .l = {},
      .h = {}};
  groth16::prepared_key<curve, qap::circom_reduction> prepared{&key, {}, {}, {}, {}, {}};
  auto const proof =
      groth16::assemble(prepared, groth16::blinding<curve>{r, s}, {.a = g1(a), .b1 = g1(b), .b2 = g2(b), .l = g1(l), .h = g1(h)});
  scalar const big_a = alpha + a + r * delta;
  scalar const big_b = beta + b + s * delta;
  CHECK(proof.a == g1(big_a).to_affine());
  CHECK(proof.b == g2(big_b).to_affine());
  CHECK(proof.c == g1(l + h + s * big_a + r * big_b - r * s * delta).to_affine());
}
