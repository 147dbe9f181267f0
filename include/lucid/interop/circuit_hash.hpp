// The hash by which snarkjs names the circuit of a key in its contributions: BLAKE2b over the points of the unfinished key and over the
// differences of powers of τ that its H was once made of.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/interop/blake2b.hpp>
#include <lucid/interop/ptau.hpp>
#include <lucid/interop/read_point.hpp>
#include <lucid/interop/zkey.hpp>

namespace lucid::inline v0::iden3 {

// ffjavascript's "uncompressed" form, on every curve: big-endian, c1 first, infinity all zero.
struct hashed_format {
  static constexpr coordinate_layout layout{.imaginary_first = true};
  static constexpr point_flags uncompressed{};
};

namespace detail {

template <class G>
void hash_points(execution_policy auto const& exec, blake2b_512& hash, view<affine<G> const> points) {
  constexpr std::size_t size = uncompressed_size<hashed_format, G>;
  constexpr std::size_t piece = std::size_t{1} << 14;
  buffer<std::byte> encoded{exec, std::min(piece, points.size()) * size};
  for (std::size_t done = 0; done < points.size(); done += piece) {
    std::size_t const n = std::min(piece, points.size() - done);
    bulk(exec, n, [&](std::size_t i) {
      auto const bytes = encode_uncompressed<hashed_format>(points[done + i]);
      std::copy(bytes.begin(), bytes.end(), encoded.data() + i * size);
    });
    hash.update(std::span<std::byte const>{encoded.data(), n * size});
  }
}

}  // namespace detail

// Of a key that was just set up from this file. The differences [τ^(i+n) − τ^i]₁ are hashed as snarkjs 0.7.6 does: in pieces of 2^14, the
// last of which is not shortened, so that it takes up to 2^14 − 1 further powers; all zero where the file has none further (snarkjs then
// reads other bytes).
template <class Curve, class Exec>
[[nodiscard]] blake2b_512::digest circuit_hash(Exec const& exec, zkey_proving_key<Curve> const& key, ptau<Curve> const& file) {
  auto const span = exec.open("interop/circuit hash");
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  std::size_t const n = key.domain.size();
  constexpr std::size_t chunk = std::size_t{1} << 14;
  std::size_t const piece = std::min(n - 1, chunk);
  std::size_t const differences = (n - 1 + piece - 1) / piece * piece;
  auto const tau = file.tau_g1();
  if (differences + n > tau.size()) return {};

  blake2b_512 hash;
  auto const points = [&](auto const& section) {
    using point = std::decay_t<decltype(section[0])>;
    detail::hash_points(exec, hash, view<point const>{section.data(), section.size()});
  };
  auto const counted = [&](auto const& section) {
    hash.update(big_endian(static_cast<std::uint32_t>(section.size())));
    points(section);
  };
  std::array<affine<g1>, 2> const first{key.verifying.alpha_g1, key.beta_g1};
  std::array<affine<g2>, 2> const second{key.verifying.beta_g2, key.verifying.gamma_g2};
  points(first);
  points(second);
  points(std::array<affine<g1>, 1>{key.delta_g1});
  points(std::array<affine<g2>, 1>{key.verifying.delta_g2});
  counted(key.verifying.ic);

  buffer<jacobian<g1>> difference{exec, differences};
  bulk(exec, differences, [&](std::size_t i) {
    affine<g1> high, low;
    tau.read(i + n, {&high, 1}, subgroup_check::unchecked_subgroup);
    tau.read(i, {&low, 1}, subgroup_check::unchecked_subgroup);
    difference[i] = jacobian<g1>{high} - low;
  });
  hash.update(big_endian(static_cast<std::uint32_t>(n - 1)));
  points(normalize(exec, view<jacobian<g1> const>{difference}));

  counted(key.l);
  counted(key.a);
  counted(key.b1);
  counted(key.b2);
  return hash.finish();
}

}  // namespace lucid::inline v0::iden3
