// Digits in the order of their rows, and the tasks that the rows are cut into, longest first: what any accumulation works from. Knows nothing of points.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/backend/gpu/bucket_shape.hpp>
#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/radix_sort.cuh>
#include <lucid/backend/gpu/recode.cuh>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::gpu {

// A row that is cut: its tasks are `count` slots from `first` on.
struct split_row {
  std::uint32_t row, first, count, digits;
};

namespace detail {

// begin[r], end[r]: the stretch of row r; both are 0 before, and stay so for a row without digits.
struct mark_rows {
  on_device<std::uint32_t const> key;
  on_device<std::uint32_t> begin, end;
  std::uint32_t buckets;
  unsigned window;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    std::uint32_t const k = key[i], magnitude = k & ((1u << window) - 1);
    if (magnitude == 0) return;
    std::uint32_t const row = (k >> window) * buckets + magnitude - 1;
    if (i == 0 || key[i - 1] != k) begin[row] = static_cast<std::uint32_t>(i);
    if (i + 1 == key.size() || key[i + 1] != k) end[row] = static_cast<std::uint32_t>(i) + 1;
  }
  template <class F>
  void touches(F&& f) const {
    f(key), f(begin), f(end);
  }
};

// Task r of each row r: all of it, or nothing where it is cut. length: ends before. The rows that are cut get slots, in no order: one counter counts both, so
// that the first slots ascend with the rows' numbers in `split`.
struct size_rows {
  on_device<std::uint32_t const> begin;
  on_device<std::uint32_t> length;
  on_device<std::uint32_t> key, task;
  on_device<split_row> split;
  on_device<unsigned long long> counter;  // split rows · 2^32 + slots
  std::uint32_t most;

  LUCID_HOST_DEVICE void operator()(std::size_t r) const {
    std::uint32_t const size = length[r] - begin[r];
    bool const whole = size <= most;
    if (!whole) {
      std::uint32_t const count = (size + most - 1) / most;
      unsigned long long const before = atomic_add(counter[0], (1ull << 32) + count);
      split[before >> 32] = {static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(before), count, size};
    }
    length[r] = whole ? size : 0;
    key[r] = most - length[r];
    task[r] = static_cast<std::uint32_t>(r);
  }
  template <class F>
  void touches(F&& f) const {
    f(begin), f(length), f(key), f(task), f(split), f(counter);
  }
};

// Task rows + j of each slot j: an equal share of its row's digits, or nothing past the last slot. owner[j]: the number of its row in `split`.
struct size_slots {
  on_device<std::uint32_t> begin, length, key, task, owner;
  on_device<split_row const> split;
  on_device<unsigned long long const> counter;
  std::uint32_t rows, most;

  LUCID_HOST_DEVICE void operator()(std::size_t j) const {
    std::uint32_t const slots = static_cast<std::uint32_t>(counter[0]), slot = static_cast<std::uint32_t>(j);
    std::size_t const id = rows + j;
    task[id] = static_cast<std::uint32_t>(id);
    begin[id] = length[id] = 0;
    if (slot < slots) {
      std::uint32_t low = 0, high = static_cast<std::uint32_t>(counter[0] >> 32);  // the owner is in [low, high)
      while (high - low > 1) {
        std::uint32_t const middle = low + (high - low) / 2;
        (split[middle].first <= slot ? low : high) = middle;
      }
      owner[j] = low;
      split_row const s = split[low];
      std::uint64_t const k = slot - s.first, size = s.digits;
      std::uint64_t const from = size * k / s.count, to = size * (k + 1) / s.count;
      begin[id] = begin[s.row] + static_cast<std::uint32_t>(from);
      length[id] = static_cast<std::uint32_t>(to - from);
    }
    key[id] = most - length[id];
  }
  template <class F>
  void touches(F&& f) const {
    f(begin), f(length), f(key), f(task), f(owner), f(split), f(counter);
  }
};

}  // namespace detail

// Immutable; any number of sums read it at once, in the order of its stream or after it. 4 bytes a digit, 12 a row.
class sorted_digits {
 public:
  template <class T>
  using memory = buffer<T, memory_space::device>;

