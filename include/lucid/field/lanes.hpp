// Eight elements of a field at once, under the concept of one: what is written for an element runs on lanes too. Comparisons answer for all eight.
// Here the portable kind, an array; the kind in digits of 52 bits is lanes52.hpp.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/concepts.hpp>

namespace lucid::inline v0 {

namespace isa {
struct portable {};
}  // namespace isa

template <class F, class Isa = isa::portable>
class lanes;

template <class F>
class lanes<F, isa::portable> {
 public:
  using element = F;
  static constexpr std::size_t width = 8;

  constexpr lanes() noexcept = default;  // zeros

  static constexpr lanes zero() noexcept { return {}; }
  static constexpr lanes one() noexcept { return all(F::one()); }
  static constexpr lanes all(F const& x) noexcept {
    lanes r;
    for (F& lane : r.lane_) lane = x;
    return r;
  }
  // Eight elements, one after the other.
  static constexpr lanes load(F const* x) noexcept {
    lanes r;
    for (std::size_t i = 0; i < width; ++i) r.lane_[i] = x[i];
    return r;
  }
  constexpr void store(F* x) const noexcept {
    for (std::size_t i = 0; i < width; ++i) x[i] = lane_[i];
  }

  [[nodiscard]] constexpr bool is_zero() const noexcept { return *this == lanes{}; }
  friend constexpr bool operator==(lanes const& a, lanes const& b) noexcept = default;

  friend constexpr lanes operator+(lanes a, lanes const& b) noexcept { return a += b; }
  friend constexpr lanes operator-(lanes a, lanes const& b) noexcept { return a -= b; }
  friend constexpr lanes operator*(lanes a, lanes const& b) noexcept {
    for (std::size_t i = 0; i < width; ++i) a.lane_[i] *= b.lane_[i];
    return a;
  }
  constexpr lanes operator-() const noexcept { return zero() - *this; }
  constexpr lanes& operator+=(lanes const& b) noexcept {
    for (std::size_t i = 0; i < width; ++i) lane_[i] += b.lane_[i];
    return *this;
  }
  constexpr lanes& operator-=(lanes const& b) noexcept {
    for (std::size_t i = 0; i < width; ++i) lane_[i] -= b.lane_[i];
    return *this;
  }
  constexpr lanes& operator*=(lanes const& b) noexcept { return *this = *this * b; }

  friend constexpr lanes square(lanes const& a) noexcept {
    lanes r;
    for (std::size_t i = 0; i < width; ++i) r.lane_[i] = square(a.lane_[i]);
    return r;
  }
  friend constexpr lanes doubled(lanes const& a) noexcept { return a + a; }
  // One inverse for all lanes; that of 0 is 0.
  friend constexpr lanes inverse(lanes a) noexcept {
    lanes before;
    F product = F::one();
    for (std::size_t i = 0; i < width; ++i) {
      before.lane_[i] = product;
      if (!a.lane_[i].is_zero()) product *= a.lane_[i];
    }
    product = inverse(product);
    for (std::size_t i = width; i-- > 0;) {
      if (a.lane_[i].is_zero()) continue;
      F const here = product * before.lane_[i];
      product *= a.lane_[i];
      a.lane_[i] = here;
    }
    return a;
  }

 private:
  F lane_[width]{};
};

}  // namespace lucid::inline v0
