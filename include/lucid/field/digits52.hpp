// Montgomery arithmetic on digits of 52 bits, eight elements at once: the algorithms, for any vector type that has the operations of arch/ifma.hpp. [GK16]
// R is 2^260 for four limbs and 2^416 for six. Digit-major: vector j holds digit j of all eight.
//
// Between products nothing is reduced and nothing carried. The type of a value says how far it has gone: carried<A> has digits below 2^52 and a value in [0, A·p),
// loose<B, A> has signed digits and a value in [−B·p, A·p). What would overflow does not compile.
//
// Every function here is inlined into an entry point, whose target decides about the instructions (arch/ifma.hpp): none carries one itself. g++ inlines all that
// an entry point calls, however deep, when it optimises; clang what is called directly, and so is told so of every function.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/config/target.hpp>
#include <lucid/field/digits52_constants.hpp>
#include <lucid/field/prime_field.hpp>

#if defined(__OPTIMIZE__) && !defined(__NO_INLINE__) && !defined(__clang__)
#define LUCID_LANES inline
#else
#define LUCID_LANES LUCID_INLINE
#endif

namespace lucid::inline v0::digits52 {

template <class F, class V, std::size_t Below, std::size_t Above>
struct loose {
  // A digit is a sum of as many parts below 2^57 as the bounds say.
  static_assert(Below + Above <= 62, "digits would overflow: carry before this");
  static constexpr std::size_t digits = constants<F>::digits;
  V d[digits];

  // Memory of digits · 8 words, digit by digit.
  static LUCID_LANES loose load(limb_t const* words) noexcept {
    loose x;
    LUCID_UNROLL
    for (std::size_t j = 0; j < digits; ++j) x.d[j] = V::load(words + 8 * j);
    return x;
  }
  LUCID_LANES void store(limb_t* words) const noexcept {
    LUCID_UNROLL
    for (std::size_t j = 0; j < digits; ++j) d[j].store(words + 8 * j);
  }
};

template <class F, class V, std::size_t Above>
struct carried {
  static_assert(Above <= constants<F>::room, "the value would not fit the digits");
  static constexpr std::size_t digits = constants<F>::digits;
  V d[digits];

  // Memory of digits · 8 words, digit by digit.
  static LUCID_LANES carried load(limb_t const* words) noexcept {
    carried x;
    LUCID_UNROLL
    for (std::size_t j = 0; j < digits; ++j) x.d[j] = V::load(words + 8 * j);
    return x;
  }
  LUCID_LANES void store(limb_t* words) const noexcept {
    LUCID_UNROLL
    for (std::size_t j = 0; j < digits; ++j) d[j].store(words + 8 * j);
  }
};

// Of a carried value.
template <class T>
inline constexpr std::size_t bound = 0;
template <class F, class V, std::size_t A>
inline constexpr std::size_t bound<carried<F, V, A>> = A;

// Columns 0 … 2·digits − 1 of a product, or of sums and differences of some.
template <class F, class V>
struct wide {
  V d[2 * constants<F>::digits];
};

template <class V>
LUCID_LANES V constant(limb_t x) noexcept {
  return V::all(x);
}

// ---- sums

template <class F, class V, std::size_t A>
LUCID_LANES loose<F, V, 0, A> loosened(carried<F, V, A> const& a) noexcept {
  loose<F, V, 0, A> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < x.digits; ++j) x.d[j] = a.d[j];
  return x;
}
template <class F, class V, std::size_t B, std::size_t A>
LUCID_LANES loose<F, V, B, A> const& loosened(loose<F, V, B, A> const& a) noexcept {
  return a;
}

template <class F, class V, std::size_t B1, std::size_t A1, std::size_t B2, std::size_t A2>
LUCID_LANES loose<F, V, B1 + B2, A1 + A2> sum(loose<F, V, B1, A1> const& a, loose<F, V, B2, A2> const& b) noexcept {
  loose<F, V, B1 + B2, A1 + A2> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < x.digits; ++j) x.d[j] = a.d[j] + b.d[j];
  return x;
}
template <class F, class V, std::size_t B1, std::size_t A1, std::size_t B2, std::size_t A2>
LUCID_LANES loose<F, V, B1 + A2, A1 + B2> difference(loose<F, V, B1, A1> const& a, loose<F, V, B2, A2> const& b) noexcept {
  loose<F, V, B1 + A2, A1 + B2> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < x.digits; ++j) x.d[j] = a.d[j] - b.d[j];
  return x;
}
template <class A, class B>
LUCID_LANES auto operator+(A const& a, B const& b) noexcept -> decltype(sum(loosened(a), loosened(b))) {
  return sum(loosened(a), loosened(b));
}
template <class A, class B>
LUCID_LANES auto operator-(A const& a, B const& b) noexcept -> decltype(difference(loosened(a), loosened(b))) {
  return difference(loosened(a), loosened(b));
}

