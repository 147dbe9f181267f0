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

// Templates of a curve that know no policy. `where` is `extern template` here and `template` in once.cpp.
#define LUCID_TEST_ONCE(where, curve)                                                                                              \
  where bool groth16::verify<curve>(groth16::verifying_key<curve> const&, groth16::proof<curve> const&, view<curve::scalar const>, \
                                    groth16::key_policy);                                                                          \
  where curve::fq12 detail::miller_loop_of_group<curve>(pairing_input<curve> const* const*, std::size_t) noexcept;                 \
  where curve::fq12 final_exponentiation<curve>(curve::fq12 const&) noexcept;                                                      \
  where void cpu::affine_adder<curve::g1>::flush() noexcept;                                                                       \
  where void cpu::affine_adder<curve::g2>::flush() noexcept;

namespace lucid::inline v0 {
LUCID_TEST_ONCE(extern template, bn254::curve)
LUCID_TEST_ONCE(extern template, bls12_381::curve)
#if defined(LUCID_HAS_IFMA)
extern template void cpu::detail::ifma_passes::run<bn254::scalar>(cpu::detail::lane_pass<bn254::scalar> const&) noexcept;
extern template void cpu::detail::ifma_passes::run<bls12_381::scalar>(cpu::detail::lane_pass<bls12_381::scalar> const&) noexcept;
#endif
}  // namespace lucid::inline v0
