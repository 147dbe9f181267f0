// The proving-time builder of the old style, from the description of bellpepper's: it evaluates each row's three combinations term by term and marks which
// variables have been used (density). `style` switches on what was changed since, one thing after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "linear_combination.hpp"

namespace old_style {

struct style {
  bool append = false;    // bits add themselves to a combination, instead of giving one of their own
  bool recycle = false;   // rows take their six buffers from a stack and give them back
  bool prefetch = false;  // the next value is asked for ahead, A and B are evaluated by turns
  bool counts = false;    // helper_counts are kept
};

inline constexpr style temporaries{};
inline constexpr style append{.append = true};
inline constexpr style append_recycle{.append = true, .recycle = true};
inline constexpr style append_recycle_prefetch{.append = true, .recycle = true, .prefetch = true};

// One bit a variable, and how many are set.
class density {
 public:
  void grow() {
    if (size_++ % 64 == 0) words_.push_back(0);
  }
  void mark(std::size_t i) noexcept {
    std::uint64_t const bit = std::uint64_t{1} << (i % 64);
    if ((words_[i / 64] & bit) == 0) {
      words_[i / 64] |= bit;
      ++count_;
    }
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
  std::size_t count_ = 0;
};

// The allocator is that of the values and the rows' results; the combinations' buffers are on the heap.
template <class F, style Style, class Allocator = std::allocator<F>>
class proving_assignment {
 public:
  using field = F;
  using elements = std::vector<F, Allocator>;
  static constexpr style how = Style;

  explicit proving_assignment(Allocator const& allocator = Allocator{})
      : a(allocator), b(allocator), c(allocator), inputs_(allocator), aux_(allocator) {
    input([] { return F::one(); });
  }

  template <class Value>
  variable witness(Value&& value) {
    aux_.push_back(value());
    a_aux_.grow();
    b_aux_.grow();
    return {true, aux_.size() - 1};
  }
  template <class Value>
  variable input(Value&& value) {
    inputs_.push_back(value());
    b_inputs_.grow();
    return {false, inputs_.size() - 1};
  }

  // Each of the three is given an empty combination and returns one.
  template <class A, class B, class C>
  void enforce(A&& make_a, B&& make_b, C&& make_c) {
    combination<F> la = make_a(empty());
    combination<F> lb = make_b(empty());
    combination<F> lc = make_c(empty());
    if constexpr (Style.counts) counts.base_buffers += la.heap_buffers() + lb.heap_buffers() + lc.heap_buffers();
    if constexpr (Style.prefetch) {
      evaluate_pair(la, lb);
    } else {
      F sum{};
      add_values(sum, la.inputs, inputs_, nullptr);
      add_values(sum, la.aux, aux_, &a_aux_);
      a.push_back(sum);
      sum = F{};
      add_values(sum, lb.inputs, inputs_, &b_inputs_);
      add_values(sum, lb.aux, aux_, &b_aux_);
      b.push_back(sum);
    }
    F sum{};
    add_values(sum, lc.inputs, inputs_, nullptr);
    add_values(sum, lc.aux, aux_, nullptr);
    c.push_back(sum);
    if constexpr (Style.recycle) {
      recycle(std::move(la));
      recycle(std::move(lb));
      recycle(std::move(lc));
    }
  }

  [[nodiscard]] elements const& inputs() const noexcept { return inputs_; }
  [[nodiscard]] elements const& aux() const noexcept { return aux_; }
  // Private variables of A, public and private ones of B that some row uses.
  [[nodiscard]] std::size_t dense() const noexcept { return a_aux_.count() + b_inputs_.count() + b_aux_.count(); }

  elements a, b, c;
  helper_counts counts;

 private:
  [[nodiscard]] combination<F> empty() {
    if constexpr (Style.recycle) {
      auto inputs = taken();
      return {std::move(inputs), taken()};
    } else {
      return {};
    }
  }
  [[nodiscard]] std::vector<term<F>> taken() {
    if (pool_.empty()) return {};
    auto buffer = std::move(pool_.back());
    pool_.pop_back();
    return buffer;
  }
  void recycle(combination<F>&& lc) {
    for (sorted_terms<F>* terms : {&lc.inputs, &lc.aux}) {
      auto buffer = terms->release();
      buffer.clear();
      pool_.push_back(std::move(buffer));
    }
  }

  // Zeros are skipped, and products with one.
  static void add_value(F& sum, term<F> const& t, elements const& values, density* used) {
    if (t.coefficient.is_zero()) return;
    if (used != nullptr) used->mark(t.index);
    F const& value = values[t.index];
    if (t.coefficient.is_one()) {
      sum += value;
    } else {
      sum += t.coefficient * value;
    }
  }
  static void add_values(F& sum, sorted_terms<F> const& list, elements const& values, density* used) {
    auto const& terms = list.terms();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if constexpr (Style.prefetch) {
        if (i + 1 < terms.size()) __builtin_prefetch(&values[terms[i + 1].index]);
      }
      add_value(sum, terms[i], values, used);
    }
  }
  // A and B by turns: two sums that do not wait for each other.
  void evaluate_pair(combination<F> const& la, combination<F> const& lb) {
    F sum_a{};
    F sum_b{};
    add_values(sum_a, la.inputs, inputs_, nullptr);
    add_values(sum_b, lb.inputs, inputs_, &b_inputs_);
    auto const& ta = la.aux.terms();
    auto const& tb = lb.aux.terms();
    std::size_t const both = std::min(ta.size(), tb.size());
    for (std::size_t i = 0; i < both; ++i) {
      if (i + 1 < ta.size()) __builtin_prefetch(&aux_[ta[i + 1].index]);
      if (i + 1 < tb.size()) __builtin_prefetch(&aux_[tb[i + 1].index]);
      add_value(sum_a, ta[i], aux_, &a_aux_);
      add_value(sum_b, tb[i], aux_, &b_aux_);
    }
    for (std::size_t i = both; i < ta.size(); ++i) add_value(sum_a, ta[i], aux_, &a_aux_);
    for (std::size_t i = both; i < tb.size(); ++i) add_value(sum_b, tb[i], aux_, &b_aux_);
    a.push_back(sum_a);
    b.push_back(sum_b);
  }

  elements inputs_, aux_;
  density a_aux_, b_inputs_, b_aux_;
  std::vector<std::vector<term<F>>> pool_;
};

}  // namespace old_style
