// Square roots in prime fields and in quadratic extensions of them. Time depends on the value: for decoding public points only.
#pragma once

#include <optional>

#include <lucid/field/power.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/field/two_adic.hpp>

namespace lucid::inline v0 {

// One of the two roots, or nothing when a is not a square. p ≡ 3 (mod 4): one power; else Tonelli–Shanks [Coh93] §1.5.1, which needs Spec::generator.
template <class Spec>
[[nodiscard]] constexpr std::optional<prime_field<Spec>> sqrt_vartime(prime_field<Spec> const& a) noexcept {
  using field = prime_field<Spec>;
  constexpr auto p = field::modulus();
  if constexpr ((p[0] & 3) == 3) {
    constexpr auto exponent = [] {  // (p + 1)/4 = ⌊p/4⌋ + 1
      auto e = shifted_right(field::modulus(), 2);
      add_to(e, decltype(e){1});
      return e;
    }();
    field const root = power(a, exponent);
    return square(root) == a ? std::optional{root} : std::nullopt;
  } else {
    if (a.is_zero()) return a;
    using group = two_adic<Spec>;
    field const w = power(a, shifted_right(group::odd_part, 1));  // a^((t−1)/2)
    field x = a * w;                                              // a^((t+1)/2)
    field b = x * w;                                              // a^t
    field z = group::root;
    unsigned order_log2 = group::order_log2;
    while (!b.is_one()) {
      unsigned m = 0;  // the order of b is 2^m
      for (field y = b; !y.is_one(); y = square(y)) {
        if (++m == order_log2) return std::nullopt;
      }
      for (unsigned i = 0; i + m + 1 < order_log2; ++i) z = square(z);
      x = x * z;
      z = square(z);
      b = b * z;
      order_log2 = m;
    }
    return x;
  }
}

namespace detail {

// n^((p−3)/4). With t its value, r = t·n: r² = n and t = 1/r where n is a square, else r² = −n and t = −1/r.
template <class Spec>
[[nodiscard]] constexpr prime_field<Spec> power_for_root(prime_field<Spec> const& n) noexcept {
  constexpr auto exponent = shifted_right(prime_field<Spec>::modulus(), 2);
  return power(n, exponent);
}

}  // namespace detail

// The complex method [AR14] algorithm 8: two or three roots and two inverses in the base. Where u² = −1 and p ≡ 3 (mod 4), two powers: with
// n = (c0 + √norm)/2 and n' = (c0 − √norm)/2, n·n' = −(c1/2)², so that the root of one is c1/2 over the root of plus or minus the other.
template <class Spec>
[[nodiscard]] constexpr std::optional<quadratic<Spec>> sqrt_vartime(quadratic<Spec> const& a) noexcept {
  using field = quadratic<Spec>;
  using base = typename field::base;
  if (a.c1.is_zero()) {
    if (auto const root = sqrt_vartime(a.c0)) return field{*root, base::zero()};
    auto const scaled = sqrt_vartime(a.c0 * inverse(Spec::multiply_by_non_residue(base::one())));  // a = c0 = (x·u)², x² = c0/u²
    return scaled ? std::optional{field{base::zero(), *scaled}} : std::nullopt;
  }
  auto const length = sqrt_vartime(norm(a));
  if (!length) return std::nullopt;
  constexpr base half = inverse(doubled(base::one()));
  if constexpr (field::imaginary && (base::modulus()[0] & 3) == 3) {
    base const n = (a.c0 + *length) * half;
    base const t = detail::power_for_root(n);
    base const r = t * n;
    base const other = a.c1 * half * t;
    field const root = square(r) == n ? field{r, other} : field{-other, r};
    return square(root) == a ? std::optional{root} : std::nullopt;
  } else {
    auto x = sqrt_vartime((a.c0 + *length) * half);
    if (!x) x = sqrt_vartime((a.c0 - *length) * half);
    if (!x || x->is_zero()) return std::nullopt;
    field const root{*x, a.c1 * half * inverse(*x)};
    return square(root) == a ? std::optional{root} : std::nullopt;
  }
}

}  // namespace lucid::inline v0
