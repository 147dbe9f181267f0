// Words of N bits, least significant first. Rotations, shifts, NOT and constants are free.
//   word_xor, word_and, word_or, select   N rows, less where bits are constant
//   add (n words)                         bit_width(n·(2^N − 1)) rows and that many bits of a packed equality; 0 when all are constant
//   witness_word                          N rows
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/select.hpp>
#include <lucid/gadget/packing.hpp>

namespace lucid::inline v0 {

// Linear: adds Σ 2^i·b_i.
template <std::size_t N>
class word {
  static_assert(N >= 1 && N <= 64);

 public:
  constexpr word() noexcept = default;  // constant 0
  explicit constexpr word(std::array<boolean, N> const& bits) noexcept : bits_(bits) {}
  // N bits, the most significant first: as SHA-2 reads them. Precondition: N bits.
  static constexpr word from_big_endian(std::span<boolean const> bits) noexcept {
    LUCID_EXPECTS(bits.size() == N);
    word w;
    for (std::size_t i = 0; i < N; ++i) w.bits_[i] = bits[N - 1 - i];
    return w;
  }
  static constexpr word constant(std::uint64_t value) noexcept {
    word w;
    for (std::size_t i = 0; i < N; ++i) w.bits_[i] = boolean::constant(((value >> i) & 1) != 0);
    return w;
  }

  [[nodiscard]] constexpr boolean& operator[](std::size_t i) noexcept { return bits_[i]; }
  [[nodiscard]] constexpr boolean const& operator[](std::size_t i) const noexcept { return bits_[i]; }
  [[nodiscard]] constexpr std::span<boolean const> bits() const noexcept { return bits_; }

  // Means nothing where only a shape is built.
  [[nodiscard]] constexpr std::uint64_t value() const noexcept {
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < N; ++i) v |= std::uint64_t{bits_[i].value()} << i;
    return v;
  }
  [[nodiscard]] constexpr wide_t integer() const noexcept { return value(); }
  [[nodiscard]] constexpr bool is_constant() const noexcept {
    for (boolean const& b : bits_) {
      if (!b.is_constant()) return false;
    }
    return true;
  }

  [[nodiscard]] constexpr word rotated_right(std::size_t count) const noexcept {
    word w;
    count %= N;
    std::copy(bits_.begin() + count, bits_.end(), w.bits_.begin());
    std::copy(bits_.begin(), bits_.begin() + count, w.bits_.end() - count);
    return w;
  }
  [[nodiscard]] constexpr word shifted_right(std::size_t count) const noexcept {
    word w;
    for (std::size_t i = 0; i + count < N; ++i) w.bits_[i] = bits_[i + count];
    return w;
  }
  [[nodiscard]] constexpr word shifted_left(std::size_t count) const noexcept {
    word w;
    for (std::size_t i = count; i < N; ++i) w.bits_[i] = bits_[i - count];
    return w;
  }
  [[nodiscard]] constexpr word operator~() const noexcept {
    word w;
    for (std::size_t i = 0; i < N; ++i) w.bits_[i] = !bits_[i];
    return w;
  }

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    packed_bits{bits_}.add_to(lc, k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    packed_bits{bits_}.subtract_from(lc, k);
  }
  template <class F>
  [[nodiscard]] constexpr F evaluate() const noexcept {
    return packed_bits{bits_}.template evaluate<F>();
  }

 private:
  std::array<boolean, N> bits_{};
};

static_assert(linear<word<32>> && integer_valued<word<32>>);

// A private word; value as witness_boolean takes one. N rows.
template <std::size_t N, constraint_system CS, class Value>
[[nodiscard]] word<N> witness_word(CS& cs, Value const& value) {
  std::uint64_t known = 0;
  word<N> w;
  for (std::size_t i = 0; i < N; ++i) {
    w[i] = witness_boolean(cs, [&] {
      if (i == 0) known = given_value(value);
      return ((known >> i) & 1) != 0;
    });
  }
  return w;
}

