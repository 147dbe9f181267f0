// Scalars → digits, window by window: the first step of a multiplication. Knows nothing of points but where the infinite ones are.
// Each class has a twin, `planned`, which holds as many bytes for scalars that are all as long as they can be: the most that n scalars take with this window.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/scalar_parts.hpp>

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
  [[nodiscard]] constexpr signed_index moved_by(std::uint32_t places) const noexcept {
    signed_index result = *this;
    result.code += places << 1;
    return result;
  }
  [[nodiscard]] constexpr std::uint32_t index() const noexcept { return code >> 1; }
  [[nodiscard]] constexpr bool negative() const noexcept { return (code & 1) != 0; }
};
inline constexpr std::size_t max_sorted = std::size_t{1}
                                          << 30;  // scalars in one multiplication, so that 2^32 − 1 counts the digits of a window

// Widths (Parts::width) of the scalars whose base is not infinity, 0 for all others; and how many there are of each.
template <class Parts>
struct scalar_widths {
  static constexpr std::size_t grain = 4096;
  static constexpr std::size_t kinds = Parts::bits + 1;
  using scalar = typename Parts::scalar;

  template <class Exec, class G>
  scalar_widths(Exec const& exec, view<affine<G> const> bases, view<scalar const> scalars)
      : scalar_widths(
            exec, scalars, [](void const* all, std::size_t i) { return !static_cast<affine<G> const*>(all)[i].is_infinity(); },
            bases.data()) {}
  // Of all scalars, whatever their bases.
  template <class Exec>
  scalar_widths(Exec const& exec, view<scalar const> scalars)
      : scalar_widths(
            exec, scalars, [](void const*, std::size_t) { return true; }, nullptr) {}

 private:
  // By a pointer whether a base counts: one loop for the bases of all groups.
  template <class Exec>
  scalar_widths(Exec const& exec, view<scalar const> scalars, bool (*counts)(void const*, std::size_t), void const* bases)
      : of(exec, scalars.size()), in_chunk(exec, counters(scalars.size())), count(kinds) {
    for_ranges(exec, scalars.size(), grain, [&](std::size_t begin, std::size_t end) {
      std::uint32_t* const mine = in_chunk.data() + begin / grain * kinds;
      std::fill_n(mine, kinds, 0);
      for (std::size_t i = begin; i < end; ++i) {
        unsigned const bits = Parts::width(scalars[i]);
        of[i] = static_cast<width>(bits != 0 && counts(bases, i) ? bits : 0);
        ++mine[of[i]];
      }
    });
    for (std::size_t i = 0; i < in_chunk.size(); ++i) count[i % kinds] += in_chunk[i];
  }

 public:
  using width = std::conditional_t<Parts::bits <= 255, std::uint8_t, std::uint16_t>;
  buffer<width> of;
  buffer<std::uint32_t> in_chunk;  // [chunk][width]: the scalars of that width among each `grain`
  std::vector<std::size_t> count;

  struct planned {
    planned(memory_plan& memory, std::size_t n) : of(memory, n), in_chunk(memory, counters(n)) {}
    planned_buffer<width> of;
    planned_buffer<std::uint32_t> in_chunk;
  };

 private:
  static constexpr std::size_t counters(std::size_t n) noexcept { return (n + grain - 1) / grain * kinds; }
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
static_assert(max_window <= 24);

// The digits of all scalars that count, window by window and part by part. Scalars stand in descending order of the windows they need, those with all parts
// before the others, so that each window of each part has digits for the first so many of them and short scalars are never looked at again.
template <class Parts>
class recoded_scalars {
 public:
  using scalar = typename Parts::scalar;
  using cut = signed_digits<scalar>;
  static constexpr unsigned parts = Parts::count;

  template <class Exec>
  recoded_scalars(Exec const& exec, cut const& digits, scalar_widths<Parts> const& widths, view<scalar const> scalars) : digits_(digits) {
    constexpr std::size_t grain = scalar_widths<Parts>::grain, kinds = scalar_widths<Parts>::kinds;
    unsigned const windows = digits.windows();
    unsigned const classes = classes_of(windows);
    std::size_t const n = scalars.size();
    std::size_t const chunks = (n + grain - 1) / grain;
    std::uint16_t class_of[kinds];  // windows of the first part, or one more for those with all parts
    for (unsigned w = 0; w < kinds; ++w) class_of[w] = static_cast<std::uint16_t>(cut::needed(w, digits.window()));
    if (parts > 1) class_of[Parts::bits] = static_cast<std::uint16_t>(windows + 1);

    // place[chunk][k]: where the chunk puts its next scalar of class k.
    buffer<std::uint32_t> place{exec, chunks * (classes + 1)};
    std::fill(place.begin(), place.end(), 0);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      for (std::size_t w = 0; w < kinds; ++w) place[chunk * (classes + 1) + class_of[w]] += widths.in_chunk[chunk * kinds + w];
    }
    size_.assign(windows * parts, 0);
    std::uint32_t next = 0;
    for (unsigned k = classes; k > 0; --k) {
      for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        std::uint32_t& here = place[chunk * (classes + 1) + k];
        std::uint32_t const count = here;
        here = next;
        next += count;
      }
      if (k <= windows) size_[(k - 1) * parts] = next;
      if (k > windows) split_ = next;
    }
    for (unsigned j = 0; j < windows; ++j) {
      for (unsigned h = 1; h < parts; ++h) size_[j * parts + h] = split_;
    }

