// The one unit that compiles what once.hpp declares.
#include <support/once.hpp>

namespace lucid::inline v0 {
LUCID_TEST_ONCE(template, bn254::curve)
LUCID_TEST_ONCE(template, bls12_381::curve)
template bool detail::passes_phi<bls12_381::g1>(affine<bls12_381::g1> const&) noexcept;
#if defined(LUCID_HAS_IFMA)
template void cpu::detail::ifma_passes::run<bn254::scalar>(cpu::detail::lane_pass<bn254::scalar> const&) noexcept;
template void cpu::detail::ifma_passes::run<bls12_381::scalar>(cpu::detail::lane_pass<bls12_381::scalar> const&) noexcept;
#endif
}  // namespace lucid::inline v0
