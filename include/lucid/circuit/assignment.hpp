// The values of all variables of a circuit, in column order, and `assign`: the builder that computes them and nothing else. Constraints are not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/independent.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// z = (1, public inputs, private values).
template <class F>
class assignment {
 public:
  using field = F;

  // Takes over z. Throws argument_error unless z[0] = 1 and there is room for the public inputs.
  assignment(std::size_t public_inputs, buffer<F> z) : z_(std::move(z)), public_inputs_(public_inputs) { require_values(); }
  // The same in memory that a device reads by itself.
  assignment(std::size_t public_inputs, buffer<F, memory_space::pinned> z) : pinned_(std::move(z)), public_inputs_(public_inputs) {
    require_values();
  }
  // Copies z into the policy's memory. Throws as above.
  assignment(execution_policy auto const& exec, std::size_t public_inputs, view<F const> z)
      : assignment(public_inputs, clone<F>(exec, z)) {}

  [[nodiscard]] view<F const> all() const noexcept { return {is_pinned() ? pinned_.data() : z_.data(), variables()}; }
  [[nodiscard]] view<F const> inputs() const noexcept { return all().subview(1, public_inputs_); }  // without the one
  [[nodiscard]] view<F const> witness() const noexcept { return all().from(1 + public_inputs_); }   // the private part
  [[nodiscard]] std::size_t variables() const noexcept { return z_.size() + pinned_.size(); }
  [[nodiscard]] std::size_t public_inputs() const noexcept { return public_inputs_; }
  [[nodiscard]] bool is_pinned() const noexcept { return !pinned_.empty(); }

 private:
  void require_values() const {
    if (variables() == 0 || !all()[0].is_one()) throw argument_error("assignment: the first value must be the constant one");
    if (public_inputs_ >= variables()) {
      throw argument_error("assignment: " + std::to_string(public_inputs_) + " public inputs in " + std::to_string(variables()) +
                           " values");
    }
  }

  buffer<F> z_;  // one of the two is empty
  buffer<F, memory_space::pinned> pinned_;
  std::size_t public_inputs_;
};

// The builder that computes values and ignores rows: its linear combination is empty, and what is added to it compiles to nothing.
template <class F, class Exec>
class assigner {
 public:
  using field = F;
  using accumulator = empty_accumulator<F>;

  // z: room for one, public inputs and private values; z[0] is set here. The policy carries independent parts, and must outlive the builder.
  assigner(Exec const& exec, std::size_t public_inputs, view<F> z) noexcept
      : exec_(exec),
        z_(z.data()),
        witness_begin_(1 + public_inputs),
        public_end_(witness_begin_),
        private_(witness_begin_),
        end_(z.size()) {
    z_[0] = F::one();
  }

  template <class Value>
  LUCID_INLINE variable witness(Value&& value) {
    if (private_ == end_) refuse_private();
    z_[private_] = value();
    return variable::private_at(static_cast<std::uint32_t>(private_++ - witness_begin_));
  }
  template <class Value>
  variable input(Value&& value) {
    if (public_ == public_end_) refuse_public();
    z_[public_] = value();
    return variable::public_at(static_cast<std::uint32_t>(public_++));
  }
  template <class A, class B, class C>
  static constexpr void enforce(A const&, B const&, C const&) noexcept {}
  static constexpr no_scope enter(char const*) noexcept { return {}; }
  static constexpr no_scope enter(char const*, std::size_t) noexcept { return {}; }

  // Throws shape_mismatch unless every value has been given. Whoever still holds the builder gets builder_closed.
  void finish() {
    if (public_ != witness_begin_) too_few("public inputs", public_ - 1, witness_begin_ - 1);
    if (private_ != end_) too_few("private variables", private_ - witness_begin_, end_ - witness_begin_);
    closed_ = true;
  }

  // What independent.hpp wants.
  using ignores_rows = void;
  [[nodiscard]] Exec const& execution() const noexcept { return exec_; }
  [[nodiscard]] circuit_size made() const noexcept { return {0, public_ + private_ - witness_begin_, public_ - 1}; }
  void open_parts(circuit_size const& all) {
    if (held_private_ != 0) detail::refuse_use_around_parts();
    if (all.variables > end_ - private_) refuse_private();
    held_private_ = std::exchange(end_, private_);
    held_public_ = std::exchange(public_end_, public_);
  }
  [[nodiscard]] assigner part(std::size_t index, circuit_size const& begin, circuit_size const& end) const noexcept {
    assigner result = *this;
    result.part_ = index;
    result.held_private_ = 0;
    result.private_ = private_ + begin.variables;
    result.end_ = private_ + end.variables;
    return result;
  }
  void close_parts(circuit_size const& all) noexcept {
    private_ += all.variables;
    end_ = std::exchange(held_private_, 0);
    public_end_ = held_public_;
  }

 private:
  [[noreturn]] LUCID_NOINLINE void refuse_private() const {
    if (held_private_ != 0) detail::refuse_use_around_parts();
    if (part_ != detail::not_a_part) detail::refuse_overrun_of_part(part_);
    too_many("private variables", end_ - witness_begin_);
  }
  [[noreturn]] LUCID_NOINLINE void refuse_public() const {
    if (held_private_ != 0) detail::refuse_use_around_parts();
    if (part_ != detail::not_a_part) detail::refuse_input_of_part(part_);
    too_many("public inputs", witness_begin_ - 1);
  }
  [[noreturn]] void too_many(char const* what, std::size_t expected) const {
    if (closed_) throw builder_closed("assign: the circuit makes a variable after its end");
    throw shape_mismatch("assign: the circuit has more " + std::string{what} + " than the shape's " + std::to_string(expected));
  }
  [[noreturn]] LUCID_NOINLINE static void too_few(char const* what, std::size_t found, std::size_t expected) {
    throw shape_mismatch("assign: the circuit has " + std::to_string(found) + ' ' + what + ", the shape " + std::to_string(expected));
  }

  Exec const& exec_;
  F* z_;
  std::size_t witness_begin_;
  std::size_t public_ = 1;
  std::size_t public_end_;
  std::size_t private_;
  std::size_t end_;
  std::size_t held_private_ = 0;  // the ends while parts are being made; 0 at other times
  std::size_t held_public_ = 0;
  std::size_t part_ = detail::not_a_part;
  bool closed_ = false;
};

// The values of a circuit whose shape is known, in the policy's memory: pinned where it has such. No heap call besides that one; rows are neither built nor checked.
// Throws shape_mismatch when the circuit does not have the shape's numbers of variables, and whatever the circuit's values throw.
template <class F, execution_policy Exec, class Circuit>
[[nodiscard]] assignment<F> assign(Exec const& exec, shape<F> const& shape, Circuit const& circuit) {
  auto const span = exec.open("circuit/assign");
  auto const in = [&](auto z) {
    assigner<F, Exec> builder{exec, shape.public_inputs(), {z.data(), z.size()}};
    circuit(builder);
    builder.finish();
    exec.count("elements", z.size());
    return assignment<F>{shape.public_inputs(), std::move(z)};
  };
  if constexpr (working_space<Exec> != memory_space::host) {
    if (exec.template memory<memory_space::pinned>().has_value()) return in(buffer<F, memory_space::pinned>{exec, shape.variables()});
  }
  return in(buffer<F>{exec, shape.variables()});
}

}  // namespace lucid::inline v0
