// The numbers that stand for a scalar in a sum: the scalar itself, the smaller of it and its opposite, or two halves [GLV01]. The shorter, the more a base must
// be known to be: only the first is right for points of any order. Knows nothing of windows.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/glv.hpp>
#include <lucid/integer/big_uint.hpp>
#include <lucid/msm/digits.hpp>

namespace lucid::inline v0 {

// All three have: scalar; integer; count: how many parts; largest and bits: what a magnitude does not exceed; width(s): bits of a scalar's first part, at least,
// where the others are zero, and `bits` where they need not be; split(s, width, parts). balanced_scalar is a part: a magnitude and a sign.

// s itself, 0 ≤ s < r. For bases of any order.
template <class Scalar>
struct whole_scalar {
  using scalar = Scalar;
  using integer = typename scalar::integer;
  static constexpr unsigned count = 1;
  static constexpr integer largest = [] {
    auto r = scalar::modulus();
    subtract_from(r, integer{1});
    return r;
  }();
  static constexpr unsigned bits = static_cast<unsigned>(largest.bit_width());

  LUCID_HOST_DEVICE static constexpr unsigned width(scalar const& s) noexcept {
    return s.is_zero() ? 0 : static_cast<unsigned>(s.to_integer().bit_width());
  }
  LUCID_HOST_DEVICE static constexpr void split(scalar const& s, unsigned, balanced_scalar<scalar> (&parts)[count]) noexcept {
    parts[0] = {s.to_integer(), false};
  }
};

// ±s, whichever is at most (r − 1)/2. For bases of order r.
template <class Scalar>
struct balanced_parts {
  using scalar = Scalar;
  using integer = typename scalar::integer;
  static constexpr unsigned count = 1;
  static constexpr integer largest = signed_digits<scalar>::largest;
  static constexpr unsigned bits = signed_digits<scalar>::bits;

  // No product for the zeros and ones that a witness is full of.
  LUCID_HOST_DEVICE static constexpr unsigned width(scalar const& s) noexcept {
    if (s.is_zero()) return 0;
    if (s.is_one()) return 1;
    return static_cast<unsigned>(balanced_scalar<scalar>::of(s).magnitude.bit_width());
  }
  LUCID_HOST_DEVICE static constexpr void split(scalar const& s, unsigned width, balanced_scalar<scalar> (&parts)[count]) noexcept {
    parts[0] = width == 1 ? balanced_scalar<scalar>{integer{1}, !s.is_one()} : balanced_scalar<scalar>::of(s);
  }
};

// s₁ + s₂·λ, both of half the length, or ±s alone where that is as short. For bases of order r in a group of a pairing; the same for both of its groups.
template <class Curve>
struct half_scalars {
  using scalar = typename Curve::scalar;
  using integer = typename scalar::integer;
  static constexpr unsigned count = 2;
  static constexpr integer largest = glv<Curve>::largest;
  static constexpr unsigned bits = glv<Curve>::bits;

  LUCID_HOST_DEVICE static constexpr unsigned width(scalar const& s) noexcept {
    unsigned const whole = balanced_parts<scalar>::width(s);
    return whole < bits ? whole : bits;
  }
  LUCID_HOST_DEVICE static constexpr void split(scalar const& s, unsigned width, balanced_scalar<scalar> (&parts)[count]) noexcept {
    if (width < bits) {
      balanced_scalar<scalar> whole[1];
      balanced_parts<scalar>::split(s, width, whole);
      parts[0] = whole[0];
      parts[1] = {};
    } else {
      auto const halves = glv<Curve>::split(s.to_integer());
      parts[0] = {halves.first.magnitude, halves.first.negative};
      parts[1] = {halves.second.magnitude, halves.second.negative};
    }
  }
};

namespace detail {
template <class G>
struct short_parts {
  using type = balanced_parts<typename G::scalar>;
};
template <pairing_group G>
struct short_parts<G> {
  using type = half_scalars<typename G::curve>;
};
}  // namespace detail

// The shortest parts for bases of order r in a group.
template <class G>
using short_parts = typename detail::short_parts<G>::type;

}  // namespace lucid::inline v0
