// Ethereum's precompiled contracts for BN254, bytes to bytes: ADD (0x06) and MUL (0x07) of EIP-196, PAIRING (0x08) of EIP-197. Gas is not counted.
// A call that fails on chain throws decode_error here.
#pragma once

#include <algorithm>
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

// Both EIPs: 32-byte words, big-endian, c1 before c0, infinity all zero.
struct eip_197_format {
  static constexpr coordinate_layout layout{.imaginary_first = true};
  static constexpr point_flags uncompressed{};
};

namespace eip_196 {

// These two read what is missing from a short input as zeros, and ignore what is too much.
template <std::size_t Size>
[[nodiscard]] std::array<std::byte, Size> padded(std::span<std::byte const> input) noexcept {
  std::array<std::byte, Size> whole{};
  std::copy_n(input.begin(), std::min(input.size(), Size), whole.begin());
  return whole;
}

template <class G>
using point_bytes = std::array<std::byte, uncompressed_size<eip_197_format, G>>;

// P ‖ Q → P + Q. G: a group of prime order (G1), so that a point on the curve is a point of the group.
template <class G>
[[nodiscard]] point_bytes<G> add(std::span<std::byte const> input) {
  static_assert(G::prime_order);
  auto const whole = padded<2 * sizeof(point_bytes<G>)>(input);
  byte_reader bytes{whole, "EIP-196 ADD", "input", 0};
  jacobian<G> const p = read_uncompressed<eip_197_format, G>(bytes, "first point");
  auto const q = read_uncompressed<eip_197_format, G>(bytes, "second point");
  return encode_uncompressed<eip_197_format>((p + q).to_affine());
}

// P ‖ k → k·P, for any 256-bit k.
template <class G>
[[nodiscard]] point_bytes<G> multiply(std::span<std::byte const> input) {
  static_assert(G::prime_order);
  auto const whole = padded<sizeof(point_bytes<G>) + G::scalar::bytes>(input);
  byte_reader bytes{whole, "EIP-196 MUL", "input", 0};
  auto const p = read_uncompressed<eip_197_format, G>(bytes, "point");
  auto const k = load_integer<G::scalar::limbs>(bytes.take(G::scalar::bytes, "scalar"), byte_order::big);
  return encode_uncompressed<eip_197_format>(multiply_vartime(p, k).to_affine());
}

}  // namespace eip_196

namespace eip_197 {

// (P_1 ‖ Q_1) ‖ … ‖ (P_k ‖ Q_k) → 32 bytes with the number 1 where the product of the e(P_i, Q_i) is one, else 0. k ≥ 0; other lengths are refused.
template <class Curve>
[[nodiscard]] std::array<std::byte, 32> pairing(std::span<std::byte const> input) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  constexpr std::size_t pair_size = uncompressed_size<eip_197_format, g1> + uncompressed_size<eip_197_format, g2>;
  byte_reader bytes{input, "EIP-197 PAIRING", "input", 0};
  if (input.size() % pair_size != 0) bytes.fail("the length is not a multiple of a pair's");
  std::vector<pairing_input<Curve>> pairs(input.size() / pair_size);
  for (auto& pair : pairs) {
    pair.p = read_uncompressed<eip_197_format, g1>(bytes, "point of G1");
    pair.q = read_uncompressed<eip_197_format, g2>(bytes, "point of G2");
  }
  std::array<std::byte, 32> answer{};
  answer.back() = std::byte{pairing_product_is_one<Curve>(view<pairing_input<Curve> const>{pairs})};
  return answer;
}

}  // namespace eip_197

}  // namespace lucid::inline v0
