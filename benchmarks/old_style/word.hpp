// Words of 32 bits and packed equalities of the old style. A word owns its bits on the heap; the equalities' running sums are cloned each time one is added.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "boolean.hpp"

namespace old_style {

// Σ 2^(s_j)·left_j = Σ 2^(s_j)·right_j, one row for each F::bits − 1 bits.
template <class CS>
class multi_equality {
  using F = typename CS::field;
  using LC = combination<F>;

 public:
  explicit multi_equality(CS& cs) : cs_(cs) {}
  multi_equality(multi_equality const&) = delete;
  multi_equality& operator=(multi_equality const&) = delete;
  ~multi_equality() {
    if (bits_ != 0) flush();
  }
  [[nodiscard]] CS& builder() const noexcept { return cs_; }

  void enforce(std::size_t bits, LC const& left, LC const& right) {
    if (bits_ + bits > F::bits - 1) flush();
    F shift = F::one();
    for (std::size_t i = 0; i < bits_; ++i) shift = doubled(shift);
    add_to_clone(left_, left, shift);
    add_to_clone(right_, right, shift);
    bits_ += bits;
  }

 private:
  static void add_to_clone(LC& running, LC const& lc, F const& k) {
    LC clone = running;
    clone.add_multiple(lc, k);
    running = std::move(clone);
  }
  void flush() {
    cs_.enforce([&](LC&&) { return std::move(left_); }, [](LC&& lc) { return std::move(lc) + one; },
                [&](LC&&) { return std::move(right_); });
    left_ = {};
    right_ = {};
    bits_ = 0;
  }

  CS& cs_;
  LC left_, right_;
  std::size_t bits_ = 0;
};

class word {
 public:
  word() = default;
  word(std::vector<boolean> bits, std::optional<std::uint32_t> value) : bits_(std::move(bits)), value_(value) {}

  static word constant(std::uint32_t value) {
    std::vector<boolean> bits;
    bits.reserve(32);
    for (unsigned i = 0; i < 32; ++i) bits.emplace_back(((value >> i) & 1) != 0);
    return {std::move(bits), value};
  }
  template <class CS>
  static word allocate(CS& cs, std::uint32_t value) {
    std::vector<boolean> bits;
    bits.reserve(32);
    for (unsigned i = 0; i < 32; ++i) bits.emplace_back(bit::allocate(cs, ((value >> i) & 1) != 0));
    return {std::move(bits), value};
  }

  [[nodiscard]] std::vector<boolean> const& bits() const noexcept { return bits_; }
  [[nodiscard]] std::optional<std::uint32_t> value() const noexcept { return value_; }

  [[nodiscard]] word rotated_right(unsigned count) const {
    std::vector<boolean> bits;
    bits.reserve(32);
    for (unsigned i = 0; i < 32; ++i) bits.push_back(bits_[(i + count) % 32]);
    return {std::move(bits), value_ ? std::optional{std::rotr(*value_, static_cast<int>(count))} : std::nullopt};
  }
  [[nodiscard]] word shifted_right(unsigned count) const {
    std::vector<boolean> bits;
    bits.reserve(32);
    for (unsigned i = 0; i < 32; ++i) bits.push_back(i + count < 32 ? bits_[i + count] : boolean{false});
    return {std::move(bits), value_ ? std::optional{*value_ >> count} : std::nullopt};
  }

  // r_i = f(x_i, y_i, …) for all bits; the values go along.
  template <class Function, class... Words>
  static word bitwise(Function const& f, std::optional<std::uint32_t> value, Words const&... words) {
    std::vector<boolean> bits;
    bits.reserve(32);
    for (unsigned i = 0; i < 32; ++i) bits.push_back(f(words.bits()[i]...));
    return {std::move(bits), value};
  }

 private:
  std::vector<boolean> bits_;
  std::optional<std::uint32_t> value_;
};

template <class CS>
word exclusive_or(CS& cs, word const& x, word const& y) {
  return word::bitwise([&](boolean const& a, boolean const& b) { return exclusive_or(cs, a, b); }, *x.value() ^ *y.value(), x, y);
}

// Σ words mod 2^32; the bits above are allocated as well, and dropped.
template <class CS>
word add_many(multi_equality<CS>& equalities, std::span<word const> words) {
  using F = typename CS::field;
  CS& cs = equalities.builder();
  std::uint64_t total = 0;
  bool constant = true;
  combination<F> sum;
  for (word const& w : words) {
    total += *w.value();
    F k = F::one();
    for (boolean const& b : w.bits()) {
      if constexpr (CS::how.append) {
        b.add_to(sum, k);
      } else {
        sum.add(b.lc(cs, k));
      }
      constant = constant && b.is_constant();
      k = doubled(k);
    }
  }
  if (constant) return word::constant(static_cast<std::uint32_t>(total));

  auto const width = static_cast<std::size_t>(std::bit_width(words.size() * 0xffff'ffffu));
  std::vector<boolean> bits;
  combination<F> result;
  F k = F::one();
  for (std::size_t i = 0; i < width; ++i) {
    bit const b = bit::allocate(cs, ((total >> i) & 1) != 0);
    result.add(b.v, k);
    bits.emplace_back(b);
    k = doubled(k);
  }
  equalities.enforce(width, sum, result);
  bits.resize(32);
  return {std::move(bits), static_cast<std::uint32_t>(total)};
}

}  // namespace old_style
