// The roots of unity that radix2_ntt needs on a device: the tables of cpu/ntt_roots.hpp, entry for entry, and powers of a factor.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/element.cuh>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/power.hpp>
#include <lucid/poly/domain.hpp>

namespace lucid::inline v0::gpu::detail {

// One element for each level of the largest domain there is; by value, since bodies travel as bytes.
template <class F>
struct one_per_level {
  F of[std::max(1U, poly::domain<F>::max_log2_size)];
};

// Entries i·2^each_log2 of the table whose entry i is ω^−e(i), e(i) = Σ n/2^(t+2) over the bits t of i; step t is ω^(−n/2^(t+2)). A product a bit.
template <class F>
struct multiply_steps {
  view<F, memory_space::device> out;
  one_per_level<F> step;
  unsigned each_log2 = 0;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    F value = F::one();
    std::size_t bits = i;
    for (unsigned t = each_log2; bits != 0; bits >>= 1, ++t) {
      if ((bits & 1) != 0) value *= step.of[t];
    }
    store(out.data() + (i << each_log2), value);
  }
  template <class Function>
  void touches(Function&& f) const {
    f(out);
  }
};

// The other entries, from the first 2^each_log2 and every 2^each_log2-th.
template <class F>
struct multiply_entries {
  view<F, memory_space::device> out;
  unsigned each_log2 = 0;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    std::size_t const low = i & ((std::size_t{1} << each_log2) - 1);
    if (low != 0 && low != i) store(out.data() + i, load(out.data() + low) * load(out.data() + (i - low)));
  }
  template <class Function>
  void touches(Function&& f) const {
    f(out);
  }
};

// out[h + j] ← shift^(n/2h)·ω_2h^j for j < h, h = 1, 2, 4 … n/2: ω_2h^j = ω^m = −ω^−(n/2 − m), which the other table has.
template <class F>
struct fill_coset_roots {
  view<F, memory_space::device> out;
  view<F const, memory_space::device> inverse_roots;
  one_per_level<F> shift;  // by log2 of h
  unsigned log2_size = 0;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    if (i == 0) {
      store(out.data(), F::zero());
      return;
    }
    unsigned t = 0;
    while (i >> t > 1) ++t;
    std::size_t const m = (i - (std::size_t{1} << t)) << (log2_size - 1 - t);
    F value = shift.of[t];
    if (m != 0) value *= -load(inverse_roots.data() + reversed((std::size_t{1} << (log2_size - 1)) - m, log2_size - 1));
    store(out.data() + i, value);
  }
  template <class Function>
  void touches(Function&& f) const {
    f(out);
    f(inverse_roots);
  }
};

// first·ratio^i for i < 2^(low + high) from two short lists: first·ratio^j for j < 2^low, and then ratio^(j·2^low) for j < 2^high.
template <class F>
struct power_lists {
  unsigned low_log2 = 0, high_log2 = 0;
  explicit constexpr power_lists(unsigned log2_size) noexcept : low_log2((log2_size + 1) / 2), high_log2(log2_size / 2) {}
  [[nodiscard]] constexpr std::size_t size() const noexcept { return (std::size_t{1} << low_log2) + (std::size_t{1} << high_log2); }

  LUCID_HOST_DEVICE F at(view<F const, memory_space::device> lists, std::size_t i) const {
    std::size_t const low = std::size_t{1} << low_log2;
    return load(lists.data() + (i & (low - 1))) * load(lists.data() + low + (i >> low_log2));
  }
};

template <class F>
struct fill_powers {
  view<F, memory_space::device> out;
  power_lists<F> lists;
  F first, ratio;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    std::size_t const low = std::size_t{1} << lists.low_log2;
    F value = power(ratio, limb_t{i < low ? i : (i - low) << lists.low_log2});
    if (i < low) value *= first;
    store(out.data() + i, value);
  }
  template <class Function>
  void touches(Function&& f) const {
    f(out);
  }
};

template <class F>
struct ntt_tables {
  buffer<F, memory_space::device> inverse_roots;  // max(1, n/2)
  buffer<F, memory_space::device> coset_roots;    // n, of the coset ω_2n; empty where the field has no such root
  unsigned tile_log2;                             // of the passes made with them; at least 2

  static constexpr std::size_t inverse_length(std::size_t n) noexcept { return n < 2 ? 1 : n / 2; }

  // The same bytes.
  struct planned {
    planned(memory_plan& memory, poly::domain<F> const& points)
        : inverse_roots(memory, inverse_length(points.size())), coset_roots(memory, points.has_twice() ? points.size() : 0) {}
    planned_buffer<F> inverse_roots, coset_roots;
  };
};

template <class F>
void start_inverse_roots(stream_ref stream, poly::domain<F> const& points, view<F, memory_space::device> out) {
  multiply_steps<F> first{out, {}, 0};
  F power = inverse(points.root());
  for (unsigned t = points.log2_size() < 2 ? 0 : points.log2_size() - 1; t-- > 0; power = square(power)) first.step.of[t] = power;
  unsigned const low_log2 = points.log2_size() / 2;
  std::size_t const low = std::min(std::size_t{1} << low_log2, out.size());
  multiply_steps<F> second = first;
  second.each_log2 = low_log2;
  bulk(stream, "ntt_roots/low", low, first);
  bulk(stream, "ntt_roots/high", out.size() >> low_log2, second);
  bulk(stream, "ntt_roots/all", out.size(), multiply_entries<F>{out, low_log2});
}

template <class F>
void start_coset_roots(stream_ref stream, poly::domain<F> const& points, F shift, view<F const, memory_space::device> inverse_roots,
                       view<F, memory_space::device> out) {
  fill_coset_roots<F> body{out, inverse_roots, {}, points.log2_size()};
  for (unsigned t = points.log2_size(); t-- > 0; shift = square(shift)) body.shift.of[t] = shift;
  bulk(stream, "ntt_roots/coset", out.size(), body);
}

template <class F, class Exec>
[[nodiscard]] ntt_tables<F> make_tables(Exec const& exec, poly::domain<F> const& points, unsigned tile_log2) {
  std::size_t const n = points.size();
  ntt_tables<F> t{{exec, ntt_tables<F>::inverse_length(n)}, {exec, points.has_twice() ? n : 0}, tile_log2};
  start_inverse_roots<F>(exec.stream(), points, t.inverse_roots);
  if (points.has_twice()) start_coset_roots<F>(exec.stream(), points, points.root_of_twice(), t.inverse_roots, t.coset_roots);
  return t;
}

}  // namespace lucid::inline v0::gpu::detail
