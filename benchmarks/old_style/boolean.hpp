// Bits of the old style: a constant, a bit, or its negation. `lc` gives a fresh combination for each use; `add_to` is what replaced it.
#pragma once

#include <cstddef>
#include <optional>

#include "proving_assignment.hpp"

namespace old_style {

// A variable that is 0 or 1.
struct bit {
  variable v;
  std::optional<bool> value;

  template <class CS>
  static bit free(CS& cs, std::optional<bool> value) {
    using F = typename CS::field;
    return {cs.witness([&] { return value.value() ? F::one() : F::zero(); }), value};
  }
  template <class CS>
  static bit allocate(CS& cs, std::optional<bool> value) {
    using LC = combination<typename CS::field>;
    bit const b = free(cs, value);
    // (1 − b) · b = 0
    cs.enforce([&](LC&& lc) { return std::move(lc) + one - b.v; }, [&](LC&& lc) { return std::move(lc) + b.v; },
               [](LC&& lc) { return std::move(lc); });
    return b;
  }
};

class boolean {
 public:
  enum class kind : unsigned char { is, negated, constant };

  boolean() = default;
  explicit boolean(bool b) : bit_{{}, b} {}
  boolean(bit const& b, bool negated = false) : kind_(negated ? kind::negated : kind::is), bit_(b) {}

  [[nodiscard]] bool is_constant() const noexcept { return kind_ == kind::constant; }
  [[nodiscard]] bool is_negated() const noexcept { return kind_ == kind::negated; }
  [[nodiscard]] bit const& underlying() const noexcept { return bit_; }
  [[nodiscard]] std::optional<bool> value() const noexcept {
    if (bit_.value && is_negated()) return !*bit_.value;
    return bit_.value;
  }
  [[nodiscard]] boolean negation() const noexcept {
    boolean b = *this;
    switch (kind_) {
      case kind::is:
        b.kind_ = kind::negated;
        break;
      case kind::negated:
        b.kind_ = kind::is;
        break;
      case kind::constant:
        b.bit_.value = !*bit_.value;
    }
    return b;
  }

  // k times the bit, as a combination of its own.
  template <class CS>
  [[nodiscard]] combination<typename CS::field> lc(CS& cs, typename CS::field const& k) const {
    combination<typename CS::field> fresh;
    add_to(fresh, k);
    if constexpr (CS::how.counts) {
      ++cs.counts.calls;
      cs.counts.temporaries += fresh.heap_buffers();
    }
    return fresh;
  }
  // The same terms, appended.
  template <class F>
  void add_to(combination<F>& lc, F const& k) const {
    switch (kind_) {
      case kind::constant:
        if (*bit_.value) lc.add(one, k);
        return;
      case kind::is:
        lc.add(bit_.v, k);
        return;
      case kind::negated:
        lc.add(one, k);
        lc.add(bit_.v, -k);
    }
  }

 private:
  kind kind_ = kind::constant;
  bit bit_{{}, false};
};

// lc + b and lc − b in the style of cs.
template <class CS>
combination<typename CS::field>&& plus(CS& cs, combination<typename CS::field>&& lc, boolean const& b) {
  if constexpr (CS::how.append) {
    b.add_to(lc, CS::field::one());
    return std::move(lc);
  } else {
    return std::move(lc) + b.lc(cs, CS::field::one());
  }
}
template <class CS>
combination<typename CS::field>&& minus(CS& cs, combination<typename CS::field>&& lc, boolean const& b) {
  if constexpr (CS::how.append) {
    b.add_to(lc, -CS::field::one());
    return std::move(lc);
  } else {
    return std::move(lc) - b.lc(cs, CS::field::one());
  }
}

// a ⊕ b: 2a · b = a + b − c of the bits without their negations.
template <class CS>
boolean exclusive_or(CS& cs, boolean const& x, boolean const& y) {
  using LC = combination<typename CS::field>;
  if (x.is_constant()) return *x.value() ? y.negation() : y;
  if (y.is_constant()) return *y.value() ? x.negation() : x;
  bit const& a = x.underlying();
  bit const& b = y.underlying();
  bit const c = bit::free(cs, *a.value != *b.value);
  cs.enforce([&](LC&& lc) { return std::move(lc) + a.v + a.v; }, [&](LC&& lc) { return std::move(lc) + b.v; },
             [&](LC&& lc) { return std::move(lc) + a.v + b.v - c.v; });
  return {c, x.is_negated() != y.is_negated()};
}

// a ∧ b: a · b = c, with 1 − a for a negated a and so for b.
template <class CS>
boolean conjunction(CS& cs, boolean const& a, boolean const& b) {
  using LC = combination<typename CS::field>;
  if (a.is_constant()) return *a.value() ? b : a;
  if (b.is_constant()) return *b.value() ? a : b;
  bit const c = bit::free(cs, *a.value() && *b.value());
  auto const side = [](LC&& lc, boolean const& x) -> LC&& {
    return x.is_negated() ? std::move(lc) + one - x.underlying().v : std::move(lc) + x.underlying().v;
  };
  cs.enforce([&](LC&& lc) { return side(std::move(lc), a); }, [&](LC&& lc) { return side(std::move(lc), b); },
             [&](LC&& lc) { return std::move(lc) + c.v; });
  return c;
}
template <class CS>
boolean disjunction(CS& cs, boolean const& a, boolean const& b) {
  return conjunction(cs, a.negation(), b.negation()).negation();
}

}  // namespace old_style
