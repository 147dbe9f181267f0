// Every gadget on words, once, as in every_gadget.cpp: words of three bits on the field of 97 elements.
#include <doctest/doctest.h>

#include <laws/gadget_case.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/sha256.hpp>
#include <lucid/gadget/word.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using laws::gadget_case;
using laws::obeys;
using small = prime_field<lucid_test::field_97>;
using large = bls12_381::scalar;

namespace {

using bits = std::array<boolean, 6>;
using bools = std::array<bool, 6>;

word<3> low(bits const& b) { return word<3>{{b[0], b[1], b[2]}}; }
word<3> high(bits const& b) { return word<3>{{b[3], b[4], b[5]}}; }
unsigned low(bools const& b) { return b[0] + 2u * b[1] + 4u * b[2]; }
unsigned high(bools const& b) { return b[3] + 2u * b[4] + 4u * b[5]; }

template <class Operation, class Model>
void on_two_words(char const* name, std::size_t rows, Operation const& operation, Model const& model) {
  obeys<small, large>(
      gadget_case<6, 0>{name, rows}, [&](auto& cs, auto& b, auto&) { return operation(cs, low(b), high(b)); },
      [&](auto& b, auto& x) {
        return std::optional{typename std::remove_cvref_t<decltype(x)>::value_type{limb_t{model(low(b), high(b))}}};
      });
}

}  // namespace

TEST_CASE("every word: bit by bit") {
  on_two_words(
      "word_xor", 3, [](auto& cs, auto x, auto y) { return word_xor(cs, x, y); }, [](unsigned x, unsigned y) { return x ^ y; });
  on_two_words(
      "word_and", 3, [](auto& cs, auto x, auto y) { return word_and(cs, x, y); }, [](unsigned x, unsigned y) { return x & y; });
  on_two_words(
      "word_or", 3, [](auto& cs, auto x, auto y) { return word_or(cs, x, ~y); }, [](unsigned x, unsigned y) { return x | (~y & 7); });
  on_two_words(
      "word select", 3, [](auto& cs, auto x, auto y) { return select(cs, x[0], y, word<3>::constant(5)); },
      [](unsigned x, unsigned y) { return x % 2 != 0 ? y : 5u; });
  on_two_words(
      "rotations and shifts", 0, [](auto&, auto x, auto y) { return x.rotated_right(1) + y.shifted_right(1) + y.shifted_left(2); },
      [](unsigned x, unsigned y) { return (x >> 1 | (x & 1) << 2) + (y >> 1) + (y << 2 & 7); });
}

TEST_CASE("every word: sums through a packed equality") {
  // 4 and 5 bits of sums fill one row of the large field, two of the small one, whose capacity is 6 bits.
  obeys<small, large>(
      gadget_case<6, 0>{"two sums", 4 + 5 + 1, 0, 8, 4 + 5 + 2},
      [](auto& cs, auto& b, auto&) {
        packed_equality equalities{cs};
        auto const sum = add(cs, equalities, low(b), high(b));
        auto const longer = add(cs, equalities, low(b), high(b), word<3>::constant(6), sum);
        equalities.flush();
        return longer;
      },
      [](auto& b, auto& x) {
        return std::optional{typename std::remove_cvref_t<decltype(x)>::value_type{limb_t{(2 * (low(b) + high(b)) + 6) % 8}}};
      });
}

TEST_CASE("every word: SHA-256's bits") {
  obeys<small, large>(
      gadget_case<3, 0>{"majority", 2}, [](auto& cs, auto& b, auto&) { return majority(cs, b[0], !b[1], b[2]); },
      [](auto& b, auto&) { return b[0] + !b[1] + b[2] >= 2; });
}
