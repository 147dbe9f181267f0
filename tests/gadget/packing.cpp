#include <doctest/doctest.h>

#include <array>
#include <vector>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/word.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using f17 = prime_field<lucid_test::field_17>;  // capacity 4

namespace {

// Pairs of n-bit numbers said to be equal, all in one packed equality.
struct pairs {
  std::size_t bits;
  std::vector<std::uint64_t> left, right;

  void operator()(constraint_system auto& cs) const {
    packed_equality equalities{cs};
    for (std::size_t i = 0; i < left.size(); ++i) {
      std::array<boolean, 64> l;
      std::array<boolean, 64> r;
      for (std::size_t b = 0; b < bits; ++b) {
        l[b] = witness_boolean(cs, ((left[i] >> b) & 1) != 0);
        r[b] = witness_boolean(cs, ((right[i] >> b) & 1) != 0);
      }
      equalities.enforce(bits, packed_bits{std::span<boolean const>{l}.first(bits)}, packed_bits{std::span<boolean const>{r}.first(bits)});
    }
    equalities.flush();
    equalities.flush();  // nothing is pending: no row
  }
};

// Words, bits and a number said to be equal to bits, at shifts that cross limbs: integers and field elements in one sum.
struct mixture {
  std::array<std::uint64_t, 4> values{};

  template <constraint_system CS>
  void operator()(CS& cs) const {
    using F = typename CS::field;
    packed_equality equalities{cs};
    auto const next = [&](auto const& x, std::size_t bits, std::uint64_t value) {
      std::array<boolean, 64> r;
      for (std::size_t b = 0; b < bits; ++b) r[b] = witness_boolean(cs, ((value >> b) & 1) != 0);
      equalities.enforce(bits, x, packed_bits{std::span<boolean const>{r}.first(bits)});
    };
    next(witness_word<63>(cs, values[0]), 63, values[0]);
    next(witness_number(cs, F{values[1]}), 62, values[1]);
    next(witness_word<64>(cs, values[2]), 64, values[2]);
    next(packed_bits{witness_word<62>(cs, values[3]).bits()}, 62, values[3]);
    equalities.flush();
  }
};

template <std::size_t N>
struct shown_bytes {
  std::array<std::uint8_t, N> bytes{};
  void operator()(constraint_system auto& cs) const {
    auto const bits = witness_bytes(cs, bytes);
    pack_into_inputs(cs, bits);
  }
};

template <std::size_t N>
std::array<std::uint8_t, N> ascending(unsigned first) {
  std::array<std::uint8_t, N> bytes;
  for (std::size_t i = 0; i < N; ++i) bytes[i] = static_cast<std::uint8_t>(first + 37 * i);
  return bytes;
}

}  // namespace

TEST_CASE("packed_equality: a row for each capacity bits") {
  using F = bls12_381::scalar;
  CHECK(packing_capacity<F> == 254);
  CHECK(packing_capacity<bn254::scalar> == 253);
  auto const rows = [](std::size_t bits, std::size_t count) {
    return shape_of<F>(cpu::seq, pairs{bits, std::vector<std::uint64_t>(count), std::vector<std::uint64_t>(count)}).constraints() -
           2 * bits * count;
  };
  CHECK(rows(35, 0) == 0);
  CHECK(rows(35, 1) == 1);
  CHECK(rows(35, 7) == 1);
  CHECK(rows(35, 8) == 2);
  CHECK(rows(2, 127) == 1);  // exactly full
  CHECK(rows(2, 128) == 2);
  CHECK(rows(1, 254) == 1);
  CHECK(rows(1, 255) == 2);
}

TEST_CASE_TEMPLATE("packed_equality: the laws of gadgets, and each unequal pair is found", F, bn254::scalar, bls12_381::scalar) {
  std::vector<std::uint64_t> const some = {0, 1, 0x7fff'ffff, 0x1234'5678, 42, 0x5555'5555, 7, 8, 9};
  std::vector<std::uint64_t> const others = {5, 0, 1, 0x7654'3210, 43, 0x2aaa'aaaa, 6, 5, 4};
  laws::gadget<F>(pairs{31, some, some}, pairs{31, others, others});
  for (std::size_t i = 0; i < some.size(); ++i) {
    auto wrong = some;
    wrong[i] ^= 1u << (3 * i);
    auto const found = checker<F>{pairs{31, some, wrong}}.violations();
    REQUIRE(found.size() == 1);
    CHECK(found[0].c != found[0].a);
  }
}

TEST_CASE_TEMPLATE("packed_equality: integers and field elements in one row", F, bn254::scalar, bls12_381::scalar) {
  std::uint64_t const ones = ~std::uint64_t{0};
  laws::gadget<F>(mixture{{ones >> 1, ones >> 2, ones, ones >> 2}}, mixture{{1, 2, std::uint64_t{1} << 63, 3}});
}

TEST_CASE("packed_equality: over a whole field, equal digits and nothing else") {
  // 4 bits fill the field of 17 elements: two pairs of 2 bits share a row.
  auto const shape = shape_of<f17>(cpu::seq, pairs{2, {0, 0}, {0, 0}});
  CHECK(shape.constraints() == 8 + 1);
  auto const found = laws::solutions(shape);
  CHECK(found.size() == 16);
  for (auto const& z : found) {
    for (std::size_t pair = 0; pair < 2; ++pair) {
      CHECK(z[1 + 4 * pair] == z[2 + 4 * pair]);
      CHECK(z[3 + 4 * pair] == z[4 + 4 * pair]);
    }
  }
  CHECK(laws::solutions(shape_of<f17>(cpu::seq, pairs{2, {0, 0, 0}, {0, 0, 0}})).size() == 64);
}

TEST_CASE_TEMPLATE("pack_into_inputs: the values that a verifier computes from the bytes", F, bn254::scalar, bls12_381::scalar) {
  auto const bytes = ascending<67>(9);
  auto const shape = shape_of<F>(cpu::seq, shown_bytes<67>{});
  CHECK(shape.public_inputs() == 3);
  CHECK(shape.public_inputs() == packed_input_count<F>(8 * 67));
  CHECK(shape.constraints() == 8 * 67 + 3);
  auto const z = assign(cpu::seq, shape, shown_bytes<67>{bytes});
  CHECK(laws::same_values<F>(z.inputs(), packed_bytes<F>(bytes)));
  laws::gadget<F>(shown_bytes<67>{bytes}, shown_bytes<67>{ascending<67>(200)});
}

TEST_CASE("packed_bytes: the first bit of the first byte weighs 1") {
  using F = bn254::scalar;
  std::array<std::uint8_t, 2> const bytes = {0x80, 0x03};
  CHECK(packed_bytes<F>(bytes) == std::vector<F>{F{1 + (1 << 14) + (1 << 15)}});
  CHECK(packed_bytes<F>(bytes, bit_order::lowest_first) == std::vector<F>{F{(1 << 7) + (3 << 8)}});
  auto const lowest_first = checker<F>{[&](auto& cs) { pack_into_inputs(cs, witness_bytes(cs, bytes, bit_order::lowest_first)); }};
  CHECK(lowest_first.values()[1] == F{(1 << 7) + (3 << 8)});
  CHECK(packed_bytes<F>(std::span<std::uint8_t const>{}).empty());
  std::array<std::uint8_t, 32> last{};
  last[31] = 0x07;  // bits 253, 254, 255: chunks of 253
  CHECK(packed_bytes<F>(last) == std::vector<F>{F{0}, F{7}});
}
