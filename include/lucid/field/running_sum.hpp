// A sum that many elements are added to, one after the other: in registers where that is known to pay (four limbs on x86-64), else an element like any other.
#pragma once

#include <lucid/config/target.hpp>
#include <lucid/field/arch/x86_64_sum.hpp>
#include <lucid/field/prime_field.hpp>

namespace lucid::inline v0 {

// store() leaves the element; nothing else is known of it meanwhile.
template <class F>
class running_sum {
 public:
  LUCID_INLINE running_sum() noexcept : sum_{} {}
  LUCID_INLINE explicit running_sum(F const& x) noexcept : sum_{x} {}

  LUCID_INLINE void add(F const& x) noexcept { sum_ += x; }
  LUCID_INLINE void subtract(F const& x) noexcept { sum_ -= x; }
  LUCID_INLINE void double_in_place() noexcept { sum_ += sum_; }
  LUCID_INLINE void store(F& out) const noexcept { out = sum_; }

 private:
  F sum_;
};

#if defined(LUCID_HAS_X86_64_ROWS)
template <class Spec>
  requires(prime_field<Spec>::limbs == 4)
class running_sum<prime_field<Spec>> {
  using F = prime_field<Spec>;

 public:
  LUCID_INLINE running_sum() noexcept : sum_{0, 0, 0, 0} {}
  LUCID_INLINE explicit running_sum(F const& x) noexcept
      : sum_{x.to_montgomery()[0], x.to_montgomery()[1], x.to_montgomery()[2], x.to_montgomery()[3]} {}

  LUCID_INLINE void add(F const& x) noexcept { sum_.add(x.to_montgomery().limb, p); }
  LUCID_INLINE void subtract(F const& x) noexcept { sum_.subtract(x.to_montgomery().limb, p); }
  LUCID_INLINE void double_in_place() noexcept { sum_.double_in_place(p); }
  LUCID_INLINE void store(F& out) const noexcept {
    typename F::integer residue;
    residue[0] = sum_.t0, residue[1] = sum_.t1, residue[2] = sum_.t2, residue[3] = sum_.t3;
    out = F::from_montgomery(residue);
  }

 private:
  static constexpr limb_t const* p = F::arithmetic::modulus.limb;

  arch::x86_64::sum4 sum_;
};
#endif

}  // namespace lucid::inline v0
