// How large a circuit is, and the builder that counts and does nothing else: no values, no terms, no memory. By namespace: census.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>

namespace lucid::inline v0 {

// Of a whole circuit, `variables` counts the constant one; of a part of one it does not.
struct circuit_size {
  std::size_t constraints = 0;
  std::size_t variables = 0;
  std::size_t public_inputs = 0;  // among the variables

  friend constexpr bool operator==(circuit_size const&, circuit_size const&) noexcept = default;
  friend constexpr circuit_size operator+(circuit_size const& x, circuit_size const& y) noexcept {
    return {x.constraints + y.constraints, x.variables + y.variables, x.public_inputs + y.public_inputs};
  }
  friend constexpr circuit_size operator-(circuit_size const& x, circuit_size const& y) noexcept {
    return {x.constraints - y.constraints, x.variables - y.variables, x.public_inputs - y.public_inputs};
  }
  friend constexpr circuit_size operator*(std::size_t n, circuit_size const& x) noexcept {
    return {n * x.constraints, n * x.variables, n * x.public_inputs};
  }
};

// The accumulator of builders that look at no terms: what is added to it compiles to nothing.
template <class F>
struct empty_accumulator {
  using field = F;
  template <class CS>
  explicit constexpr empty_accumulator(CS&) noexcept {}
  static constexpr void add(variable, F const&) noexcept {}
  static constexpr void add(F const&) noexcept {}
  static constexpr void clear() noexcept {}
  template <class Combination, class K>
  static constexpr void add_to(Combination&, K const&) noexcept {}
  template <class Combination, class K>
  static constexpr void subtract_from(Combination&, K const&) noexcept {}
};

// Three counters. Functions of values are never called.
template <class F>
class counting_builder {
 public:
  using field = F;
  using accumulator = empty_accumulator<F>;

  template <class Value>
  variable witness(Value&&) {
    return variable::private_at(next(private_));
  }
  template <class Value>
  variable input(Value&&) {
    return variable::public_at(next(public_) + 1);
  }
  template <class A, class B, class C>
  constexpr void enforce(A const&, B const&, C const&) noexcept {
    ++constraints_;
  }
  static constexpr no_scope enter(char const*) noexcept { return {}; }
  static constexpr no_scope enter(char const*, std::size_t) noexcept { return {}; }

  [[nodiscard]] constexpr circuit_size made() const noexcept { return {constraints_, std::size_t{1} + public_ + private_, public_}; }

 private:
  static std::uint32_t next(std::uint32_t& counter) {
    if (counter == variable::limit - 1) throw argument_error("circuit: 2^31 variables of one kind");
    return counter++;
  }

  std::size_t constraints_ = 0;
  std::uint32_t public_ = 0;
  std::uint32_t private_ = 0;
};

static_assert(linear<empty_accumulator<detail::any_coefficient>>);

// One walk through the circuit, nearly as long as assign's; what synthesize wants to hear beforehand. Throws argument_error past 2^31 variables of one kind.
template <class F, class Circuit>
[[nodiscard]] circuit_size size_of(Circuit const& circuit) {
  counting_builder<F> builder;
  circuit(builder);
  return builder.made();
}

}  // namespace lucid::inline v0
