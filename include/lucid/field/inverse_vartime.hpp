// The inverse of one element in a time that depends on it: for values that are public, or whose handling is anyway. The steady one is inverse.hpp.
// [BY19] §8–11: division steps on (f, g), 62 at a time as one matrix. About a fifth of the time of a power with 4 limbs, an eighth with 6.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/config/target.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

namespace detail {

__extension__ using signed_wide_t = __int128;

// 2^62·(f', g') = (u·f + v·g, q·f + r·g): what 62 division steps do, |u| + |v| ≤ 2^62 and |q| + |r| ≤ 2^62.
struct division_steps {
  static constexpr unsigned count = 62;
  std::int64_t u = 1, v = 0, q = 0, r = 1;

  // f is odd; both are known mod 2^64, which decides 62 steps. eta = −δ.
  constexpr division_steps(std::int64_t& eta, std::uint64_t f, std::uint64_t g) noexcept {
    for (unsigned left = count;;) {
      unsigned const zeros = static_cast<unsigned>(std::countr_zero(g | ~std::uint64_t{0} << left));
      g >>= zeros;
      u = static_cast<std::int64_t>(static_cast<std::uint64_t>(u) << zeros);
      v = static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << zeros);
      eta -= zeros;
      left -= zeros;
      if (left == 0) return;
      if (eta < 0) {  // the step that changes f: (f, g) ← (g, −f), and the sum comes below
        eta = -eta;
        f = std::exchange(g, std::uint64_t{0} - f);
        u = std::exchange(q, -u);
        v = std::exchange(r, -v);
      }
      // The next eta + 1 steps add f or not: together the multiple of f that clears as many low bits of g. f·(2 − f²) is 1/f mod 2^6.
      constexpr unsigned bits_at_once = 6;
      unsigned bits = left < bits_at_once ? left : bits_at_once;
      if (eta + 1 < static_cast<std::int64_t>(bits)) bits = static_cast<unsigned>(eta + 1);
      std::uint64_t const multiple = (g * f * (f * f - 2)) & ((std::uint64_t{1} << bits) - 1);
      g += f * multiple;
      q += u * static_cast<std::int64_t>(multiple);
      r += v * static_cast<std::int64_t>(multiple);
    }
  }
};

// f and g in limbs of 62 bits, the top one signed.
template <std::size_t N>
struct division_pair {
  static constexpr std::size_t limbs = (N * limb_bits + 1) / division_steps::count + 1;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << division_steps::count) - 1;
  std::int64_t f[limbs] = {}, g[limbs] = {};
  std::size_t used = limbs;

  constexpr division_pair(big_uint<N> const& f_, big_uint<N> const& g_) noexcept {
    for (std::size_t i = 0; i < limbs; ++i) {
      f[i] = static_cast<std::int64_t>(shifted_right(f_, i * division_steps::count)[0] & mask);
      g[i] = static_cast<std::int64_t>(shifted_right(g_, i * division_steps::count)[0] & mask);
    }
  }

  [[nodiscard]] constexpr bool done() const noexcept {
    std::int64_t any = 0;
    for (std::size_t i = 0; i < used; ++i) any |= g[i];
    return any == 0;
  }
  // f ≡ limb mod 2^64 where a second limb is in use.
  [[nodiscard]] static constexpr std::uint64_t low(std::int64_t const* x, std::size_t used) noexcept {
    std::uint64_t const next = used > 1 ? static_cast<std::uint64_t>(x[1]) : 0;
    return static_cast<std::uint64_t>(x[0]) | next << division_steps::count;
  }

  constexpr void apply(division_steps const& t) noexcept {
    signed_wide_t a = signed_wide_t{t.u} * f[0] + signed_wide_t{t.v} * g[0];
    signed_wide_t b = signed_wide_t{t.q} * f[0] + signed_wide_t{t.r} * g[0];
    for (std::size_t i = 1; i < used; ++i) {
      a = (a >> division_steps::count) + signed_wide_t{t.u} * f[i] + signed_wide_t{t.v} * g[i];
      b = (b >> division_steps::count) + signed_wide_t{t.q} * f[i] + signed_wide_t{t.r} * g[i];
      f[i - 1] = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) & mask);
      g[i - 1] = static_cast<std::int64_t>(static_cast<std::uint64_t>(b) & mask);
    }
    f[used - 1] = static_cast<std::int64_t>(a >> division_steps::count);
    g[used - 1] = static_cast<std::int64_t>(b >> division_steps::count);
    // A top limb that only repeats the sign goes.
    while (used > 1 && (f[used - 1] == 0 || f[used - 1] == -1) && (g[used - 1] == 0 || g[used - 1] == -1)) {
      --used;
      f[used - 1] -= f[used] == 0 ? 0 : std::int64_t{1} << division_steps::count;
      g[used - 1] -= g[used] == 0 ? 0 : std::int64_t{1} << division_steps::count;
    }
  }
};

