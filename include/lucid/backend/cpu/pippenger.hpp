// Pippenger's algorithm on the CPU, all threads of the policy: recode, and for each group of windows sort, sum the buckets, sum the windows.
// Includes the carrier's parts; knows nothing of how they work.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/backend/cpu/bucket_sort.hpp>
#include <lucid/backend/cpu/bucket_sum.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/recode.hpp>
#include <lucid/backend/cpu/window_prices.hpp>
#include <lucid/backend/cpu/window_sum.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/release.hpp>
#include <lucid/group/xyzz.hpp>
#include <lucid/msm/pippenger.hpp>
#include <lucid/msm/scalar_parts.hpp>
#include <lucid/msm/straus.hpp>

namespace lucid::inline v0 {

namespace cpu {

// Digits that are sorted and summed together: enough to feed the threads, few enough to stay near the processor. At least one window.
inline constexpr std::size_t digits_of_a_group = std::size_t{1} << 22;
// Their buckets are a proof's largest buffer where there are many: 16 MiB in G2 over 254 bits for one worker or two, to whom more are of no use.
inline constexpr std::size_t buckets_of_a_worker = std::size_t{1} << 16;

// The first window of the group that ends before `last`. size_of(j): the digits of window j, of all parts.
template <class Scalar, class SizeOf>
unsigned first_of_group(signed_digits<Scalar> const& cut, unsigned parts, std::size_t workers, unsigned last, SizeOf const& size_of) {
  std::size_t const buckets_of_a_group = std::max<std::size_t>(workers, 2) * buckets_of_a_worker;
  std::size_t digits = 0, buckets = 0;
  unsigned first = last;
  do {
    --first;
    digits += size_of(first);
    buckets += cut.buckets(first) * parts;
  } while (first > 0 && digits + size_of(first - 1) <= digits_of_a_group && buckets + cut.buckets(first - 1) * parts <= buckets_of_a_group);
  return first;
}

// total ← total·2^(window·(last − first)) + the sum of windows [first, last). spent: null, or the digits themselves, given back before the last span closes.
template <class G, class Exec>
void add_windows(Exec const& exec, signed_digits<typename G::scalar> const& cut, sorted_digits const& digits, sorted_digits* spent,
                 view<affine<G> const> bases, view<std::uint32_t const> places, unsigned first, unsigned last, xyzz<G>& total) {
  auto summed = [&] {
    auto const span = exec.open("msm/accumulate");
    return bucket_sums<G>{exec, digits, bases, places};
  }();
  auto const span = exec.open("msm/reduce");
  auto sums = std::move(summed);
  add_images<G>(exec, digits, sums.all(), first, last);
  auto const window = window_sums<G>(exec, digits, sums.all(), first, last);
  for (unsigned j = last; j-- > first;) {
    for (unsigned k = 0; k < cut.window(); ++k) total = doubled(total);
    total += window[j - first];
  }
  if (spent != nullptr) sorted_digits{std::move(*spent)};
}

// f(first, last) for every group of windows, from the top; of sets of windows where some share buckets.
template <class Parts, class Sharing, class F>
void for_each_group(recoded_scalars<Parts> const& recoded, std::size_t workers, Sharing const& sharing, F&& f) {
  unsigned const windows = recoded.digits().windows();
  unsigned last = sharing.sets(windows);
  while (last > 0 && recoded.size(sharing.window(last - 1, 0)) == 0) --last;
  while (last > 0) {
    unsigned const first = first_of_group(recoded.digits(), Parts::count, workers, last, [&](unsigned set) {
      std::size_t size = 0;
      for_each_window(sharing, windows, set, [&](unsigned j, unsigned) { size += recoded.size(j); });
      return size;
    });
    f(first, last);
    last = first;
  }
}

// bases: one copy after the other where windows share buckets.
template <class Parts, class Exec, class G, class Sharing = own_buckets>
jacobian<G> sum_by_windows(Exec const& exec, signed_digits<typename G::scalar> const& cut, scalar_widths<Parts>&& of_scalars,
                           view<affine<G> const> bases, view<typename G::scalar const> scalars, Sharing const& sharing = {}) {
  auto recoded = [&] {
    auto const span = exec.open("msm/recode");
    auto const widths = std::move(of_scalars);
    return recoded_scalars<Parts>{exec, cut, widths, scalars};
  }();

  xyzz<G> total;
  for_each_group(recoded, workers_of(exec), sharing, [&](unsigned first, unsigned last) {
    auto sorted = [&] {
      auto const span = exec.open("msm/sort");
      return sorted_digits{exec, recoded, first, last, sharing};
    }();
    add_windows<G>(exec, cut, sorted, &sorted, bases, {}, first, last, total);
  });
  release(exec, "msm/release", std::move(recoded));
  return total.to_jacobian();
}

// Sizes of the groups of windows for so many scalars of each width among n, none of whose digits is zero. sum(planned sorted_digits, rows, digits, first, last).
template <class Parts, class Sum, class Sharing = own_buckets>
void plan_groups(memory_plan& memory, std::size_t workers, signed_digits<typename Parts::scalar> const& cut,
                 typename scalar_widths<Parts>::planned&& of_scalars, view<std::size_t const> count, std::size_t n, Sum&& sum,
                 Sharing const& sharing = {}) {
  std::size_t const others = Parts::count - 1, split = others == 0 ? 0 : count[Parts::bits];
  std::vector<std::size_t> size(cut.windows(), 0);  // of the first part
  for (std::size_t w = 1; w < count.size(); ++w) {
    for (unsigned j = 0; j < cut.needed(static_cast<unsigned>(w), cut.window()); ++j) size[j] += count[w];
  }
  auto const recoded = [&] {
    auto const widths = std::move(of_scalars);
    return typename recoded_scalars<Parts>::planned{memory, cut, size, split, n};
  }();
  unsigned last = sharing.sets(cut.windows());
  std::vector<std::size_t> first_part(last, 0), all_parts(last, 0);  // of a set
  for (unsigned set = 0; set < last; ++set) {
    for_each_window(sharing, cut.windows(), set, [&](unsigned j, unsigned) {
      first_part[set] += size[j];
      all_parts[set] += size[j] + others * split;
    });
  }
  while (last > 0 && first_part[last - 1] == 0) --last;
  while (last > 0) {
    unsigned const first = first_of_group(cut, Parts::count, workers, last, [&](unsigned set) { return all_parts[set]; });
    std::size_t const strips = (last - first) * Parts::count;
    std::size_t rows = 0, digits = 0;
    for (unsigned set = first; set < last; ++set) {
      rows += cut.buckets(set) * (split == 0 ? 1 : Parts::count);
      digits += all_parts[set];
    }
    std::size_t const largest = *std::max_element(first_part.begin() + first, first_part.begin() + last);
    sum(sorted_digits::planned{memory, workers, strips, rows, largest, digits}, rows, digits, first, last);
    last = first;
  }
}

// What add_windows holds beside its digits.
template <class Parts, class G>
void plan_add_windows(memory_plan& memory, std::size_t workers, signed_digits<typename G::scalar> const& cut, std::size_t rows,
                      std::size_t digits, unsigned first, unsigned last) {
  typename bucket_sums<G>::planned const sums{memory, workers, rows, digits};
  if (Parts::count > 1) planned_buffer<typename affine_adder<G>::storage> const images{memory, workers};
  plan_window_sums<G>(memory, workers, cut, first, last);
}

// Scalars recoded and sorted, all windows of them: 4 bytes a digit that is not zero, 4 a bucket. Immutable; any number of sums read it at once.
template <class Parts>
class prepared_scalars {
 public:
  using scalar = typename Parts::scalar;