// x where the mask is 0, −x where it is −1.
template <class F, class V, std::size_t A>
LUCID_LANES loose<F, V, A, A> negated_where(V const& mask, carried<F, V, A> const& a) noexcept {
  loose<F, V, A, A> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < x.digits; ++j) x.d[j] = (a.d[j] ^ mask) - mask;
  return x;
}

// Digits below 2^52 again, of a value that is not negative; multiples of R are lost.
template <std::size_t N, class V>
LUCID_LANES void propagate(V* d) noexcept {
  V const mask = constant<V>(digit_mask);
  LUCID_UNROLL
  for (std::size_t j = 0; j + 1 < N; ++j) {
    d[j + 1] = d[j + 1] + d[j].template signed_shifted_right<digit_bits>();
    d[j] = d[j] & mask;
  }
}

// The same class, made positive.
template <class F, class V, std::size_t B, std::size_t A>
LUCID_LANES carried<F, V, A + B> carry(loose<F, V, B, A> const& a) noexcept {
  carried<F, V, A + B> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < x.digits; ++j) {
    if constexpr (B > 0) {
      x.d[j] = a.d[j] + constant<V>(constants<F>::template multiple<B>.d[j]);
    } else {
      x.d[j] = a.d[j];
    }
  }
  propagate<carried<F, V, A + B>::digits>(x.d);
  return x;
}

// carry(a + b), of values of any size.
template <class F, class V, std::size_t A, std::size_t B>
LUCID_LANES carried<F, V, A + B> carried_sum(carried<F, V, A> const& a, carried<F, V, B> const& b) noexcept {
  carried<F, V, A + B> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < x.digits; ++j) x.d[j] = a.d[j] + b.d[j];
  propagate<carried<F, V, A + B>::digits>(x.d);
  return x;
}

// ---- products

template <class F, class V, std::size_t A, std::size_t B>
LUCID_LANES wide<F, V> multiply_wide(carried<F, V, A> const& a, carried<F, V, B> const& b) noexcept {
  constexpr std::size_t n = constants<F>::digits;
  wide<F, V> t;
  LUCID_UNROLL
  for (std::size_t k = 0; k < 2 * n; ++k) t.d[k] = V::zero();
  LUCID_UNROLL
  for (std::size_t i = 0; i < n; ++i) {
    LUCID_UNROLL
    for (std::size_t j = 0; j < n; ++j) {
      t.d[i + j] = multiply_add_low(t.d[i + j], a.d[j], b.d[i]);
      t.d[i + j + 1] = multiply_add_high(t.d[i + j + 1], a.d[j], b.d[i]);
    }
  }
  return t;
}
// digits² − digits multiplications fewer.
template <class F, class V, std::size_t A>
LUCID_LANES wide<F, V> square_wide(carried<F, V, A> const& a) noexcept {
  constexpr std::size_t n = constants<F>::digits;
  wide<F, V> t;
  LUCID_UNROLL
  for (std::size_t k = 0; k < 2 * n; ++k) t.d[k] = V::zero();
  LUCID_UNROLL
  for (std::size_t i = 0; i < n; ++i) {
    LUCID_UNROLL
    for (std::size_t j = i + 1; j < n; ++j) {
      t.d[i + j] = multiply_add_low(t.d[i + j], a.d[j], a.d[i]);
      t.d[i + j + 1] = multiply_add_high(t.d[i + j + 1], a.d[j], a.d[i]);
    }
  }
  LUCID_UNROLL
  for (std::size_t k = 1; k + 1 < 2 * n; ++k) t.d[k] = t.d[k] + t.d[k];
  LUCID_UNROLL
  for (std::size_t i = 0; i < n; ++i) {
    t.d[2 * i] = multiply_add_low(t.d[2 * i], a.d[i], a.d[i]);
    t.d[2 * i + 1] = multiply_add_high(t.d[2 * i + 1], a.d[i], a.d[i]);
  }
  return t;
}

