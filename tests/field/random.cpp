// Uniform to the eye of a chi-square test, whole and in its top bits; sources that fail or are broken are not covered up.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <span>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/random.hpp>
#include <support/odd_fields.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using namespace lucid_test;

namespace {

struct constant_entropy {
  std::byte value;
  void fill(std::span<std::byte> bytes) const { std::memset(bytes.data(), std::to_integer<int>(value), bytes.size()); }
};

// Zeros for so many calls, then real randomness.
struct late_entropy {
  int zeros;
  seeded_entropy after{1};
  void fill(std::span<std::byte> bytes) {
    if (zeros-- > 0) {
      std::memset(bytes.data(), 0, bytes.size());
    } else {
      after.fill(bytes);
    }
  }
};

struct failing_entropy {
  int fills_left;
  void fill(std::span<std::byte> bytes) {
    if (fills_left-- == 0) throw entropy_error("the source ran dry");
    std::memset(bytes.data(), 7, bytes.size());
  }
};

// Counts over 16 equal parts of [0, p); Σ (count − expected)²/expected has 15 degrees of freedom: above 50 with probability 10^-5.
template <class F, class Part>
double chi_square(Part&& part_of) {
  constexpr int draws = 16'000, parts = 16;
  seeded_entropy entropy{99};
  std::array<int, parts> count{};
  for (int i = 0; i < draws; ++i) ++count[part_of(random_element<F>(entropy).to_integer())];
  double sum = 0;
  for (int const c : count) sum += (c - 1000.0) * (c - 1000.0) / 1000.0;
  return sum;
}

}  // namespace

TEST_CASE_TEMPLATE("random: uniform over [0, p)", F, bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base, four_limbs_full,
                   two_limbs_full, one_limb_full, prime_field<field_61_bits>) {
  // The part is ⌊16·x/p⌋, by comparisons with multiples of p/16.
  CHECK(chi_square<F>([](typename F::integer const& x) {
          big_uint<F::limbs + 1> const wide = shifted_left(resized<F::limbs + 1>(x), 4);
          return divide(wide, resized<F::limbs + 1>(F::modulus())).quotient[0];
        }) < 50);
  CHECK(chi_square<F>([](typename F::integer const& x) { return x[0] % 16; }) < 50);
}

TEST_CASE("random: every element of a small field about as often") {
  using F = prime_field<field_113>;
  seeded_entropy entropy{3};
  std::array<int, 113> count{};
  for (int i = 0; i < 113'000; ++i) ++count[random_element<F>(entropy).to_integer()[0]];
  double sum = 0;
  for (int const c : count) sum += (c - 1000.0) * (c - 1000.0) / 1000.0;
  CHECK(sum < 190);  // 112 degrees of freedom: probability 10^-5
  bool none_zero = true;
  for (int i = 0; i < 10'000; ++i) none_zero = none_zero && !random_nonzero<F>(entropy).is_zero();
  CHECK(none_zero);
}

TEST_CASE_TEMPLATE("random: a failing source is passed on, at its first call or a later one", F, bn254::scalar, bls12_381::base,
                   prime_field<field_113>) {
  for (int fills = 0; fills < 2; ++fills) {
    failing_entropy entropy{fills};
    CHECK_THROWS_AS(static_cast<void>(random_element<F>(entropy)), entropy_error);
    failing_entropy again{fills};
    CHECK_THROWS_AS(static_cast<void>(random_nonzero<F>(again)), entropy_error);
  }
}

TEST_CASE_TEMPLATE("random: a source of zeros is an error where zero would give a secret away", F, bn254::scalar, bls12_381::scalar,
                   prime_field<field_113>, prime_field<field_61_bits>) {
  constant_entropy zeros{std::byte{0}};
  CHECK(random_element<F>(zeros).is_zero());
  CHECK_THROWS_AS(static_cast<void>(random_nonzero<F>(zeros)), entropy_error);
}

TEST_CASE("random: one unlucky zero is drawn again") {
  late_entropy entropy{2};  // the two fills of one element
  CHECK_FALSE(random_nonzero<bn254::scalar>(entropy).is_zero());
}

TEST_CASE("random: bytes of the seed, not of the machine") {
  seeded_entropy a{7}, b{7}, c{8};
  auto const x = random_element<bls12_381::scalar>(a);
  CHECK(x == random_element<bls12_381::scalar>(b));
  CHECK_FALSE(x == random_element<bls12_381::scalar>(a));
  CHECK_FALSE(x == random_element<bls12_381::scalar>(c));
  os_entropy system;
  CHECK_FALSE(random_element<bls12_381::scalar>(system) == random_element<bls12_381::scalar>(system));
}
