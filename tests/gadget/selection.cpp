#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/gadget/selection.hpp>
#include <support/small_fields.hpp>

using namespace lucid;

namespace {

// Solutions among all values of N children, the bits and y.
template <std::size_t N, class Small>
void check_selection() {
  constexpr std::size_t k = selection_bits(N);
  auto const shape = shape_of<Small>(cpu::seq, [](auto& cs) {
    std::array<boolean, k> position;
    for (boolean& b : position) b = witness_boolean(cs, false);
    std::array<number<Small>, N> children;
    for (auto& x : children) x = witness_number(cs, Small{});
    enforce_at_most(cs, position, N - 1);
    enforce_selected(cs, position, children, witness_number(cs, Small{}));
  });
  CHECK(shape.constraints() == k + N - 1 + (std::has_single_bit(N) ? 0 : N == 7 ? 2 : 1));
  auto const found = laws::solutions(shape);
  std::size_t expected = N;
  for (std::size_t i = 0; i < N; ++i) expected *= Small::modulus()[0];
  CHECK(found.size() == expected);
  std::size_t wrong = 0;
  for (auto const& z : found) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < k; ++i) place |= std::size_t{z[1 + i].is_one()} << i;
    wrong += place < N && z[1 + k + N] == z[1 + k + place] ? 0 : 1;
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("selection: it has every child at its place and nothing else, on a whole field") {
  using f3 = prime_field<lucid_test::small_field<3, 2>>;
  check_selection<2, f3>();
  check_selection<3, f3>();
  check_selection<4, f3>();
  check_selection<5, f3>();
  check_selection<6, f3>();
  check_selection<8, f3>();
}

TEST_CASE("selection: at most a constant, of all constants and numbers of 5 bits, and of constants that are larger") {
  using f17 = prime_field<lucid_test::field_17>;
  std::size_t wrong = 0;
  for (std::uint64_t constant = 0; constant < 70; ++constant) {
    auto const found = laws::solutions(shape_of<f17>(cpu::seq, [&](auto& cs) {
      std::array<boolean, 5> bits;
      for (boolean& b : bits) b = witness_boolean(cs, false);
      enforce_at_most(cs, bits, constant);
    }));
    wrong += found.size() == std::min<std::uint64_t>(constant + 1, 32) ? 0 : 1;
    for (auto const& z : found) {
      std::uint64_t value = 0;
      for (std::size_t i = 0; i < 5; ++i) value |= std::uint64_t{z[1 + i].is_one()} << i;
      wrong += value <= constant ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}
