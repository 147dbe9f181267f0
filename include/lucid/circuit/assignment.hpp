// The values of all variables of a circuit, in column order, and `assign`: the builder that computes them and nothing else. Constraints are not looked at.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

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

}  // namespace lucid::inline v0