    start_.assign(size_.size() + 1, 0);
    for (std::size_t v = 0; v < size_.size(); ++v) start_[v + 1] = start_[v] + size_[v];
    low_ = buffer<std::uint16_t>{exec, start_.back()};
    if (digits.window() > 16) high_ = buffer<std::uint8_t>{exec, start_.back()};
    order_ = buffer<signed_index>{exec, size_[0] + (parts - 1) * split_};
    for_ranges(exec, n, grain, [&](std::size_t begin, std::size_t end) {
      std::uint32_t* const mine = place.data() + begin / grain * (classes + 1);
      std::size_t const* const start = start_.data();
      std::uint16_t* const low = low_.data();
      std::uint8_t* const high = high_.data();
      balanced_scalar<scalar> part[parts];
      for (std::size_t i = begin; i < end; ++i) {
        unsigned const k = class_of[widths.of[i]];
        if (k == 0) continue;
        std::size_t const at = mine[k]++;
        Parts::split(scalars[i], widths.of[i], part);
        for (unsigned h = 0; h < (k > windows ? parts : 1u); ++h) {
          order_[first_of(h) + at] = {static_cast<std::uint32_t>(i), part[h].negative};
          digits.for_each_slice(digits.prepared(part[h].magnitude), std::min(k, windows), [&](unsigned j, std::uint32_t slice) {
            std::size_t const to = start[j * parts + h] + at;
            low[to] = static_cast<std::uint16_t>(slice);
            if (high != nullptr) high[to] = static_cast<std::uint8_t>(slice >> 16);
          });
        }
      }
    });
  }

  [[nodiscard]] cut const& digits() const noexcept { return digits_; }
  // Scalars with a digit in window j of part h.
  [[nodiscard]] std::size_t size(unsigned j, unsigned h) const noexcept { return size_[j * parts + h]; }
  [[nodiscard]] std::size_t size(unsigned j) const noexcept { return size(j, 0) + (parts - 1) * split_; }
  // The bases of the scalars that stand at 0 ≤ i < size(j, h); the sign of the part is in the base's.
  [[nodiscard]] view<signed_index const> bases(unsigned j, unsigned h) const noexcept {
    return order_.all().subview(first_of(h), size(j, h));
  }
  // Their digits in window j, each less `offset(j)` being a signed_digits::digit.
  [[nodiscard]] slice_stream slices(unsigned j, unsigned h) const noexcept {
    std::size_t const start = start_[j * parts + h];
    return {low_.data() + start, high_.empty() ? nullptr : high_.data() + start, size(j, h)};
  }
  [[nodiscard]] std::int32_t offset(unsigned j) const noexcept { return -digits_.from_slice(0, j); }

  struct planned {
    // Of n scalars `split` have all parts; size: those with a digit in each window of the first part.
    planned(memory_plan& memory, cut const& digits, view<std::size_t const> size, std::size_t split, std::size_t n) {
      constexpr std::size_t grain = scalar_widths<Parts>::grain;
      planned_buffer<std::uint32_t> const place{memory, (n + grain - 1) / grain * (classes_of(digits.windows()) + 1)};
      std::size_t all = digits.windows() * (parts - 1) * split;
      for (std::size_t const s : size) all += s;
      low = {memory, all};
      if (digits.window() > 16) high = {memory, all};
      order = {memory, size[0] + (parts - 1) * split};
    }
    planned_buffer<std::uint16_t> low;
    planned_buffer<std::uint8_t> high;
    planned_buffer<signed_index> order;
  };

 private:
  static constexpr unsigned classes_of(unsigned windows) noexcept { return windows + (parts > 1 ? 1 : 0); }
  [[nodiscard]] std::size_t first_of(unsigned h) const noexcept { return h == 0 ? 0 : size_[0] + (h - 1) * split_; }

  cut digits_;
  std::size_t split_ = 0;                  // scalars with all parts
  std::vector<std::size_t> size_, start_;  // [j·parts + h]
  buffer<std::uint16_t> low_;
  buffer<std::uint8_t> high_;
  buffer<signed_index> order_;
};

}  // namespace lucid::inline v0::cpu
