// The rows that a quadratic arithmetic program interpolates: those of a circuit, then one input row per public value and for the constant one.
// A handle; the matrices themselves belong to circuit/shape.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <lucid/circuit/shape.hpp>

namespace lucid::inline v0::qap {

// Where the input rows are. They stand in A only: row m + s is z_s · 0 = 0 for s = 0 … public inputs, m the rows of the circuit. Without them the polynomials
// of the inputs need not be independent, and a public input that occurs in no row would bind nothing.
enum class input_rows : std::uint8_t {
  appended,  // not in the shape, as with every shape of a circuit: added here
  inside,    // already rows of the shape, as in the coefficients of a .zkey
};

// Cheap to copy, immutable, safe to share between threads.
template <class F>
class matrices {
 public:
  using field = F;

  explicit matrices(lucid::shape<F> shape, input_rows inputs = input_rows::appended) : shape_(std::move(shape)), inputs_(inputs) {}

  [[nodiscard]] lucid::shape<F> const& shape() const noexcept { return shape_; }
  [[nodiscard]] qap::input_rows input_rows() const noexcept { return inputs_; }

  // How many input rows follow those of the shape.
  [[nodiscard]] std::size_t appended_rows() const noexcept { return inputs_ == qap::input_rows::appended ? public_inputs() + 1 : 0; }
  // All of them: a domain must hold so many.
  [[nodiscard]] std::size_t rows() const noexcept { return shape_.constraints() + appended_rows(); }
  [[nodiscard]] std::size_t variables() const noexcept { return shape_.variables(); }          // with the constant one
  [[nodiscard]] std::size_t public_inputs() const noexcept { return shape_.public_inputs(); }  // without it

 private:
  lucid::shape<F> shape_;
  qap::input_rows inputs_;
};

}  // namespace lucid::inline v0::qap
