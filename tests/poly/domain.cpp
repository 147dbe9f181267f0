#include <doctest/doctest.h>

#include <cstdint>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/integer/literal.hpp>
#include <lucid/poly/domain.hpp>
#include <support/small_fields.hpp>

namespace {
using lucid::poly::domain;
using lucid::poly::log2_at_least;
}  // namespace

TEST_CASE("domain: the least power of two") {
  static_assert(log2_at_least(0) == 0 && log2_at_least(1) == 0 && log2_at_least(2) == 1 && log2_at_least(3) == 2 && log2_at_least(4) == 2);
  CHECK(log2_at_least(5) == 3);
  CHECK(log2_at_least((std::uint64_t{1} << 33) - 1) == 33);
  CHECK(log2_at_least(std::uint64_t{1} << 33) == 33);
  CHECK(log2_at_least((std::uint64_t{1} << 33) + 1) == 34);
  CHECK(log2_at_least(std::uint64_t{1} << 63) == 63);
  CHECK(log2_at_least(~std::uint64_t{0}) == 64);
}

TEST_CASE_TEMPLATE("domain: roots have exactly their order", F, lucid::bn254::scalar, lucid::bls12_381::scalar,
                   lucid::prime_field<lucid_test::field_17>, lucid::prime_field<lucid_test::field_97>) {
  using group = lucid::two_adic<typename F::spec>;
  for (F const& root : {group::root, group::root_of_least_non_residue}) {
    for (unsigned k = 0; k <= group::order_log2; ++k) {
      domain<F> const points{k, root};
      CHECK(points.log2_size() == k);
      CHECK(points.size() == std::uint64_t{1} << k);
      CHECK(points.full_order_root() == root);
      CHECK(points.vanishing(points.root()).is_zero());
      if (k == 0) {
        CHECK(points.root().is_one());
      } else {
        CHECK(power(points.root(), lucid::limb_t{points.size() / 2}) == -F::one());
      }
      CHECK(points.has_twice() == (k < group::order_log2));
      if (points.has_twice()) {
        CHECK(square(points.root_of_twice()) == points.root());
        CHECK(points.vanishing(points.root_of_twice()) == -F{2});
        CHECK(points.root_of_twice() == domain<F>{k + 1, root}.root());
      } else {
        CHECK_THROWS_AS(static_cast<void>(points.root_of_twice()), lucid::argument_error);
      }
    }
  }
}

// As printed in the sources of snarkjs (ffjavascript) and of bellman: on BLS12-381 they differ.
TEST_CASE("domain: published roots of full order") {
  using bn = lucid::bn254::scalar;
  using bls = lucid::bls12_381::scalar;
  auto const bn_root = bn::from_integer(lucid::hex<4>("0x2a3c09f0a58a7e8500e0a7eb8ef62abc402d111e41112ed49bd61b6e725b19f0"));
  auto const snarkjs_root = bls::from_integer(lucid::hex<4>("0x0212d79e5b416b6f0fd56dc8d168d6c0c4024ff270b3e0941b788f500b912f1f"));
  auto const bellman_root = bls::from_integer(lucid::hex<4>("0x16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b"));
  CHECK(domain<bn>{28, lucid::two_adic<bn::spec>::root}.root() == bn_root);
  CHECK(domain<bn>{28, lucid::two_adic<bn::spec>::root_of_least_non_residue}.root() == bn_root);
  CHECK(domain<bls>{32, lucid::two_adic<bls::spec>::root_of_least_non_residue}.root() == snarkjs_root);
  CHECK(domain<bls>{32, lucid::two_adic<bls::spec>::root}.root() == bellman_root);
}

TEST_CASE("domain: larger than the field has, or a root of another order") {
  using F = lucid::bn254::scalar;
  F const root = lucid::two_adic<F::spec>::root;
  CHECK_NOTHROW(domain<F>(28, root));
  CHECK_THROWS_WITH_AS(domain<F>(29, root), "domain: 2^29 points, the field has subgroups of up to 2^28", lucid::argument_error);
  CHECK_THROWS_AS(domain<F>(64, root), lucid::argument_error);
  CHECK_THROWS_AS(domain<F>(~0u, root), lucid::argument_error);
  for (unsigned k : {0u, 1u, 10u, 28u}) {
    CHECK_THROWS_AS(domain<F>(k, square(root)), lucid::argument_error);
    CHECK_THROWS_AS(domain<F>(k, F::one()), lucid::argument_error);
    CHECK_THROWS_AS(domain<F>(k, F::zero()), lucid::argument_error);
    CHECK_THROWS_AS(domain<F>(k, F{5}), lucid::argument_error);
  }
}

TEST_CASE("domain: the vanishing polynomial is zero on the domain and nowhere else") {
  using F = lucid::prime_field<lucid_test::field_97>;
  for (unsigned k = 0; k <= 5; ++k) {
    domain<F> const points{k, lucid::two_adic<lucid_test::field_97>::root};
    std::size_t zeros = 0;
    for (lucid::limb_t x = 0; x < 97; ++x) zeros += points.vanishing(F{x}).is_zero() ? 1 : 0;
    CHECK(zeros == points.size());
  }
}
