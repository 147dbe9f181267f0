// Ethereum's precompiled contracts for BLS12-381 (EIP-2537), bytes to bytes: G1ADD (0x0b), G1MSM (0x0c), G2ADD (0x0d), G2MSM (0x0e), PAIRING_CHECK (0x0f).
// The maps to the curve (0x10, 0x11) are not here, and gas is not counted. A call that fails on chain throws decode_error here.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <lucid/exec/view.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/pairing.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/interop/byte_reader.hpp>
#include <lucid/interop/read_point.hpp>

namespace lucid::inline v0 {

// Elements of F_q in 64 bytes, big-endian, the first 16 zero; c0 before c1; infinity all zero.
struct eip_2537_format {
  static constexpr coordinate_layout layout{.padding = 16};
  static constexpr point_flags uncompressed{};
};

namespace eip_2537 {

template <class G>
using point_bytes = std::array<std::byte, uncompressed_size<eip_2537_format, G>>;

// P ‖ Q → P + Q. The points may lie outside the subgroup: so the EIP has it.
template <class G>
[[nodiscard]] point_bytes<G> add(std::span<std::byte const> input) {
  byte_reader bytes{input, "EIP-2537 ADD", "input", 0};
  if (input.size() != 2 * sizeof(point_bytes<G>)) bytes.fail("the length is not that of two points");
  jacobian<G> const p = read_uncompressed<eip_2537_format, G>(bytes, "first point", subgroup_check::unchecked_subgroup);
  auto const q = read_uncompressed<eip_2537_format, G>(bytes, "second point", subgroup_check::unchecked_subgroup);
  return encode_uncompressed<eip_2537_format>((p + q).to_affine());
}

// Σ k_i·P_i one product after the other: fine for a handful of terms. For many, pass an algorithm of msm/ instead.
struct term_by_term {
  template <class G>
  [[nodiscard]] jacobian<G> operator()(view<affine<G> const> points, view<typename G::scalar const> scalars) const noexcept {
    jacobian<G> sum;
    for (std::size_t i = 0; i < points.size(); ++i) sum += multiply_vartime(points[i], scalars[i]);
    return sum;
  }
};

// (P_1 ‖ k_1) ‖ … ‖ (P_n ‖ k_n) → Σ k_i·P_i, n ≥ 1, for any 256-bit k_i. sum(points, scalars) adds up, by default term by term; it gets scalars
// reduced modulo r, which is the same for points of the subgroup, and others are refused.
template <class G, class Sum = term_by_term>
[[nodiscard]] point_bytes<G> msm(std::span<std::byte const> input, Sum const& sum = {}) {
  using scalar = typename G::scalar;
  constexpr std::size_t term_size = sizeof(point_bytes<G>) + scalar::bytes;
  byte_reader bytes{input, "EIP-2537 MSM", "input", 0};
  if (input.empty() || input.size() % term_size != 0) bytes.fail("the length is not a positive multiple of a term's");
  std::size_t const n = input.size() / term_size;
  std::vector<affine<G>> points(n);
  std::vector<scalar> scalars(n);
  for (std::size_t i = 0; i < n; ++i) {
    points[i] = read_uncompressed<eip_2537_format, G>(bytes, "point");
    scalars[i] = scalar::from_integer(load_integer<scalar::limbs>(bytes.take(scalar::bytes, "scalar"), byte_order::big));
  }
  jacobian<G> const total = sum(view<affine<G> const>{points}, view<scalar const>{scalars});
  return encode_uncompressed<eip_2537_format>(total.to_affine());
}

// (P_1 ‖ Q_1) ‖ … ‖ (P_k ‖ Q_k) → 32 bytes with the number 1 where the product of the e(P_i, Q_i) is one, else 0. k ≥ 1; other lengths are refused.
template <class Curve>
[[nodiscard]] std::array<std::byte, 32> pairing_check(std::span<std::byte const> input) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  constexpr std::size_t pair_size = sizeof(point_bytes<g1>) + sizeof(point_bytes<g2>);
  byte_reader bytes{input, "EIP-2537 PAIRING_CHECK", "input", 0};
  if (input.empty() || input.size() % pair_size != 0) bytes.fail("the length is not a positive multiple of a pair's");
  std::vector<pairing_input<Curve>> pairs(input.size() / pair_size);
  for (auto& pair : pairs) {
    pair.p = read_uncompressed<eip_2537_format, g1>(bytes, "point of G1");
    pair.q = read_uncompressed<eip_2537_format, g2>(bytes, "point of G2");
  }
  std::array<std::byte, 32> answer{};
  answer.back() = std::byte{pairing_product_is_one<Curve>(view<pairing_input<Curve> const>{pairs})};
  return answer;
}

}  // namespace eip_2537

}  // namespace lucid::inline v0
