// The optimal ate pairing from its definition: affine points of the curve over all of F_q12, the Frobenius map as a power, the exponent as one large number.
// Shares nothing with the library's pairing but field arithmetic. Some thousand times slower.
#pragma once

#include <cstddef>

#include <lucid/field/power.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid_test {

template <class Curve>
struct naive_pairing {
  using fq2 = typename Curve::fq2;
  using fq6 = typename Curve::fq6;
  using fq12 = typename Curve::fq12;
  static constexpr std::size_t wide = 13 * Curve::base::limbs;

  struct point {
    fq12 x, y;
  };

  static fq12 embedded(typename Curve::base const& a) { return {{{a, {}}, {}, {}}, {}}; }
  static fq12 embedded(fq2 const& a) { return {{a, {}, {}}, {}}; }
  static point embedded(lucid::affine<typename Curve::g1> const& p) { return {embedded(p.x), embedded(p.y)}; }
  static point untwisted(lucid::affine<typename Curve::g2> const& q) {
    fq12 const w{{}, fq6::one()};
    fq12 const to_curve = Curve::twist == lucid::twist_kind::d ? w : inverse(w);
    return {embedded(q.x) * square(to_curve), embedded(q.y) * square(to_curve) * to_curve};
  }
  static point frobenius(point const& p) { return {power(p.x, Curve::base::modulus()), power(p.y, Curve::base::modulus())}; }

  // t ← t + q; the line through both, or the tangent where they are equal, at p. The vertical when they are opposite never happens in these loops.
  static fq12 step(point& t, point const& q, point const& p) {
    fq12 const slope = t.x == q.x ? (square(t.x) + doubled(square(t.x))) * inverse(doubled(t.y)) : (q.y - t.y) * inverse(q.x - t.x);
    fq12 const at_p = p.y - t.y - slope * (p.x - t.x);
    fq12 const x = square(slope) - t.x - q.x;
    t = {x, slope * (t.x - x) - t.y};
    return at_p;
  }

  static fq12 miller_loop(lucid::affine<typename Curve::g1> const& p_, lucid::affine<typename Curve::g2> const& q_) {
    point const p = embedded(p_);
    point const q = untwisted(q_);
    auto k = lucid::resized<Curve::parameter.limbs + 1>(Curve::parameter);  // |x| or |6x + 2|
    if (Curve::family == lucid::pairing_family::bn) {
      k = lucid::resized<k.limbs>(multiply_wide(k, lucid::big_uint<1>{6}));
      Curve::parameter_is_negative ? subtract_from(k, decltype(k){2}) : add_to(k, decltype(k){2});
    }
    point t = q;
    fq12 f = fq12::one();
    for (std::size_t i = k.bit_width() - 1; i-- > 0;) {
      f = square(f) * step(t, t, p);
      if (k.bit(i)) f = f * step(t, q, p);
    }
    if (Curve::parameter_is_negative) {
      f = inverse(f);
      t.y = -t.y;
    }
    if (Curve::family == lucid::pairing_family::bn) {
      point const q1 = frobenius(q);
      point const q2 = frobenius(q1);
      f = f * step(t, q1, p);
      f = f * step(t, {q2.x, -q2.y}, p);
    }
    return f;
  }

  // (p¹² − 1)/r, and the small factor that addition chains bring: 2x(6x² + 3x + 1) or 3.
  static fq12 final_exponentiation(fq12 const& f) {
    lucid::big_uint<wide> e{1};
    for (int i = 0; i < 12; ++i) e = lucid::resized<wide>(multiply_wide(e, Curve::base::modulus()));
    subtract_from(e, lucid::big_uint<wide>{1});
    e = divide(e, lucid::resized<wide>(Curve::scalar::modulus())).quotient;
    fq12 const g = power(f, e);
    if (Curve::family == lucid::pairing_family::bls12) return power(g, 3);
    auto const to_x = [](fq12 const& a) {
      fq12 const b = power(a, Curve::parameter);
      return Curve::parameter_is_negative ? inverse(b) : b;
    };
    fq12 const x = to_x(g);
    fq12 const x3 = power(x, 3);
    return square(to_x(to_x(square(x3)) * x3) * x);  // 2·(x·(6x² + 3x) + x)
  }

  static fq12 pairing(lucid::affine<typename Curve::g1> const& p, lucid::affine<typename Curve::g2> const& q) {
    return p.is_infinity() || q.is_infinity() ? fq12::one() : final_exponentiation(miller_loop(p, q));
  }
};

}  // namespace lucid_test
