// The values of all variables of a circuit, in column order, and `assign`: the builder that computes them and nothing else. Constraints are not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// z = (1, public inputs, private values).
template <class F>
class assignment {
 public:
  using field = F;

  // Takes over z. Throws argument_error unless z[0] = 1 and there is room for the public inputs.
  assignment(std::size_t public_inputs, buffer<F> z) : z_(std::move(z)), public_inputs_(public_inputs) {
    if (z_.empty() || !z_[0].is_one()) throw argument_error("assignment: the first value must be the constant one");
    if (public_inputs >= z_.size()) {
      throw argument_error("assignment: " + std::to_string(public_inputs) + " public inputs in " + std::to_string(z_.size()) + " values");
    }
  }
  // Copies z into the policy's memory. Throws as above.
  assignment(execution_policy auto const& exec, std::size_t public_inputs, view<F const> z)
      : assignment(public_inputs, clone<F>(exec, z)) {}

  [[nodiscard]] view<F const> all() const noexcept { return z_.all(); }
  [[nodiscard]] view<F const> inputs() const noexcept { return z_.all().subview(1, public_inputs_); }  // without the one
  [[nodiscard]] view<F const> witness() const noexcept { return z_.all().from(1 + public_inputs_); }   // the private part
  [[nodiscard]] std::size_t variables() const noexcept { return z_.size(); }
  [[nodiscard]] std::size_t public_inputs() const noexcept { return public_inputs_; }

 private:
  buffer<F> z_;
  std::size_t public_inputs_;
};

// The builder that computes values and ignores rows: its linear combination is empty, and what is added to it compiles to nothing.
template <class F>
class assigner {
 public:
  using field = F;

  struct accumulator {
    using field = F;
    explicit constexpr accumulator(assigner&) noexcept {}
    static constexpr void add(variable, F const&) noexcept {}
    static constexpr void add(F const&) noexcept {}
    static constexpr void clear() noexcept {}
    template <class Combination, class K>
    static constexpr void add_to(Combination&, K const&) noexcept {}
    template <class Combination, class K>
    static constexpr void subtract_from(Combination&, K const&) noexcept {}
  };

  // z: room for one, public inputs and private values; z[0] is set here.
  assigner(std::size_t public_inputs, view<F> z) noexcept : z_(z), witness_begin_(1 + public_inputs), private_(1 + public_inputs) {
    z_[0] = F::one();
  }

  template <class Value>
  variable witness(Value&& value) {
    if (private_ == z_.size()) too_many("private variables", z_.size() - witness_begin_);
    z_[private_] = value();
    return variable::private_at(static_cast<std::uint32_t>(private_++ - witness_begin_));
  }
  template <class Value>
  variable input(Value&& value) {
    if (public_ == witness_begin_) too_many("public inputs", witness_begin_ - 1);
    z_[public_] = value();
    return variable::public_at(static_cast<std::uint32_t>(public_++));
  }
  template <class A, class B, class C>
  static constexpr void enforce(A const&, B const&, C const&) noexcept {}
  static constexpr no_scope enter(char const*) noexcept { return {}; }
  static constexpr no_scope enter(char const*, std::size_t) noexcept { return {}; }

  // Throws argument_error unless every value has been given.
  void finish() const {
    if (public_ != witness_begin_) too_few("public inputs", public_ - 1, witness_begin_ - 1);
    if (private_ != z_.size()) too_few("private variables", private_ - witness_begin_, z_.size() - witness_begin_);
  }

 private:
  [[noreturn]] LUCID_NOINLINE static void too_many(char const* what, std::size_t expected) {
    throw argument_error("assign: the circuit has more " + std::string{what} + " than the shape's " + std::to_string(expected));
  }
  [[noreturn]] LUCID_NOINLINE static void too_few(char const* what, std::size_t found, std::size_t expected) {
    throw argument_error("assign: the circuit has " + std::to_string(found) + ' ' + what + ", the shape " + std::to_string(expected));
  }

  view<F> z_;
  std::size_t witness_begin_;
  std::size_t public_ = 1;
  std::size_t private_;
};

// The values of a circuit whose shape is known, in the policy's memory. No heap call besides that one; rows are neither built nor checked.
// Throws argument_error when the circuit does not have the shape's numbers of variables, and whatever the circuit's values throw.
template <class F, class Circuit>
[[nodiscard]] assignment<F> assign(execution_policy auto const& exec, shape<F> const& shape, Circuit const& circuit) {
  auto const span = exec.open("circuit/assign");
  buffer<F> z{exec, shape.variables()};
  assigner<F> builder{shape.public_inputs(), z.all()};
  circuit(builder);
  builder.finish();
  return assignment<F>{shape.public_inputs(), std::move(z)};
}

}  // namespace lucid::inline v0