// t/R, of the class of t, in [⌊t/R⌋, ⌊t/R⌋ + p]; the columns of t may be negative. 2·digits² + digits multiplications.
template <class F, class V>
LUCID_LANES void reduce_rows(wide<F, V>& t) noexcept {
  constexpr std::size_t n = constants<F>::digits;
  V const inverse = constant<V>(constants<F>::negated_inverse);
  LUCID_UNROLL
  for (std::size_t i = 0; i < n; ++i) {
    V const m = multiply_add_low(V::zero(), t.d[i], inverse);
    LUCID_UNROLL
    for (std::size_t j = 0; j < n; ++j) {
      V const p = constant<V>(constants<F>::p.d[j]);
      t.d[i + j] = multiply_add_low(t.d[i + j], m, p);
      t.d[i + j + 1] = multiply_add_high(t.d[i + j + 1], m, p);
    }
    t.d[i + 1] = t.d[i + 1] + t.d[i].template signed_shifted_right<digit_bits>();
  }
}

// The caller answers for the bounds: −B·p·R ≤ t < (A − 1)·p·R.
template <std::size_t B, std::size_t A, class F, class V>
LUCID_LANES loose<F, V, B, A> reduced(wide<F, V> const& columns) noexcept {
  wide<F, V> t = columns;
  reduce_rows(t);
  loose<F, V, B, A> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < x.digits; ++j) x.d[j] = t.d[x.digits + j];
  return x;
}

template <class F, class V, std::size_t A, std::size_t B>
LUCID_LANES loose<F, V, 0, 2> product(carried<F, V, A> const& a, carried<F, V, B> const& b) noexcept {
  static_assert(A * B <= constants<F>::room);
  return reduced<0, 2>(multiply_wide(a, b));
}
template <class F, class V, std::size_t A>
LUCID_LANES loose<F, V, 0, 2> squared(carried<F, V, A> const& a) noexcept {
  static_assert(A * A <= constants<F>::room);
  return reduced<0, 2>(square_wide(a));
}

// a·b − p: centred, so that sums of it grow half as fast. a may be any value that fits the digits. Precondition: b is below p.
template <class F, class V, std::size_t A>
LUCID_LANES loose<F, V, 1, 1> centred_product(carried<F, V, A> const& a, carried<F, V, 1> const& b) noexcept {
  constexpr std::size_t n = constants<F>::digits;
  auto t = multiply_wide(a, b);
  reduce_rows(t);
  loose<F, V, 1, 1> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < n; ++j) x.d[j] = t.d[n + j] - constant<V>(constants<F>::p.d[j]);
  return x;
}

// ---- one representative

// Below 2p; as the quotient is taken from the top digit, below p·(1 + 2^−41) for the fields of transforms, p·(1 + 2^−16) for one of 381 bits.
// Precondition: a + 16p in [0, 32p).
template <class F, class V>
LUCID_LANES carried<F, V, 2> shrunk(loose<F, V, 16, 16> const& a) noexcept {
  using c = constants<F>;
  carried<F, V, 2> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < c::digits; ++j) x.d[j] = a.d[j] + constant<V>(c::template multiple<16>.d[j]);
  propagate<c::digits>(x.d);
  V const q = multiply_add_high(V::zero(), x.d[c::digits - 1], constant<V>(c::estimate)).template shifted_right<c::estimate_shift>();
  LUCID_UNROLL
  for (std::size_t j = 0; j < c::digits; ++j) {
    V const n = constant<V>(c::complement.d[j]);
    x.d[j] = multiply_add_low(x.d[j], q, n);
    if (j + 1 < c::digits) x.d[j + 1] = multiply_add_high(x.d[j + 1], q, n);
  }
  propagate<c::digits>(x.d);
  x.d[c::digits - 1] = x.d[c::digits - 1] & constant<V>(digit_mask);
  return x;
}

// a − K·p where that is not negative, else a.
template <std::size_t K, class F, class V>
LUCID_LANES carried<F, V, K> reduced_once(carried<F, V, 2 * K> const& a) noexcept {
  using c = constants<F>;
  carried<F, V, K> x;
  LUCID_UNROLL
  for (std::size_t j = 0; j < c::digits; ++j) x.d[j] = a.d[j] - constant<V>(c::template multiple<K>.d[j]);
  propagate<c::digits>(x.d);
  V const keep = x.d[c::digits - 1].template signed_shifted_right<63>();
  LUCID_UNROLL
  for (std::size_t j = 0; j < c::digits; ++j) x.d[j] = x.d[j] ^ ((x.d[j] ^ a.d[j]) & keep);
  return x;
}

