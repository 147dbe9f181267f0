// The tables of roots that radix2_ntt.hpp multiplies by, laid out in the order in which its two directions read them. No transform.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/domain.hpp>

namespace lucid::inline v0::cpu::detail {

// One over the roots of descend: entry i is ω^−e(i), e(i) = Σ n/2^(t+2) over the bits t of i; the block of index i at any level splits by ζ = entry i.
template <class F>
struct inverse_roots {
  F const* table;
  LUCID_INLINE F const& operator()(std::size_t i) const noexcept { return table[i]; }
};
// ω^e(i) from the same table: for i in [2^t, 2^(t+1)), n/2 − e(i) is the e of i with its low t bits complemented, and ω^(n/2) = −1. Not for i = 0.
template <class F>
struct forward_roots {
  F const* table;
  LUCID_INLINE F operator()(std::size_t i) const noexcept { return -table[3 * std::bit_floor(i) - 1 - i]; }
};

// out[i] ← unit·ω^−e(i) for i < n/2, see inverse_roots: the first entries by doubling, every later stretch a multiple of them.
template <class F, class Exec>
void fill_inverse_roots(Exec const& exec, poly::domain<F> const& points, F const& unit, view<F> out) {
  constexpr std::size_t stretch = 1024;
  F steps[64] = {};  // ω^(−n/2^(t+2))
  F power = inverse(points.root());
  for (unsigned t = points.log2_size() < 2 ? 0 : points.log2_size() - 1; t-- > 0; power = square(power)) steps[t] = power;
  out[0] = unit;
  for (std::size_t i = 1; i < std::min(stretch, out.size()); ++i) out[i] = out[i - std::bit_floor(i)] * steps[std::bit_width(i) - 1];
  for_ranges(exec, out.size(), stretch, [&](std::size_t begin, std::size_t end) {
    if (begin == 0) return;
    F factor = F::one();
    for (std::size_t bits = begin; bits != 0; bits &= bits - 1) factor = factor * steps[std::countr_zero(bits)];
    for (std::size_t i = begin; i < end; ++i) out[i] = out[i - begin] * factor;
  });
}

// out[h + j] ← unit·shift^(n/2h)·ω_2h^j for j < h, h = 1, 2, 4 … n/2: the roots of ascend for the coset of this shift. out[0] is not used.
template <class F, class Exec>
void fill_coset_roots(Exec const& exec, poly::domain<F> const& points, F shift, F const& unit, view<F> out) {
  F root = points.root();
  for (std::size_t h = points.size() / 2; h > 0; h /= 2, shift = square(shift), root = square(root)) {
    poly::fill_progression(exec, out.subview(h, h), unit * shift, root);
  }
  out[0] = F::zero();
}

template <class F>
struct ntt_tables {
  buffer<F> inverse_roots;  // max(1, n/2)
  buffer<F> coset_roots;    // n, of the coset ω_2n; empty where the field has no such root
  F unit;                   // what all of them are multiplied by: 1, or 1 in the form of digits52.hpp

  [[nodiscard]] bool lanes() const noexcept { return !unit.is_one(); }
  static constexpr std::size_t inverse_length(std::size_t n) noexcept { return n < 2 ? 1 : n / 2; }

  // The same bytes.
  struct planned {
    planned(memory_plan& memory, poly::domain<F> const& points)
        : inverse_roots(memory, inverse_length(points.size())), coset_roots(memory, points.has_twice() ? points.size() : 0) {}
    planned_buffer<F> inverse_roots, coset_roots;
  };
};

template <class F, class Exec>
ntt_tables<F> make_tables(Exec const& exec, poly::domain<F> const& points, F const& unit) {
  std::size_t const n = points.size();
  ntt_tables<F> t{buffer<F>{exec, ntt_tables<F>::inverse_length(n)}, buffer<F>{exec, points.has_twice() ? n : 0}, unit};
  fill_inverse_roots<F>(exec, points, unit, t.inverse_roots);
  if (points.has_twice()) fill_coset_roots<F>(exec, points, points.root_of_twice(), unit, t.coset_roots);
  return t;
}

}  // namespace lucid::inline v0::cpu::detail
