// Additions of affine points in batches that share one inverse: the inner loop of everything in this room that adds points by the thousand.
// [Mon87] §10.3.1 for the inverses. An addition costs 2M + 1S, its share of the inverses 3M, and a batch one inverse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include <lucid/backend/cpu/affine_lanes.hpp>
#include <lucid/config/target.hpp>
#include <lucid/group/affine.hpp>

namespace lucid::inline v0::cpu {

// Collects additions and performs them, capacity at a time. Between two flushes no addition may read what an earlier one writes, but an earlier one may read
// what a later one writes, and a sum may be written over its own first term. All operands are served: infinity, equal and opposite points.
// Lanes: who adds eight at a time where this machine can, ifma_batches or a model of it.
template <class G, class Lanes = detail::batches_here>
class affine_adder {
 public:
  using point = affine<G>;
  using field = typename G::field;
  static constexpr std::size_t capacity = 1024;

  enum sign : std::uint8_t { both_positive = 0, first_negative = 1, second_negative = 2 };

 private:
  enum class kind : std::uint8_t { chord, tangent, first, second, none };
  using addition = detail::affine_addition;
  static LUCID_INLINE point const& first_of(addition const& it) noexcept { return *static_cast<point const*>(it.a); }
  static LUCID_INLINE point const& second_of(addition const& it) noexcept { return *static_cast<point const*>(it.b); }
  static LUCID_INLINE point& sum_of(addition const& it) noexcept { return *static_cast<point*>(it.sum); }

  // In lanes: how many, and what the products of denominators take. The layout is that of units with lanes everywhere: what holds a `storage` is the same type in
  // all units of a program.
  static constexpr bool has_lanes = Lanes::exist && detail::coordinates<field>::have_lanes;
  static constexpr std::size_t lane_words = [] {
    if constexpr (detail::coordinates<field>::have_lanes) {
      using lanes = detail::coordinates<field>;
      return capacity / detail::lane_batch<typename lanes::prime>::width * lanes::parts * detail::lane_batch<typename lanes::prime>::words;
    }
    return std::size_t{1};
  }();

 public:
  // What a batch needs; uninitialised memory will do.
  struct storage {
    addition additions[capacity];
    std::uint8_t signs[capacity];
    kind kinds[capacity];
    field denominators[capacity];
    field others[capacity];  // the product of the denominators behind, in the same chain
    alignas(64) limb_t lane_denominators[lane_words];
    alignas(64) limb_t lane_others[lane_words];
  };

  // Throws argument_error where the environment asks for instructions that this machine lacks.
  explicit affine_adder(storage& s) : s_(&s), in_lanes_(has_lanes && Lanes::selected()) {}

  // sum ← ±a ± b, now or at the next flush.
  LUCID_INLINE void add(point const& a, point const& b, point& sum, unsigned signs = both_positive) noexcept {
    s_->additions[count_] = {&a, &b, &sum};
    s_->signs[count_] = static_cast<std::uint8_t>(signs);
    any_sign_ |= signs;
    if (++count_ == capacity) flush();
  }

  LUCID_NOINLINE void flush() noexcept {
    if constexpr (has_lanes) {
      // Fewer are not worth an inverse for sixteen chains of their own.
      constexpr std::size_t worthwhile = 24;
      if (in_lanes_ && count_ >= worthwhile && flush_in_lanes()) return;
    }
    flush_elements();
  }

 private:
  // Backwards for the products, forwards for the sums. Additions k, k + width, … have a chain of products of their own, and steps of neighbours alternate, so
  // that the latency of a product is hidden by its neighbours'.
  void flush_elements() noexcept {
    if (count_ == 0) return;
    field chain[width];
    for (field& product : chain) product = field::one();
    std::size_t const whole = count_ - count_ % width;
    for (std::size_t k = count_; k-- > whole;) collect(k, chain[k - whole]);
    for (std::size_t k = whole; k != 0;) {
      k -= width;
      for (std::size_t i = 0; i < width; ++i) collect(k + i, chain[i]);
    }
    invert(chain);
    finish_all(whole, chain);
    count_ = 0;
    any_sign_ = both_positive;
  }

  // Additions that lanes leave to elements: copies of their terms, for others of the batch may write there first.
  struct set_aside_list {
    struct entry {
      point a, b;
      addition original;
      std::size_t index;
      std::uint8_t signs;
    };
    static constexpr std::size_t most = 32;
    entry entries[most];
    std::size_t size = 0;
    storage* additions;
    addition harmless;  // a chord of no interest

