// What test programs share: read once, and the heaviest of it compiled once, where the build asks for that (LUCID_TESTS_READ_ONCE). A test includes what it uses all
// the same; it compiles without this file.
#pragma once

#include <doctest/doctest.h>

#include <lucid/backend/cpu.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/circuit.hpp>
#include <lucid/curve.hpp>
#include <lucid/field.hpp>
#include <lucid/gadget.hpp>
#include <lucid/groth16.hpp>
#include <lucid/group.hpp>
#include <lucid/memory.hpp>
#include <lucid/msm.hpp>
#include <lucid/poly.hpp>
#include <lucid/qap.hpp>
#include <lucid/trace.hpp>

// What many units would compile again: found by the sizes of the symbols that their objects share. `where` is `extern template` here and `template` in once.cpp.
#define LUCID_TEST_ONCE_OF_FIELD(where, field) \
  where struct montgomery<field::spec>;        \
  where class detail::division_steps<field::spec>;

#define LUCID_TEST_ONCE_OF_GROUP(where, group)                                                                 \
  where jacobian<group> multiply_vartime<group, 4>(jacobian<group> const&, big_uint<4> const&) noexcept;       \
  where void normalize_serial<jacobian<group>>(view<jacobian<group> const>, view<affine<group>>) noexcept;     \
  where class cpu::affine_adder<group>;                                                                        \
  where jacobian<group> implementation<pippenger, cpu::backend<cpu::sequential>>::run<short_parts<group>>(     \
      policy<cpu::sequential> const&, pippenger const&, view<affine<group> const>, view<group::scalar const>); \
  where buffer<affine<group>> implementation<fixed_base, cpu::backend<cpu::sequential>>::run(                  \
      policy<cpu::sequential> const&, fixed_base const&, affine<group> const&, view<group::scalar const>);

#define LUCID_TEST_ONCE(where, curve)                                                                                              \
  LUCID_TEST_ONCE_OF_FIELD(where, curve::base)                                                                                     \
  LUCID_TEST_ONCE_OF_FIELD(where, curve::scalar)                                                                                   \
  LUCID_TEST_ONCE_OF_GROUP(where, curve::g1)                                                                                       \
  LUCID_TEST_ONCE_OF_GROUP(where, curve::g2)                                                                                       \
  where class shape_builder<curve::scalar>;                                                                                        \
  where class shape_recorder<curve::scalar>;                                                                                       \
  where class poly::domain<curve::scalar>;                                                                                         \
  where class cpu::row_sum<curve::scalar>;                                                                                         \
  where bool detail::passes_psi<curve::g2>(affine<curve::g2> const&) noexcept;                                                     \
  where jacobian<curve::g1> straus<half_scalars<curve>>(view<affine<curve::g1> const>, view<curve::scalar const>) noexcept;        \
  where curve::fq12 detail::miller_loop_of_group<curve>(pairing_input<curve> const* const*, std::size_t) noexcept;                 \
  where curve::fq12 final_exponentiation<curve>(curve::fq12 const&) noexcept;                                                      \
  where bool groth16::verify<curve>(groth16::verifying_key<curve> const&, groth16::proof<curve> const&, view<curve::scalar const>, \
                                    groth16::key_policy);                                                                          \
  where groth16::proving_key<curve, qap::circom_reduction> groth16::setup_from_trapdoor<curve, qap::circom_reduction>(             \
      policy<cpu::sequential> const&, qap::matrices<curve::scalar> const&, poly::domain<curve::scalar> const&,                     \
      groth16::trapdoor<curve::scalar> const&);                                                                                    \
  where groth16::key_pair<curve, qap::circom_reduction> groth16::single_party_setup<curve, qap::circom_reduction>(                 \
      policy<cpu::sequential> const&, shape<curve::scalar> const&, seeded_entropy&);

namespace lucid::inline v0 {
LUCID_TEST_ONCE(extern template, bn254::curve)
LUCID_TEST_ONCE(extern template, bls12_381::curve)
extern template bool detail::passes_phi<bls12_381::g1>(affine<bls12_381::g1> const&) noexcept;
#if defined(LUCID_HAS_IFMA)
extern template void cpu::detail::ifma_passes::run<bn254::scalar>(cpu::detail::lane_pass<bn254::scalar> const&) noexcept;
extern template void cpu::detail::ifma_passes::run<bls12_381::scalar>(cpu::detail::lane_pass<bls12_381::scalar> const&) noexcept;
#endif
}  // namespace lucid::inline v0
