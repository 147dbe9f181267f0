// `synthesize`: values and the rows' A·z, B·z, C·z in one pass over a circuit, for proving without a stored shape. Nothing is checked and no matrix is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/growing_buffers.hpp>
#include <lucid/circuit/independent.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/growing_buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
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
    explicit combination(synthesizer const& builder) noexcept : builder_(builder) {}

    void add(variable v, F const& k) { sum_ += scaled(k, builder_.value_of(v)); }
    void add(F const& k) noexcept { sum_ += k; }
    [[nodiscard]] F const& value() const noexcept { return sum_; }

   private:
    static F scaled(F const& k, F const& x) noexcept { return x.is_zero() ? x : x.is_one() ? k : k.is_one() ? x : k * x; }

    synthesizer const& builder_;
    F sum_{};
  };

  // The same, kept between rows; integers are summed as such.
  class accumulator {
   public:
    using field = F;
    using only_evaluates = void;
    explicit accumulator(synthesizer& builder) noexcept : builder_(builder) {}

    void add(variable v, F const& k) {
      combination lc{builder_};
      lc.add(v, k);
      sum_ += lc.value();
    }
    void add(F const& k) noexcept { sum_ += k; }
    // += 2^shift·x. Precondition: such sums stay below 2^(64·F::limbs).
    void add_integer(wide_t x, std::size_t shift) noexcept {
      typename F::integer integer{static_cast<limb_t>(x)};
      if constexpr (F::limbs > 1) integer[1] = static_cast<limb_t>(x >> limb_bits);
      lucid::add_to(integers_, shifted_left(integer, shift));
    }
    void clear() noexcept {
      sum_ = F::zero();
      integers_ = {};
    }

    template <class Combination, class K>
    void add_to(Combination& lc, K const& k) const noexcept {
      lc.add(k * evaluate<F>());
    }
    template <class Combination, class K>
    void subtract_from(Combination& lc, K const& k) const noexcept {
      lc.add(-(k * evaluate<F>()));
    }
    template <class>
    [[nodiscard]] F evaluate() const noexcept {
      return sum_ + F::from_integer(integers_);
    }

   private:
    synthesizer& builder_;
    F sum_{};
    typename F::integer integers_{};
  };

  synthesizer(Exec const& exec, expected_size const& expected)
      : rows_(exec, expected.constraints),
        inputs_(exec, expected.public_inputs + 1),
        gap_(expected.public_inputs + 1),
        witness_(exec, expected.variables, gap_),
        exec_(exec) {
    inputs_.push_back(F::one());
  }
  synthesizer(synthesizer const&) = delete;
  synthesizer& operator=(synthesizer const&) = delete;

  template <class Value>
  LUCID_INLINE variable witness(Value&& value) {
    std::size_t const index = witness_.size() - gap_;
    if (index >= variable::limit) [[unlikely]]
      refuse("private variables");
    witness_.push_back(value());
    return variable::private_at(static_cast<std::uint32_t>(index));
  }
  template <class Value>
  variable input(Value&& value) {
    std::size_t const index = inputs_.size();
    if (part_ != detail::not_a_part || index >= variable::limit) [[unlikely]]
      refuse("public inputs");
    inputs_.push_back(value());
    return variable::public_at(static_cast<std::uint32_t>(index));
  }
  template <class A, class B, class C>
  LUCID_INLINE void enforce(A const& a, B const& b, C const& c) {
    rows_.push_back(value_of(a), value_of(b), value_of(c));
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
      copy<F>(exec_, view<F const>{witness_.data() + gap_, privates}, z.all().from(publics));
      witness_.close();
    }
    copy<F>(exec_, view<F const>{inputs_.data(), publics}, z.all().subview(0, publics));
    inputs_.close();
    return {rows_.take(0), rows_.take(1), rows_.take(2), assignment<F>{publics - 1, std::move(z)}};
  }

  // What independent.hpp wants.
  [[nodiscard]] Exec const& execution() const noexcept { return exec_; }
  [[nodiscard]] circuit_size made() const noexcept { return {rows_.size(), inputs_.size() + witness_.size() - gap_, inputs_.size() - 1}; }
  void open_parts(circuit_size const& all) {
    rows_.hold(all.constraints);
    witness_.hold(all.variables);
    inputs_.hold(0);
  }
  [[nodiscard]] synthesizer part(std::size_t index, circuit_size const& begin, circuit_size const& end) const {
    return synthesizer{*this, index, begin, end};
  }
  void close_parts(circuit_size const& all) noexcept {
    rows_.release(all.constraints);
    witness_.release(all.variables);
    inputs_.release(0);
  }

 private:
  synthesizer(synthesizer const& whole, std::size_t index, circuit_size const& begin, circuit_size const& end)
      : rows_(whole.rows_, index, begin.constraints, end.constraints),
        inputs_(whole.inputs_, index, 0, 0),
        gap_(whole.gap_),
        witness_(whole.witness_, index, begin.variables, end.variables),
        exec_(whole.exec_),
        part_(index) {}

  [[noreturn]] LUCID_NOINLINE void refuse(char const* what) const {
    if (rows_.is_closed()) throw builder_closed("circuit: a variable is made after the end");
    if (part_ != detail::not_a_part) detail::refuse_input_of_part(part_);
    throw argument_error("circuit: 2^31 " + std::string{what});
  }

  // Throws foreign_variable for a number that has not been given out here; in a part also for those of later parts.
  [[nodiscard]] F const& value_of(variable v) const {
    auto const& kind = v.is_private() ? witness_ : inputs_;
    std::size_t const at = (v.is_private() ? gap_ : 0) + v.index();
    if (at >= kind.size() || kind.is_closed()) [[unlikely]]
      refuse_foreign(kind.is_closed());
    return kind.data()[at];
  }
  [[noreturn]] LUCID_NOINLINE static void refuse_foreign(bool closed) {
    if (closed) throw builder_closed("circuit: a row is made after the end");
    throw foreign_variable("circuit: a row has a variable that this builder never made; checker says which row");
  }
  // An element of the table, or a sum of its own.
  template <class X>
  [[nodiscard]] LUCID_INLINE decltype(auto) value_of(X const& x) const {
    if constexpr (small_valued<X>) {
      if constexpr (small_elements<F>::template hold<X>) {
        return small_elements<F>::of(x.small());
      } else {
        return x.template evaluate<F>();
      }
    } else if constexpr (valued<X, F>) {
      return x.template evaluate<F>();
    } else {
      combination lc{*this};
      add_terms(lc, x);
      return F{lc.value()};
    }
  }

  detail::growing_buffers<3, F, Exec> rows_;
  detail::growing_buffers<1, F, Exec> inputs_;
  std::size_t gap_;
  detail::growing_buffers<1, F, Exec> witness_;
  Exec const& exec_;
  std::size_t part_ = detail::not_a_part;
};

