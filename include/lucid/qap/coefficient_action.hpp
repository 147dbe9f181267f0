// What the coefficients of a dictionary ask for, a byte each: circuits keep small powers of two and numbers packed from bits, and neither needs a product a term.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lucid/exec/view.hpp>

namespace lucid::inline v0::qap {

// ±2^j of a small j is j doublings, and sums of k·x + 2k·y + 4k·z + … (numbers packed from bits) are k·(x + 2(y + 2z…)), one product for all of them.
// Only the first 2^16 codes are looked at, which is where circuits keep these.
struct coefficient_action {
  static constexpr std::uint8_t product = 15;        // in the low four bits, where other values count doublings
  static constexpr std::uint8_t negative = 16;       // the opposite of that many doublings
  static constexpr std::uint8_t next_is_twice = 32;  // the value of the next code is twice this one

  static constexpr std::size_t length(std::size_t dictionary) noexcept { return std::min<std::size_t>(dictionary, std::size_t{1} << 16); }

  // The actions of the first codes. About 10 comparisons and a sum a code. Precondition: length(dictionary.size()) bytes.
  template <class F>
  static void fill(view<F const> dictionary, view<std::uint8_t> actions) noexcept {
    constexpr std::size_t most_doublings = 4;  // a sum costs an eighth of a product
    F power[most_doublings + 1] = {F::one()}, opposite[most_doublings + 1] = {-F::one()};
    for (std::size_t j = 1; j <= most_doublings; ++j) power[j] = doubled(power[j - 1]), opposite[j] = doubled(opposite[j - 1]);
    for (std::size_t code = 0; code < actions.size(); ++code) {
      F const& k = dictionary[code];
      std::uint8_t action = product;
      for (std::size_t j = 0; j <= most_doublings; ++j) {
        if (k == opposite[j]) action = static_cast<std::uint8_t>(j | negative);
        if (k == power[j]) action = static_cast<std::uint8_t>(j);
      }
      if (code + 1 < dictionary.size() && dictionary[code + 1] == doubled(k)) action |= next_is_twice;
      actions[code] = action;
    }
  }
};

}  // namespace lucid::inline v0::qap