  template <class Exec>
  prepared_scalars(Exec const& exec, unsigned window, view<scalar const> scalars) : size_(scalars.size()) {
    auto made = [&] {
      auto const span = exec.open("msm/recode");
      scalar_widths<Parts> const widths{exec, scalars};
      unsigned const c = window != 0 ? window : window_prices().choose<Parts>(widths.count);
      exec.count("window", c);
      return recoded_scalars<Parts>{exec, signed_digits<scalar>{c, Parts::largest}, widths, scalars};
    }();
    auto const span = exec.open("msm/sort");
    auto const recoded = std::move(made);  // given back before the span closes
    cut_ = recoded.digits();
    for_each_group(recoded, workers_of(exec), own_buckets{}, [&](unsigned first, unsigned last) {
      groups_.push_back({sorted_digits{exec, recoded, first, last}, first, last});
    });
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  // The twin: for so many scalars of each width among n, none of whose digits is zero.
  class planned {
   public:
    planned(memory_plan& memory, std::size_t workers, unsigned window, view<std::size_t const> count, std::size_t n)
        : workers_(workers), cut_(window != 0 ? window : window_prices().choose<Parts>(count), Parts::largest) {
      plan_groups<Parts>(memory, workers, cut_, {memory, n}, count, n,
                         [this](sorted_digits::planned&& digits, std::size_t rows, std::size_t items, unsigned first, unsigned last) {
                           groups_.push_back({std::move(digits), rows, items, first, last});
                         });
    }
    // What a sum over these holds, whichever of its bases are left out.
    template <class G>
    void plan_sum(memory_plan& memory) const {
      for (auto const& g : groups_) plan_add_windows<Parts, G>(memory, workers_, cut_, g.rows, g.items, g.first, g.last);
    }

   private:
    struct group {
      sorted_digits::planned digits;
      std::size_t rows, items;
      unsigned first, last;
    };
    std::size_t workers_;
    signed_digits<scalar> cut_;
    std::vector<group> groups_;
  };

  template <class Exec, class G>
  [[nodiscard]] jacobian<G> sum(Exec const& exec, view<affine<G> const> bases, view<std::uint32_t const> places) const {
    xyzz<G> total;
    for (auto const& group : groups_) add_windows<G>(exec, cut_, group.digits, nullptr, bases, places, group.first, group.last, total);
    return total.to_jacobian();
  }

 private:
  struct group {
    sorted_digits digits;
    unsigned first, last;
  };
  std::size_t size_;
  signed_digits<scalar> cut_{1, Parts::largest};
  std::vector<group> groups_;  // from the top
};

}  // namespace cpu

template <class Threading>
struct implementation<pippenger, cpu::backend<Threading>> {
  // Parts: what stands for a scalar, msm/scalar_parts.hpp.
  template <class Parts, class Exec, class G>
  static jacobian<G> run(Exec const& exec, pippenger const& msm, view<affine<G> const> bases, view<typename G::scalar const> scalars) {
    auto const span = exec.open("msm");
    exec.count("elements", bases.size());
    jacobian<G> total;
    for (std::size_t begin = 0; begin < bases.size(); begin += most(msm)) {
      std::size_t const size = std::min(bases.size() - begin, most(msm));
      total += run_some<Parts>(exec, msm, bases.subview(begin, size), scalars.subview(begin, size));
    }
    return total;
  }

