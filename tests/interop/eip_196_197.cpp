// go-ethereum's vectors for BN254, and the calls that must fail, for which no vectors are published.
#include <doctest/doctest.h>

#if LUCID_TEST_HAS_JSON

#include <cstddef>
#include <string>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/sqrt.hpp>
#include <lucid/interop/eip_196_197.hpp>
#include <support/ethereum_vectors.hpp>
#include <support/hex.hpp>

namespace {

using namespace lucid;
using support::bytes;
using support::joined;
using g1 = bn254::g1;
using g2 = bn254::g2;

bytes add(bytes const& input) { return support::to_bytes(eip_196::add<g1>(input)); }
bytes multiply(bytes const& input) { return support::to_bytes(eip_196::multiply<g1>(input)); }
bytes pairing(bytes const& input) { return support::to_bytes(eip_197::pairing<bn254::curve>(input)); }

void check_all(char const* file, std::size_t count, bytes (*operation)(bytes const&)) {
  auto const vectors = support::ethereum_vectors(file);
  CHECK(vectors.size() == count);
  for (auto const& v : vectors) {
    CAPTURE(v.name);
    CHECK(operation(v.input) == v.expected);
  }
}

TEST_CASE("eip_196_197: bn256Add.json") { check_all("bn256Add.json", 16, add); }
TEST_CASE("eip_196_197: bn256ScalarMul.json") { check_all("bn256ScalarMul.json", 19, multiply); }
TEST_CASE("eip_196_197: bn256Pairing.json") { check_all("bn256Pairing.json", 14, pairing); }

// Words of 32 bytes.
bytes word(big_uint<4> const& value) {
  bytes data(32);
  store_integer(value, data, byte_order::big);
  return data;
}
bytes word(limb_t value) { return word(big_uint<4>{value}); }
bytes zeros(std::size_t words) { return bytes(32 * words); }

big_uint<4> plus(big_uint<4> a, big_uint<4> const& b) {
  add_to(a, b);
  return a;
}

struct bad_point {
  std::string name;
  bytes encoding;
};

std::vector<bad_point> bad_g1_points() {
  auto const q = bn254::base::modulus();
  big_uint<4> const all_ones{[] {
    big_uint<4> ones;
    for (std::size_t i = 0; i < 4; ++i) ones[i] = ~limb_t{0};
    return ones;
  }()};
  return {
      {"x = 1 + q", joined({word(plus(q, big_uint<4>{1})), word(2)})},
      {"y = 2 + q", joined({word(1), word(plus(q, big_uint<4>{2}))})},
      {"x = 1 + 4q", joined({word(plus(plus(q, q), plus(plus(q, q), big_uint<4>{1}))), word(2)})},
      {"x = y = q, which is infinity modulo q", joined({word(q), word(q)})},
      {"x = q, y = 0", joined({word(q), word(0)})},
      {"x = 0, y = q", joined({word(0), word(q)})},
      {"x = 2^256 - 1", joined({word(all_ones), word(2)})},
      {"y = 2^256 - 1", joined({word(1), word(all_ones)})},
      {"(1, 3) off the curve", joined({word(1), word(3)})},
      {"(0, 3) off the curve", joined({word(0), word(3)})},
      {"(1, 0) off the curve", joined({word(1), word(0)})},
      {"(0, 1) off the curve", joined({word(0), word(1)})},
      {"(2, 1), the generator's coordinates swapped", joined({word(2), word(1)})},
      {"first byte 0x40, the rest zero",
       [] {
         auto data = zeros(2);
         data[0] = std::byte{0x40};
         return data;
       }()},
  };
}

bytes good_g1() { return joined({word(1), word(2)}); }

// c1, c0 of x and y, in the order of the EIP.
bytes g2_bytes(affine<g2> const& p) { return support::to_bytes(encode_uncompressed<eip_197_format>(p)); }
bytes good_g2() { return g2_bytes(affine<g2>::generator()); }

affine<g2> outside_the_subgroup(limb_t x) {
  bn254::fq2 const fx{bn254::base{x}, bn254::base{}};
  return {fx, sqrt_vartime(square(fx) * fx + g2::b()).value()};
}

std::vector<bad_point> bad_g2_points() {
  auto const q = bn254::base::modulus();
  auto const generator = affine<g2>::generator();
  auto const good = good_g2();
  std::vector<bad_point> bad;
  char const* const parts[] = {"x.c1", "x.c0", "y.c1", "y.c0"};
  for (std::size_t i = 0; i < 4; ++i) {
    auto data = good_g2();
    auto const part = std::span{data}.subspan(32 * i, 32);
    store_integer(plus(load_integer<4>(part, byte_order::big), q), part, byte_order::big);
    bad.push_back({std::string{parts[i]} + " + q", data});
    data = zeros(4);
    store_integer(q, std::span{data}.subspan(32 * i, 32), byte_order::big);
    bad.push_back({std::string{parts[i]} + " = q, the rest zero", data});
  }
  for (limb_t const x : {1, 2, 6})
    bad.push_back({"on the twist, outside the subgroup, x = " + std::to_string(x), g2_bytes(outside_the_subgroup(x))});
  bad.push_back({"the negative of one outside the subgroup", g2_bytes(-outside_the_subgroup(1))});
  bad.push_back(
      {"outside the subgroup: x = 1 plus the generator", g2_bytes((jacobian<g2>{generator} + outside_the_subgroup(1)).to_affine())});
  bad.push_back({"c0 before c1", [&] {
                   auto const x = generator.x, y = generator.y;
                   return g2_bytes({{x.c1, x.c0}, {y.c1, y.c0}});
                 }()});
  bad.push_back({"y + 1, off the curve", g2_bytes({generator.x, generator.y + bn254::fq2::one()})});
  bad.push_back({"x = 0, off the curve", joined({zeros(2), std::span{good}.subspan(64)})});
  bad.push_back({"y = 0, off the curve", joined({std::span{good}.first(64), zeros(2)})});
  return bad;
}

void must_fail(std::string const& name, bytes (*operation)(bytes const&), bytes const& input) {
  CAPTURE(name);
  CHECK_THROWS_AS(operation(input), decode_error);
}

TEST_CASE("eip_196_197: calls with a bad point fail, wherever it stands and whatever it stands beside") {
  CHECK(9 * bad_g1_points().size() + 4 * bad_g2_points().size() == 194);
  auto const infinity = zeros(2);
  for (auto const& p : bad_g1_points()) {
    must_fail("ADD first: " + p.name, add, joined({p.encoding, good_g1()}));
    must_fail("ADD second: " + p.name, add, joined({good_g1(), p.encoding}));
    must_fail("ADD first, with infinity: " + p.name, add, joined({p.encoding, infinity}));
    must_fail("ADD second, with infinity: " + p.name, add, joined({infinity, p.encoding}));
    must_fail("MUL by 0: " + p.name, multiply, joined({p.encoding, word(0)}));
    must_fail("MUL by 1: " + p.name, multiply, joined({p.encoding, word(1)}));
    must_fail("PAIRING first: " + p.name, pairing, joined({p.encoding, good_g2(), good_g1(), good_g2()}));
    must_fail("PAIRING second: " + p.name, pairing, joined({good_g1(), good_g2(), p.encoding, good_g2()}));
    must_fail("PAIRING with infinity: " + p.name, pairing, joined({p.encoding, zeros(4)}));
  }
  for (auto const& p : bad_g2_points()) {
    must_fail("PAIRING first: " + p.name, pairing, joined({good_g1(), p.encoding, good_g1(), good_g2()}));
    must_fail("PAIRING second: " + p.name, pairing, joined({good_g1(), good_g2(), good_g1(), p.encoding}));
    must_fail("PAIRING with infinity: " + p.name, pairing, joined({infinity, p.encoding}));
    must_fail("PAIRING with infinity, second: " + p.name, pairing, joined({infinity, zeros(4), infinity, p.encoding}));
  }
}

TEST_CASE("eip_196_197: PAIRING of another length fails") {
  auto const pair = joined({good_g1(), good_g2()});
  for (std::size_t size = 1; size < pair.size(); ++size)
    must_fail("truncated", pairing, {pair.begin(), pair.begin() + static_cast<std::ptrdiff_t>(size)});
  must_fail("one byte more", pairing, joined({pair, std::span{pair}.first(1)}));
  must_fail("one and a half", pairing, joined({pair, std::span{pair}.first(96)}));
  CHECK(pairing({}).back() == std::byte{1});
}

TEST_CASE("eip_196_197: ADD and MUL pad short inputs with zeros and ignore what is too much") {
  auto const g = good_g1();
  CHECK(add({}) == zeros(2));
  CHECK(add(g) == g);
  CHECK(add(joined({g, zeros(2), g})) == g);
  CHECK(multiply(g) == zeros(2));
  CHECK(multiply({}) == zeros(2));
  CHECK(multiply(joined({g, word(1), word(7)})) == g);
  bytes const cut{g.begin(), g.begin() + 33};  // (1, 0): what is left is off the curve
  must_fail("cut within a coordinate", add, cut);
  must_fail("cut within a coordinate", multiply, cut);
  // A cut scalar is a scalar with zeros on the right: 1·2^248.
  auto const high = joined({g, bytes{std::byte{1}}});
  CHECK(multiply(high) == multiply(joined({g, word(shifted_left(big_uint<4>{1}, 248))})));
}

TEST_CASE("eip_196_197: infinity is the neutral element, and a pair with it counts as one") {
  auto const infinity = zeros(2);
  CHECK(add(joined({infinity, infinity})) == infinity);
  auto const minus = support::to_bytes(encode_uncompressed<eip_197_format>(-affine<g1>::generator()));
  CHECK(add(joined({good_g1(), minus})) == infinity);
  CHECK(multiply(joined({good_g1(), word(bn254::scalar::modulus())})) == infinity);
  CHECK(multiply(joined({good_g1(), word(plus(bn254::scalar::modulus(), big_uint<4>{1}))})) == good_g1());
  CHECK(pairing(joined({infinity, good_g2()})).back() == std::byte{1});
  CHECK(pairing(joined({good_g1(), zeros(4)})).back() == std::byte{1});
  CHECK(pairing(joined({good_g1(), good_g2()})).back() == std::byte{0});
  CHECK(pairing(joined({good_g1(), good_g2(), minus, good_g2()})).back() == std::byte{1});
}

TEST_CASE("eip_196_197: an error names the call, the point and the byte") {
  auto const input = joined({good_g1(), good_g2(), good_g1(), g2_bytes(outside_the_subgroup(2))});
  CHECK_THROWS_WITH_AS(static_cast<void>(pairing(input)),
                       "EIP-197 PAIRING: input at byte 256: point of G2: point is on the curve but not in the subgroup", decode_error);
}

}  // namespace

#endif
