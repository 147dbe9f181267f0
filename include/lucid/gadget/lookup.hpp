// An entry of a constant table by the bits of its index, least significant first: windows of a fixed base, S-boxes. Not for tables of variables:
// circuit/select.hpp, selection.hpp.
// The table is a polynomial in the bits, linear in each: products of the lower bits are made once, and each further bit halves what is left.
//   lookup, N bits, c columns   lookup_rows(N, c) rows.   N = 1 … 8: 1, 1, 2, 4, 7, 11, 18, 26 for c = 1; 2, 2, 3, 6, 10, 17, 25, 40 for c = 2
//   lookup_signed, N bits       products of N bits + 1 row: 1, 2, 5 for N = 1, 2, 3; x is an expression and costs none
// N = 3, c = 2 and lookup_signed of N = 2 are the windows of three bits of bellman, with its counts, 3 and 2.
#pragma once

#include <array>
#include <cstddef>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/select.hpp>

namespace lucid::inline v0 {

// 2^N entries of c values each, c = 2 for the coordinates of a point.
template <class F, std::size_t N, std::size_t Columns>
using lookup_table = std::array<std::array<F, Columns>, (std::size_t{1} << N)>;

namespace detail {

// Rows when `lower` bits are multiplied out and the others halve c columns.
constexpr std::size_t lookup_rows(std::size_t bits, std::size_t columns, std::size_t lower) noexcept {
  return (std::size_t{1} << lower) - lower - 1 + columns * ((std::size_t{1} << (bits - lower)) - 1);
}
constexpr std::size_t lookup_lower_bits(std::size_t bits, std::size_t columns) noexcept {
  std::size_t best = 0;
  for (std::size_t lower = 1; lower < bits; ++lower) {
    if (lookup_rows(bits, columns, lower) <= lookup_rows(bits, columns, best)) best = lower;
  }
  return best;
}

// Π_{j ∈ S} b_j for each set S of the N bits, S written as an integer: 2^N − N − 1 rows, fewer with constant or equal bits.
template <std::size_t N>
using bit_products = std::array<boolean, (std::size_t{1} << N)>;

template <std::size_t N, constraint_system CS>
[[nodiscard]] bit_products<N> products_of(CS& cs, boolean const* bits) {
  bit_products<N> products;
  products[0] = boolean::constant(true);
  for (std::size_t j = 0; j < N; ++j) {
    std::size_t const top = std::size_t{1} << j;
    products[top] = bits[j];
    // Π_S · b_j = Π_{S ∪ {j}}
    for (std::size_t s = 1; s < top; ++s) products[top + s] = boolean_and(cs, products[s], bits[j]);
  }
  return products;
}

}  // namespace detail

// One of 2^N values of a table that outlives it, as an expression in products of bits: Σ_S c_S·Π_S with c_S = Σ_{T ⊆ S} (−1)^(|S| − |T|)·value_T.
// Builders that want its value read the table.
template <std::size_t N, class F>
class table_entry {
 public:
  // Value i is first[i·stride].
  constexpr table_entry(F const* first, std::size_t stride, detail::bit_products<N> const& products) noexcept
      : first_(first), stride_(stride), products_(products) {}

  template <class Combination, class K>
  constexpr void add_to(Combination& lc, K const& k) const {
    for (std::size_t s = 0; s < products_.size(); ++s) {
      F const c = coefficient(s);
      if (!c.is_zero()) products_[s].add_to(lc, k * c);
    }
  }
  template <class Combination, class K>
  constexpr void subtract_from(Combination& lc, K const& k) const {
    add_to(lc, -k);
  }
  template <class>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    std::size_t index = 0;
    for (std::size_t j = 0; j < N; ++j) index |= std::size_t{products_[std::size_t{1} << j].value()} << j;
    return first_[index * stride_];
  }
  [[nodiscard]] constexpr bool is_constant() const noexcept {
    for (std::size_t j = 0; j < N; ++j) {
      if (!products_[std::size_t{1} << j].is_constant()) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] constexpr F coefficient(std::size_t s) const noexcept {
    F sum = F::zero();
    for (std::size_t t = s;; t = (t - 1) & s) {  // the subsets of s, s itself first
      bool negative = false;
      for (std::size_t rest = s ^ t; rest != 0; rest &= rest - 1) negative = !negative;
      F const& value = first_[t * stride_];
      sum = negative ? sum - value : sum + value;
      if (t == 0) return sum;
    }
  }

  F const* first_;
  std::size_t stride_;
  detail::bit_products<N> products_;
};

// Rows of a lookup by so many variable bits in a table of so many columns.
[[nodiscard]] constexpr std::size_t lookup_rows(std::size_t bits, std::size_t columns) noexcept {
  return detail::lookup_rows(bits, columns, detail::lookup_lower_bits(bits, columns));
}

// The entry of the table at index Σ 2^j·b_j, column by column.
template <std::size_t N, constraint_system CS, std::size_t Columns, class F = typename CS::field>
[[nodiscard]] std::array<number<F>, Columns> lookup(CS& cs, std::array<boolean, N> const& bits,
                                                    std::array<std::array<F, Columns>, (std::size_t{1} << N)> const& table) {
  static_assert(N >= 1 && N <= 12, "a table of 2 to 4096 entries");
  constexpr std::size_t lower = detail::lookup_lower_bits(N, Columns);
  constexpr std::size_t width = std::size_t{1} << lower;
  constexpr std::size_t half = std::size_t{1} << (N - lower - 1);  // entries that the first halving leaves
  auto const products = detail::products_of<lower>(cs, bits.data());
  std::array<number<F>, Columns> result;
  for (std::size_t c = 0; c < Columns; ++c) {
    std::array<number<F>, half> entries;
    auto const expression = [&](std::size_t i) { return table_entry<lower, F>{&table[i * width][c], Columns, products}; };
    // (E_(2i+1) − E_2i) · b = entry − E_2i, with the expressions in the lower bits
    for (std::size_t i = 0; i < half; ++i) entries[i] = select_number(cs, bits[lower], expression(2 * i + 1), expression(2 * i));
    // and with the numbers that they became for each bit above
    std::size_t left = half;
    for (std::size_t j = lower + 1; j < N; ++j) {
      left /= 2;
      for (std::size_t i = 0; i < left; ++i) entries[i] = select(cs, bits[j], entries[2 * i + 1], entries[2 * i]);
    }
    result[c] = entries[0];
  }
  return result;
}

// A point of the table, its y negated or not.
template <std::size_t N, class F>
struct signed_entry {
  table_entry<N, F> x;
  number<F> y;
};

// (x, y) at index Σ 2^j·b_j, or (x, −y) when `negate` is set. The table must outlive the result.
template <std::size_t N, constraint_system CS, class F = typename CS::field>
[[nodiscard]] signed_entry<N, F> lookup_signed(CS& cs, std::array<boolean, N> const& bits, boolean negate,
                                               std::array<std::array<F, 2>, (std::size_t{1} << N)> const& table) {
  static_assert(N >= 1 && N <= 8, "a table of 2 to 256 entries");
  auto const products = detail::products_of<N>(cs, bits.data());
  table_entry<N, F> const positive{&table[0][1], 2, products};
  auto const y = detail::free_number(cs, [&] {
    F const value = positive.template evaluate<F>();
    return negate.value() ? -value : value;
  });
  // (E + E) · negate = E − y
  cs.enforce(positive + positive, negate, positive - y);
  return {table_entry<N, F>{&table[0][0], 2, products}, y};
}

}  // namespace lucid::inline v0