// (u·d + v·e)/2^64 mod p for d, e ≤ p: one row of a Montgomery product.
template <class Arithmetic>
constexpr typename Arithmetic::integer combined(std::int64_t u, typename Arithmetic::integer const& d, std::int64_t v,
                                                typename Arithmetic::integer const& e) noexcept {
  constexpr auto p = Arithmetic::modulus;
  constexpr std::size_t limbs = Arithmetic::limbs;
  auto const magnitude = [](std::int64_t x) { return x < 0 ? limb_t{0} - static_cast<limb_t>(x) : static_cast<limb_t>(x); };
  auto const signed_residue = [&](typename Arithmetic::integer const& x, bool negative) {
    auto result = x;
    if (negative) {
      result = p;
      subtract_from(result, x);
    }
    return result;
  };
  auto const a = signed_residue(d, u < 0);
  auto const b = signed_residue(e, v < 0);
  // Below (|u| + |v|)·p ≤ 2^62·p, so below 5/4·p after the reduction.
  typename Arithmetic::integer sum;
  limb_t carry_a = 0, carry_b = 0, carry_m = 0;
  limb_t low = multiply_add(multiply_add(0, a[0], magnitude(u), carry_a), b[0], magnitude(v), carry_b);
  limb_t const m = low * Arithmetic::negated_inverse;
  multiply_add(low, m, p[0], carry_m);
  for (std::size_t i = 1; i < limbs; ++i) {
    low = multiply_add(multiply_add(0, a[i], magnitude(u), carry_a), b[i], magnitude(v), carry_b);
    sum[i - 1] = multiply_add(low, m, p[i], carry_m);
  }
  sum[limbs - 1] = carry_a + carry_b + carry_m;
  return Arithmetic::reduced_once(sum);
}

}  // namespace detail

// 1/a; inverse_vartime(0) = 0.
template <class Spec>
[[nodiscard]] constexpr prime_field<Spec> inverse_vartime(prime_field<Spec> const& a) noexcept {
  using arithmetic = typename prime_field<Spec>::arithmetic;
  using integer = typename arithmetic::integer;
  if (a.is_zero()) return a;
  // x = a·R. d·x ≡ f and e·x ≡ g, both times a scale that starts as R³ and loses 2 bits a round, because a row of a product divides by 2^64 and the steps by 2^62.
  constexpr integer scale = arithmetic::multiply(arithmetic::r_squared, arithmetic::r_squared);
  detail::division_pair<arithmetic::limbs> pair{arithmetic::modulus, a.to_montgomery()};
  integer d, e = scale;
  std::int64_t eta = -1;
  unsigned rounds = 0;
  for (; !pair.done(); ++rounds) {
    detail::division_steps const steps{eta, pair.low(pair.f, pair.used), pair.low(pair.g, pair.used)};
    pair.apply(steps);
    integer const next = detail::combined<arithmetic>(steps.u, d, steps.v, e);
    e = detail::combined<arithmetic>(steps.q, d, steps.r, e);
    d = next;
  }
  for (; 2 * rounds >= limb_bits; --rounds) d = arithmetic::add(arithmetic::add(d, d), arithmetic::add(d, d));
  auto const result =
      prime_field<Spec>::from_montgomery(arithmetic::multiply(d, integer{limb_t{1} << 2 * rounds}));  // R³·2^(−2·rounds) → R²
  return pair.f[0] == 1 ? result : -result;                                                           // f = ±1, in one limb
}

template <class Spec>
[[nodiscard]] constexpr quadratic<Spec> inverse_vartime(quadratic<Spec> const& a) noexcept {
  return conjugate(a) * inverse_vartime(norm(a));
}

}  // namespace lucid::inline v0
