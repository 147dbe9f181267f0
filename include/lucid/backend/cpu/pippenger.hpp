// Pippenger's algorithm on the CPU, all threads of the policy: recode, and for each group of windows sort, sum the buckets, sum the windows.
// Includes the carrier's parts; knows nothing of how they work.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lucid/backend/cpu/bucket_sort.hpp>
#include <lucid/backend/cpu/bucket_sum.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/window_sum.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/group/xyzz.hpp>
#include <lucid/msm/pippenger.hpp>
#include <lucid/msm/window_model.hpp>

namespace lucid::inline v0 {

namespace cpu {

// Digits that are sorted and summed together: enough to feed the threads, few enough to stay near the processor. At least one window.
inline constexpr std::size_t digits_of_a_group = std::size_t{1} << 22;
inline constexpr std::size_t buckets_of_a_group = std::size_t{1} << 20;

template <class Exec, class G>
jacobian<G> sum_by_windows(Exec const& exec, signed_digits<typename G::scalar> const& cut, scalar_widths<typename G::scalar> const& widths,
                           view<affine<G> const> bases, view<typename G::scalar const> scalars) {
  auto const recoded = [&] {
    auto const span = exec.open("msm/recode");
    return recoded_scalars<typename G::scalar>{exec, cut, widths, scalars};
  }();

  xyzz<G> total;
  unsigned last = cut.windows();
  while (last > 0 && recoded.size(last - 1) == 0) --last;
  while (last > 0) {
    std::size_t digits = 0, buckets = 0;
    unsigned first = last;
    do {
      --first;
      digits += recoded.size(first);
      buckets += cut.buckets(first);
    } while (first > 0 && digits + recoded.size(first - 1) <= digits_of_a_group && buckets + cut.buckets(first - 1) <= buckets_of_a_group);

    auto const sorted = [&] {
      auto const span = exec.open("msm/sort");
      return sorted_digits{exec, recoded, first, last};
    }();
    auto const sums = [&] {
      auto const span = exec.open("msm/accumulate");
      return bucket_sums<G>{exec, sorted, bases};
    }();
    auto const span = exec.open("msm/reduce");
    auto const window = window_sums<G>(exec, sorted, sums.all(), first, last);
    for (unsigned j = last; j-- > first;) {
      for (unsigned k = 0; k < cut.window(); ++k) total = doubled(total);
      total += window[j - first];
    }
    last = first;
  }
  return total.to_jacobian();
}

}  // namespace cpu

template <class Threading>
struct implementation<pippenger, cpu::backend<Threading>> {
  template <class Exec, class G>
  static jacobian<G> run(Exec const& exec, pippenger const& msm, view<affine<G> const> bases, view<typename G::scalar const> scalars) {
    auto const span = exec.open("msm");
    jacobian<G> total;
    for (std::size_t begin = 0; begin < bases.size(); begin += cpu::max_sorted) {
      std::size_t const size = std::min(bases.size() - begin, cpu::max_sorted);
      total += run_some(exec, msm, bases.subview(begin, size), scalars.subview(begin, size));
    }
    return total;
  }

 private:
  template <class Exec, class G>
  static jacobian<G> run_some(Exec const& exec, pippenger const& msm, view<affine<G> const> bases, view<typename G::scalar const> scalars) {
    // Below this, the doublings and reductions of all windows cost more than multiplication one by one.
    constexpr std::size_t few = 4;
    if (bases.size() < few && msm.window == 0) {
      jacobian<G> sum;
      for (std::size_t i = 0; i < bases.size(); ++i) sum += multiply_vartime(bases[i], scalars[i]);
      return sum;
    }
    auto const widths = [&] {
      auto const span = exec.open("msm/recode");
      return cpu::scalar_widths<typename G::scalar>{exec, bases, scalars};
    }();
    unsigned const c = msm.window != 0 ? msm.window : window_model{}.choose<typename G::scalar>(widths.count);
    exec.count("points", bases.size());
    exec.count("window", c);
    return cpu::sum_by_windows(exec, signed_digits<typename G::scalar>{c}, widths, bases, scalars);
  }
};

}  // namespace lucid::inline v0
