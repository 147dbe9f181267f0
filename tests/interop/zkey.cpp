#include <lucid/interop/zkey.hpp>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/r1cs.hpp>
#include <support/circom_sets.hpp>
#include <support/zkey_parts.hpp>

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using bn254 = lucid::bn254::curve;
using bls12_381 = lucid::bls12_381::curve;
using lucid::decode_error;
using lucid::key_error;
using lucid::groth16::key_policy;
using support::bn254_key;
using support::bytes;
using support::iden3_file;

namespace {

template <class Curve = bn254>
iden3::zkey_proving_key<Curve> read(bytes const& data, iden3::zkey_options options = {}) {
  return iden3::read_zkey<Curve>(cpu::seq, data, "k.zkey", options);
}

template <class Curve = bn254>
std::string refusal(iden3_file const& file, iden3::zkey_options options = {}) {
  auto const data = file.build();
  try {
    static_cast<void>(read<Curve>(data, options));
  } catch (decode_error const& e) {
    return e.what();
  } catch (key_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

iden3_file multiplier() { return support::zkey_file("circom/bn254/multiplier"); }

template <class Points>
void check_points(Points const& points, bytes const& content) {
  REQUIRE(points.size() * sizeof(points[0]) == content.size());
  CHECK(std::memcmp(points.data(), content.data(), content.size()) == 0);
}

// Row i of two matrices of two shapes is the same.
template <class F>
bool same_row(lucid::sparse_matrix<F> const& m, lucid::shape<F> const& x, lucid::sparse_matrix<F> const& n, lucid::shape<F> const& y,
              std::size_t row) {
  auto const in_m = m.row(row), in_n = n.row(row);
  if (in_m.size() != in_n.size()) return false;
  for (std::size_t t = 0; t < in_m.size(); ++t) {
    if (in_m[t].column != in_n[t].column) return false;
    if (!(x.dictionary()[in_m[t].code] == y.dictionary()[in_n[t].code])) return false;
  }
  return true;
}

template <class Curve>
void check_set(std::string const& folder, bool has_r1cs = true) {
  using scalar = typename Curve::scalar;
  CAPTURE(folder);
  auto const data = support::read_data(folder + "/circuit.zkey");
  auto const key = read<Curve>(data);
  auto file = iden3_file::parse(data);
  check_points(key.verifying.ic, file.content(3));
  check_points(key.a, file.content(5));
  check_points(key.b1, file.content(6));
  check_points(key.b2, file.content(7));
  check_points(key.l, file.content(8));
  check_points(key.h, file.content(9));
  CHECK(key.verifying.gamma_g2 == lucid::affine<typename Curve::g2>::generator());

  if (!has_r1cs) return;
  auto const r1cs = iden3::read_r1cs<scalar>(cpu::seq, support::read_data(folder + "/circuit.r1cs"), folder);
  auto const& in_key = key.matrices.shape();
  std::size_t const rows = r1cs.circuit.constraints();
  REQUIRE(in_key.constraints() == rows + key.public_inputs() + 1);
  CHECK(key.matrices.rows() == in_key.constraints());
  CHECK_FALSE(in_key.has_c());
  CHECK(key.domain.size() >= in_key.constraints());
  bool same = true;
  for (std::size_t row = 0; row < rows; ++row) {
    same = same && same_row(in_key.a(), in_key, r1cs.circuit.a(), r1cs.circuit, row);
    same = same && same_row(in_key.b(), in_key, r1cs.circuit.b(), r1cs.circuit, row);
  }
  CHECK(same);
  for (std::size_t s = 0; s <= key.public_inputs(); ++s) {
    auto const in_a = in_key.a().row(rows + s);
    REQUIRE(in_a.size() == 1);
    CHECK(in_a[0].column == s);
    CHECK(in_key.dictionary()[in_a[0].code] == scalar::one());
    CHECK(in_key.b().row(rows + s).empty());
  }
}

// A point on the curve BLS12-381 but outside the subgroup (of order 3), in the form of the file.
bytes point_of_order_three() {
  bytes point(96);
  auto const two = lucid::bls12_381::base{2}.to_montgomery();
  std::memcpy(point.data() + 48, two.limb, 48);
  return point;
}

}  // namespace

TEST_CASE("zkey: every set on BN254 holds the points of its file and the rows of its circuit") {
  for (auto const& folder : support::circom_sets("bn254")) check_set<bn254>(folder);
  check_set<bn254>("real-world/df-whitelist");
  check_set<bn254>("real-world/unirep-epochKeyLite", false);
}

TEST_CASE("zkey: every set on BLS12-381 holds the points of its file and the rows of its circuit") {
  for (auto const& folder : support::circom_sets("bls12-381")) check_set<bls12_381>(folder);
}

TEST_CASE("zkey: infinity is common in A, B and C of real keys") {
  auto const key = read<bn254>(support::read_data("circom/bn254/unused_signals/circuit.zkey"));
  auto const infinities = [](auto const& points) {
    return std::count_if(points.begin(), points.end(), [](auto const& p) { return p.is_infinity(); });
  };
  CHECK(infinities(key.a) > 0);
  CHECK(infinities(key.b1) > 0);
  CHECK(infinities(key.b1) == infinities(key.b2));
  CHECK(infinities(key.l) > 0);
  CHECK(infinities(key.h) == 0);
}

TEST_CASE("zkey: sections in any order, at any byte") {
  auto file = multiplier();
  auto const expected = read(file.build());
  std::minstd_rand random{1};
  for (int i = 0; i < 40; ++i) {
    std::shuffle(file.sections.begin(), file.sections.end(), random);
    auto shifted = file;
    shifted.sections.insert(shifted.sections.begin() + i % 11,
                            {1000u + static_cast<std::uint32_t>(i), bytes(static_cast<std::size_t>(i % 9))});
    auto const key = read(shifted.build());
    CHECK(key.verifying == expected.verifying);
    CHECK(key.matrices.shape() == expected.matrices.shape());
    CHECK(std::equal(key.h.begin(), key.h.end(), expected.h.begin(), expected.h.end()));
  }
}

TEST_CASE("zkey: records of section 4 in any order of rows") {
  auto file = support::zkey_file("circom/bn254/range_check");
  auto const expected = read(file.build());
  auto& content = file.content(4);
  std::vector<bytes> records;
  for (std::size_t at = 4; at < content.size(); at += 44) {
    records.emplace_back(content.begin() + static_cast<std::ptrdiff_t>(at), content.begin() + static_cast<std::ptrdiff_t>(at) + 44);
  }
  std::shuffle(records.begin(), records.end(), std::minstd_rand{7});
  content.resize(4);
  for (bytes const& record : records) content.insert(content.end(), record.begin(), record.end());
  CHECK(read(file.build()).matrices.shape() == expected.matrices.shape());
}

TEST_CASE("zkey: truncation at every byte is refused") {
  auto const data = support::read_data("circom/bn254/multiplier/circuit.zkey");
  for (std::size_t n = 0; n < data.size(); ++n) {
    bytes const cut(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(n));
    CHECK_THROWS_AS(read(cut), decode_error);
  }
}

TEST_CASE("zkey: what is wrong with a coefficient is named") {
  auto const check = [](std::size_t at, std::uint32_t value, char const* message) {
    auto file = multiplier();
    support::put_number(file.content(4), 4 + 44 + at, value);  // of record 1
    CHECK(contains(refusal(file), message));
  };
  for (std::uint32_t const value : {2u, 3u, 0xffff'ffffu}) check(0, value, "0 (A) and 1 (B) exist");
  for (std::uint32_t const value : {4u, 0x8000'0000u, 0xffff'ffffu}) check(4, value, "of a domain of 4");
  for (std::uint32_t const value : {4u, 0x8000'0000u, 0xffff'ffffu}) check(8, value, "of 4");
  auto file = multiplier();
  support::put_bytes(file.content(4), 4 + 12, file.content(2), bn254_key.r, 32);  // r itself
  CHECK(contains(refusal(file), "the coefficient is not below the modulus"));
  file = multiplier();
  support::put_number(file.content(4), 4 + 44 + 4, 3u);  // the last row is in the domain
  support::put_number(file.content(4), 4 + 44 + 8, 3u);
  CHECK_NOTHROW(read(file.build()));
}

TEST_CASE("zkey: a point that is none is named with its place") {
  for (std::uint32_t const type : {3u, 5u, 6u, 7u, 8u, 9u}) {
    CAPTURE(type);
    auto file = multiplier();
    auto& content = file.content(type);
    std::size_t const size = type == 7 ? 128 : 64;
    std::size_t const last = content.size() - size;
    support::put_number(content, last, std::uint8_t{1});
    support::put_zeros(content, last + 1, size - 1);  // (2^−256, 0): on no curve
    CHECK(contains(refusal(file), "point is not on the curve"));
    CHECK(contains(refusal(file), ("section " + std::to_string(type)).c_str()));
    for (std::size_t k = 0; k < size / 32; ++k) {
      file = multiplier();
      auto& again = file.content(type);
      support::put_bytes(again, last + 32 * k, file.content(2), bn254_key.q, 32);  // a coordinate of q
      CHECK(contains(refusal(file), "coordinate is not below the modulus"));
    }
  }
  for (std::size_t const at : {bn254_key.alpha1, bn254_key.beta1, bn254_key.beta2, bn254_key.gamma2, bn254_key.delta1, bn254_key.delta2}) {
    auto file = multiplier();
    file.content(2)[at] ^= std::byte{1};
    CHECK(contains(refusal(file), "section 2 (header)"));
    CHECK(contains(refusal(file), "not on the curve"));
    file = multiplier();
    support::put_bytes(file.content(2), at, file.content(2), bn254_key.q, 32);
    CHECK(contains(refusal(file), "not below the modulus"));
  }
}

TEST_CASE("zkey: a point outside the subgroup is refused where a verifier meets it, and everywhere under key_check::full") {
  auto const outside = point_of_order_three();
  auto const original = support::zkey_file("circom/bls12-381/multiplier");
  for (std::size_t const at : {support::bls12_381_key.alpha1, support::bls12_381_key.beta1, support::bls12_381_key.delta1}) {
    auto file = original;
    support::put_bytes(file.content(2), at, outside, 0, outside.size());
    CHECK(contains(refusal<bls12_381>(file), "not in the subgroup"));
  }
  auto file = original;
  support::put_bytes(file.content(3), 96, outside, 0, outside.size());
  CHECK(contains(refusal<bls12_381>(file), "not in the subgroup"));
  for (std::uint32_t const type : {5u, 6u, 8u, 9u}) {
    file = original;
    support::put_bytes(file.content(type), 96, outside, 0, outside.size());
    CHECK_NOTHROW(read<bls12_381>(file.build()));
    CHECK(contains(refusal<bls12_381>(file, {.check = iden3::key_check::full}), "point 1: point is on the curve but not in the subgroup"));
  }
  CHECK_NOTHROW(read<bls12_381>(original.build(), {.check = iden3::key_check::full}));
}

TEST_CASE("zkey: the wrong curve, a wrong scalar field") {
  CHECK(contains(refusal<bls12_381>(multiplier()),
                 "the prime q is 2188824287183927522224640574525727508869631115729782366268903789464522620858"));
  CHECK(contains(refusal<bn254>(support::zkey_file("circom/bls12-381/multiplier")), "the prime q is 40024095552216673934"));
  auto file = multiplier();
  file.content(2)[bn254_key.r] ^= std::byte{2};
  CHECK(contains(refusal(file), "the prime r is "));
}

TEST_CASE("zkey: alpha, beta, gamma and delta at infinity are refused, whatever the policy") {
  struct place {
    std::size_t at, size;
    char const* message;
  };
  place const places[] = {
      {bn254_key.alpha1, 64, "alpha is the point at infinity"},       {bn254_key.beta1, 64, "beta in G1 is the point at infinity"},
      {bn254_key.beta2, 128, "beta is the point at infinity"},        {bn254_key.gamma2, 128, "gamma is the point at infinity"},
      {bn254_key.delta1, 64, "delta in G1 is the point at infinity"}, {bn254_key.delta2, 128, "delta is the point at infinity"}};
  for (auto const& [at, size, message] : places) {
    auto file = multiplier();
    support::put_zeros(file.content(2), at, size);
    CHECK(contains(refusal(file, {.policy = key_policy::accept_unfinished}), message));
  }
  auto file = multiplier();
  support::put_zeros(file.content(3), 64, 64);
  CHECK(contains(refusal(file), "IC[1] is the point at infinity"));
}

TEST_CASE("zkey: halves of beta and delta that do not belong together are refused") {
  auto const other = support::zkey_file("circom/bn254/no_public");
  auto other_copy = other;
  for (bool const beta : {true, false}) {
    auto file = multiplier();
    std::size_t const at = beta ? bn254_key.beta1 : bn254_key.delta1;
    support::put_bytes(file.content(2), at, file.content(2), bn254_key.alpha1, 64);
    CHECK(contains(refusal(file),
                   beta ? "beta in G1 and beta in G2 do not belong together" : "delta in G1 and delta in G2 do not belong together"));
  }
  auto file = multiplier();
  support::put_bytes(file.content(2), bn254_key.delta2, other_copy.content(2), bn254_key.delta2, 128);
  CHECK(contains(refusal(file), "delta in G1 and delta in G2 do not belong together"));
}

TEST_CASE("zkey: an unfinished key needs an explicit word") {
  for (char const* name : {"ptau/bn254/multiplier.zkey", "ptau/bn254/no_public.zkey", "ptau/bn254/unused_signals.zkey"}) {
    auto const data = support::read_data(name);
    CHECK_THROWS_AS(read(data), key_error);
    CHECK_THROWS_AS(static_cast<void>(iden3::read_zkey_verifying_key<bn254>(data, "k")), key_error);
    CHECK_NOTHROW(read(data, {.policy = key_policy::accept_unfinished}));
    CHECK_NOTHROW(static_cast<void>(iden3::read_zkey_verifying_key<bn254>(data, "k", key_policy::accept_unfinished)));
  }
  // γ = δ, neither the generator
  auto file = multiplier();
  support::put_bytes(file.content(2), bn254_key.gamma2, file.content(2), bn254_key.delta2, 128);
  CHECK(contains(refusal(file), "unfinished"));
  CHECK_NOTHROW(read(file.build(), {.policy = key_policy::accept_unfinished}));
}

TEST_CASE("zkey: the verifying key alone is the same") {
  auto const data = support::read_data("circom/bls12-381/many_public/circuit.zkey");
  CHECK(iden3::read_zkey_verifying_key<bls12_381>(data, "k") == read<bls12_381>(data).verifying);
}