    static bool put(void* self, std::size_t k) noexcept {
      set_aside_list& list = *static_cast<set_aside_list*>(self);
      if (list.size == most) return false;
      addition& it = list.additions->additions[k];
      list.entries[list.size++] = {first_of(it), second_of(it), it, k, list.additions->signs[k]};
      it = list.harmless;
      return true;
    }
  };

  // False, and nothing done, where so many are no chords that elements do as well.
  LUCID_NOINLINE bool flush_in_lanes() noexcept
    requires has_lanes
  {
    using coordinates = detail::coordinates<field>;
    using prime = typename coordinates::prime;
    using lane_batch = detail::lane_batch<prime>;
    constexpr std::size_t group = lane_batch::width * lane_batch::chains;
    static_assert(capacity % group == 0);
    point const one{field::one(), field::one()}, two{doubled(field::one()), field::one()};
    point nowhere;
    set_aside_list aside;
    aside.additions = s_;
    aside.harmless = {&one, &two, &nowhere};
    std::size_t const padded = (count_ + group - 1) / group * group;
    for (std::size_t k = count_; k < padded; ++k) {
      s_->additions[k] = aside.harmless;
      s_->signs[k] = both_positive;
    }
    field chain[group];
    lane_batch work{s_->additions,
                    s_->signs,
                    padded / lane_batch::width,
                    coordinates::parts,
                    s_->lane_denominators,
                    s_->lane_others,
                    reinterpret_cast<limb_t*>(chain),
                    &set_aside_list::put,
                    &aside};
    bool const chords = Lanes::collect(work);
    if (!chords) {
      for (std::size_t i = 0; i < aside.size; ++i) s_->additions[aside.entries[i].index] = aside.entries[i].original;
      return false;
    }
    invert(chain);
    prime const factor{lane_batch::factor};
    for (field& inverse : chain) inverse = inverse * factor;
    Lanes::finish(work);

    for (std::size_t i = 0; i < aside.size; ++i) {
      auto const& it = aside.entries[i];
      s_->additions[i] = {&it.a, &it.b, it.original.sum};
      s_->signs[i] = it.signs;
    }
    count_ = aside.size;
    flush_elements();
    any_sign_ = both_positive;
    return true;
  }

  static constexpr std::size_t width = 4;
  static constexpr std::size_t ahead = 8;  // additions between the prefetch of the operands and their use
  static constexpr std::size_t cache_line = 64;

  static LUCID_INLINE void prefetch(addition const& it) noexcept {
    void const* const terms[] = {it.a, it.b};
    for (void const* term : terms) {
      char const* const p = static_cast<char const*>(term);
      for (std::size_t byte = 0; byte < sizeof(point); byte += cache_line) __builtin_prefetch(p + byte);
      if constexpr (sizeof(point) % cache_line != 0) __builtin_prefetch(p + sizeof(point) - 1);
    }
  }

  // Constructed where it is kept, here and below: a copy of limbs just written waits until they have left the store buffer.
  LUCID_INLINE void collect(std::size_t k, field& product) noexcept {
    if (k >= ahead) prefetch(s_->additions[k - ahead]);
    addition const& it = s_->additions[k];
    s_->kinds[k] = kind::chord;
    field& denominator = *new (&s_->denominators[k]) field(second_of(it).x - first_of(it).x);
    if (denominator.is_zero() || first_of(it).x.is_zero() || second_of(it).x.is_zero()) [[unlikely]]
      classify(k);
    s_->others[k] = product;
    product *= denominator;
  }

  // The kind and the denominator of an addition that may not be the chord through two points.
  LUCID_NOINLINE void classify(std::size_t k) noexcept {
    addition const& it = s_->additions[k];
    field& denominator = s_->denominators[k];
    kind& what = s_->kinds[k];
    if (first_of(it).is_infinity() || second_of(it).is_infinity()) {
      what = first_of(it).is_infinity() ? kind::second : kind::first;
      denominator = field::one();
    } else if (denominator.is_zero()) {
      field const y = signed_y(first_of(it), s_->signs[k] & first_negative);
      bool const same = y == signed_y(second_of(it), s_->signs[k] & second_negative) && !y.is_zero();
      what = same ? kind::tangent : kind::none;
      denominator = same ? doubled(y) : field::one();
    }
  }

  template <std::size_t N>
  static void invert(field (&chain)[N]) noexcept {
    field before[N];
    field product = field::one();
    for (std::size_t i = 0; i < N; ++i) {
      before[i] = product;
      product *= chain[i];
    }
    field rest = inverse_vartime(product);
    for (std::size_t i = N; i-- > 0;) {
      field const here = rest * before[i];
      rest *= chain[i];
      chain[i] = here;
    }
  }

