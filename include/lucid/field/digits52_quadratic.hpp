// The digits of digits52.hpp for c0 + c1·u with u² = −1, under the same names: what is written for a prime field runs on its extension. Three products of digits and
// two reductions a product; a reduction waits until the differences of unreduced products are taken.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/field/digits52.hpp>
#include <lucid/field/quadratic.hpp>

namespace lucid::inline v0::digits52 {

template <class T>
struct both {
  T c0, c1;
};
template <class T>
inline constexpr std::size_t bound<both<T>> = bound<T>;

template <class F, class V>
LUCID_LANES wide<F, V> difference(wide<F, V> const& a, wide<F, V> const& b) noexcept {
  wide<F, V> t;
  LUCID_UNROLL
  for (std::size_t k = 0; k < 2 * constants<F>::digits; ++k) t.d[k] = a.d[k] - b.d[k];
  return t;
}

template <class A, class B>
LUCID_LANES auto operator+(both<A> const& a, both<B> const& b) noexcept -> both<decltype(sum(loosened(a.c0), loosened(b.c0)))> {
  return {a.c0 + b.c0, a.c1 + b.c1};
}
template <class A, class B>
LUCID_LANES auto operator-(both<A> const& a, both<B> const& b) noexcept -> both<decltype(difference(loosened(a.c0), loosened(b.c0)))> {
  return {a.c0 - b.c0, a.c1 - b.c1};
}
template <class F, class V, std::size_t A>
LUCID_LANES both<loose<F, V, A, A>> negated_where(V const& mask, both<carried<F, V, A>> const& a) noexcept {
  return {negated_where(mask, a.c0), negated_where(mask, a.c1)};
}
template <class F, class V, std::size_t B, std::size_t A>
LUCID_LANES both<carried<F, V, B + A>> carry(both<loose<F, V, B, A>> const& a) noexcept {
  return {carry(a.c0), carry(a.c1)};
}
template <unsigned K, class F, class V, std::size_t A>
LUCID_LANES both<carried<F, V, (A << K)>> shifted_left(both<carried<F, V, A>> const& a) noexcept {
  return {shifted_left<K>(a.c0), shifted_left<K>(a.c1)};
}

template <class F, class V, std::size_t A, std::size_t B>
LUCID_LANES both<loose<F, V, 1, 2>> product(both<carried<F, V, A>> const& a, both<carried<F, V, B>> const& b) noexcept {
  static_assert(2 * A * B <= constants<F>::room);
  auto const v0 = multiply_wide(a.c0, b.c0);
  auto const v1 = multiply_wide(a.c1, b.c1);
  auto const cross = multiply_wide(carried_sum(a.c0, a.c1), carried_sum(b.c0, b.c1));
  return {reduced<1, 2>(difference(v0, v1)), reduced<1, 2>(difference(difference(cross, v0), v1))};
}
template <class F, class V, std::size_t A>
LUCID_LANES both<loose<F, V, 0, 2>> squared(both<carried<F, V, A>> const& a) noexcept {
  return {product(carried_sum(a.c0, a.c1), carry(a.c0 - a.c1)), product(carried_sum(a.c0, a.c0), a.c1)};
}

}  // namespace lucid::inline v0::digits52
