// The four prime fields of the curves against GMP, 10^5 random operands and all pairs of edges each; small fields by their tables.
#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

#include <laws/field.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/prime_field.hpp>
#include <support/field_samples.hpp>
#include <support/isa.hpp>
#include <support/small_fields.hpp>
#if LUCID_TEST_HAS_GMP
#include <support/gmp.hpp>
#endif

using namespace lucid;
using namespace lucid_test;

using field_of_113 = prime_field<field_113>;
using field_of_127 = prime_field<field_127>;
using field_of_7681 = prime_field<field_7681>;
using field_of_8191 = prime_field<field_8191>;
using field_of_61_bits = prime_field<field_61_bits>;

TEST_CASE_TEMPLATE("prime_field: laws of a field", F, bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base, field_of_61_bits) {
  static_assert(prime_field_element<F> && std::is_trivially_copyable_v<F> && sizeof(F) == F::bytes);
  auto const elements = samples<F>(40);
  with_every_isa([&] { laws::field(elements); });
}

TEST_CASE_TEMPLATE("prime_field: laws of a field, every element of it", F, field_of_113, field_of_127) {
  std::vector<F> all;
  for (limb_t x = 0; x < F::modulus()[0]; ++x) all.emplace_back(x);
  laws::field(all);
}

TEST_CASE_TEMPLATE("prime_field: tables of small fields", F, field_of_113, field_of_127) {
  limb_t const p = F::modulus()[0];
  bool same = true;
  for (limb_t x = 0; x < p; ++x) {
    for (limb_t y = 0; y < p; ++y) {
      same = same && (F{x} + F{y}).to_integer()[0] == (x + y) % p && (F{x} - F{y}).to_integer()[0] == (x + p - y) % p &&
             (F{x} * F{y}).to_integer()[0] == x * y % p;
    }
  }
  CHECK(same);
}

TEST_CASE_TEMPLATE("prime_field: every element of fields of 13 bits", F, field_of_7681, field_of_8191) {
  limb_t const p = F::modulus()[0];
  bool same = true;
  for (limb_t x = 0; x < p; ++x) {
    F const e{x};
    same = same && e.to_integer()[0] == x && square(e).to_integer()[0] == x * x % p && doubled(e).to_integer()[0] == 2 * x % p &&
           (-e).to_integer()[0] == (p - x) % p && (x == 0 || e * inverse(e) == F::one()) && power(e, p) == e;
  }
  CHECK(same);
}

TEST_CASE_TEMPLATE("prime_field: doors in and out", F, bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base, field_of_127,
                   field_of_61_bits) {
  auto const p = F::modulus();
  using integer = typename F::integer;
  integer below = p;
  subtract_from(below, integer{1});
  integer above = p;
  add_to(above, integer{1});
  integer all_ones;
  for (auto& limb : all_ones.limb) limb = ~limb_t{0};
  CHECK(F::from_canonical(below) == -F::one());
  CHECK_FALSE(F::from_canonical(p).has_value());
  CHECK_FALSE(F::from_canonical(above).has_value());
  CHECK_FALSE(F::from_canonical(all_ones).has_value());
  CHECK(F::from_integer(p).is_zero());
  CHECK(F::from_integer(above).is_one());
  CHECK(F::from_integer(integer{}).is_zero());
  for (auto const& x : edge_residues<F>()) {
    auto const e = F::from_canonical(x);
    REQUIRE(e.has_value());
    CHECK(e->to_integer() == x);
    CHECK(F::from_integer(x) == *e);
    CHECK(F::from_montgomery(e->to_montgomery()) == *e);
  }
  CHECK(F{}.to_integer().is_zero());
  CHECK(F::one().to_integer() == integer{1});
  CHECK(F::one().is_one());
  CHECK_FALSE(F::zero().is_one());
}

