// The two random scalars that make a proof zero-knowledge.
#pragma once

#include <lucid/exec/entropy.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/field/random.hpp>

namespace lucid::inline v0::groth16 {

// r blinds A, s blinds B, both blind C. Who learns them learns about the witness: fresh for every proof, and wiped with the object.
template <class Curve>
struct blinding {
  using scalar = typename Curve::scalar;

  scalar r{}, s{};

  constexpr blinding() noexcept = default;
  constexpr blinding(scalar const& r_, scalar const& s_) noexcept : r(r_), s(s_) {}
  constexpr blinding(blinding const&) noexcept = default;
  constexpr blinding& operator=(blinding const&) noexcept = default;
  ~blinding() {
    wipe(r);
    wipe(s);
  }
};

// Non-zero, different scalars. Throws entropy_error where the source fails or delivers the same twice.
template <class Curve>
[[nodiscard]] blinding<Curve> random_blinding(entropy_source auto& entropy) {
  auto const r = random_nonzero<typename Curve::scalar>(entropy);
  auto const s = random_nonzero<typename Curve::scalar>(entropy);
  if (r == s) throw entropy_error("the source of randomness repeats itself");
  return {r, s};
}

}  // namespace lucid::inline v0::groth16
