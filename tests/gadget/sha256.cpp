#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/sha256.hpp>
#include <support/hex.hpp>

using namespace lucid;

namespace {
struct vector_of_the_standard {
  support::bytes message;
  support::bytes digest;
};

// The quoted strings of sha256.json are keys and values in turn.
std::vector<vector_of_the_standard> published_vectors() {
  auto const file = support::read_data("sha256/sha256.json");
  std::string const text(reinterpret_cast<char const*>(file.data()), file.size());
  std::vector<std::string> strings;
  for (std::size_t at = text.find('"'); at != std::string::npos;) {
    std::size_t const end = text.find('"', at + 1);
    strings.push_back(text.substr(at + 1, end - at - 1));
    at = text.find('"', end + 1);
  }
  std::vector<vector_of_the_standard> vectors;
  for (std::size_t i = 0; i + 3 < strings.size(); i += 4)
    vectors.push_back({support::from_hex(strings[i + 1]), support::from_hex(strings[i + 3])});
  return vectors;
}

struct hashed {
  support::bytes message;
  bool constant = false;

  void operator()(constraint_system auto& cs) const {
    std::vector<boolean> bits;
    for (std::byte const byte : message) {
      for (int i = 7; i >= 0; --i) {
        bool const bit = ((std::to_integer<unsigned>(byte) >> i) & 1) != 0;
        bits.push_back(constant ? boolean::constant(bit) : witness_boolean(cs, bit));
      }
    }
    auto const digest = sha256(cs, std::span<boolean const>{bits});
    for (boolean const b : digest) expose(cs, b);
  }
};

template <class F>
support::bytes digest_in(view<F const> inputs) {
  support::bytes digest(32);
  for (std::size_t i = 0; i < 256; ++i) {
    if (inputs[i].is_one()) digest[i / 8] |= std::byte{1} << (7 - i % 8);
  }
  return digest;
}

// One compression of a variable block, on a constant or a variable state.
struct compression {
  bool variable_state = true;
  std::uint32_t secret = 0;

  void operator()(constraint_system auto& cs) const {
    sha256_state state = sha256_initial();
    sha256_block block;
    std::uint32_t next = secret;
    auto const random = [&] { return std::uint64_t{next = next * 1664525 + 1013904223}; };
    if (variable_state) {
      for (auto& w : state) w = witness_word<32>(cs, random);
    }
    for (auto& w : block) w = witness_word<32>(cs, random);
    (void)sha256_compress(cs, state, block);
  }
};

struct counts {
  std::size_t rows, variables, a, b, c;
  bool operator==(counts const&) const = default;
};
// Of a compression without the bits that were made for it: 1 row, 1 variable, and 2, 1 and 0 terms each.
template <class F>
counts compression_counts(bool variable_state) {
  auto const shape = shape_of<F>(cpu::seq, compression{variable_state});
  std::size_t const given = variable_state ? 768 : 512;
  return {shape.constraints() - given, shape.variables() - 1 - given, shape.a().terms() - 2 * given, shape.b().terms() - given,
          shape.c().terms()};
}

struct majorities {
  using F = bls12_381::scalar;
  unsigned values;
  void operator()(constraint_system auto& cs) const {
    boolean bit[3];
    for (unsigned i = 0; i < 3; ++i) bit[i] = witness_boolean(cs, ((values >> i) & 1) != 0);
    boolean const t = boolean::constant(true);
    auto const check = [&](boolean x, boolean y, boolean z) {
      boolean const m = majority(cs, x, y, z);
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(cs)>, check_recorder<F>>) {
        CHECK(m.value() == (x.value() + y.value() + z.value() >= 2));
      }
      expose(cs, m);
    };
    check(bit[0], bit[1], bit[2]);
    check(!bit[0], bit[1], !bit[2]);
    for (boolean const k : {t, !t}) {
      check(k, bit[1], bit[2]);
      check(bit[0], k, bit[2]);
      check(bit[0], bit[1], k);
      check(k, t, bit[0]);
    }
    check(bit[0], bit[1], bit[1]);
    check(bit[0], bit[1], !bit[1]);
    check(bit[0], bit[0], bit[1]);
    check(bit[0], !bit[0], bit[1]);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("sha256: the digests of the standard and of every block boundary", F, bn254::scalar, bls12_381::scalar) {
  auto const vectors = published_vectors();
  REQUIRE(vectors.size() >= 10);
  for (auto const& [message, digest] : vectors) {
    auto const rows = synthesize<F>(cpu::seq, hashed{message});
    CHECK(digest_in<F>(rows.z.inputs()) == digest);
    bool satisfied = true;
    for (std::size_t i = 0; i < rows.a.size(); ++i) satisfied = satisfied && rows.a[i] * rows.b[i] == rows.c[i];
    CHECK(satisfied);
  }
}

TEST_CASE("sha256: a constant message has a constant digest and costs nothing") {
  using F = bn254::scalar;
  auto const vectors = published_vectors();
  auto const z = assign(cpu::seq, shape_of<F>(cpu::seq, hashed{vectors[1].message, true}), hashed{vectors[1].message, true});
  CHECK(digest_in<F>(z.inputs()) == vectors[1].digest);
  CHECK(z.witness().empty());
}

TEST_CASE_TEMPLATE("sha256: rows, variables and terms are those of the published circuits", F, bn254::scalar, bls12_381::scalar) {
  CHECK(compression_counts<F>(true) == counts{26'192, 26'166, 60'848, 26'192, 57'686});
  CHECK(compression_counts<F>(false) == counts{25'840, 25'814, 59'456, 25'872, 56'886});
  CHECK(shape_of<F>(cpu::seq, hashed{support::bytes(64)}).constraints() == 44'874 + 512 + 256);
}

TEST_CASE("sha256: the laws of gadgets") { laws::gadget<bls12_381::scalar>(compression{true, 1}, compression{true, 0xdead'beef}); }

TEST_CASE("majority: all eight inputs, and pairs that are the same or opposite") {
  using F = bls12_381::scalar;
  auto const shape = shape_of<F>(cpu::seq, majorities{});
  for (unsigned values = 0; values < 8; ++values) CHECK(laws::builders_agree<F>(majorities{values}) == shape);
}
