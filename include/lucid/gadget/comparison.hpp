// Less and less-or-equal: of numbers below 2^N, of bits with a constant, of bits with bits, and of whole field elements as the integers in [0, p) that they are.
//   enforce_less<N>, enforce_less_or_equal<N>   N + 1 rows
//   is_less<N>, is_less_or_equal<N>             N + 2 rows
//   is_less of N bits and a constant            at most 2 rows for each run of equal bits of the constant, 1 where the run is a single bit
//   is_less of N bits and N bits                N rows, and 2 for each capacity − 1 bits begun: 258 for N = 254 on BN254, 259 for N = 255 on BLS12-381
//   is_less_canonical                           two to_bits_canonical and the above; with a constant, one of each
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <lucid/circuit/bits.hpp>
#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/kary.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/range.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid::inline v0 {

// The four functions of x and y below 2^N. That they are is for other rows to say (enforce_range, words): of larger numbers the answer can be made either way.

// x ≤ y.
template <std::size_t N, constraint_system CS, linear X, linear Y>
void enforce_less_or_equal(CS& cs, X const& x, Y const& y) {
  static_assert(N + 1 < CS::field::bits, "a difference of such numbers may wrap around p");
  // 0 ≤ y − x < 2^N: a negative difference is p − 2^N + 1 or more.
  enforce_range<N>(cs, y - x);
}

// x < y.
template <std::size_t N, constraint_system CS, linear X, linear Y>
void enforce_less(CS& cs, X const& x, Y const& y) {
  static_assert(N + 1 < CS::field::bits, "a difference of such numbers may wrap around p");
  // 0 ≤ y − x − 1 < 2^N
  enforce_range<N>(cs, y - x - one);
}

// x < y as a bit.
template <std::size_t N, constraint_system CS, linear X, linear Y>
[[nodiscard]] boolean is_less(CS& cs, X const& x, Y const& y) {
  using F = typename CS::field;
  static_assert(N + 1 < F::bits, "a difference of such numbers may wrap around p");
  constexpr F weight = F::from_integer(shifted_left(typename F::integer{1}, N));
  // 2^N + x − y = Σ 2^i·d_i, N + 1 bits: the highest is set when x ≥ y.
  auto const d = to_bits<N + 1>(cs, x - y + weight * one);
  return !d[N];
}

// x ≤ y as a bit.
template <std::size_t N, constraint_system CS, linear X, linear Y>
[[nodiscard]] boolean is_less_or_equal(CS& cs, X const& x, Y const& y) {
  return !is_less<N>(cs, y, x);
}

namespace detail {

// The integer of N bits is less than the constant, or with `or_equal` not more. From the lowest bits up: where the constant has a run of ones, any unset bit
// decides for less; where it has zeros, any set bit decides against it; else the bits below decide.
template <std::size_t N, constraint_system CS, class Integer>
[[nodiscard]] boolean is_less_than_constant(CS& cs, std::array<boolean, N> const& x, Integer const& constant, bool or_equal) {
  if (constant.bit_width() > N) return boolean::constant(true);
  boolean less = boolean::constant(or_equal);
  std::array<boolean, N + 1> run;
  for (std::size_t i = 0; i < N;) {
    bool const set = constant.bit(i);
    std::size_t count = 0;
    run[count++] = less;
    for (; i < N && constant.bit(i) == set; ++i) run[count++] = !x[i];
    auto const literals = std::span<boolean const>{run}.first(count);
    // less ∨ ¬x_i ∨ … or less ∧ ¬x_i ∧ …
    less = set ? kary_or(cs, literals) : kary_and(cs, literals);
  }
  return less;
}

// 2^k·b.
struct shifted_bit {
  boolean b;
  std::size_t k;

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F weight) const {
    for (std::size_t i = 0; i < k; ++i) weight = doubled(weight);
    b.add_to(lc, weight);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& weight) const {
    add_to(lc, -weight);
  }
  template <class F>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    F value = b.template evaluate<F>();
    for (std::size_t i = 0; i < k && b.value(); ++i) value = doubled(value);
    return value;
  }
};

}  // namespace detail

// The integer that the bits write, least significant first, against a constant of any width.
template <std::size_t N, constraint_system CS, std::size_t Limbs>
[[nodiscard]] boolean is_less(CS& cs, std::array<boolean, N> const& x, big_uint<Limbs> const& constant) {
  return detail::is_less_than_constant(cs, x, constant, false);
}
template <std::size_t N, constraint_system CS, std::size_t Limbs>
[[nodiscard]] boolean is_less_or_equal(CS& cs, std::array<boolean, N> const& x, big_uint<Limbs> const& constant) {
  return detail::is_less_than_constant(cs, x, constant, true);
}

// x < y of two integers written with the same number of bits, any number. A subtraction with borrows, so many bits at a time as one row can hold.
// Precondition: x.size() = y.size().
template <constraint_system CS>
[[nodiscard]] boolean is_less(CS& cs, std::span<boolean const> x, std::span<boolean const> y) {
  using F = typename CS::field;
  LUCID_EXPECTS(x.size() == y.size());
  constexpr std::size_t widest = packing_capacity<F> - 1;
  static_assert(widest >= 1, "the field is too small");
  boolean borrow = boolean::constant(false);
  while (!x.empty()) {
    std::size_t const k = std::min(x.size(), widest);
    std::array<boolean, F::bits> d;
    bool out = borrow.value();
    // (1 − d_i) · d_i = 0, and the same for the borrow
    for (std::size_t i = 0; i < k; ++i) {
      bool const a = x[i].value();
      bool const b = y[i].value();
      d[i] = witness_boolean(cs, (a != b) != out);
      out = a == b ? out : b;
    }
    boolean const next = witness_boolean(cs, out);
    // 0 · 0 = Σ 2^i·x_i − Σ 2^i·y_i − borrow + 2^k·next − Σ 2^i·d_i; as integers both sides differ by less than 2^(k+1) ≤ p.
    enforce_zero(cs, packed_bits{x.first(k)} - packed_bits{y.first(k)} - borrow + detail::shifted_bit{next, k} -
                         packed_bits{std::span<boolean const>{d}.first(k)});
    borrow = next;
    x = x.subspan(k);
    y = y.subspan(k);
  }
  return borrow;
}
// x ≤ y, likewise.
template <constraint_system CS>
[[nodiscard]] boolean is_less_or_equal(CS& cs, std::span<boolean const> x, std::span<boolean const> y) {
  return !is_less(cs, y, x);
}

// x < y of any two field elements, as integers in [0, p).
template <constraint_system CS, linear X, linear Y>
[[nodiscard]] boolean is_less_canonical(CS& cs, X const& x, Y const& y) {
  using F = typename CS::field;
  if (known_constant(x) && known_constant(y)) {
    return boolean::constant(x.template evaluate<F>().to_integer() < y.template evaluate<F>().to_integer());
  }
  if (known_constant(y)) return is_less(cs, to_bits_canonical(cs, x), y.template evaluate<F>().to_integer());
  if (known_constant(x)) return !is_less_or_equal(cs, to_bits_canonical(cs, y), x.template evaluate<F>().to_integer());
  auto const a = to_bits_canonical(cs, x);
  auto const b = to_bits_canonical(cs, y);
  return is_less(cs, std::span<boolean const>{a}, std::span<boolean const>{b});
}
// x ≤ y, likewise.
template <constraint_system CS, linear X, linear Y>
[[nodiscard]] boolean is_less_or_equal_canonical(CS& cs, X const& x, Y const& y) {
  return !is_less_canonical(cs, y, x);
}

}  // namespace lucid::inline v0
