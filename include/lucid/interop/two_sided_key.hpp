// A verifying key in the form of bellman and gnark, whose files hold β and δ in both groups. A verifier needs one half only; a file with halves that do not
// match was not made by a setup.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/pairing.hpp>
#include <lucid/interop/byte_reader.hpp>
#include <lucid/interop/read_point.hpp>

namespace lucid::inline v0 {

template <class Curve>
struct two_sided_verifying_key {
  groth16::verifying_key<Curve> key;
  affine<typename Curve::g1> beta_g1, delta_g1;

  friend bool operator==(two_sided_verifying_key const&, two_sided_verifying_key const&) noexcept = default;
};

// The same multiple of both generators: e(P, G₂) = e(G₁, Q). Two Miller loops, one final exponentiation.
template <class Curve>
[[nodiscard]] bool is_same_multiple(affine<typename Curve::g1> const& p, affine<typename Curve::g2> const& q) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  std::array<pairing_input<Curve>, 2> const factors{{{p, affine<g2>::generator()}, {-affine<g1>::generator(), q}}};
  return pairing_product_is_one<Curve>(view<pairing_input<Curve> const>{factors});
}

// The rules of groth16::require_usable, for both halves, and that the halves belong together; key_error where not, with the source named.
template <class Curve>
void require_usable_from(std::string const& source, two_sided_verifying_key<Curve> const& both, groth16::key_policy policy) {
  try {
    groth16::require_usable(both.key, policy);
    if (!is_same_multiple<Curve>(both.beta_g1, both.key.beta_g2)) throw key_error("key: beta differs between G1 and G2");
    if (!is_same_multiple<Curve>(both.delta_g1, both.key.delta_g2)) throw key_error("key: delta differs between G1 and G2");
  } catch (key_error const& e) {
    throw key_error(source + ": " + e.what());
  }
}

// A public input whose point is infinity binds nothing, and is refused. The constant one may have that point only where a setup adds no row for it.
enum class point_of_one { never_infinity, maybe_infinity };

// α₁ β₁ β₂ γ₂ δ₁ δ₂ ‖ u32 count, IC (G1): the common beginning of both formats. No rule of a key is checked yet.
template <class Format, class Curve>
[[nodiscard]] two_sided_verifying_key<Curve> read_two_sided_key(byte_reader& bytes, point_form form, point_of_one of_one) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  two_sided_verifying_key<Curve> both;
  both.key.alpha_g1 = read_point<Format, g1>(bytes, form, "alpha in G1");
  both.beta_g1 = read_point<Format, g1>(bytes, form, "beta in G1");
  both.key.beta_g2 = read_point<Format, g2>(bytes, form, "beta in G2");
  both.key.gamma_g2 = read_point<Format, g2>(bytes, form, "gamma in G2");
  both.delta_g1 = read_point<Format, g1>(bytes, form, "delta in G1");
  both.key.delta_g2 = read_point<Format, g2>(bytes, form, "delta in G2");

  auto const counted_at = bytes.offset();
  auto const count = read_u32_big_endian(bytes, "the number of IC points");
  auto const size = form == point_form::compressed ? compressed_size<Format, g1> : uncompressed_size<Format, g1>;
  if (count > bytes.remaining() / size) {  // before anything of that size is allocated
    bytes.fail_at(counted_at, std::to_string(count) + " IC points do not fit in the " + std::to_string(bytes.remaining()) + " bytes left");
  }
  both.key.ic.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto const offset = bytes.offset();
    both.key.ic.push_back(read_point<Format, g1>(bytes, form, "point of IC"));
    if (both.key.ic.back().is_infinity() && (i != 0 || of_one == point_of_one::never_infinity)) {
      bytes.fail_at(offset, "point of IC: infinity, so that input " + std::to_string(i) + " binds nothing");
    }
  }
  return both;
}

}  // namespace lucid::inline v0
