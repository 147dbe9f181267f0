// Every gadget on bits and numbers, once: inputs, rows, result. tests/laws/gadget_case.hpp makes of each line all that must hold of it.
#include <doctest/doctest.h>

#include <laws/gadget_case.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/range.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using laws::element_of;
using laws::field_of;
using laws::gadget_case;
using laws::index_of;
using laws::obeys;
using f13 = prime_field<lucid_test::field_13>;
using f97 = prime_field<lucid_test::field_97>;
using large = bn254::scalar;

namespace {

template <class F>
std::optional<F> nothing_unless(bool b, F const& x) {
  return b ? std::optional{x} : std::nullopt;
}

}  // namespace

TEST_CASE("every gadget: bits") {
  obeys<f13, large>(
      gadget_case<2, 0>{"and", 1}, [](auto& cs, auto& b, auto&) { return boolean_and(cs, b[0], b[1]); },
      [](auto& b, auto&) { return b[0] && b[1]; });
  obeys<f13, large>(
      gadget_case<2, 0>{"or of a negation", 1}, [](auto& cs, auto& b, auto&) { return boolean_or(cs, b[0], !b[1]); },
      [](auto& b, auto&) { return b[0] || !b[1]; });
  obeys<f13, large>(
      gadget_case<2, 0>{"xor of a negation", 1}, [](auto& cs, auto& b, auto&) { return boolean_xor(cs, !b[0], b[1]); },
      [](auto& b, auto&) { return b[0] == b[1]; });
  obeys<f13, large>(
      gadget_case<2, 0>{"equality of bits", 1}, [](auto& cs, auto& b, auto&) { return boolean_equal(cs, b[0], b[1]); },
      [](auto& b, auto&) { return b[0] == b[1]; });
  obeys<f13, large>(
      gadget_case<3, 0>{"select", 1}, [](auto& cs, auto& b, auto&) { return select(cs, b[0], b[1], !b[2]); },
      [](auto& b, auto&) { return b[0] ? b[1] : !b[2]; });
  obeys<f13, large>(
      gadget_case<5, 0>{"kary_and", 2, 1}, [](auto& cs, auto& b, auto&) { return kary_and(cs, b); },
      [](auto& b, auto&) { return index_of(b, 5) == 31; });
  obeys<f13, large>(
      gadget_case<5, 0>{"kary_or", 2, 1}, [](auto& cs, auto& b, auto&) { return kary_or(cs, b); },
      [](auto& b, auto&) { return index_of(b, 5) != 0; });
  obeys<f13, large>(
      gadget_case<3, 0>{"kary_and of three", 2}, [](auto& cs, auto& b, auto&) { return kary_and(cs, b); },
      [](auto& b, auto&) { return index_of(b, 3) == 7; });
}

TEST_CASE("every gadget: numbers") {
  obeys<f97, large>(
      gadget_case<0, 2>{"multiply", 1}, [](auto& cs, auto&, auto& x) { return multiply(cs, x[0] + one, x[1]); },
      [](auto&, auto& x) { return std::optional{(x[0] + element_of<decltype(x)>::one()) * x[1]}; });
  obeys<f97, large>(
      gadget_case<0, 1>{"number_of", 1}, [](auto& cs, auto&, auto& x) { return number_of(cs, x[0] + x[0]); },
      [](auto&, auto& x) { return std::optional{x[0] + x[0]}; });
  obeys<f97, large>(
      gadget_case<0, 1>{"inverted", 1}, [](auto& cs, auto&, auto& x) { return inverted(cs, x[0]); },
      [](auto&, auto& x) { return nothing_unless(!x[0].is_zero(), inverse(x[0])); });
  obeys<f13, large>(
      gadget_case<0, 2>{"divided", 2}, [](auto& cs, auto&, auto& x) { return divided(cs, x[0], x[1]); },
      [](auto&, auto& x) { return nothing_unless(!x[1].is_zero(), x[0] * inverse(x[1])); });
  obeys<f97, large>(
      gadget_case<0, 2>{"enforce_equal", 1, 0, 1}, [](auto& cs, auto&, auto& x) { enforce_equal(cs, x[0], x[1] + one); },
      [](auto&, auto& x) { return x[0] == x[1] + element_of<decltype(x)>::one(); });
  obeys<f97, large>(
      gadget_case<0, 2>{"enforce_not_equal", 1}, [](auto& cs, auto&, auto& x) { enforce_not_equal(cs, x[0], x[1]); },
      [](auto&, auto& x) { return x[0] != x[1]; });
  obeys<f97, large>(
      gadget_case<0, 1>{"enforce_boolean", 1, 0, 1}, [](auto& cs, auto&, auto& x) { enforce_boolean(cs, x[0]); },
      [](auto&, auto& x) { return x[0].is_zero() || x[0].is_one(); });
  obeys<f97, large>(
      gadget_case<0, 1>{"is_zero", 2, 1}, [](auto& cs, auto&, auto& x) { return is_zero(cs, x[0]); },
      [](auto&, auto& x) { return x[0].is_zero(); });
  obeys<f13, large>(
      gadget_case<0, 2>{"is_equal", 2, 1}, [](auto& cs, auto&, auto& x) { return is_equal(cs, x[0], x[1]); },
      [](auto&, auto& x) { return x[0] == x[1]; });
  obeys<f13, large>(
      gadget_case<1, 2>{"select of numbers", 1}, [](auto& cs, auto& b, auto& x) { return select(cs, b[0], x[0], x[1]); },
      [](auto& b, auto& x) { return std::optional{b[0] ? x[0] : x[1]}; });
  obeys<f13, large>(
      gadget_case<1, 2>{"swapped_if, 1 row for both", 1},
      [](auto& cs, auto& b, auto& x) {
        auto const [first, second] = swapped_if(cs, b[0], x[0], x[1]);
        return first + field_of<decltype(cs)>{3} * second;
      },
      [](auto& b, auto& x) {
        using F = element_of<decltype(x)>;
        return std::optional{b[0] ? x[1] + F{3} * x[0] : x[0] + F{3} * x[1]};
      });
}

TEST_CASE("every gadget: bits of numbers") {
  obeys<f97, large>(
      gadget_case<0, 1>{"to_bits<4>", 5, 0, 4}, [](auto& cs, auto&, auto& x) { return to_bits<4>(cs, x[0])[2]; },
      [](auto&, auto& x) {
        auto const n = x[0].to_integer();
        using F = element_of<decltype(x)>;
        return nothing_unless(n.bit_width() <= 4, n.bit(2) ? F::one() : F::zero());
      });
  obeys<f97, large>(
      gadget_case<0, 1>{"enforce_range<5>", 6, 0, 5}, [](auto& cs, auto&, auto& x) { enforce_range<5>(cs, x[0]); },
      [](auto&, auto& x) { return x[0].to_integer().bit_width() <= 5; });
  obeys<f97, large>(
      gadget_case<0, 1>{"enforce_range<1>", 1, 0, 1}, [](auto& cs, auto&, auto& x) { enforce_range<1>(cs, x[0]); },
      [](auto&, auto& x) { return x[0].to_integer().bit_width() <= 1; });
  obeys<f97, large>(
      gadget_case<0, 2>{"enforce_range<0>", 1, 0, 1}, [](auto& cs, auto&, auto& x) { enforce_range<0>(cs, x[0] - x[1]); },
      [](auto&, auto& x) { return x[0] == x[1]; });
}
