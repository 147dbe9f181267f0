// Eight elements of a prime field in digits of 52 bits, under the concept of one element. Every operation reduces below 2p: loops that can wait
// (transforms, additions of points) are written with digits52.hpp itself. Over a vector type with a target, to be used in that target's entry points alone.
#pragma once

#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/field/digits52.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/lanes.hpp>

namespace lucid::inline v0 {

namespace isa {
// V: arch::ifma::vector, or a model of it.
template <class V>
struct radix52 {};
}  // namespace isa

template <class F, class V>
class lanes<F, isa::radix52<V>> {
  using form = digits52::constants<F>;
  using digits = digits52::carried<F, V, 2>;

 public:
  using element = F;
  static constexpr std::size_t width = 8;

  LUCID_LANES lanes() noexcept : lanes(zero()) {}

  static LUCID_LANES lanes zero() noexcept { return constant({}); }
  static LUCID_LANES lanes one() noexcept { return constant(form::residue(1)); }
  static LUCID_LANES lanes all(F const& x) noexcept {
    return digits52::carry(digits52::product(digits52::broadcast<F, V>(x.to_montgomery().limb), constant(form::to_lanes).x_));
  }
  // Eight elements, one after the other; a product to take them to the form of lanes, and one to take them back.
  static LUCID_LANES lanes load(F const* x) noexcept {
    limb_t const* p[width];
    for (std::size_t i = 0; i < width; ++i) p[i] = x[i].to_montgomery().limb;
    return digits52::carry(digits52::product(digits52::load<F, V>(p), constant(form::to_lanes).x_));
  }
  LUCID_LANES void store(F* x) const noexcept {
    limb_t* p[width];
    for (std::size_t i = 0; i < width; ++i) p[i] = reinterpret_cast<limb_t*>(x + i);
    digits52::store(digits52::canonical(digits52::carry(digits52::product(x_, constant(form::from_lanes).x_))), p);
  }

  [[nodiscard]] LUCID_LANES bool is_zero() const noexcept {
    auto const x = digits52::canonical(x_);
    V any = x.d[0];
    for (std::size_t j = 1; j < digits::digits; ++j) any = any | x.d[j];
    return any.zeros() == 0xff;
  }
  friend LUCID_LANES bool operator==(lanes const& a, lanes const& b) noexcept { return (a - b).is_zero(); }

  friend LUCID_LANES lanes operator+(lanes const& a, lanes const& b) noexcept {
    return digits52::reduced_once<2>(digits52::carry(a.x_ + b.x_));
  }
  friend LUCID_LANES lanes operator-(lanes const& a, lanes const& b) noexcept {
    return digits52::reduced_once<2>(digits52::carry(a.x_ - b.x_));
  }
  friend LUCID_LANES lanes operator*(lanes const& a, lanes const& b) noexcept { return digits52::carry(digits52::product(a.x_, b.x_)); }
  LUCID_LANES lanes operator-() const noexcept { return zero() - *this; }
  LUCID_LANES lanes& operator+=(lanes const& b) noexcept { return *this = *this + b; }
  LUCID_LANES lanes& operator-=(lanes const& b) noexcept { return *this = *this - b; }
  LUCID_LANES lanes& operator*=(lanes const& b) noexcept { return *this = *this * b; }
  friend LUCID_LANES lanes square(lanes const& a) noexcept { return digits52::carry(digits52::squared(a.x_)); }
  friend LUCID_LANES lanes doubled(lanes const& a) noexcept { return a + a; }
  // Lane by lane: as slow as one element after the other.
  friend LUCID_LANES lanes inverse(lanes const& a) noexcept {
    F x[width];
    a.store(x);
    inverse(lanes<F>::load(x)).store(x);
    return load(x);
  }

 private:
  LUCID_LANES lanes(digits const& x) noexcept : x_(x) {}  // NOLINT(google-explicit-constructor)
  static LUCID_LANES lanes constant(typename form::digits_of const& c) noexcept {
    digits x;
    for (std::size_t j = 0; j < digits::digits; ++j) x.d[j] = V::all(c.d[j]);
    return x;
  }

  digits x_;
};

}  // namespace lucid::inline v0
