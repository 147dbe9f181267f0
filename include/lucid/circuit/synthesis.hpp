// `synthesize`: values and the rows' A·z, B·z, C·z in one pass over a circuit, for proving without a stored shape. Nothing is checked and no matrix is kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/independent.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// One element a row of the circuit, and the assignment that they belong to.
template <class F>
struct evaluated_rows {
  buffer<F> a, b, c;
  assignment<F> z;
};

// The size known beforehand, from an earlier run or from size_of. The exact one saves every copy; a wrong one costs copies, never an error.
using expected_size = circuit_size;

namespace detail {

// A buffer that doubles, or a range of one for an independent part, which is as large as it is. `gap` elements at the front are left for the owner to fill.
template <class F, class Exec>
class growing_buffer {
 public:
  growing_buffer(Exec const& exec, std::size_t expected, std::size_t gap = 0)
      : exec_(exec), owned_(exec, std::max<std::size_t>(expected, gap + 64)), data_(owned_.data()), size_(gap), capacity_(owned_.size()) {}
  // The elements [begin, end) behind those of `whole`, for the part of that number. The whole must not grow meanwhile.
  growing_buffer(growing_buffer const& whole, std::size_t part, std::size_t begin, std::size_t end)
      : exec_(whole.exec_), data_(whole.data_), size_(whole.size_ + begin), capacity_(whole.size_ + end), part_(part) {}
  growing_buffer(growing_buffer const&) = delete;
  growing_buffer& operator=(growing_buffer const&) = delete;

  LUCID_INLINE void push_back(F const& x) {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    data_[size_++] = x;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] F* data() const noexcept { return data_; }
  [[nodiscard]] bool is_closed() const noexcept { return data_ == nullptr; }

  // Room for n more, and n more that somebody else has filled.
  void reserve(std::size_t n) {
    if (n > capacity_ - size_) grow(size_ + n);
  }
  void advance(std::size_t n) noexcept { size_ += n; }

  // The elements in a buffer of exactly their number.
  [[nodiscard]] buffer<F> take() {
    buffer<F> result = size_ == capacity_ ? std::move(owned_) : clone<F>(exec_, std::as_const(owned_).all().subview(0, size_));
    close();
    return result;
  }
  // Gives the memory back; nothing can be added any more.
  void close() noexcept {
    owned_.reset();
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

 private:
  LUCID_NOINLINE void grow(std::size_t least) {
    if (is_closed()) throw builder_closed("circuit: a variable or a row is made after the end");
    if (part_ != not_a_part) refuse_overrun_of_part(part_);
    buffer<F> larger{exec_, std::max(2 * capacity_, least)};
    copy<F>(exec_, std::as_const(owned_).all().subview(0, size_), larger.all().subview(0, size_));
    owned_ = std::move(larger);
    data_ = owned_.data();
    capacity_ = owned_.size();
  }

  Exec const& exec_;
  buffer<F> owned_;  // empty in a part
  F* data_;
  std::size_t size_;
  std::size_t capacity_;
  std::size_t part_ = not_a_part;
};

}  // namespace detail

// The builder whose linear combination is one field element.
template <class F, class Exec>
class synthesizer {
 public:
  using field = F;

  // Σ k·z. Things that know their value never get here; of the others, bits and coefficients 1 cost no product.
  class combination {
   public:
    using field = F;
    using only_evaluates = void;
    explicit combination(synthesizer const& builder) noexcept : values_(builder.values_) {}

    void add(variable v, F const& k) noexcept { sum_ += scaled(k, values_[v.is_private() ? 1 : 0][v.index()]); }
    void add(F const& k) noexcept { sum_ += k; }
    [[nodiscard]] F const& value() const noexcept { return sum_; }

   private:
    static F scaled(F const& k, F const& x) noexcept { return x.is_zero() ? x : x.is_one() ? k : k.is_one() ? x : k * x; }

    F const* const* values_;
    F sum_{};
  };

  // The same, kept between rows.
  class accumulator {
   public:
    using field = F;
    using only_evaluates = void;
    explicit accumulator(synthesizer& builder) noexcept : builder_(builder) {}

    void add(variable v, F const& k) noexcept {
      combination lc{builder_};
      lc.add(v, k);
      sum_ += lc.value();
    }
    void add(F const& k) noexcept { sum_ += k; }
    void clear() noexcept { sum_ = F::zero(); }

    template <class Combination, class K>
    void add_to(Combination& lc, K const& k) const noexcept {
      lc.add(k * sum_);
    }
    template <class Combination, class K>
    void subtract_from(Combination& lc, K const& k) const noexcept {
      lc.add(-(k * sum_));
    }
    template <class>
    [[nodiscard]] F const& evaluate() const noexcept {
      return sum_;
    }

   private:
    synthesizer& builder_;
    F sum_{};
  };

