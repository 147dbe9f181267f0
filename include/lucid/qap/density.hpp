// Which variables occur in a matrix: the ones that a query has points for, where its key leaves out the points at infinity. One bit a variable. It comes
// from the structure of a circuit, never from values; it is not in bellman's files, and both sides derive it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/circuit/shape.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0::qap {

// Immutable once made; 9/64 of a byte a variable. As made by default it is full: every variable is there, however many there are.
class density {
 public:
  density() noexcept = default;

  // Of `variables` variables those for which mark(set) calls set(i), i < variables; repeated calls are well.
  template <class Exec, class Mark>
  density(Exec const& exec, std::size_t variables, Mark&& mark)
      : words_(exec, (variables + 63) / 64), before_(exec, (words_.size() + block - 1) / block), variables_(variables), full_(false) {
    for (auto& word : words_) word = 0;
    mark([this](std::size_t i) {
      LUCID_EXPECTS(i < variables_);
      words_[i / 64] |= std::uint64_t{1} << (i % 64);
    });
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if (w % block == 0) before_[w / block] = count_;
      count_ += static_cast<std::size_t>(std::popcount(words_[w]));
    }
    full_ = count_ == variables_;
  }

  [[nodiscard]] bool is_full() const noexcept { return full_; }
  [[nodiscard]] bool contains(std::size_t i) const noexcept { return full_ || (words_[i / 64] >> (i % 64) & 1) != 0; }
  // Made for n variables, or for any number.
  [[nodiscard]] bool fits(std::size_t n) const noexcept { return full_ || n == variables_; }
  // How many of n variables are there. Precondition: fits(n).
  [[nodiscard]] std::size_t count(std::size_t n) const noexcept {
    LUCID_EXPECTS(fits(n));
    return full_ ? n : count_;
  }

  // f(i, k) for every variable i that is there, k counting them from 0; in parallel, in ascending order within a range of 4,096.
  // Precondition: not made by default.
  template <class Exec, class F>
  void for_each(Exec const& exec, F&& f) const {
    for_ranges(exec, words_.size(), block, [&](std::size_t begin, std::size_t end) {
      std::size_t k = before_[begin / block];
      for (std::size_t w = begin; w < end; ++w) {
        for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
          f(64 * w + static_cast<std::size_t>(std::countr_zero(rest)), k++);
        }
      }
    });
  }

  // all[i] of the variables that are there, in order. Precondition: one element a variable.
  template <class Exec, class T>
  [[nodiscard]] buffer<T> select(Exec const& exec, view<T const> all) const {
    auto const span = exec.open("qap/select");
    buffer<T> chosen{exec, count(all.size())};
    exec.count("bytes moved", chosen.size() * sizeof(T));
    if (full_) {
      for_ranges(exec, all.size(), 64 * block, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) chosen[i] = all[i];
      });
    } else {
      for_each(exec, [&](std::size_t i, std::size_t k) { chosen[k] = all[i]; });
    }
    return chosen;
  }

  // Of the policy's memory.
  [[nodiscard]] std::size_t bytes() const noexcept { return sizeof(std::uint64_t) * (words_.size() + before_.size()); }

  friend bool operator==(density const& x, density const& y) noexcept {
    if (x.full_ || y.full_) return x.full_ == y.full_;
    if (x.variables_ != y.variables_) return false;
    for (std::size_t w = 0; w < x.words_.size(); ++w) {
      if (x.words_[w] != y.words_[w]) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t block = 64;  // words to a count

  buffer<std::uint64_t> words_;   // bit i % 64 of word i / 64
  buffer<std::uint64_t> before_;  // variables there before each block
  std::size_t variables_ = 0;
  std::size_t count_ = 0;
  bool full_ = true;
};

// What the A query of a circuit has points for: the constant one and the public inputs, each of which has a row of its own in A (matrices.hpp), and the
// private variables with a term in some row's A. One look a term.
template <class Exec, class F>
[[nodiscard]] density density_of_a(Exec const& exec, shape<F> const& circuit) {
  return {exec, circuit.variables(), [&circuit](auto const& set) {
            for (std::size_t i = 0; i <= circuit.public_inputs(); ++i) set(i);
            circuit.a().for_each_term([&set](std::size_t, std::uint32_t column, std::uint32_t) { set(column); });
          }};
}

// And the B queries: variables with a term in some row's B. Inputs have no rows of their own there.
template <class Exec, class F>
[[nodiscard]] density density_of_b(Exec const& exec, shape<F> const& circuit) {
  return {exec, circuit.variables(), [&circuit](auto const& set) {
            circuit.b().for_each_term([&set](std::size_t, std::uint32_t column, std::uint32_t) { set(column); });
          }};
}

}  // namespace lucid::inline v0::qap
