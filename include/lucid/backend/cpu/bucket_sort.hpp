// Scalars → digits → the points of each bucket side by side. Two steps: recoded_scalars once for a multiplication, sorted_digits for each group of windows.
// Knows nothing of points but where the infinite ones are. Each step has a twin, `planned`, which holds as many bytes for scalars that are all as long as they
// can be and have no digit of zero: the most that n scalars take with this window.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <lucid/backend/cpu/share.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/msm/digits.hpp>

namespace lucid::inline v0::cpu {

// An element of a bucket: the place of a base, and whether it counts negatively.
struct signed_index {
  std::uint32_t code;

  signed_index() = default;
  constexpr signed_index(std::uint32_t index, bool negative) noexcept : code(index << 1 | static_cast<std::uint32_t>(negative)) {}
  [[nodiscard]] constexpr signed_index negated_if(bool condition) const noexcept {
    signed_index result = *this;
    result.code ^= static_cast<std::uint32_t>(condition);
    return result;
  }
  [[nodiscard]] constexpr std::uint32_t index() const noexcept { return code >> 1; }
  [[nodiscard]] constexpr bool negative() const noexcept { return (code & 1) != 0; }
};
inline constexpr std::size_t max_sorted = std::size_t{1} << 31;  // scalars in one multiplication: what an index holds

// Bit widths of the balanced scalars whose base is not infinity, 0 for all others; and how many there are of each.
template <class Scalar>
struct scalar_widths {
  static constexpr std::size_t grain = 4096;
  using scalar = Scalar;

  template <class Exec, class G>
  scalar_widths(Exec const& exec, view<affine<G> const> bases, view<scalar const> scalars)
      : of(exec, bases.size()), count(signed_digits<scalar>::bits + 1) {
    std::size_t const n = bases.size();
    buffer<std::uint32_t> counts{exec, counters(n)};
    for_ranges(exec, n, grain, [&](std::size_t begin, std::size_t end) {
      std::uint32_t* const mine = counts.data() + begin / grain * count.size();
      std::fill_n(mine, count.size(), 0);
      for (std::size_t i = begin; i < end; ++i) {
        std::size_t const bits = bits_of(scalars[i]);
        of[i] = static_cast<width>(bits == 0 || bases[i].is_infinity() ? 0 : bits);
        ++mine[of[i]];
      }
    });
    for (std::size_t i = 0; i < counts.size(); ++i) count[i % count.size()] += counts[i];
  }

  // No product for the zeros and ones that a witness is full of.
  static std::size_t bits_of(scalar const& s) noexcept {
    if (s.is_zero()) return 0;
    if (s.is_one()) return 1;
    return balanced_scalar<scalar>::of(s).magnitude.bit_width();
  }

  using width = std::conditional_t<signed_digits<scalar>::bits <= 255, std::uint8_t, std::uint16_t>;
  buffer<width> of;
  std::vector<std::size_t> count;

  struct planned {
    planned(memory_plan& memory, std::size_t n) : of(memory, n) { planned_buffer<std::uint32_t> const counts{memory, counters(n)}; }
    planned_buffer<width> of;
  };

 private:
  static constexpr std::size_t counters(std::size_t n) noexcept { return ((n + grain - 1) / grain) * (signed_digits<scalar>::bits + 1); }
};

// The digits of one window: signed_digits::slice, 16 bits and where windows are wider the bits above.
struct slice_stream {
  std::uint16_t const* low;
  std::uint8_t const* high;  // null where 16 bits are enough
  std::size_t size;

  [[nodiscard]] std::uint32_t operator[](std::size_t i) const noexcept {
    return low[i] | (high == nullptr ? 0u : std::uint32_t{high[i]} << 16);
  }
};

// The digits of all scalars that count, window by window. Scalars stand in descending order of the windows they need, so that window j has a digit for the
// first size(j) of them and short scalars are never looked at again.
template <class Scalar>
class recoded_scalars {
 public:
  using cut = signed_digits<Scalar>;

  template <class Exec>
  recoded_scalars(Exec const& exec, cut const& digits, scalar_widths<Scalar> const& widths, view<Scalar const> scalars) : digits_(digits) {
    constexpr std::size_t grain = scalar_widths<Scalar>::grain;
    unsigned const windows = digits.windows();
    std::size_t const n = scalars.size();
    std::size_t const chunks = chunks_of(n);

    // place[chunk][k]: where the chunk puts its next scalar with k windows.
    buffer<std::uint32_t> place{exec, chunks * (windows + 1)};
    for_ranges(exec, n, grain, [&](std::size_t begin, std::size_t end) {
      std::uint32_t* const mine = place.data() + begin / grain * (windows + 1);
      std::fill_n(mine, windows + 1, 0);
      for (std::size_t i = begin; i < end; ++i) ++mine[cut::needed(widths.of[i], digits.window())];
    });
    size_.assign(windows + 1, 0);
    std::uint32_t next = 0;
    for (unsigned k = windows; k > 0; --k) {
      for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        std::uint32_t& here = place[chunk * (windows + 1) + k];
        std::uint32_t const count = here;
        here = next;
        next += count;
      }
      size_[k - 1] = next;
    }