  synthesizer(Exec const& exec, expected_size const& expected)
      : a_(exec, expected.constraints),
        b_(exec, expected.constraints),
        c_(exec, expected.constraints),
        inputs_(exec, expected.public_inputs + 1),
        gap_(expected.public_inputs + 1),
        witness_(exec, expected.variables, gap_),
        exec_(exec) {
    inputs_.push_back(F::one());
    locate();
  }
  synthesizer(synthesizer const&) = delete;
  synthesizer& operator=(synthesizer const&) = delete;

  template <class Value>
  variable witness(Value&& value) {
    std::size_t const index = witness_.size() - gap_;
    if (index >= variable::limit) [[unlikely]]
      refuse("private variables");
    witness_.push_back(value());
    locate();
    return variable::private_at(static_cast<std::uint32_t>(index));
  }
  template <class Value>
  variable input(Value&& value) {
    std::size_t const index = inputs_.size();
    if (part_ != detail::not_a_part || index >= variable::limit) [[unlikely]]
      refuse("public inputs");
    inputs_.push_back(value());
    locate();
    return variable::public_at(static_cast<std::uint32_t>(index));
  }
  template <class A, class B, class C>
  void enforce(A const& a, B const& b, C const& c) {
    a_.push_back(value_of(a));
    b_.push_back(value_of(b));
    c_.push_back(value_of(c));
  }
  static constexpr no_scope enter(char const*) noexcept { return {}; }
  static constexpr no_scope enter(char const*, std::size_t) noexcept { return {}; }

  // The builder is used up: whoever still holds it gets builder_closed.
  [[nodiscard]] evaluated_rows<F> finish() {
    std::size_t const publics = inputs_.size();  // with the one
    std::size_t const privates = witness_.size() - gap_;
    buffer<F> z;
    if (publics == gap_) {
      z = witness_.take();
    } else {
      z = buffer<F>{exec_, publics + privates};
      copy<F>(exec_, view<F const>{values_[1], privates}, z.all().from(publics));
      witness_.close();
    }
    copy<F>(exec_, view<F const>{inputs_.data(), publics}, z.all().subview(0, publics));
    inputs_.close();
    return {a_.take(), b_.take(), c_.take(), assignment<F>{publics - 1, std::move(z)}};
  }

  // What independent.hpp wants.
  [[nodiscard]] Exec const& execution() const noexcept { return exec_; }
  [[nodiscard]] circuit_size made() const noexcept { return {a_.size(), inputs_.size() + witness_.size() - gap_, inputs_.size() - 1}; }
  void open_parts(circuit_size const& all) {
    for (auto* rows : {&a_, &b_, &c_}) rows->reserve(all.constraints);
    witness_.reserve(all.variables);
    locate();
  }
  [[nodiscard]] synthesizer part(std::size_t index, circuit_size const& begin, circuit_size const& end) const {
    return synthesizer{*this, index, begin, end};
  }
  void close_parts(circuit_size const& all) noexcept {
    for (auto* rows : {&a_, &b_, &c_}) rows->advance(all.constraints);
    witness_.advance(all.variables);
  }

 private:
  synthesizer(synthesizer const& whole, std::size_t index, circuit_size const& begin, circuit_size const& end)
      : a_(whole.a_, index, begin.constraints, end.constraints),
        b_(whole.b_, index, begin.constraints, end.constraints),
        c_(whole.c_, index, begin.constraints, end.constraints),
        inputs_(whole.inputs_, index, 0, 0),
        gap_(whole.gap_),
        witness_(whole.witness_, index, begin.variables, end.variables),
        exec_(whole.exec_),
        part_(index) {
    locate();
  }

  [[noreturn]] LUCID_NOINLINE void refuse(char const* what) const {
    if (a_.is_closed()) throw builder_closed("circuit: a variable is made after the end");
    if (part_ != detail::not_a_part) detail::refuse_input_of_part(part_);
    throw argument_error("circuit: 2^31 " + std::string{what});
  }

  template <class X>
  [[nodiscard]] F value_of(X const& x) const {
    if constexpr (valued<X, F>) {
      return x.template evaluate<F>();
    } else {
      combination lc{*this};
      add_terms(lc, x);
      return lc.value();
    }
  }
  void locate() noexcept {
    values_[0] = inputs_.data();
    values_[1] = witness_.data() + gap_;
  }

  detail::growing_buffer<F, Exec> a_, b_, c_, inputs_;
  std::size_t gap_;
  detail::growing_buffer<F, Exec> witness_;
  Exec const& exec_;
  std::size_t part_ = detail::not_a_part;
  F const* values_[2] = {};
};

// Runs the circuit once. Apart from the doubling of the result's buffers, no heap call. Throws whatever the circuit's values throw.
template <class F, execution_policy Exec, class Circuit>
[[nodiscard]] evaluated_rows<F> synthesize(Exec const& exec, Circuit const& circuit, expected_size const& expected = {}) {
  auto const span = exec.open("circuit/synthesize");
  synthesizer<F, Exec> builder{exec, expected};
  circuit(builder);
  return builder.finish();
}

}  // namespace lucid::inline v0
