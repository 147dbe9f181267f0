// One line a gadget: what goes in, how many rows it takes, what comes out. From that line follow all the laws: every assignment over a small field, the laws of
// gadget.hpp over a large one, the count of rows, and no heap call in `assign` and `synthesize` but for the buffers of the result.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <laws/gadget.hpp>
#include <laws/heap_calls.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/satisfaction.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>

namespace laws {

// The inputs are that many booleans, then that many numbers.
template <std::size_t Bits, std::size_t Numbers>
struct gadget_case {
  char const* name;
  std::size_t rows;               // the gadget's own: without those that hold the boolean inputs, and the one that holds the result
  std::size_t hints = 0;          // variables that are free for some inputs, and on which nothing depends
  std::size_t below_log2 = 8;     // most samples of the large field are below that power of two: at random they would hardly ever be valid
  std::size_t small_rows = rows;  // where the count depends on the field: over the small one
};

// For gadgets and models that are written for any builder: Σ 2^i·b_i of the first bits, the builder's field, what an array holds.
template <class Bits>
std::size_t index_of(Bits const& b, std::size_t count) {
  std::size_t index = 0;
  for (std::size_t i = 0; i < count; ++i) index |= std::size_t{b[i]} << i;
  return index;
}

template <class CS>
using field_of = typename std::remove_cvref_t<CS>::field;
template <class Array>
using element_of = typename std::remove_cvref_t<Array>::value_type;

namespace detail {

template <class F>
struct inputs {
  std::vector<bool> bits;
  std::vector<F> numbers;
  std::size_t times = 1;  // how often the gadget is made

  [[nodiscard]] std::size_t size() const { return bits.size() + numbers.size(); }
};

// A circuit and its model without their types, so that the laws are compiled once a field and not once a gadget.
template <class F>
struct subject {
  using exec_type = std::remove_cvref_t<decltype(lucid::cpu::seq)>;
  std::function<void(lucid::shape_recorder<F>&, inputs<F> const&)> shape;
  std::function<void(lucid::assigner<F, exec_type>&, inputs<F> const&)> assign;
  std::function<void(lucid::check_recorder<F>&, inputs<F> const&)> check;
  std::function<void(lucid::synthesizer<F, exec_type>&, inputs<F> const&)> synthesize;
  std::function<void(lucid::counting_builder<F>&, inputs<F> const&)> count;
  std::function<std::optional<F>(inputs<F> const&)> expected;
  bool has_result;
  char const* name;
  std::size_t rows, hints, below_log2;

  struct circuit {
    subject const& of;
    inputs<F> const& in;
    void operator()(lucid::shape_recorder<F>& cs) const { of.shape(cs, in); }
    void operator()(lucid::assigner<F, exec_type>& cs) const { of.assign(cs, in); }
    void operator()(lucid::check_recorder<F>& cs) const { of.check(cs, in); }
    void operator()(lucid::synthesizer<F, exec_type>& cs) const { of.synthesize(cs, in); }
    void operator()(lucid::counting_builder<F>& cs) const { of.count(cs, in); }
  };

