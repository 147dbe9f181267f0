// The Miller loop of the optimal ate pairing [Ver10], for many pairs with shared squarings. A value is a pairing only after final_exponentiation.hpp.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/pairing/line.hpp>
#include <lucid/group/pairing/tower.hpp>
#include <lucid/group/wnaf.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// What is paired: e(p, q). For a meaningful value both lie in their subgroups (endomorphism.hpp: is_valid).
template <class Curve>
struct pairing_input {
  affine<typename Curve::g1> p;
  affine<typename Curve::g2> q;
};

// The digits of the loop's length: 6x + 2 for BN, x for BLS12, both without sign.
template <class Curve>
struct ate_loop {
  static constexpr auto length = [] {
    constexpr std::size_t n = Curve::parameter.limbs + (Curve::family == pairing_family::bn ? 1 : 0);
    auto k = resized<n>(Curve::parameter);
    if constexpr (Curve::family == pairing_family::bn) {
      k = resized<n>(multiply_wide(k, big_uint<1>{6}));
      if constexpr (Curve::parameter_is_negative) {
        subtract_from(k, decltype(k){2});
      } else {
        add_to(k, decltype(k){2});
      }
    }
    return k;
  }();
  // The form with the fewer steps; bits win a tie.
  static constexpr auto digits = [] {
    auto const bits = binary_digits(length);
    auto const naf = wnaf(length, 2);
    return naf.length + naf.weight() < bits.length + bits.weight() ? naf : bits;
  }();
};

namespace detail {

// Up to this many pairs share their squarings; more are done in groups, so that no memory is asked for.
inline constexpr std::size_t pairs_at_once = 8;

// Precondition: no infinity, 1 ≤ count ≤ pairs_at_once.
template <class Curve>
LUCID_NOINLINE constexpr typename Curve::fq12 miller_loop_of_group(pairing_input<Curve> const* const* pairs, std::size_t count) noexcept {
  using fq12 = typename Curve::fq12;
  using g2 = typename Curve::g2;
  constexpr auto const& digits = ate_loop<Curve>::digits;

  struct running_point : homogeneous<Curve> {
    using homogeneous<Curve>::homogeneous;
    constexpr running_point() noexcept : homogeneous<Curve>(affine<g2>::infinity()) {}
  };
  running_point t[pairs_at_once];
  for (std::size_t i = 0; i < count; ++i) t[i] = running_point{pairs[i]->q};

  fq12 f = fq12::one();
  for (std::size_t d = digits.length - 1; d-- > 0;) {
    if (d + 2 < digits.length) f = square(f);
    for (std::size_t i = 0; i < count; ++i) multiply_by_line<Curve>(f, double_step<Curve>(t[i]), pairs[i]->p);
    if (digits.digit[d] == 0) continue;
    for (std::size_t i = 0; i < count; ++i) {
      multiply_by_line<Curve>(f, add_step<Curve>(t[i], digits.digit[d] > 0 ? pairs[i]->q : -pairs[i]->q), pairs[i]->p);
    }
  }
  if constexpr (Curve::parameter_is_negative) f = conjugate(f);  // 1/f up to a factor in F_q6

  if constexpr (Curve::family == pairing_family::bn) {  // the lines through [6x + 2]Q, π(Q) and −π²(Q)
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (Curve::parameter_is_negative) t[i].y = -t[i].y;
      affine<g2> const q1 = psi<Curve>(pairs[i]->q);
      multiply_by_line<Curve>(f, add_step<Curve>(t[i], q1), pairs[i]->p);
      multiply_by_line<Curve>(f, add_step<Curve>(t[i], -psi<Curve>(q1)), pairs[i]->p);
    }
  }
  return f;
}

}  // namespace detail

// Π f(pᵢ, qᵢ); pairs with an infinity count as 1, and so does no pair at all. Any number of pairs; no memory.
// Per pair about 64 doubling steps and a few additions; per eight pairs, 64 squarings in F_q12.
template <class Curve>
[[nodiscard]] typename Curve::fq12 miller_loop(view<pairing_input<Curve> const> pairs) noexcept {
  static_assert(pairing_curve<Curve> && parameter_check<Curve>::holds);
  using fq12 = typename Curve::fq12;
  fq12 product = fq12::one();
  pairing_input<Curve> const* group[detail::pairs_at_once];
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!pairs[i].p.is_infinity() && !pairs[i].q.is_infinity()) group[count++] = &pairs[i];
    if (count == detail::pairs_at_once || (i + 1 == pairs.size() && count != 0)) {
      fq12 const f = detail::miller_loop_of_group<Curve>(group, count);
      product = product.is_one() ? f : product * f;
      count = 0;
    }
  }
  return product;
}

}  // namespace lucid::inline v0
