// The final exponentiation: from a Miller loop's value, defined up to r-th powers, to the one element of order r that is the pairing.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/pairing/tower.hpp>
#include <lucid/group/wnaf.hpp>

namespace lucid::inline v0 {

// a² for a in the cyclotomic subgroup (a^(p⁴ − p² + 1) = 1), where it costs 9 squares in F_q2: [GS10] §3.2.
template <class Curve>
[[nodiscard]] LUCID_NOINLINE constexpr typename Curve::fq12 cyclotomic_square(typename Curve::fq12 const& a) noexcept {
  using fq2 = typename Curve::fq2;
  struct fq4 {
    fq2 c0, c1;
  };
  constexpr auto times_xi = [](fq2 const& x) { return Curve::fq6::spec::multiply_by_non_residue(x); };
  // (x + y·s)², s² = ξ
  auto const square_of = [times_xi](fq2 const& x, fq2 const& y) {
    fq2 const xx = square(x);
    fq2 const yy = square(y);
    return fq4{xx + times_xi(yy), square(x + y) - xx - yy};
  };
  fq4 const t0 = square_of(a.c0.c0, a.c1.c1);
  fq4 const t1 = square_of(a.c1.c0, a.c0.c2);
  fq4 const t2 = square_of(a.c0.c1, a.c1.c2);
  auto const less = [](fq2 const& t, fq2 const& g) { return doubled(t - g) + t; };  // 3t − 2g
  auto const more = [](fq2 const& t, fq2 const& g) { return doubled(t + g) + t; };  // 3t + 2g
  return {{less(t0.c0, a.c0.c0), less(t1.c0, a.c0.c1), less(t2.c0, a.c0.c2)},
          {more(times_xi(t2.c1), a.c1.c0), more(t0.c1, a.c1.c1), more(t1.c1, a.c1.c2)}};
}

namespace detail {

template <class Curve>
LUCID_NOINLINE constexpr typename Curve::fq12 product_of(typename Curve::fq12 const& a, typename Curve::fq12 const& b) noexcept {
  return a * b;
}

// The digits of |x| for powers: width 4 where that saves more products than its table of odd powers takes.
template <class Curve>
struct parameter_digits {
  static constexpr auto value = [] {
    auto const narrow = wnaf(Curve::parameter, 2);
    auto const wide = wnaf(Curve::parameter, 4);
    return wide.weight() + 4 < narrow.weight() ? wide : narrow;
  }();
  static constexpr std::size_t odd_powers = (value.largest() + 1) / 2;
};

// a^x, x the curve's parameter with its sign; a in the cyclotomic subgroup, where the inverse is the conjugate.
template <class Curve>
LUCID_NOINLINE constexpr typename Curve::fq12 power_of_parameter(typename Curve::fq12 const& a) noexcept {
  using fq12 = typename Curve::fq12;
  constexpr auto const& digits = parameter_digits<Curve>::value;
  constexpr std::size_t odd_powers = parameter_digits<Curve>::odd_powers;
  fq12 odd[odd_powers];
  odd[0] = a;
  if constexpr (odd_powers > 1) {
    fq12 const a2 = cyclotomic_square<Curve>(a);
    for (std::size_t i = 1; i < odd_powers; ++i) odd[i] = product_of<Curve>(odd[i - 1], a2);
  }
  fq12 result = odd[digits.digit[digits.length - 1] / 2];
  for (std::size_t i = digits.length - 1; i-- > 0;) {
    result = cyclotomic_square<Curve>(result);
    int const d = digits.digit[i];
    if (d > 0) result = product_of<Curve>(result, odd[d / 2]);
    if (d < 0) result = product_of<Curve>(result, conjugate(odd[-d / 2]));
  }
  return Curve::parameter_is_negative ? conjugate(result) : result;
}

// a^(2x(6x² + 3x + 1)·(p⁴ − p² + 1)/r): [FKR12] §5, three powers of x, ten products, three squares.
template <class Curve>
LUCID_NOINLINE constexpr typename Curve::fq12 hard_part_bn(typename Curve::fq12 const& a) noexcept {
  using fq12 = typename Curve::fq12;
  constexpr auto const& times = product_of<Curve>;
  constexpr auto const& squared = cyclotomic_square<Curve>;
  constexpr auto const& to_x = power_of_parameter<Curve>;
  fq12 const a2x = squared(to_x(a));
  fq12 const a6x = times(squared(a2x), a2x);
  fq12 const a6x2 = to_x(a6x);
  fq12 const a12x3 = to_x(squared(a6x2));
  fq12 const l2 = times(times(a12x3, a6x2), a6x);  // 12x³ + 6x² + 6x
  fq12 const l1 = times(l2, conjugate(a2x));       // 12x³ + 6x² + 4x
  fq12 const l0 = times(times(l2, a6x2), a);       // 12x³ + 12x² + 6x + 1
  fq12 const l3 = times(l1, conjugate(a));         // 12x³ + 6x² + 4x − 1
  return times(times(l0, frobenius<Curve, 1>(l1)), times(frobenius<Curve, 2>(l2), frobenius<Curve, 3>(l3)));
}

// a^(3·(p⁴ − p² + 1)/r), 3·(…)/r = (x − 1)²·(x + p)·(x² + p² − 1) + 3: [HHT20], five powers of x.
template <class Curve>
LUCID_NOINLINE constexpr typename Curve::fq12 hard_part_bls12(typename Curve::fq12 const& a) noexcept {
  using fq12 = typename Curve::fq12;
  constexpr auto const& times = product_of<Curve>;
  constexpr auto const& to_x = power_of_parameter<Curve>;
  fq12 const b = times(to_x(a), conjugate(a));            // x − 1
  fq12 const c = times(to_x(b), conjugate(b));            // (x − 1)²
  fq12 const d = times(to_x(c), frobenius<Curve, 1>(c));  // (x − 1)²·(x + p)
  fq12 const e = times(times(to_x(to_x(d)), frobenius<Curve, 2>(d)), conjugate(d));
  return times(e, times(cyclotomic_square<Curve>(a), a));
}

}  // namespace detail

// f^(c·(p¹² − 1)/r) with the c of the addition chain, prime to r: 2x(6x² + 3x + 1) for BN, 3 for BLS12, as in most other libraries. 0 stays 0.
template <class Curve>
[[nodiscard]] LUCID_NOINLINE constexpr typename Curve::fq12 final_exponentiation(typename Curve::fq12 const& f) noexcept {
  static_assert(pairing_curve<Curve>);
  using fq12 = typename Curve::fq12;
  fq12 const g = detail::product_of<Curve>(conjugate(f), inverse(f));   // f^(p⁶ − 1)
  fq12 const h = detail::product_of<Curve>(frobenius<Curve, 2>(g), g);  // …^(p² + 1): now in the cyclotomic subgroup
  if constexpr (Curve::family == pairing_family::bn) {
    return detail::hard_part_bn<Curve>(h);
  } else {
    return detail::hard_part_bls12<Curve>(h);
  }
}

}  // namespace lucid::inline v0