  // The witness that the circuit computes, if it is one.
  [[nodiscard]] std::optional<std::vector<F>> honest(lucid::shape<F> const& shape, inputs<F> const& in) const {
    try {
      auto const z = lucid::assign(lucid::cpu::seq, shape, circuit{*this, in});
      std::vector<F> values(z.all().begin(), z.all().end());
      if (lucid::first_violated_row<F>(shape, values)) return std::nullopt;
      return values;
    } catch (lucid::division_by_zero const&) {
      return std::nullopt;
    }
  }
};

// Each tuple of inputs over a whole field, with every value of every other variable.
template <class F>
void exhaust(subject<F> const& s, inputs<F> in) {
  CAPTURE(s.name);
  auto const shape = lucid::shape_of<F>(lucid::cpu::seq, typename subject<F>::circuit{s, in});
  CHECK(shape.constraints() == s.rows + in.bits.size() + (s.has_result ? 1 : 0));
  auto const ends = row_ends(shape);
  constexpr lucid::limb_t p = F::modulus()[0];
  std::size_t tuples = std::size_t{1} << in.bits.size();
  for (std::size_t i = 0; i < in.numbers.size(); ++i) tuples *= p;

  std::size_t second = 0, refused = 0, accepted = 0, wrong = 0, dishonest = 0;
  for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
    std::size_t rest = tuple;
    std::vector<F> z(shape.variables());
    z[0] = F::one();
    for (std::size_t i = 0; i < in.bits.size(); ++i, rest /= 2) {
      in.bits[i] = rest % 2 != 0;
      z[1 + i] = F{rest % 2};
    }
    for (std::size_t i = 0; i < in.numbers.size(); ++i, rest /= p) z[1 + in.bits.size() + i] = in.numbers[i] = F{rest % p};

    std::vector<std::vector<F>> found;
    bool given_hold = true;
    for (std::size_t column = 0; column <= in.size(); ++column) given_hold = given_hold && rows_hold(shape, ends[column], z);
    if (given_hold) extend(shape, ends, z, 1 + in.size(), found);
    auto const expected = s.expected(in);
    auto const honest = s.honest(shape, in);
    if (!expected) {
      accepted += found.empty() && !honest ? 0 : 1;
      continue;
    }
    if (found.empty() || !honest) {
      ++refused;
      continue;
    }
    // Columns that differ between two witnesses are hints.
    std::size_t free = 0;
    for (std::size_t column = 0; column < z.size(); ++column) {
      bool differs = false;
      for (auto const& other : found) differs = differs || other[column] != found[0][column];
      free += differs ? 1 : 0;
    }
    second += free > s.hints ? 1 : 0;
    bool among = false;
    for (auto const& solution : found) {
      wrong += !s.has_result || solution.back() == *expected ? 0 : 1;
      among = among || solution == *honest;
    }
    dishonest += among ? 0 : 1;
  }
  CHECK(second == 0);     // inputs with a second witness
  CHECK(refused == 0);    // valid inputs without a witness
  CHECK(accepted == 0);   // invalid ones with one
  CHECK(wrong == 0);      // witnesses of another result
  CHECK(dishonest == 0);  // honest witnesses that are none
}

// So often that every buffer is larger than a builder's smallest.
template <class F>
void calls_no_heap(subject<F> const& s, inputs<F> in) {
  in.times = 65;
  laws::calls_no_heap<F>(typename subject<F>::circuit{s, in});
}

template <class F>
void sample(subject<F> const& s, inputs<F> in) {
  CAPTURE(s.name);
  lucid::seeded_entropy entropy{in.size()};
  auto const draw = [&] {
    std::uint64_t x = 0;
    entropy.fill(std::as_writable_bytes(std::span{&x, 1}));
    return x;
  };
  std::optional<lucid::shape<F>> first;
  std::size_t valid = 0;
  for (std::size_t round = 0; round < 60 && valid < 4; ++round) {
    for (std::size_t i = 0; i < in.bits.size(); ++i) in.bits[i] = draw() % 2 != 0;
    for (F& x : in.numbers) {
      std::uint64_t const kind = draw() % 8;
      std::uint64_t const mask = s.below_log2 < 64 ? (std::uint64_t{1} << s.below_log2) - 1 : ~std::uint64_t{0};
      x = kind == 0 ? -F::one() : kind == 1 ? lucid::random_element<F>(entropy) : kind == 2 ? F::zero() : F{draw() & mask};
    }
    typename subject<F>::circuit const circuit{s, in};
    auto const expected = s.expected(in);
    if (!expected) {
      CHECK_FALSE(s.honest(lucid::shape_of<F>(lucid::cpu::seq, circuit), in));
      continue;
    }
    auto const shape = builders_agree<F>(circuit);
    if (first) CHECK(shape.hash() == first->hash());
    first = shape;
    CHECK(shape.constraints() == s.rows + in.bits.size() + (s.has_result ? 1 : 0));
    auto const witness = s.honest(shape, in);
    REQUIRE(witness);
    CHECK(loose_variables(shape, *witness, in.size()).size() <= s.hints);
    if (s.has_result) CHECK(witness->back() == *expected);
    if (++valid == 1) calls_no_heap(s, in);
  }
  CHECK(valid >= 2);
}

// Bits, numbers, the gadget's own variables, and a last one that equals its result.
template <class F, std::size_t Bits, std::size_t Numbers, class Gadget>
struct case_circuit {
  Gadget gadget;
  using booleans = std::array<lucid::boolean, Bits>;
  using numbers = std::array<lucid::number<F>, Numbers>;
  static constexpr bool has_result = !std::is_void_v<std::invoke_result_t<Gadget const&, lucid::shape_recorder<F>&, booleans&, numbers&>>;