// The one below p.
template <class F, class V>
LUCID_LANES carried<F, V, 1> canonical(carried<F, V, 2> const& a) noexcept {
  return reduced_once<1>(a);
}

// 2^K·a.
template <unsigned K, class F, class V, std::size_t A>
LUCID_LANES carried<F, V, (A << K)> shifted_left(carried<F, V, A> const& a) noexcept {
  constexpr std::size_t n = constants<F>::digits;
  V const mask = constant<V>(digit_mask);
  carried<F, V, (A << K)> x;
  x.d[0] = a.d[0].template shifted_left<K>() & mask;
  LUCID_UNROLL
  for (std::size_t j = 1; j < n; ++j) {
    V const shifted = a.d[j].template shifted_left<K>() | a.d[j - 1].template shifted_right<digit_bits - K>();
    x.d[j] = j + 1 == n ? shifted : shifted & mask;
  }
  return x;
}

// ---- elements of F in memory: limbs of 64 bits, each of the eight where p[i] points, `offset` limbs further

template <class F, class V>
LUCID_LANES carried<F, V, 1> split(V const* w) noexcept {
  V const mask = constant<V>(digit_mask);
  carried<F, V, 1> x;
  x.d[0] = w[0] & mask;
  x.d[1] = (w[0].template shifted_right<52>() | w[1].template shifted_left<12>()) & mask;
  x.d[2] = (w[1].template shifted_right<40>() | w[2].template shifted_left<24>()) & mask;
  x.d[3] = (w[2].template shifted_right<28>() | w[3].template shifted_left<36>()) & mask;
  if constexpr (F::limbs == 4) {
    x.d[4] = w[3].template shifted_right<16>();
  } else {
    x.d[4] = (w[3].template shifted_right<16>() | w[4].template shifted_left<48>()) & mask;
    x.d[5] = w[4].template shifted_right<4>() & mask;
    x.d[6] = (w[4].template shifted_right<56>() | w[5].template shifted_left<8>()) & mask;
    x.d[7] = w[5].template shifted_right<44>();
  }
  return x;
}
template <class F, class V, std::size_t A>
LUCID_LANES void join(carried<F, V, A> const& x, V* w) noexcept {
  w[0] = x.d[0] | x.d[1].template shifted_left<52>();
  w[1] = x.d[1].template shifted_right<12>() | x.d[2].template shifted_left<40>();
  w[2] = x.d[2].template shifted_right<24>() | x.d[3].template shifted_left<28>();
  w[3] = x.d[3].template shifted_right<36>() | x.d[4].template shifted_left<16>();
  if constexpr (F::limbs == 6) {
    w[4] = x.d[4].template shifted_right<48>() | x.d[5].template shifted_left<4>() | x.d[6].template shifted_left<56>();
    w[5] = x.d[6].template shifted_right<8>() | x.d[7].template shifted_left<44>();
  }
}

template <class F, class V>
LUCID_LANES void load_words(limb_t const* const* p, std::size_t offset, V* w) noexcept {
  V::load_four(p, offset, w);
  if constexpr (F::limbs == 6) V::load_two(p, offset + 4, w + 4);
}
template <class F, class V>
LUCID_LANES carried<F, V, 1> load(limb_t const* const* p, std::size_t offset = 0) noexcept {
  V w[F::limbs];
  load_words<F>(p, offset, w);
  return split<F, V>(w);
}
template <class F, class V, std::size_t A>
LUCID_LANES void store(carried<F, V, A> const& x, limb_t* const* p, std::size_t offset = 0) noexcept {
  V w[F::limbs];
  join(x, w);
  V::store_four(w, offset, p);
  if constexpr (F::limbs == 6) V::store_two(w + 4, offset + 4, p);
}
// One element in all eight lanes.
template <class F, class V>
LUCID_LANES carried<F, V, 1> broadcast(limb_t const* p) noexcept {
  V w[F::limbs];
  LUCID_UNROLL
  for (std::size_t i = 0; i < F::limbs; ++i) w[i] = V::all(p[i]);
  return split<F, V>(w);
}

}  // namespace lucid::inline v0::digits52