  sorted_digits() noexcept = default;
  // Takes the pairs of digits_of.
  template <class Exec>
  sorted_digits(Exec const& exec, bucket_shape const& shape, device_pairs&& digits)
      : shape_(shape), split_(exec, shape.split_rows()), counter_(exec, 1), owner_(exec, shape.slots()) {
    device_pairs sorted = std::move(digits);
    // Sections are side by side already: by the magnitudes alone the digits of each section and magnitude come to stand side by side.
    sort_pairs(exec, sorted, shape.window);
    auto const rows = static_cast<std::uint32_t>(shape.rows());
    begin_ = {exec, shape.tasks()};
    length_ = {exec, shape.tasks()};
    fill_bytes(exec.stream(), begin_.all(), 0);
    fill_bytes(exec.stream(), length_.all(), 0);
    fill_bytes(exec.stream(), counter_.all(), 0);
    bulk(exec.stream(), "mark_rows", shape.digits, detail::mark_rows{sorted.key, begin_, length_, shape.buckets, shape.window}, 256);
    sorted.key.reset();
    items_ = std::move(sorted.value);

    device_pairs tasks{exec, shape.tasks()};
    bulk(exec.stream(), "size_rows", rows, detail::size_rows{begin_, length_, tasks.key, tasks.value, split_, counter_, shape.task}, 256);
    bulk(exec.stream(), "size_slots", shape.slots(),
         detail::size_slots{begin_, length_, tasks.key, tasks.value, owner_, split_, counter_, rows, shape.task}, 256);
    sort_pairs(exec, tasks, static_cast<unsigned>(std::bit_width(shape.task)));
    order_ = std::move(tasks.value);
  }

  [[nodiscard]] bucket_shape const& shape() const noexcept { return shape_; }
  // Twice the place of a scalar, and one more where its base counts negatively: row by row, and between the rows what belongs to none.
  [[nodiscard]] detail::on_device<std::uint32_t const> items() const noexcept { return items_; }
  // All tasks, longest first. Task t: items [begin[t], begin[t] + length[t]). Below rows() it is a row's own, empty where the row is cut; then come the slots.
  [[nodiscard]] detail::on_device<std::uint32_t const> order() const noexcept { return order_; }
  [[nodiscard]] detail::on_device<std::uint32_t const> begin() const noexcept { return begin_; }
  [[nodiscard]] detail::on_device<std::uint32_t const> length() const noexcept { return length_; }
  // The rows that are cut, how many there are of them (·2^32) and of slots, and for each slot the number of its row.
  [[nodiscard]] detail::on_device<split_row const> split() const noexcept { return split_; }
  [[nodiscard]] detail::on_device<unsigned long long const> counter() const noexcept { return counter_; }
  [[nodiscard]] detail::on_device<std::uint32_t const> owner() const noexcept { return owner_; }

  // The twin: from the pairs on, which it takes.
  struct planned {
    planned(memory_plan& plan, bucket_shape const& shape) : split(plan, shape.split_rows()), counter(plan, 1), owner(plan, shape.slots()) {
      planned_buffer<std::uint32_t> key{plan, shape.digits};
      items = {plan, shape.digits};
      plan_sort_pairs(plan, shape.digits, shape.window);
      begin = {plan, shape.tasks()};
      length = {plan, shape.tasks()};
      key.reset();
      planned_buffer<std::uint32_t> const task_key{plan, shape.tasks()};
      order = {plan, shape.tasks()};
      plan_sort_pairs(plan, shape.tasks(), static_cast<unsigned>(std::bit_width(shape.task)));
    }
    planned_buffer<split_row> split;
    planned_buffer<unsigned long long> counter;
    planned_buffer<std::uint32_t> owner, items, order, begin, length;
  };

 private:
  bucket_shape shape_;
  memory<split_row> split_;
  memory<unsigned long long> counter_;
  memory<std::uint32_t> owner_, items_, order_, begin_, length_;
};

}  // namespace lucid::inline v0::gpu
