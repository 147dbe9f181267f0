#include <doctest/doctest.h>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/word.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using f257 = prime_field<lucid_test::field_257>;

namespace {
// Three words through every operation; the result is exposed as one number.
template <std::size_t N>
struct mixed {
  std::uint64_t x, y, z;

  void operator()(constraint_system auto& cs) const {
    auto const a = witness_word<N>(cs, x);
    auto const b = witness_word<N>(cs, [this] { return y; });
    auto const c = witness_word<N>(cs, z);
    packed_equality equalities{cs};
    auto const constant = word<N>::constant(0x0f1e2d3c4b5a6978);
    auto const s = add(cs, equalities, a, ~b, c.rotated_right(3), constant);
    auto const t = word_xor(cs, s, word_and(cs, a, c.shifted_right(5)));
    auto const u = select(cs, a[0], t, b.shifted_left(7));
    auto const v = add(cs, equalities, u, word_xor(cs, a, constant));
    equalities.flush();
    expose(cs, v);
  }
};

template <std::size_t N>
std::uint64_t expected(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  std::uint64_t const mask = N == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (N % 64)) - 1;
  std::uint64_t const constant = 0x0f1e2d3c4b5a6978 & mask;
  std::uint64_t const s = (x + (~y & mask) + ((z >> 3 | z << (N - 3)) & mask) + constant) & mask;
  std::uint64_t const t = s ^ (x & (z >> 5));
  std::uint64_t const u = (x & 1) != 0 ? t : (y << 7) & mask;
  return (u + (x ^ constant)) & mask;
}

template <std::size_t N>
struct sum_of_two {
  std::uint64_t x = 0, y = 0;
  void operator()(constraint_system auto& cs) const {
    auto const a = witness_word<N>(cs, x);
    auto const b = witness_word<N>(cs, y);
    packed_equality equalities{cs};
    (void)add(cs, equalities, a, b);
    equalities.flush();
  }
};

struct constants {
  void operator()(constraint_system auto& cs) const {
    packed_equality equalities{cs};
    auto const s = add(cs, equalities, word<32>::constant(0xffff'fff0), word<32>::constant(0x25));
    CHECK(s.is_constant());
    CHECK(s.value() == 0x15);
    CHECK(word<32>::constant(0x8000'0001).rotated_right(1).value() == 0xc000'0000);
    CHECK((~word<8>::constant(0x0f)).value() == 0xf0);
    boolean const bits[] = {boolean::constant(true), boolean::constant(false), boolean::constant(false)};
    CHECK(word<3>::from_big_endian(bits).value() == 4);
    equalities.flush();
  }
};

}  // namespace

TEST_CASE_TEMPLATE("word: every operation computes what machine words do", F, bn254::scalar, bls12_381::scalar) {
  std::uint64_t const patterns[] = {0, ~std::uint64_t{0}, 0x0123'4567'89ab'cdef, 0x8000'0001'8000'0001, 0x5555'aaaa'3333'cccc};
  auto const shape = shape_of<F>(cpu::seq, mixed<32>{});
  auto const shape64 = shape_of<F>(cpu::seq, mixed<64>{});
  for (auto const x : patterns) {
    for (auto const y : patterns) {
      for (auto const z : patterns) {
        constexpr std::uint64_t low = 0xffff'ffff;
        CHECK(assign(cpu::seq, shape, mixed<32>{x & low, y & low, z & low}).inputs()[0] == F{expected<32>(x & low, y & low, z & low)});
        CHECK(assign(cpu::seq, shape64, mixed<64>{x, y, z}).inputs()[0] == F{expected<64>(x, y, z)});
      }
    }
  }
}

TEST_CASE("word: the laws of gadgets") {
  using F = bn254::scalar;
  laws::gadget<F>(mixed<32>{1, 2, 3}, mixed<32>{0xffff'ffff, 0x1234'5678, 0x8000'0000});
  laws::gadget<F>(mixed<64>{1, 2, 3}, mixed<64>{~std::uint64_t{0}, 0x1234'5678'9abc'def0, 5});
}

TEST_CASE("word: rows are counted as promised") {
  using F = bls12_381::scalar;
  auto const rows = [](auto const& circuit) { return shape_of<F>(cpu::seq, circuit).constraints(); };
  auto const binary = [](auto const& operation) {
    return [operation](auto& cs) {
      auto const x = witness_word<32>(cs, std::uint64_t{1});
      auto const y = witness_word<32>(cs, std::uint64_t{2});
      operation(cs, x, y);
    };
  };
  CHECK(rows(binary([](auto& cs, auto& x, auto& y) { (void)word_xor(cs, x, y); })) == 64 + 32);
  CHECK(rows(binary([](auto& cs, auto& x, auto& y) { (void)word_and(cs, x, y); })) == 64 + 32);
  CHECK(rows(binary([](auto& cs, auto& x, auto& y) { (void)select(cs, x[0], x, y); })) == 64 + 32 - 1 + 1);
  CHECK(rows(binary([](auto& cs, auto& x, auto&) { (void)word_xor(cs, ~x, word<32>::constant(0xf0)); })) == 64);
  CHECK(rows(binary([](auto& cs, auto& x, auto& y) {
          packed_equality equalities{cs};
          (void)add(cs, equalities, x, y);                 // 33 bits
          (void)add(cs, equalities, x, y, x);              // 34 bits
          (void)add(cs, equalities, x, y, x, y, x, y, x);  // 35 bits
          (void)add(cs, equalities, word<32>::constant(1), word<32>::constant(~std::uint32_t{0}));
          equalities.flush();
        })) == 64 + 33 + 34 + 35 + 1);
}

TEST_CASE("word: a sum over a whole field has one witness, carries included") {
  auto const shape = shape_of<f257>(cpu::seq, sum_of_two<3>{});
  CHECK(shape.constraints() == 3 + 3 + 4 + 1);
  auto const found = laws::solutions(shape);
  CHECK(found.size() == 64);
  for (auto const& z : found) {
    limb_t n[3] = {};
    for (std::size_t i = 0; i < 10; ++i) n[i < 3 ? 0 : i < 6 ? 1 : 2] |= z[1 + i].to_integer()[0] << (i < 3 ? i : i < 6 ? i - 3 : i - 6);
    CHECK(n[0] + n[1] == n[2]);
  }
}

TEST_CASE("word: constants stay constants") {
  CHECK(checker<f257>{[](auto&) {}}.is_satisfied());
  CHECK(shape_of<bn254::scalar>(cpu::seq, constants{}).constraints() == 0);
}
