#include <doctest/doctest.h>

#include <array>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/kary.hpp>
#include <lucid/curve/bn254.hpp>

using namespace lucid;
using F = bn254::scalar;

namespace {

// Rows of an AND and an OR of bits that the function picks from four.
template <class Pick>
std::array<std::size_t, 2> folded(Pick const& pick, bool conjunction, bool disjunction) {
  auto const rows = [&](bool is_and, bool expected) {
    checker<F> const checked{[&](auto& cs) {
      boolean v[4];
      for (std::size_t i = 0; i < 4; ++i) v[i] = witness_boolean(cs, i % 2 == 0);
      auto const bits = pick(v);
      CHECK((is_and ? kary_and(cs, bits) : kary_or(cs, bits)).value() == expected);
    }};
    CHECK(checked.is_satisfied());
    return checked.recorded_shape().constraints() - 4;
  };
  return {rows(true, conjunction), rows(false, disjunction)};
}

using bits_of = std::vector<boolean>;
using counts = std::array<std::size_t, 2>;

}  // namespace

TEST_CASE("kary: constants, repetitions and opposites are folded") {
  boolean const t = boolean::constant(true);
  // v = 1, 0, 1, 0
  CHECK(folded([&](auto& v) { return bits_of{t, v[0], t, v[0], v[2]}; }, true, true) == counts{1, 0});
  CHECK(folded([&](auto& v) { return bits_of{!t, v[1], !t, v[1], v[3]}; }, false, false) == counts{0, 1});
  CHECK(folded([&](auto& v) { return bits_of{v[0], v[0], v[0], v[0], v[0]}; }, true, true) == counts{0, 0});
  CHECK(folded([&](auto& v) { return bits_of{v[0], v[1], v[2], !v[1]}; }, false, true) == counts{0, 0});
  CHECK(folded([&](auto& v) { return bits_of{v[0], v[1], v[2], v[3], !v[0]}; }, false, true) == counts{0, 0});
  CHECK(folded([&](auto& v) { return bits_of{v[0], v[1], v[2], v[3], t}; }, false, true) == counts{2, 0});
  CHECK(folded([&](auto& v) { return bits_of{v[0], !v[1], v[2], !v[3], v[0], !v[3], t}; }, true, true) == counts{2, 0});
  CHECK(folded([&](auto& v) { return bits_of{v[0], v[1], v[2], v[3], !v[3]}; }, false, true) == counts{2, 2});  // not noticed, and right
}

TEST_CASE("kary: a count costs no row, and half a million bits two") {
  using L = F;
  std::size_t const n = 500'000;
  auto const shape = shape_of<L>(cpu::seq, [&](auto& cs) {
    std::vector<boolean> bits(n);
    for (boolean& b : bits) b = witness_boolean(cs, false);
    (void)kary_or(cs, bits);
    enforce_equal(cs, bit_count{bits}, bit_count{bits, true} + one);
  });
  CHECK(shape.constraints() == n + 3);
}