  template <class Parts, class Exec>
  static cpu::prepared_scalars<Parts> prepare(Exec const& exec, pippenger const& msm, view<typename Parts::scalar const> scalars) {
    if (scalars.size() > cpu::max_sorted) {
      throw argument_error("msm: " + std::to_string(scalars.size()) + " scalars; at most 2^30 can be prepared at once");
    }
    return {exec, msm.window, scalars};
  }
  // What prepare takes and keeps: for n scalars of full length, or for these.
  template <class Parts, class Exec>
  static typename cpu::prepared_scalars<Parts>::planned plan_prepare(Exec const& exec, pippenger const& msm, std::size_t n,
                                                                     memory_plan& memory) {
    std::vector<std::size_t> count(Parts::bits + 1, 0);
    count.back() = n;
    return {memory, cpu::workers_of(exec), msm.window, count, n};
  }
  template <class Parts, class Exec>
  static typename cpu::prepared_scalars<Parts>::planned plan_prepare(Exec const& exec, pippenger const& msm,
                                                                     view<typename Parts::scalar const> scalars, memory_plan& memory) {
    cpu::scalar_widths<Parts> const widths{exec, scalars};
    return {memory, cpu::workers_of(exec), msm.window, widths.count, scalars.size()};
  }
  template <class Exec, class G, class Parts>
  static jacobian<G> sum_prepared(Exec const& exec, view<affine<G> const> bases, cpu::prepared_scalars<Parts> const& scalars,
                                  view<std::uint32_t const> places) {
    static_assert(std::is_same_v<Parts, short_parts<G>>, "prepare the scalars for a group of the same pairing");
    auto const span = exec.open("msm");
    exec.count("elements", bases.size());
    return scalars.sum(exec, bases, places);
  }

