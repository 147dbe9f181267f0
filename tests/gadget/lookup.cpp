#include <doctest/doctest.h>

#include <laws/gadget_case.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/lookup.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using laws::element_of;
using laws::field_of;
using laws::gadget_case;
using laws::index_of;
using laws::obeys;
using f97 = prime_field<lucid_test::field_97>;
using large = bn254::scalar;

namespace {

// A table without pattern.
template <class F, std::size_t N, std::size_t Columns>
lookup_table<F, N, Columns> const& table_of() {
  static lookup_table<F, N, Columns> const table = [] {
    lookup_table<F, N, Columns> t;
    limb_t x = 1;
    for (auto& entry : t) {
      for (F& value : entry) value = F{(x = x * 37 + 11) % 251};
    }
    return t;
  }();
  return table;
}

// Rows of a lookup by some constant bits, and whether it finds each entry.
template <std::size_t N, std::size_t Columns>
std::size_t rows_with(std::size_t constants) {
  auto const& table = table_of<large, N, Columns>();
  std::size_t rows = 0;
  for (std::size_t index = 0; index < table.size(); ++index) {
    checker<large> const checked{[&](auto& cs) {
      std::array<boolean, N> bits;
      for (std::size_t i = 0; i < N; ++i) {
        bool const b = ((index >> i) & 1) != 0;
        bits[i] = ((constants >> i) & 1) != 0 ? boolean::constant(b) : witness_boolean(cs, b);
      }
      auto const entry = lookup(cs, bits, table);
      for (std::size_t c = 0; c < Columns; ++c) CHECK(entry[c].value() == table[index][c]);
    }};
    CHECK(checked.is_satisfied());
    rows = checked.recorded_shape().constraints();
    for (std::size_t i = 0; i < N; ++i) rows -= ((constants >> i) & 1) != 0 ? 0 : 1;
  }
  return rows;
}

}  // namespace

TEST_CASE("lookup: the laws, in so many rows") {
  obeys<f97, large>(
      gadget_case<1, 0>{"lookup<1>", 1},
      [](auto& cs, auto& b, auto&) { return lookup(cs, b, table_of<field_of<decltype(cs)>, 1, 1>())[0]; },
      [](auto& b, auto& x) { return std::optional{table_of<element_of<decltype(x)>, 1, 1>()[index_of(b, 1)][0]}; });
  obeys<f97, large>(
      gadget_case<2, 0>{"lookup<2>", 1},
      [](auto& cs, auto& b, auto&) { return lookup(cs, b, table_of<field_of<decltype(cs)>, 2, 1>())[0]; },
      [](auto& b, auto& x) { return std::optional{table_of<element_of<decltype(x)>, 2, 1>()[index_of(b, 2)][0]}; });
  obeys<f97, large>(
      gadget_case<3, 0>{"lookup<3> of pairs", 3},
      [](auto& cs, auto& b, auto&) {
        auto const p = lookup(cs, b, table_of<field_of<decltype(cs)>, 3, 2>());
        return p[0] + field_of<decltype(cs)>{256} * p[1];
      },
      [](auto& b, auto& x) {
        using F = element_of<decltype(x)>;
        auto const& entry = table_of<F, 3, 2>()[index_of(b, 3)];
        return std::optional{entry[0] + F{256} * entry[1]};
      });
  obeys<f97, large>(
      gadget_case<3, 0>{"lookup_signed<2>", 2},
      [](auto& cs, auto& b, auto&) {
        auto const p = lookup_signed(cs, std::array{b[0], b[1]}, b[2], table_of<field_of<decltype(cs)>, 2, 2>());
        return p.x + field_of<decltype(cs)>{256} * p.y;
      },
      [](auto& b, auto& x) {
        using F = element_of<decltype(x)>;
        auto const& entry = table_of<F, 2, 2>()[index_of(b, 2)];
        return std::optional{b[2] ? entry[0] - F{256} * entry[1] : entry[0] + F{256} * entry[1]};
      });
  obeys<f97, large>(
      gadget_case<5, 0>{"lookup<5>", 7},
      [](auto& cs, auto& b, auto&) { return lookup(cs, b, table_of<field_of<decltype(cs)>, 5, 1>())[0]; },
      [](auto& b, auto& x) { return std::optional{table_of<element_of<decltype(x)>, 5, 1>()[index_of(b, 5)][0]}; });
}

TEST_CASE("lookup: rows for every width, fewer with constant bits") {
  CHECK(rows_with<1, 1>(0) == lookup_rows(1, 1));
  CHECK(rows_with<4, 1>(0) == 4);
  CHECK(rows_with<4, 1>(0) == lookup_rows(4, 1));
  CHECK(rows_with<4, 2>(0) == 6);
  CHECK(rows_with<6, 2>(0) == 17);
  CHECK(rows_with<7, 1>(0) == 18);
  CHECK(rows_with<3, 2>(7) == 0);  // nothing is variable
  CHECK(rows_with<3, 2>(3) == 2);  // one bit: two linear rows
  CHECK(lookup_rows(8, 1) == 26);
  CHECK(lookup_rows(8, 2) == 40);
}