TEST_CASE_TEMPLATE("prime_field: six and more multiples of p that fit the limbs are 0, and no two spellings of one value are accepted", F,
                   bn254::scalar, bn254::base, bls12_381::scalar) {
  auto multiple = F::modulus();
  for (int i = 0; i < 10; ++i) {
    CHECK_FALSE(F::from_canonical(multiple).has_value());
    CHECK(F::from_integer(multiple).is_zero());
    if (add_to(multiple, F::modulus()) != 0) break;
  }
}

#if LUCID_TEST_HAS_GMP
namespace {

// Every operation on a and b once; which of them differ from GMP's.
template <class F>
struct differences {
  gmp_integer const p{F::modulus()};
  int sum = 0, difference = 0, product = 0, square_ = 0, negation = 0, double_ = 0, decoding = 0, sum_of_products_ = 0;

  void look_at(F const& a, F const& b) {
    gmp_integer const x{a.to_integer()};
    gmp_integer const y{b.to_integer()};
    auto const same = [](F const& ours, gmp_integer const& theirs) { return ours.to_integer() == theirs.low<F::limbs>(); };
    gmp_integer const xy = x * y;
    sum += !same(a + b, (x + y) % p);
    difference += !same(a - b, (x - y) % p);
    product += !same(a * b, xy % p);
    square_ += !same(square(a), x * x % p);
    negation += !same(-a, (p - x) % p);
    double_ += !same(doubled(a), (x + x) % p);
    decoding += !(F::from_integer(x.low<F::limbs>()) == a) || !(x < p);
    sum_of_products_ += !same(sum_of_products(a, b, b, b), (xy + y * y) % p);
  }
  void check() const {
    CHECK(sum == 0);
    CHECK(difference == 0);
    CHECK(product == 0);
    CHECK(square_ == 0);
    CHECK(negation == 0);
    CHECK(double_ == 0);
    CHECK(decoding == 0);
    CHECK(sum_of_products_ == 0);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("prime_field: all pairs of edges as GMP has them", F, bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base) {
  auto const edges = edge_elements<F>();
  with_every_isa([&] {
    differences<F> seen;
    for (F const& a : edges) {
      for (F const& b : edges) seen.look_at(a, b);
    }
    seen.check();
  });
}

TEST_CASE_TEMPLATE("prime_field: 10^5 random pairs as GMP has them", F, bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base) {
  int pairs = 100'000;
  with_every_isa([&] {
    seeded_entropy entropy{F::bits};
    differences<F> seen;
    F a = random_element<F>(entropy);
    for (int i = 0; i < pairs; ++i) {
      F const b = random_element<F>(entropy);
      seen.look_at(a, b);
      a = b;
    }
    seen.check();
    pairs = 20'000;  // of the second way
  });
}

TEST_CASE_TEMPLATE("prime_field: integers and double integers of every size are reduced as GMP reduces them", F, bn254::scalar, bn254::base,
                   bls12_381::scalar, bls12_381::base, field_of_127, field_of_61_bits) {
  using integer = typename F::integer;
  gmp_integer const p{F::modulus()};
  std::mt19937_64 engine{F::bits};
  std::vector<integer> integers = edge_integers<F::limbs>();
  for (int i = 0; i < 100; ++i) integers.push_back(random_integer<F::limbs>(engine));
  with_every_isa([&] {
    bool reduces = true, reduces_double = true;
    for (auto const& low : integers) {
      reduces = reduces && F::from_integer(low).to_integer() == (gmp_integer{low} % p).template low<F::limbs>();
      for (auto const& high : integers) {
        gmp_integer const wide = gmp_integer{low} + (gmp_integer{high} << integer::bits);
        reduces_double = reduces_double && F::from_wide(low, high).to_integer() == (wide % p).template low<F::limbs>();
      }
    }
    CHECK(reduces);
    CHECK(reduces_double);
    for (limb_t const small : {limb_t{0}, limb_t{1}, limb_t{126}, limb_t{127}, limb_t{128}, ~limb_t{0}}) {
      CHECK(F{small}.to_integer() == (gmp_integer{small} % p).template low<F::limbs>());
    }
  });
}
#endif