// Bit by bit.
template <std::size_t N, constraint_system CS>
[[nodiscard]] word<N> word_xor(CS& cs, word<N> const& x, word<N> const& y) {
  word<N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = boolean_xor(cs, x[i], y[i]);
  return r;
}
template <std::size_t N, constraint_system CS>
[[nodiscard]] word<N> word_and(CS& cs, word<N> const& x, word<N> const& y) {
  word<N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = boolean_and(cs, x[i], y[i]);
  return r;
}
template <std::size_t N, constraint_system CS>
[[nodiscard]] word<N> word_or(CS& cs, word<N> const& x, word<N> const& y) {
  word<N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = boolean_or(cs, x[i], y[i]);
  return r;
}
template <std::size_t N, constraint_system CS>
[[nodiscard]] word<N> select(CS& cs, boolean s, word<N> const& t, word<N> const& f) {
  word<N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = select(cs, s, t[i], f[i]);
  return r;
}

namespace detail {

// Σ of words that somebody else owns, and its value.
template <std::size_t N>
struct word_sum {
  std::span<word<N> const* const> words;
  wide_t total;

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    for (word<N> const* w : words) w->add_to(lc, k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    add_to(lc, -k);
  }
  [[nodiscard]] constexpr wide_t integer() const noexcept { return total; }
};

// The bits of a sum, and its value.
struct sum_bits {
  std::span<boolean const> bits;
  wide_t total;

  template <class Combination, class F>
  constexpr void add_to(Combination& lc, F const& k) const {
    packed_bits{bits}.add_to(lc, k);
  }
  template <class Combination, class F>
  constexpr void subtract_from(Combination& lc, F const& k) const {
    packed_bits{bits}.subtract_from(lc, k);
  }
  [[nodiscard]] constexpr wide_t integer() const noexcept { return total; }
};

inline constexpr std::size_t carries = 16;  // at most: sums of 2^16 words

// One body for any number of words. Precondition: width = bit_width(n·(2^N − 1)).
template <std::size_t N, constraint_system CS>
word<N> add_words(CS& cs, packed_equality<CS>& equalities, std::span<word<N> const* const> words, std::size_t width) {
  wide_t total = 0;
  bool constant = true;
  for (word<N> const* w : words) {
    total += w->value();
    constant = constant && w->is_constant();
  }
  if (constant) return word<N>::constant(static_cast<std::uint64_t>(total));
  std::array<boolean, N + carries> bits;
  // (1 − b) · b = 0 for each bit of the sum
  for (std::size_t i = 0; i < width; ++i) bits[i] = witness_boolean(cs, ((total >> i) & 1) != 0);
  // Σ words = Σ 2^i·b_i; both are at most n·(2^N − 1)
  equalities.enforce(width, word_sum<N>{words, total}, sum_bits{std::span<boolean const>{bits}.first(width), total});
  word<N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = bits[i];
  return result;
}

}  // namespace detail

// Σ words mod 2^N. The result's carries are variables too, held by the equality and then dropped. The sum's bits must fit the packing capacity.
template <std::size_t N, constraint_system CS, class... Words>
[[nodiscard]] word<N> add(CS& cs, packed_equality<CS>& equalities, word<N> const& first, Words const&... rest) {
  constexpr std::size_t width = [] {
    std::size_t n = 0;
    for (auto most = (1 + sizeof...(rest)) * ((wide_t{1} << N) - 1); most != 0; most >>= 1) ++n;
    return n;
  }();
  static_assert(width <= N + detail::carries);
  static_assert(width <= packing_capacity<typename CS::field>, "the field is too small for sums of so many words");
  word<N> const* const words[] = {&first, &rest...};
  return detail::add_words<N>(cs, equalities, std::span<word<N> const* const>{words}, width);
}

}  // namespace lucid::inline v0
