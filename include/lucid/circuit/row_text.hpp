// Rows and field elements as people write them: (1 − w_5) · w_5 = 0. Public inputs are x_0, x_1, …, private variables w_0, w_1, …, as in the parts of an
// assignment. For reading; to_decimal and to_hex (integer/literal.hpp) are exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/integer/literal.hpp>

namespace lucid::inline v0 {

namespace detail {

// "1 row", "2 rows".
[[nodiscard]] inline std::string counted(std::size_t n, char const* what) { return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s"); }

// A sign and what it stands before.
struct signed_text {
  bool negative = false;
  std::string magnitude;
};

template <class F>
[[nodiscard]] signed_text signed_text_of(F const& k) {
  constexpr std::size_t digits = 8;  // shown at either end of a long number
  auto const positive = k.to_integer();
  auto const negative = (-k).to_integer();
  bool const is_negative = negative < positive;
  auto const& least = is_negative ? negative : positive;
  std::size_t const bits = least.bit_width();
  if (bits <= 64) return {is_negative, to_decimal(least)};
  std::size_t trailing_zeros = 0;
  while (!least.bit(trailing_zeros)) ++trailing_zeros;
  if (trailing_zeros + 1 == bits) return {is_negative, "2^" + std::to_string(trailing_zeros)};
  std::string const hex = to_hex(positive);
  if (hex.size() <= 2 + 2 * digits) return {false, hex};
  return {false, hex.substr(0, 2 + digits) + "…" + hex.substr(hex.size() - digits)};
}

// Puts "k·name" behind a sum; a constant has no name.
inline void append_term(std::string& sum, signed_text const& k, std::string const& name) {
  if (sum.empty()) {
    if (k.negative) sum += "−";
  } else {
    sum += k.negative ? " − " : " + ";
  }
  if (name.empty()) {
    sum += k.magnitude;
  } else {
    sum += k.magnitude == "1" ? name : k.magnitude + "·" + name;
  }
}

}  // namespace detail

// 7, −3, 2^200, −2^90, or 0x1234abcd…9876cdef: decimal up to 64 bits, negative where that is shorter.
template <class F>
[[nodiscard]] std::string short_text(F const& k) {
  auto const text = detail::signed_text_of(k);
  return (text.negative ? "−" : "") + text.magnitude;
}

// Whether short_text begins with a minus.
template <class F>
[[nodiscard]] bool is_short_negative(F const& k) {
  return detail::signed_text_of(k).negative;
}

// The name of a column: x_0 for the first public input, w_0 for the first private variable; empty for the constant one.
[[nodiscard]] inline std::string column_name(std::size_t column, std::size_t public_inputs) {
  if (column == 0) return {};
  return column <= public_inputs ? "x_" + std::to_string(column - 1) : "w_" + std::to_string(column - 1 - public_inputs);
}

// Which terms of a sum are written: all, or for a linear row those that stand on one side of the equation.
enum class terms_of : std::uint8_t { both_signs, positive, negative };

// A sum, or the part of it with one sign; the negative part is written with the opposite sign. The middle of long sums is left out:
// w_0 + 2·w_1 + … 250 more … + 2^253·w_253.
template <class F>
[[nodiscard]] std::string sum_text(shape<F> const& shape, row_terms const& terms, terms_of sign = terms_of::both_signs) {
  constexpr std::size_t at_the_front = 6;
  constexpr std::size_t at_the_back = 2;
  std::vector<coded_term> chosen;
  for (auto const [column, code] : terms) {
    bool const negative = sign != terms_of::both_signs && is_short_negative(shape.dictionary()[code]);
    if (sign == terms_of::both_signs || negative == (sign == terms_of::negative)) chosen.push_back({column, code});
  }
  std::string text;
  auto const dictionary = shape.dictionary();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen.size() > at_the_front + at_the_back + 1 && i == at_the_front) {
      std::size_t const left_out = chosen.size() - at_the_front - at_the_back;
      text += " + … " + std::to_string(left_out) + " more …";
      i += left_out;
    }
    F const& k = dictionary[chosen[i].code];
    detail::append_term(text, detail::signed_text_of(sign == terms_of::negative ? -k : k),
                        column_name(chosen[i].column, shape.public_inputs()));
  }
  return text.empty() ? "0" : text;
}

// 0 · 0 = c: written as an equation of sums, the negative terms on the right.
template <class F>
[[nodiscard]] bool is_linear_row(shape<F> const& shape, std::size_t row) noexcept {
  return shape.has_c() && shape.a().row(row).empty() && shape.b().row(row).empty();
}

// A row without what changes nothing: a factor 1 is not written. Precondition: a row of the shape.
template <class F>
[[nodiscard]] std::string row_text(shape<F> const& shape, std::size_t row) {
  if (is_linear_row(shape, row)) {
    auto const c = shape.c().row(row);
    return sum_text(shape, c, terms_of::positive) + " = " + sum_text(shape, c, terms_of::negative);
  }
  auto const a = shape.a().row(row);
  auto const b = shape.b().row(row);
  auto const is_one = [](row_terms const& terms) {
    return terms.size() == 1 && terms[0].column == 0 && terms[0].code == coefficient_dictionary<F>::plus_one;
  };
  auto const factor = [&](row_terms const& terms) {
    std::string const text = sum_text(shape, terms);
    return terms.size() > 1 ? '(' + text + ')' : text;
  };
  std::string text;
  if (is_one(b)) {
    text = sum_text(shape, a);
  } else if (is_one(a)) {
    text = sum_text(shape, b);
  } else {
    text = factor(a) + " · " + factor(b);
  }
  return text + " = " + (shape.has_c() ? sum_text(shape, shape.c().row(row)) : "?");
}

}  // namespace lucid::inline v0
