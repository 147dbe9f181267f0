// Digits → the points of each bucket side by side, a group of windows at a time: the second step of a multiplication. Knows nothing of points.
// The twin `planned` holds as many bytes where no digit is zero.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/cpu/recode.hpp>
#include <lucid/backend/cpu/share.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>

namespace lucid::inline v0::cpu {

// Which windows share buckets, as sets of them: here each is a set by itself.
struct own_buckets {
  static constexpr unsigned copies = 1;  // of the bases
  [[nodiscard]] static constexpr unsigned sets(unsigned windows) noexcept { return windows; }
  [[nodiscard]] static constexpr unsigned window(unsigned set, unsigned) noexcept { return set; }
  [[nodiscard]] static constexpr std::uint32_t first_base(unsigned) noexcept { return 0; }
};

// f(window, copy) for the windows of a set that there are.
template <class Sharing, class F>
void for_each_window(Sharing const& sharing, unsigned windows, unsigned set, F&& f) {
  for (unsigned copy = 0; copy < sharing.copies && sharing.window(set, copy) < windows; ++copy) f(sharing.window(set, copy), copy);
}

// The digits of windows [first, last) by window, part and bucket: a counting sort, stable, the same for any number of threads. Where windows share buckets, of the
// sets [first, last) of windows: what is said of a window holds for a set.
// Row r is a bucket: row(j, h) + |d| − 1 for digit d of window j of part h. Its points are items [start[r], start[r + 1]).
class sorted_digits {
 public:
  template <class Exec, class Parts, class Sharing = own_buckets>
  sorted_digits(Exec const& exec, recoded_scalars<Parts> const& scalars, unsigned first, unsigned last, Sharing const& sharing = {})
      : first_(first), parts_(Parts::count) {
    std::size_t const strips = (last - first) * parts_;  // strip (j − first)·parts + h: window j of part h
    auto const window_of = [this](std::size_t strip) { return first_ + static_cast<unsigned>(strip / parts_); };
    auto const part_of = [this](std::size_t strip) { return static_cast<unsigned>(strip % parts_); };
    unsigned const windows = scalars.digits().windows();
    row_.assign(strips + 1, 0);
    std::size_t largest = 0;
    for (std::size_t s = 0; s < strips; ++s) {
      std::size_t size = 0;
      for_each_window(sharing, windows, window_of(s), [&](unsigned j, unsigned) { size += scalars.size(j, part_of(s)); });
      row_[s + 1] = row_[s] + (size == 0 ? 0 : scalars.digits().buckets(window_of(s)));
      largest = std::max(largest, size);
    }
    chunks_ = chunks_of(workers_of(exec), strips, rows(), largest);

    std::size_t const tasks = strips * chunks_;
    buffer<std::uint32_t> counters{exec, rows() * chunks_};
    std::vector<std::size_t> digits_of(tasks);
    auto const counters_of = [&](std::size_t task) {
      std::size_t const s = task / chunks_;
      return counters.data() + row_[s] * chunks_ + task % chunks_ * (row_[s + 1] - row_[s]);
    };
    // f(counters, base, digit) for every digit other than 0 of a chunk of a strip.
    auto const for_each_digit = [&](std::size_t task, auto&& f) {
      unsigned const h = part_of(task / chunks_);
      std::size_t const chunk = task % chunks_;
      std::uint32_t* const mine = counters_of(task);
      for_each_window(sharing, windows, window_of(task / chunks_), [&](unsigned j, unsigned copy) {
        auto const slices = scalars.slices(j, h);
        auto const bases = scalars.bases(j, h);
        std::int32_t const offset = scalars.offset(j);
        std::size_t const end = slices.size * (chunk + 1) / chunks_;
        for (std::size_t i = slices.size * chunk / chunks_; i < end; ++i) {
          std::int32_t const d = static_cast<std::int32_t>(slices[i]) - offset;
          if (d != 0) f(mine[(d < 0 ? -d : d) - 1], bases[i].moved_by(sharing.first_base(copy)), d < 0);
        }
      });
    };

    share(exec, workers_of(exec), tasks, [&](std::size_t, std::size_t task) {
      std::fill_n(counters_of(task), row_[task / chunks_ + 1] - row_[task / chunks_], 0);
      std::size_t digits = 0;
      for_each_digit(task, [&](std::uint32_t& counter, signed_index, bool) {
        ++counter;
        ++digits;
      });
      digits_of[task] = digits;
    });

    start_ = buffer<std::uint32_t>{exec, rows() + 1};
    std::vector<std::uint32_t> begin_of(strips + 1, 0);
    for (std::size_t task = 0; task < tasks; ++task) begin_of[task / chunks_ + 1] += static_cast<std::uint32_t>(digits_of[task]);
    for (std::size_t s = 0; s < strips; ++s) begin_of[s + 1] += begin_of[s];
    start_[rows()] = begin_of[strips];
    items_ = buffer<signed_index>{exec, begin_of[strips]};

    share(exec, workers_of(exec), strips, [&](std::size_t, std::size_t s) {
      std::size_t const buckets = row_[s + 1] - row_[s];
      std::uint32_t* const counter = counters.data() + row_[s] * chunks_;
      std::uint32_t next = begin_of[s];
      for (std::size_t b = 0; b < buckets; ++b) {
        start_[row_[s] + b] = next;
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
  [[nodiscard]] unsigned parts() const noexcept { return parts_; }
  // The rows of window j of part h, first ≤ j < last, from that of digit ±1 on; none where no scalar has a digit there.
  [[nodiscard]] std::size_t row(unsigned j, unsigned h = 0) const noexcept { return row_[(j - first_) * parts_ + h]; }
  [[nodiscard]] std::size_t buckets(unsigned j, unsigned h = 0) const noexcept { return row_[(j - first_) * parts_ + h + 1] - row(j, h); }
  [[nodiscard]] view<std::uint32_t const> start() const noexcept { return start_; }
  [[nodiscard]] view<signed_index const> items() const noexcept { return items_; }

  struct planned {
    // digits: of all windows and parts, `strips` in number, `largest` in the longest of them; rows: their buckets.
    planned(memory_plan& memory, std::size_t workers, std::size_t strips, std::size_t rows, std::size_t largest, std::size_t digits) {
      planned_buffer<std::uint32_t> const counters{memory, rows * chunks_of(workers, strips, rows, largest)};
      start = {memory, rows + 1};
      items = {memory, digits};
    }
    planned_buffer<std::uint32_t> start;
    planned_buffer<signed_index> items;
  };

 private:
  // As few chunks of scalars as feed every thread; each has counters of its own, which cost as much as they count if there are too many.
  static constexpr std::size_t chunks_of(std::size_t workers, std::size_t strips, std::size_t rows, std::size_t largest) noexcept {
    if (workers == 1) return 1;
    std::size_t const worthwhile = largest / (4 * std::max<std::size_t>(rows / strips, 1));
    std::size_t const tasks_wanted = 4 * workers;
    return std::clamp<std::size_t>((tasks_wanted + strips - 1) / strips, 1, std::max<std::size_t>(worthwhile, 1));
  }

  unsigned first_, parts_;
  std::size_t chunks_ = 1;
  std::vector<std::size_t> row_;
  buffer<std::uint32_t> start_;
  buffer<signed_index> items_;
};

}  // namespace lucid::inline v0::cpu