    start_.assign(windows + 1, 0);
    for (unsigned j = 0; j < windows; ++j) start_[j + 1] = start_[j] + size_[j];
    low_ = buffer<std::uint16_t>{exec, start_[windows]};
    if (digits.window() > 16) high_ = buffer<std::uint8_t>{exec, start_[windows]};
    order_ = buffer<signed_index>{exec, size_[0]};
    for_ranges(exec, n, grain, [&](std::size_t begin, std::size_t end) {
      std::uint32_t* const mine = place.data() + begin / grain * (windows + 1);
      std::size_t const* const start = start_.data();
      std::uint16_t* const low = low_.data();
      std::uint8_t* const high = high_.data();
      for (std::size_t i = begin; i < end; ++i) {
        unsigned const k = cut::needed(widths.of[i], digits.window());
        if (k == 0) continue;
        std::size_t const at = mine[k]++;
        auto const s = widths.of[i] == 1 ? balanced_scalar<Scalar>{typename Scalar::integer{1}, !scalars[i].is_one()}
                                         : balanced_scalar<Scalar>::of(scalars[i]);
        auto const prepared = digits.prepared(s.magnitude);
        order_[at] = {static_cast<std::uint32_t>(i), s.negative};
        for (unsigned j = 0; j < k; ++j) low[start[j] + at] = static_cast<std::uint16_t>(digits.slice(prepared, j));
        if (high != nullptr) {
          for (unsigned j = 0; j < k; ++j) high[start[j] + at] = static_cast<std::uint8_t>(digits.slice(prepared, j) >> 16);
        }
      }
    });
  }

  [[nodiscard]] cut const& digits() const noexcept { return digits_; }
  // Scalars with a digit in window j.
  [[nodiscard]] std::size_t size(unsigned j) const noexcept { return size_[j]; }
  // The bases of the scalars that stand at 0 ≤ i < size(j); the sign of the scalar is in the base's.
  [[nodiscard]] view<signed_index const> bases(unsigned j) const noexcept { return order_.all().subview(0, size_[j]); }
  // Their digits in window j, each less `offset(j)` being a signed_digits::digit.
  [[nodiscard]] slice_stream slices(unsigned j) const noexcept {
    return {low_.data() + start_[j], high_.empty() ? nullptr : high_.data() + start_[j], size_[j]};
  }
  [[nodiscard]] std::int32_t offset(unsigned j) const noexcept { return -digits_.from_slice(0, j); }

  struct planned {
    planned(memory_plan& memory, cut const& digits, std::size_t n) {
      unsigned const windows = digits.windows();
      planned_buffer<std::uint32_t> const place{memory, chunks_of(n) * (windows + 1)};
      low = {memory, n * windows};
      if (digits.window() > 16) high = {memory, n * windows};
      order = {memory, n};
    }
    planned_buffer<std::uint16_t> low;
    planned_buffer<std::uint8_t> high;
    planned_buffer<signed_index> order;
  };

 private:
  static constexpr std::size_t chunks_of(std::size_t n) noexcept {
    return (n + scalar_widths<Scalar>::grain - 1) / scalar_widths<Scalar>::grain;
  }

  cut digits_;
  std::vector<std::size_t> size_, start_;
  buffer<std::uint16_t> low_;
  buffer<std::uint8_t> high_;
  buffer<signed_index> order_;
};
static_assert(max_window <= 24);