// Runs the circuit once. Apart from the doubling of the result's buffers, no heap call. Throws whatever the circuit's values throw.
template <class F, execution_policy Exec, class Circuit>
[[nodiscard]] evaluated_rows<F> synthesize(Exec const& exec, Circuit const& circuit, expected_size const& expected = {}) {
  auto const span = exec.open("circuit/synthesize");
  synthesizer<F, Exec> builder{exec, expected};
  circuit(builder);
  exec.count("elements", builder.made().constraints);
  return builder.finish();
}

// The bytes that assign and synthesize hold for a circuit of this size, the latter when it is told so: their results, and what they need beside.
template <class F>
void plan_assign(memory_plan& memory, circuit_size const& size) {
  planned_buffer<F> const z{memory, size.variables};
}
template <class F>
void plan_synthesize(memory_plan& memory, circuit_size const& size) {
  auto const capacity = [](std::size_t expected, std::size_t gap) {
    return detail::growing_buffers<1, F, memory_source>::first_capacity(expected, gap);
  };
  std::size_t const publics = size.public_inputs + 1;
  std::size_t const rows = capacity(size.constraints, 0), values = capacity(size.variables, publics);
  planned_buffer<F> const a{memory, rows}, b{memory, rows}, c{memory, rows};
  planned_buffer<F> inputs{memory, capacity(publics, 0)};
  planned_buffer<F> const z{memory, values};
  planned_buffer<F> const exact_z{memory, values == size.variables ? 0 : size.variables};
  inputs.reset();
  std::size_t const copied = rows == size.constraints ? 0 : size.constraints;
  planned_buffer<F> const exact_a{memory, copied}, exact_b{memory, copied}, exact_c{memory, copied};
}

}  // namespace lucid::inline v0
