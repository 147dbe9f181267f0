// Many bits in one field element: equalities of small sums gathered into few rows, and bits packed into public inputs. Says nothing of words.
//   packed_equality   1 row for at most capacity bits of equalities
//   pack_into_inputs  1 row and 1 public input for each capacity bits
//   witness_bytes     8 rows a byte
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <type_traits>
#include <vector>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/config/assert.hpp>

namespace lucid::inline v0 {

// Bits that fit below the modulus whatever they are: 2^capacity < p.
template <class F>
inline constexpr std::size_t packing_capacity = F::bits - 1;

// Gathers equalities l_j = r_j of integers below 2^(n_j) into  Σ 2^(s_j)·l_j = Σ 2^(s_j)·r_j  with s_j = n_0 + … + n_(j−1), one row for each capacity bits:
// neither side reaches p, so the digits are equal one by one. Owns two accumulators for its whole life; an equality costs no heap call of its own.
template <constraint_system CS>
class packed_equality {
 public:
  using field = typename CS::field;
  static constexpr std::size_t capacity = packing_capacity<field>;

  explicit packed_equality(CS& cs) : cs_(cs), left_(cs), right_(cs) {}
  packed_equality(packed_equality const&) = delete;
  packed_equality& operator=(packed_equality const&) = delete;
  // An equality that was never flushed would hold nothing: that is a bug of the gadget, not an error of its input.
  ~packed_equality() { LUCID_EXPECTS(bits_ == 0 || std::uncaught_exceptions() != 0); }

  // l = r, both below 2^bits by other rows. Precondition: bits ≤ capacity.
  template <linear L, linear R>
  void enforce(std::size_t bits, L const& l, R const& r) {
    LUCID_EXPECTS(bits <= capacity);
    if (bits > capacity - bits_) flush();
    if constexpr (gathers) {
      add_shifted(left_, l, bits_);
      add_shifted(right_, r, bits_);
    }
    bits_ += bits;
  }

  // Makes the row of what is pending. To be called when the last equality is in.
  void flush() {
    if (bits_ == 0) return;
    // Σ 2^(s_j)·l_j · 1 = Σ 2^(s_j)·r_j
    cs_.enforce(left_, one, right_);
    left_.clear();
    right_.clear();
    bits_ = 0;
  }

 private:
  static constexpr bool gathers = !std::is_empty_v<typename CS::accumulator>;  // not where only values are computed

  CS& cs_;
  typename CS::accumulator left_, right_;
  std::size_t bits_ = 0;
};

// Public inputs that so many bits need.
template <class F>
[[nodiscard]] constexpr std::size_t packed_input_count(std::size_t bits) noexcept {
  return (bits + packing_capacity<F> - 1) / packing_capacity<F>;
}

// Exposes bits as public inputs, capacity bits each, bit i of a chunk with weight 2^i. Returns their number.
template <constraint_system CS>
std::size_t pack_into_inputs(CS& cs, std::span<boolean const> bits) {
  using F = typename CS::field;
  auto const scope = cs.enter("pack_into_inputs");
  std::size_t count = 0;
  for (; !bits.empty(); ++count) {
    auto const chunk = bits.first(std::min(bits.size(), packing_capacity<F>));
    // 0 · 0 = Σ 2^i·b_i − input
    expose(cs, packed_bits{chunk});
    bits = bits.subspan(chunk.size());
  }
  return count;
}

// Which bit of a byte comes first; bytes keep their order. bellman's bytes_to_bits (SHA-256, Sprout) and bytes_to_bits_le (BLAKE2s, Sapling).
enum class bit_order : std::uint8_t { highest_first, lowest_first };

namespace detail {

constexpr bool bit_of(std::span<std::uint8_t const> bytes, std::size_t i, bit_order order) noexcept {
  return ((bytes[i / 8] >> (order == bit_order::highest_first ? 7 - i % 8 : i % 8)) & 1) != 0;
}

}  // namespace detail

// The values of those inputs for the bits of bytes: bellman's multipack.
template <class F>
[[nodiscard]] std::vector<F> packed_bytes(std::span<std::uint8_t const> bytes, bit_order order = bit_order::highest_first) {
  std::size_t const bits = 8 * bytes.size();
  std::vector<F> inputs(packed_input_count<F>(bits));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::size_t const begin = i * packing_capacity<F>;
    for (std::size_t bit = std::min(bits, begin + packing_capacity<F>); bit-- > begin;) {
      inputs[i] = doubled(inputs[i]) + F{limb_t{detail::bit_of(bytes, bit, order)}};
    }
  }
  return inputs;
}

// Private bits of bytes; 8 rows a byte.
template <std::size_t N, constraint_system CS>
[[nodiscard]] std::array<boolean, 8 * N> witness_bytes(CS& cs, std::array<std::uint8_t, N> const& bytes,
                                                       bit_order order = bit_order::highest_first) {
  std::array<boolean, 8 * N> bits;
  for (std::size_t i = 0; i < 8 * N; ++i) bits[i] = witness_boolean(cs, [&] { return detail::bit_of(bytes, i, order); });
  return bits;
}

}  // namespace lucid::inline v0