  template <class CS>
  void operator()(CS& cs, inputs<F> const& in) const {
    booleans b;
    numbers x;
    for (std::size_t i = 0; i < Bits; ++i) b[i] = lucid::witness_boolean(cs, bool{in.bits[i]});
    for (std::size_t i = 0; i < Numbers; ++i) x[i] = lucid::witness_number(cs, in.numbers[i]);
    for (std::size_t i = 0; i < in.times; ++i) {
      if (i > 0) lucid::enforce_zero(cs, lucid::witness_number(cs, F::zero()));
      if constexpr (!has_result) {
        gadget(cs, b, x);
      } else {
        auto const result = gadget(cs, b, x);
        auto const shown = lucid::witness_number(cs, [&] { return result.template evaluate<F>(); });
        lucid::enforce_equal(cs, result, shown);
      }
    }
  }
};

template <class F, std::size_t Bits, std::size_t Numbers, class Gadget, class Model>
subject<F> subject_of(gadget_case<Bits, Numbers> const& named, std::size_t rows, Gadget const& gadget, Model const& model) {
  case_circuit<F, Bits, Numbers, Gadget> const circuit{gadget};
  auto const expected = [model](inputs<F> const& in) -> std::optional<F> {
    std::array<bool, Bits> b;
    std::array<F, Numbers> x;
    for (std::size_t i = 0; i < Bits; ++i) b[i] = in.bits[i];
    for (std::size_t i = 0; i < Numbers; ++i) x[i] = in.numbers[i];
    auto const answer = model(b, x);
    if constexpr (!std::is_same_v<decltype(answer), bool const>) {
      return answer;
    } else if constexpr (case_circuit<F, Bits, Numbers, Gadget>::has_result) {
      return answer ? F::one() : F::zero();
    } else {
      return answer ? std::optional{F::zero()} : std::nullopt;
    }
  };
  return {circuit, circuit, {}, {}, {}, expected, circuit.has_result, named.name, rows, named.hints, named.below_log2};
}

template <std::size_t Bits, std::size_t Numbers, class F>
inputs<F> no_inputs() {
  return {std::vector<bool>(Bits), std::vector<F>(Numbers)};
}

}  // namespace detail

// All laws of one gadget. gadget(cs, booleans, numbers) returns something linear, or nothing. model(bools, elements) says what that must be, a bool for a bit;
// or for a gadget without a result whether it holds; or an empty optional where no witness may exist.
template <class Small, class Large, std::size_t Bits, std::size_t Numbers, class Gadget, class Model>
void obeys(gadget_case<Bits, Numbers> const& named, Gadget const& gadget, Model const& model) {
  detail::exhaust<Small>(detail::subject_of<Small>(named, named.small_rows, gadget, model), detail::no_inputs<Bits, Numbers, Small>());
  auto large = detail::subject_of<Large>(named, named.rows, gadget, model);
  detail::case_circuit<Large, Bits, Numbers, Gadget> const circuit{gadget};
  large.check = circuit;
  large.synthesize = circuit;
  large.count = circuit;
  detail::sample<Large>(large, detail::no_inputs<Bits, Numbers, Large>());
}

}  // namespace laws