  // chain[i]: the inverse of the product of the denominators from here on, in steps of width.
  LUCID_INLINE void finish_all(std::size_t whole, field* chain) noexcept {
    for (std::size_t k = 0; k < whole; k += width) {
      bool chords = true;
      for (std::size_t i = 0; i < width; ++i) chords &= s_->kinds[k + i] == kind::chord;
      for (std::size_t i = k + width; i < whole && i < k + 2 * width; ++i) prefetch(s_->additions[i]);
      if (chords) [[likely]] {
        finish_chords(k, chain);
      } else {
        for (std::size_t i = 0; i < width; ++i) finish_any(k + i, chain[i]);
      }
    }
    for (std::size_t k = whole; k < count_; ++k) finish_any(k, chain[k - whole]);
  }

  // Without a branch: the sign of a digit is a coin.
  static LUCID_INLINE field signed_y(point const& p, bool negative) noexcept {
    field const zero{};
    return (negative ? zero : p.y) - (negative ? p.y : zero);
  }

  // Elements that are made one by one, where they are kept.
  struct group {
    union {
      field at[width];
    };
    group() noexcept {}  // NOLINT(modernize-use-equals-default)
  };

  LUCID_INLINE void finish_chords(std::size_t k, field* chain) noexcept {
    static constexpr field zero{};
    addition const* const it = s_->additions + k;
    std::uint8_t const* const signs = s_->signs + k;
    group inverse, x1, y1, slope, product;
    for (std::size_t i = 0; i < width; ++i) new (&inverse.at[i]) field(chain[i] * s_->others[k + i]);
    for (std::size_t i = 0; i < width; ++i) chain[i] *= s_->denominators[k + i];
    for (std::size_t i = 0; i < width; ++i) new (&x1.at[i]) field(first_of(it[i]).x);
    bool const any_sign = any_sign_ != both_positive;
    for (std::size_t i = 0; i < width; ++i) {
      if (any_sign) {
        new (&y1.at[i]) field(signed_y(first_of(it[i]), (signs[i] & first_negative) != 0));
      } else {
        new (&y1.at[i]) field(first_of(it[i]).y);
      }
    }
    for (std::size_t i = 0; i < width; ++i) {
      if (any_sign) {
        bool const negative = (signs[i] & second_negative) != 0;
        new (&slope.at[i])
            field(((negative ? zero : second_of(it[i]).y) - y1.at[i] - (negative ? second_of(it[i]).y : zero)) * inverse.at[i]);
      } else {
        new (&slope.at[i]) field((second_of(it[i]).y - y1.at[i]) * inverse.at[i]);
      }
    }
    for (std::size_t i = 0; i < width; ++i) new (&product.at[i]) field(square(slope.at[i]));
    for (std::size_t i = 0; i < width; ++i) new (&sum_of(it[i]).x) field(product.at[i] - x1.at[i] - second_of(it[i]).x);
    for (std::size_t i = 0; i < width; ++i) new (&product.at[i]) field(slope.at[i] * (x1.at[i] - sum_of(it[i]).x));
    for (std::size_t i = 0; i < width; ++i) new (&sum_of(it[i]).y) field(product.at[i] - y1.at[i]);
  }

  LUCID_NOINLINE void finish_any(std::size_t k, field& chain) noexcept {
    addition const& it = s_->additions[k];
    field const inverse_here = chain * s_->others[k];
    chain *= s_->denominators[k];
    point const a{first_of(it).x, signed_y(first_of(it), (s_->signs[k] & first_negative) != 0)};
    point const b{second_of(it).x, signed_y(second_of(it), (s_->signs[k] & second_negative) != 0)};
    switch (s_->kinds[k]) {
      case kind::first:
        sum_of(it) = a;
        return;
      case kind::second:
        sum_of(it) = b;
        return;
      case kind::none:
        sum_of(it) = point::infinity();
        return;
      case kind::chord:
      case kind::tangent:
        break;
    }
    field const xx = square(a.x);
    field const slope = (s_->kinds[k] == kind::chord ? b.y - a.y : doubled(xx) + xx) * inverse_here;
    field const x = square(slope) - a.x - b.x;
    sum_of(it) = {x, slope * (a.x - x) - a.y};
  }

  storage* s_;
  bool in_lanes_;
  std::size_t count_ = 0;
  unsigned any_sign_ = both_positive;
};

}  // namespace lucid::inline v0::cpu
