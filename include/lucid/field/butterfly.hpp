// The steps of a transform, in place on relaxed elements: those whose residue is any representative of its class below a bound, not always the one below p.
// Between butterflies that saves two of the three conditional subtractions [Har14]; nobody but the transform may see such an element.
#pragma once

#include <lucid/config/target.hpp>
#include <lucid/field/arch/x86_64.hpp>
#include <lucid/field/arch/x86_64_butterfly.hpp>
#include <lucid/field/prime_field.hpp>

namespace lucid::inline v0 {

// The bound is 2q, with q = 2p where 4p fits the limbs, else q = p. An element below p is a relaxed one. Where there is no fast path, all stay below p.
template <class Spec>
class relaxed {
 public:
  using field = prime_field<Spec>;

  // x becomes the representative below p again.
  LUCID_HOST_DEVICE static LUCID_INLINE constexpr void restore(field& x) noexcept {
#if defined(LUCID_HAS_X86_64_BUTTERFLY)
    if constexpr (fast) {
      if (!__builtin_is_constant_evaluated()) {
        auto r = load(x);
        if constexpr (two_spare_bits) r.reduce_once(q.limb);
        r.reduce_once(field::arithmetic::modulus.limb);
        limb_t* const out = limbs_of(x);
        out[0] = r.x0, out[1] = r.x1, out[2] = r.x2, out[3] = r.x3;
      }
    }
#endif
    static_cast<void>(x);
  }

  // (u, v) ← (u + v, u − v). Precondition: two elements, not one twice.
  LUCID_HOST_DEVICE static LUCID_INLINE constexpr void sum_and_difference(field& u, field& v) noexcept {
#if defined(LUCID_HAS_X86_64_BUTTERFLY)
    if constexpr (fast) {
      if (!__builtin_is_constant_evaluated()) {
        auto t = load(v);
        t.reduce_once(q.limb);
        return finish(u, v, t);
      }
    }
#endif
    field const t = v;
    v = u - t;
    u = u + t;
  }

  // (u, v) ← (u + w·v, u − w·v). Precondition: w below p, and two elements, not one twice.
  LUCID_HOST_DEVICE static LUCID_INLINE constexpr void butterfly(field& u, field& v, field const& w) noexcept {
#if defined(LUCID_HAS_X86_64_BUTTERFLY)
    if constexpr (fast) {
      if (!__builtin_is_constant_evaluated()) {
        if (!arch::x86_64::has_two_carry_chains) [[unlikely]]
          return finish(u, v, load(w * v));
        auto t = product(w, v);
        if constexpr (!two_spare_bits) t.reduce_once(q.limb);
        return finish(u, v, t);
      }
    }
#endif
    field const t = v * w;
    v = u - t;
    u = u + t;
  }

 private:
#if defined(LUCID_HAS_X86_64_BUTTERFLY)
  static constexpr bool fast = field::limbs == 4;
  static constexpr bool two_spare_bits = field::bits + 2 <= field::integer::bits;
  static constexpr typename field::integer q = [] {
    auto x = field::modulus();
    if (two_spare_bits) add_to(x, field::modulus());
    return x;
  }();
  static_assert(!fast || sizeof(field) == 4 * sizeof(limb_t), "an element is its limbs");

  static LUCID_INLINE limb_t* limbs_of(field& x) noexcept { return reinterpret_cast<limb_t*>(&x); }
  static LUCID_INLINE arch::x86_64::four_limbs load(field const& x) noexcept {
    limb_t const* const p = x.to_montgomery().limb;
    return {p[0], p[1], p[2], p[3]};
  }

  // a·b/R mod p, below 2p: [KAK96] without the last subtraction. Precondition: a < p; b is any integer of this width.
  static LUCID_INLINE arch::x86_64::four_limbs product(field const& a, field const& b) noexcept {
    limb_t const* const p = field::arithmetic::modulus.limb;
    limb_t const* const x = a.to_montgomery().limb;
    limb_t const* const y = b.to_montgomery().limb;
    constexpr limb_t n = field::arithmetic::negated_inverse;
    auto t = arch::x86_64::row<4>::product(x, y[0]);
    t.reduce(p, t.low() * n);
    t.add_product(x, y[1]);
    t.reduce(p, t.low() * n);
    t.add_product(x, y[2]);
    t.reduce(p, t.low() * n);
    t.add_product(x, y[3]);
    t.reduce(p, t.low() * n);
    return {t.t0, t.t1, t.t2, t.t3};
  }

  // (u, v) ← (u' + t, u' + q − t) with u' ≡ u below q. Precondition: t ≤ q; both results are below 2q.
  static LUCID_INLINE void finish(field& u, field& v, arch::x86_64::four_limbs const& t) noexcept {
    auto r = load(u);
    r.reduce_once(q.limb);
    r.store_sum(t, limbs_of(u));
    r.store_difference(q.limb, t, limbs_of(v));
  }
#endif
};

}  // namespace lucid::inline v0
