// A variable of a constraint system: a tagged index. Knows neither its value nor the builder that made it.
#pragma once

#include <cstdint>

#include <lucid/config/assert.hpp>

namespace lucid::inline v0 {

// Public variables and private ones are counted apart, so that a public one may be declared at any time. Public index 0 is the constant one.
// The order of codes is the order of columns in a finished shape: one, public, private.
class variable {
 public:
  static constexpr std::uint32_t limit = std::uint32_t{1} << 31;  // of either kind

  constexpr variable() noexcept = default;  // the constant one

  static constexpr variable one() noexcept { return {}; }
  // Precondition: index < limit.
  static constexpr variable public_at(std::uint32_t index) noexcept {
    LUCID_EXPECTS(index < limit);
    return variable{index};
  }
  static constexpr variable private_at(std::uint32_t index) noexcept {
    LUCID_EXPECTS(index < limit);
    return variable{index | limit};
  }

  static constexpr variable from_code(std::uint32_t code) noexcept { return variable{code}; }

  [[nodiscard]] constexpr bool is_one() const noexcept { return code_ == 0; }
  [[nodiscard]] constexpr bool is_private() const noexcept { return (code_ & limit) != 0; }
  [[nodiscard]] constexpr std::uint32_t index() const noexcept { return code_ & (limit - 1); }
  [[nodiscard]] constexpr std::uint32_t code() const noexcept { return code_; }

  // The column in a shape with so many public inputs.
  [[nodiscard]] constexpr std::uint32_t column(std::uint32_t public_inputs) const noexcept {
    return is_private() ? index() + public_inputs + 1 : index();
  }

  friend constexpr bool operator==(variable, variable) noexcept = default;

  // Adds k times itself to a linear combination (linear_combination.hpp).
  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    lc.add(*this, k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    lc.add(*this, -k);
  }

 private:
  explicit constexpr variable(std::uint32_t code) noexcept : code_(code) {}

  std::uint32_t code_ = 0;
};

static_assert(sizeof(variable) == 4);

}  // namespace lucid::inline v0