  // Adds what n terms hold whose scalars have full length. A witness' take less as a rule; scalars of many lengths may choose a narrower window and hold a tenth more.
  template <class G, class Exec>
  static void plan(Exec const& exec, pippenger const& msm, std::size_t n, memory_plan& memory) {
    std::vector<std::size_t> count(short_parts<G>::bits + 1, 0);
    count.back() = std::min(n, most(msm));  // one piece after the other, the first is the largest
    plan_some<G>(exec, msm, count, count.back(), memory);
  }
  // What these terms hold, but for digits of zero. One look at each, on all threads.
  template <class Exec, class G>
  static void plan(Exec const& exec, pippenger const& msm, view<affine<G> const> bases, view<typename G::scalar const> scalars,
                   memory_plan& memory) {
    for (std::size_t begin = 0; begin < bases.size(); begin += most(msm)) {
      std::size_t const size = std::min(bases.size() - begin, most(msm));
      cpu::scalar_widths<short_parts<G>> const widths{exec, bases.subview(begin, size), scalars.subview(begin, size)};
      plan_some<G>(exec, msm, widths.count, size, memory);
    }
  }

 private:
  // Terms of one piece. Scalars that are prepared are one piece, whatever is asked for.
  static std::size_t most(pippenger const& msm) noexcept {
    return msm.at_once == 0 ? cpu::max_sorted : std::min(msm.at_once, cpu::max_sorted);
  }

  template <class G, class Exec>
  static void plan_some(Exec const& exec, pippenger const& msm, std::vector<std::size_t> const& count, std::size_t n, memory_plan& memory) {
    using parts = short_parts<G>;
    if (n == 0 || (msm.window == 0 && n <= few && straus_is_cheaper<parts, G>(count))) return;
    typename cpu::scalar_widths<parts>::planned widths{memory, n};
    unsigned const c = msm.window != 0 ? msm.window : cpu::window_prices().choose<parts>(count);
    signed_digits<typename G::scalar> const cut{c, parts::largest};
    std::size_t const workers = cpu::workers_of(exec);
    cpu::plan_groups<parts>(memory, workers, cut, std::move(widths), count, n,
                            [&](cpu::sorted_digits::planned const&, std::size_t rows, std::size_t digits, unsigned first, unsigned last) {
                              cpu::plan_add_windows<parts, G>(memory, workers, cut, rows, digits, first, last);
                            });
  }

  // So many terms are worth a look at their scalars: without a window asked for, whatever is cheaper sums them.
  static constexpr std::size_t few = 128;

  template <class Parts, class G>
  static bool is_better_without_buckets(view<affine<G> const> bases, view<typename G::scalar const> scalars) noexcept {
    if (bases.size() > few) return false;
    std::size_t count[Parts::bits + 1] = {};
    for (std::size_t i = 0; i < bases.size(); ++i) count[bases[i].is_infinity() ? 0 : Parts::width(scalars[i])] += 1;
    return straus_is_cheaper<Parts, G>({count, Parts::bits + 1});
  }

  template <class Parts, class Exec, class G>
  static jacobian<G> run_some(Exec const& exec, pippenger const& msm, view<affine<G> const> bases, view<typename G::scalar const> scalars) {
    if (msm.window == 0 && is_better_without_buckets<Parts>(bases, scalars)) return straus<Parts>(bases, scalars);
    auto widths = [&] {
      auto const span = exec.open("msm/recode");
      return cpu::scalar_widths<Parts>{exec, bases, scalars};
    }();
    unsigned const c = msm.window != 0 ? msm.window : cpu::window_prices().choose<Parts>(widths.count);
    exec.count("window", c);
    return cpu::sum_by_windows(exec, signed_digits<typename G::scalar>{c, Parts::largest}, std::move(widths), bases, scalars);
  }
};

}  // namespace lucid::inline v0
