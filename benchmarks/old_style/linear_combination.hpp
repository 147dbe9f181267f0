// The linear combination that this library does without, written from the description of bellpepper's for comparison: sorted terms on the heap, public and
// private ones apart, 40 bytes a term. Only benchmarks and their tests use it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace old_style {

// What the description counts; nothing is counted unless a style asks for it.
struct helper_counts {
  std::size_t calls = 0;         // of boolean::lc
  std::size_t temporaries = 0;   // heap buffers in their results
  std::size_t base_buffers = 0;  // heap buffers of the rows themselves, none to six a row
};

struct variable {
  bool is_private = false;
  std::size_t index = 0;  // of its kind; public 0 is the constant one
};
inline constexpr variable one{};

template <class F>
struct term {
  std::size_t index;
  F coefficient;
};

// Terms of one kind in ascending order, an index at most once; a sum of zero stays. Insertion remembers its last slot: the same index again or the next one is
// found without a search.
template <class F>
class sorted_terms {
 public:
  sorted_terms() = default;
  explicit sorted_terms(std::vector<term<F>>&& recycled) noexcept : terms_(std::move(recycled)) {}

  void add(std::size_t index, F const& k) {
    if (slot_ != none && index == index_) {
      terms_[slot_].coefficient += k;
      return;
    }
    if (slot_ != none && index == index_ + 1) {
      ++slot_;
    } else {
      auto const at = std::lower_bound(terms_.begin(), terms_.end(), index, [](term<F> const& t, std::size_t i) { return t.index < i; });
      slot_ = static_cast<std::size_t>(at - terms_.begin());
    }
    index_ = index;
    if (slot_ < terms_.size() && terms_[slot_].index == index) {
      terms_[slot_].coefficient += k;
      return;
    }
    if (terms_.capacity() == 0) terms_.reserve(4);
    terms_.insert(terms_.begin() + static_cast<std::ptrdiff_t>(slot_), term<F>{index, k});
  }

  [[nodiscard]] std::vector<term<F>> const& terms() const noexcept { return terms_; }
  [[nodiscard]] bool on_heap() const noexcept { return terms_.capacity() != 0; }
  [[nodiscard]] std::vector<term<F>> release() noexcept { return std::move(terms_); }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  std::vector<term<F>> terms_;
  std::size_t slot_ = none;
  std::size_t index_ = 0;
};

// Sums consume their left side and hand it on, so that a chain of them moves nothing.
template <class F>
class combination {
 public:
  combination() = default;
  combination(std::vector<term<F>>&& inputs, std::vector<term<F>>&& aux) noexcept : inputs(std::move(inputs)), aux(std::move(aux)) {}

  void add(variable v, F const& k) { (v.is_private ? aux : inputs).add(v.index, k); }

  void add(combination const& other) {
    for (auto const& t : other.inputs.terms()) inputs.add(t.index, t.coefficient);
    for (auto const& t : other.aux.terms()) aux.add(t.index, t.coefficient);
  }
  void subtract(combination const& other) {
    for (auto const& t : other.inputs.terms()) inputs.add(t.index, -t.coefficient);
    for (auto const& t : other.aux.terms()) aux.add(t.index, -t.coefficient);
  }
  void add_multiple(combination const& other, F const& k) {
    for (auto const& t : other.inputs.terms()) inputs.add(t.index, k * t.coefficient);
    for (auto const& t : other.aux.terms()) aux.add(t.index, k * t.coefficient);
  }

  friend combination&& operator+(combination&& lc, variable v) {
    lc.add(v, F::one());
    return std::move(lc);
  }
  friend combination&& operator-(combination&& lc, variable v) {
    lc.add(v, -F::one());
    return std::move(lc);
  }
  friend combination&& operator+(combination&& lc, combination const& other) {
    lc.add(other);
    return std::move(lc);
  }
  friend combination&& operator-(combination&& lc, combination const& other) {
    lc.subtract(other);
    return std::move(lc);
  }

  [[nodiscard]] std::size_t heap_buffers() const noexcept { return std::size_t{inputs.on_heap()} + std::size_t{aux.on_heap()}; }

  sorted_terms<F> inputs, aux;
};

}  // namespace old_style
