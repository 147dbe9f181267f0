// The distinct coefficients of a system: a code for each value, a value for each code. Knows nothing of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/growing_buffer.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// Distinct coefficients in order of first use: circuits use few, most of them ±1. code ↔ value, amortised O(1).
template <class F>
class coefficient_dictionary {
 public:
  static constexpr std::uint32_t plus_one = 0;
  static constexpr std::uint32_t minus_one = 1;

  explicit coefficient_dictionary(memory_source const& from = {}) : from_(from), values_(from) {
    values_.push_back(F::one());
    values_.push_back(-F::one());
    rehash(64);
  }

  // The code of k, new or old. Throws argument_error past 2^31 distinct values.
  std::uint32_t code(F const& k) {
    if (k == values_[plus_one]) return plus_one;
    if (k == values_[minus_one]) return minus_one;
    if (k == values_[latest_]) return latest_;
    return latest_ = code_of_other(k);
  }

  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] F const& operator[](std::size_t code) const noexcept { return values_[code]; }
  [[nodiscard]] view<F const> all() const noexcept { return values_.all(); }
  // The values by code, without the way back to codes. The dictionary is used up.
  [[nodiscard]] buffer<F> release() { return values_.take(); }

 private:
  static constexpr std::uint32_t empty = ~std::uint32_t{0};

  // The seed is an address: coefficients of a hostile file cannot be chosen to collide. Codes do not depend on it.
  [[nodiscard]] std::uint64_t hash(F const& k) const noexcept {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;  // 2^64 / golden ratio
    std::uint64_t h = seed_;
    auto const& residue = k.to_montgomery();
    for (std::size_t i = 0; i < F::limbs; ++i) {
      h = (h ^ residue[i]) * odd;
      h ^= h >> 32;
    }
    return h;
  }
  LUCID_NOINLINE std::uint32_t code_of_other(F const& k) {
    std::size_t slot = find(k);
    if (slots_[slot] != empty) return slots_[slot];
    if (values_.size() >= (std::size_t{1} << 31)) throw argument_error("more than 2^31 distinct coefficients");
    if (2 * values_.size() >= slots_.size()) {
      rehash(2 * slots_.size());
      slot = find(k);
    }
    values_.push_back(k);
    return slots_[slot] = static_cast<std::uint32_t>(values_.size() - 1);
  }
  // The slot that holds k, or the empty one where it belongs. Linear probing; at most half of the slots are full.
  [[nodiscard]] std::size_t find(F const& k) const noexcept {
    std::size_t const mask = slots_.size() - 1;
    std::size_t slot = hash(k) & mask;
    while (slots_[slot] != empty && !(values_[slots_[slot]] == k)) slot = (slot + 1) & mask;
    return slot;
  }
  void rehash(std::size_t slots) {
    slots_ = buffer<std::uint32_t>{from_, slots};
    for (std::uint32_t& slot : slots_) slot = empty;
    seed_ = reinterpret_cast<std::uintptr_t>(slots_.data());
    for (std::size_t i = 0; i < values_.size(); ++i) slots_[find(values_[i])] = static_cast<std::uint32_t>(i);
  }

  memory_source from_;
  growing_buffer<F> values_;
  buffer<std::uint32_t> slots_;
  std::uint64_t seed_ = 0;
  std::uint32_t latest_ = plus_one;  // the code asked for last, among the others: rows of a kind follow each other
};

}  // namespace lucid::inline v0
