// Additions of affine points in batches that share one inverse: the inner loop of everything in this room that adds points by the thousand.
// [Mon87] §10.3.1 for the inverses. An addition costs 2M + 1S, its share of the inverses 3M, and a batch one inverse.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/config/target.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/group/affine.hpp>

namespace lucid::inline v0::cpu {

namespace detail {

// mask = 0: a; mask = all ones: −a. No branch: the sign of a digit is a coin.
template <class Spec>
LUCID_INLINE prime_field<Spec> negated_if(limb_t mask, prime_field<Spec> const& a) noexcept {
  auto result = a.to_montgomery();
  auto const negated = (-a).to_montgomery();
  for (std::size_t i = 0; i < prime_field<Spec>::limbs; ++i) result[i] ^= (result[i] ^ negated[i]) & mask;
  return prime_field<Spec>::from_montgomery(result);
}
template <class Spec>
LUCID_INLINE quadratic<Spec> negated_if(limb_t mask, quadratic<Spec> const& a) noexcept {
  return {negated_if(mask, a.c0), negated_if(mask, a.c1)};
}

}  // namespace detail

// Collects additions and performs them capacity at a time. Between two flushes no addition may read what an earlier one writes, and an earlier one may read
// what a later one writes. All operands are served: infinity, equal and opposite points.
template <class G>
class affine_adder {
 public:
  using point = affine<G>;
  using field = typename G::field;
  static constexpr std::size_t capacity = 1024;

  enum sign : std::uint8_t { both_positive = 0, first_negative = 1, second_negative = 2 };

 private:
  enum class kind : std::uint8_t { chord, tangent, first, second, none };
  struct addition {
    point const* a;
    point const* b;
    point* sum;
    std::uint8_t signs;
    kind what;
  };

 public:
  // What a batch needs; uninitialised memory will do.
  struct storage {
    addition additions[capacity];
    field denominator[capacity];
    field others[capacity];  // the product of the denominators behind, in the same chain
  };

  explicit affine_adder(storage& s) noexcept : s_(&s) {}

  // sum ← ±a ± b, now or at the next flush.
  LUCID_INLINE void add(point const& a, point const& b, point& sum, unsigned signs = both_positive) noexcept {
    addition& next = s_->additions[count_++];
    next.a = &a;
    next.b = &b;
    next.sum = &sum;
    next.signs = static_cast<std::uint8_t>(signs);
    next.what = kind::chord;
    if (count_ == capacity) flush();
  }

  // Backwards for the products, forwards for the sums. Additions k, k + width, … have a chain of products of their own, and steps of neighbours alternate, so
  // that the latency of a product is hidden by its neighbours'.
  LUCID_NOINLINE void flush() noexcept {
    if (count_ == 0) return;
    field chain[width];
    for (field& product : chain) product = field::one();
    std::size_t const whole = count_ - count_ % width;
    for (std::size_t k = count_; k-- > whole;) collect(k, chain[k - whole]);
    for (std::size_t k = whole; k != 0;) {
      k -= width;
#pragma GCC unroll 8
      for (std::size_t i = 0; i < width; ++i) collect(k + i, chain[i]);
    }
    invert(chain);
    for (std::size_t k = 0; k < whole; k += width) finish<width>(k, chain);
    for (std::size_t k = whole; k < count_; ++k) finish<1>(k, chain + (k - whole));
    count_ = 0;
  }

 private:
  static constexpr std::size_t width = 4;
  static constexpr std::size_t ahead = 8;  // additions between the prefetch of the operands and their use
  static constexpr std::size_t cache_line = 64;

  static LUCID_INLINE field signed_y(point const& p, bool negative) noexcept { return detail::negated_if(limb_t{0} - negative, p.y); }

  static LUCID_INLINE void prefetch(point const* p) noexcept {
    for (std::size_t byte = 0; byte < sizeof(point); byte += cache_line) __builtin_prefetch(reinterpret_cast<char const*>(p) + byte);
    if constexpr (sizeof(point) % cache_line != 0) __builtin_prefetch(reinterpret_cast<char const*>(p + 1) - 1);
  }

  LUCID_INLINE void collect(std::size_t k, field& product) noexcept {
    if (k >= ahead) {
      prefetch(s_->additions[k - ahead].a);
      prefetch(s_->additions[k - ahead].b);
    }
    addition& it = s_->additions[k];
    field difference = it.b->x - it.a->x;
    if (difference.is_zero() || it.a->x.is_zero() || it.b->x.is_zero()) [[unlikely]]
      difference = classify(it, difference);
    s_->denominator[k] = difference;
    s_->others[k] = product;
    product *= difference;
  }

  // The denominator of the additions that are not the chord through two points.
  static LUCID_NOINLINE field classify(addition& it, field const& difference) noexcept {
    if (it.a->is_infinity() || it.b->is_infinity()) {
      it.what = it.a->is_infinity() ? kind::second : kind::first;
      return field::one();
    }
    if (!difference.is_zero()) return difference;  // a point with x = 0
    field const y = signed_y(*it.a, (it.signs & first_negative) != 0);
    if (y == signed_y(*it.b, (it.signs & second_negative) != 0) && !y.is_zero()) {
      it.what = kind::tangent;
      return doubled(y);
    }
    it.what = kind::none;
    return field::one();
  }

  static void invert(field (&chain)[width]) noexcept {
    field before[width];
    field product = field::one();
    for (std::size_t i = 0; i < width; ++i) {
      before[i] = product;
      product *= chain[i];
    }
    field rest = inverse(product);
    for (std::size_t i = width; i-- > 0;) {
      field const here = rest * before[i];
      rest *= chain[i];
      chain[i] = here;
    }
  }

  // Additions k, …, k + n − 1; chain[i]: the inverse of the product of the denominators from k + i on, in steps of width.
  template <std::size_t n>
  LUCID_INLINE void finish(std::size_t k, field* chain) noexcept {
    addition const* const it = s_->additions + k;
    field inverses[n], x1[n], y1[n], x2[n], y2[n], slope[n], x3[n];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) {
      inverses[i] = chain[i] * s_->others[k + i];
      chain[i] *= s_->denominator[k + i];
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) {
      x1[i] = it[i].a->x;
      x2[i] = it[i].b->x;
      y1[i] = signed_y(*it[i].a, (it[i].signs & first_negative) != 0);
      y2[i] = signed_y(*it[i].b, (it[i].signs & second_negative) != 0);
      field numerator = y2[i] - y1[i];
      if (it[i].what == kind::tangent) [[unlikely]] {
        field const xx = square(x1[i]);
        numerator = doubled(xx) + xx;
      }
      slope[i] = numerator * inverses[i];
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) x3[i] = square(slope[i]) - x1[i] - x2[i];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) {
      point sum{x3[i], slope[i] * (x1[i] - x3[i]) - y1[i]};
      if (it[i].what > kind::tangent) [[unlikely]] {
        sum = it[i].what == kind::first ? point{x1[i], y1[i]} : it[i].what == kind::second ? point{x2[i], y2[i]} : point::infinity();
      }
      *it[i].sum = sum;
    }
  }

  storage* s_;
  std::size_t count_ = 0;
};

}  // namespace lucid::inline v0::cpu