// The digits of windows [first, last) by window and bucket: a counting sort, stable, the same for any number of threads.
// Row r is a bucket: row(j) + |d| − 1 for digit d of window j. Its points are items [start[r], start[r + 1]).
class sorted_digits {
 public:
  template <class Exec, class Scalar>
  sorted_digits(Exec const& exec, recoded_scalars<Scalar> const& scalars, unsigned first, unsigned last) : first_(first) {
    unsigned const windows = last - first;
    row_.assign(windows + 1, 0);
    std::size_t largest = 0;
    for (unsigned j = 0; j < windows; ++j) {
      row_[j + 1] = row_[j] + scalars.digits().buckets(first + j);
      largest = std::max(largest, scalars.size(first + j));
    }
    chunks_ = chunks_of(workers_of(exec), windows, rows(), largest);

    std::size_t const tasks = windows * chunks_;
    buffer<std::uint32_t> counters{exec, rows() * chunks_};
    std::vector<std::size_t> digits_of(tasks);
    auto const counters_of = [&](std::size_t task) {
      std::size_t const j = task / chunks_;
      return counters.data() + row_[j] * chunks_ + task % chunks_ * (row_[j + 1] - row_[j]);
    };
    // f(counters, base, digit) for every digit other than 0 of a chunk of a window.
    auto const for_each_digit = [&](std::size_t task, auto&& f) {
      unsigned const j = first + static_cast<unsigned>(task / chunks_);
      std::size_t const chunk = task % chunks_;
      auto const slices = scalars.slices(j);
      auto const bases = scalars.bases(j);
      std::int32_t const offset = scalars.offset(j);
      std::uint32_t* const mine = counters_of(task);
      std::size_t const end = slices.size * (chunk + 1) / chunks_;
      for (std::size_t i = slices.size * chunk / chunks_; i < end; ++i) {
        std::int32_t const d = static_cast<std::int32_t>(slices[i]) - offset;
        if (d != 0) f(mine[(d < 0 ? -d : d) - 1], bases[i], d < 0);
      }
    };

    share(exec, workers_of(exec), tasks, [&](std::size_t, std::size_t task) {
      std::fill_n(counters_of(task), buckets(first + static_cast<unsigned>(task / chunks_)), 0);
      std::size_t digits = 0;
      for_each_digit(task, [&](std::uint32_t& counter, signed_index, bool) {
        ++counter;
        ++digits;
      });
      digits_of[task] = digits;
    });

    start_ = buffer<std::uint32_t>{exec, rows() + 1};
    std::vector<std::uint32_t> begin_of(windows + 1, 0);
    for (std::size_t task = 0; task < tasks; ++task) begin_of[task / chunks_ + 1] += static_cast<std::uint32_t>(digits_of[task]);
    for (unsigned j = 0; j < windows; ++j) begin_of[j + 1] += begin_of[j];
    start_[rows()] = begin_of[windows];
    items_ = buffer<signed_index>{exec, begin_of[windows]};

    share(exec, workers_of(exec), windows, [&](std::size_t, std::size_t j) {
      std::size_t const buckets = row_[j + 1] - row_[j];
      std::uint32_t* const counter = counters.data() + row_[j] * chunks_;
      std::uint32_t next = begin_of[j];
      for (std::size_t b = 0; b < buckets; ++b) {
        start_[row_[j] + b] = next;
        for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
          std::uint32_t const count = counter[chunk * buckets + b];
          counter[chunk * buckets + b] = next;
          next += count;
        }
      }
    });

    share(exec, workers_of(exec), tasks, [&](std::size_t, std::size_t task) {
      signed_index* const items = items_.data();
      for_each_digit(task,
                     [items](std::uint32_t& counter, signed_index base, bool negative) { items[counter++] = base.negated_if(negative); });
    });
  }

  [[nodiscard]] std::size_t rows() const noexcept { return row_.back(); }
  // The rows of window j, first ≤ j < last, from that of digit ±1 on.
  [[nodiscard]] std::size_t row(unsigned j) const noexcept { return row_[j - first_]; }
  [[nodiscard]] std::size_t buckets(unsigned j) const noexcept { return row_[j - first_ + 1] - row_[j - first_]; }
  [[nodiscard]] view<std::uint32_t const> start() const noexcept { return start_; }
  [[nodiscard]] view<signed_index const> items() const noexcept { return items_; }

  struct planned {
    // digits: of all windows in [first, last), `largest` in the longest of them; rows: their buckets.
    planned(memory_plan& memory, std::size_t workers, unsigned windows, std::size_t rows, std::size_t largest, std::size_t digits) {
      planned_buffer<std::uint32_t> const counters{memory, rows * chunks_of(workers, windows, rows, largest)};
      start = {memory, rows + 1};
      items = {memory, digits};
    }
    planned_buffer<std::uint32_t> start;
    planned_buffer<signed_index> items;
  };

 private:
  // As few chunks of scalars as feed every thread; each has counters of its own, which cost as much as they count if there are too many.
  static constexpr std::size_t chunks_of(std::size_t workers, unsigned windows, std::size_t rows, std::size_t largest) noexcept {
    if (workers == 1) return 1;
    std::size_t const worthwhile = largest / (4 * std::max<std::size_t>(rows / windows, 1));
    std::size_t const tasks_wanted = 4 * workers;
    return std::clamp<std::size_t>((tasks_wanted + windows - 1) / windows, 1, std::max<std::size_t>(worthwhile, 1));
  }

  unsigned first_;
  std::size_t chunks_ = 1;
  std::vector<std::size_t> row_;
  buffer<std::uint32_t> start_;
  buffer<signed_index> items_;
};

}  // namespace lucid::inline v0::cpu
